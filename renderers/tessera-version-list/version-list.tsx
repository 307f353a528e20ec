// The versions of something by day, newest first, with one of them selected and one to compare it with; what is shown of the two is the screen's business.
// Both are in the address, so that a comparison can be linked to and Back works.
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { createObject, normalizeApi, tokenize, type RendererProps, type Schema } from 'amis-core'
import { renderer, useInstance } from '../register.tsx'
import { sayer, type Say } from '../words.ts'
import '../link.css'
import './version-list.css'

/** A version that only some people get. */
interface Staged {
  version: number
  people: { name: string; email: string }[]
}

export interface Version {
  version: number
  kind: string
  note: string
  broken: string
  shown: boolean
  createdAt: string
  createdBy: string
  audience?: string
}

interface Props extends RendererProps {
  /** Call that answers `items` and `total` by page. */
  api?: string | object
  /** Number of the selected version and of the one it is compared with, as expressions. */
  version?: string
  since?: string
  /** What is shown of them; reads version, since, selected, shown, newest. */
  body?: Schema
  /** Shown where nothing was ever changed. */
  placeholder?: Schema
}

const PER_PAGE = 50

/** What was done, where nobody wrote a note. */
export function titleOf(say: Say, { note, kind, createdBy }: Pick<Version, 'note' | 'kind' | 'createdBy'>): string {
  if (note) return note
  switch (kind) {
    case 'restore':
      return say('Restored an older version')
    case 'reset':
      return say('Reset to shipped')
    case 'import':
      return say('Imported')
    case 'rebase':
      // By a person where there was something to decide.
      return createdBy ? say('Conflicts solved') : say('Carried over to a newer Tessera')
    case 'release':
      return say('Shown to everybody')
    default:
      return say('Published')
  }
}

/** Today, yesterday, else the date. */
export function dayOf(say: Say, iso: string, locale: string, now = new Date()): string {
  const at = new Date(iso)
  const days = Math.round((new Date(now.toDateString()).getTime() - new Date(at.toDateString()).getTime()) / 86_400_000)
  if (days === 0) return say('Today')
  if (days === 1) return say('Yesterday')
  return at.toLocaleDateString(locale, { day: 'numeric', month: 'long', ...(at.getFullYear() !== now.getFullYear() && { year: 'numeric' }) })
}

export function VersionList(props: Props) {
  const { api, version, since, body, placeholder, data, env, render } = props
  const say = sayer(env)
  const locale = String((data as { locale?: string }).locale ?? 'en-US')
  const [items, setItems] = useState<Version[]>()
  const [total, setTotal] = useState(0)
  const [staged, setStaged] = useState<Staged | null>(null)
  const [error, setError] = useState('')
  // On a narrow screen the versions are folded until asked for; on a wide one they can be, for more room.
  const [folds, setFolds] = useState(true)
  const [folded, setFolded] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  const turn = useRef(0)

  async function load(page: number, kept: Version[]) {
    const mine = ++turn.current
    setError('')
    const call = normalizeApi(api as never)
    const url = `${call.url}${call.url.includes('?') ? '&' : '?'}page=${page}&perPage=${PER_PAGE}`
    const answer = await env.fetcher({ ...call, url }, data).catch((problem: Error) => ({ ok: false, msg: problem.message, data: undefined }))
    if (mine !== turn.current) return
    if (!answer.ok) return setError(answer.msg || say('The server cannot be reached. Check the connection and try again'))
    const found = answer.data as { items: Version[]; total: number; staged?: Staged | null }
    setItems([...kept, ...found.items])
    setStaged(found.staged ?? null)
    setTotal(found.total)
  }
  const start = () => load(1, [])
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once; reloading is asked for
  useEffect(() => void start(), [])
  // After a change the newest is what one wants to see.
  useInstance(props, { reload: () => void start().then(() => go('?', true)) })

  const asked = (given: string | undefined) => {
    const text = String(tokenize(given ?? '', data, '| raw') ?? '')
    return /^\d+$/.test(text) ? Number(text) : undefined
  }
  const newest = items?.[0]?.version ?? 0
  const selected = asked(version) ?? newest
  const compared = asked(since) ?? Math.max(0, selected - 1)
  const shown = items?.find(item => item.shown)?.version ?? 0
  const addressOf = (to: number, from?: number) => `?version=${to}${from === undefined || from === to - 1 ? '' : `&since=${from}`}`
  const go = (address: string, replace = false) => env.updateLocation?.(address, replace)

  if (error && !items)
    return (
      <div className="tes-versions__error" role="alert">
        <p>{error}</p>
        <button type="button" className="tes-link" onClick={() => void start()}>
          {say('Try again')}
        </button>
      </div>
    )
  if (!items)
    return (
      <div className="tes-versions" aria-busy="true">
        <div className="tes-versions__rail">
          {[1, 2, 3, 4].map(n => (
            <i key={n} className="tes-versions__wait" />
          ))}
        </div>
        <div className="tes-versions__body" />
      </div>
    )
  if (!items.length && placeholder) return <>{render('placeholder', placeholder)}</>

  const follow = (event: MouseEvent, to: number) => {
    if (event.metaKey || event.ctrlKey || event.button !== 0) return
    event.preventDefault()
    // With Shift the other end of the comparison is picked, as in a list of files.
    if (event.shiftKey && to !== selected) return pair(to)
    setFolds(true)
    go(addressOf(to))
  }
  const pair = (other: number) => go(other < selected ? addressOf(selected, other) : addressOf(other, selected))
  const keys = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (!by) return
    const links = [...(list.current?.querySelectorAll<HTMLElement>('.tes-versions__line') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLElement)
    if (at < 0) return
    event.preventDefault()
    links[at + by]?.focus()
  }
  const clock = (iso: string) => new Date(iso).toLocaleTimeString(locale, { hour: 'numeric', minute: '2-digit' })
  const exact = (iso: string) => new Date(iso).toLocaleString(locale, { dateStyle: 'long', timeStyle: 'medium' })
  const one = items.find(item => item.version === selected)
  const inner = createObject(data, { version: selected, since: compared, selected: one ?? null, shown, newest, staged, title: one ? titleOf(say, one) : '' })
  return (
    <div className={`tes-versions${folds ? '' : ' is-open'}${folded ? ' is-folded' : ''}`}>
      <nav className="tes-versions__rail" aria-label={say('Versions')}>
        <button type="button" className="tes-versions__fold" aria-expanded={!folds} onClick={() => (folded ? setFolded(false) : setFolds(!folds))}>
          {say('Version {version}', { version: selected })}
          <span>{!folds ? say('Hide the versions') : total === 1 ? say('1 version') : say('{count} versions', { count: total })}</span>
        </button>
        <button type="button" className="tes-versions__hide" onClick={() => setFolded(true)}>
          {say('Hide the versions')}
        </button>
        <ol ref={list} onKeyDown={keys}>
          {items.map((item, index) => {
            const day = dayOf(say, item.createdAt, locale)
            const above = items[index - 1]
            const heading = above && dayOf(say, above.createdAt, locale) === day ? '' : day
            const here = item.version === selected
            const other = item.version === compared
            const between = item.version < selected && item.version > compared
            return (
              <li key={item.version} className={`${here ? 'is-here' : ''}${other ? ' is-other' : ''}${between ? ' is-between' : ''}`}>
                {heading && <h3>{heading}</h3>}
                <a
                  className="tes-versions__line"
                  href={addressOf(item.version)}
                  aria-current={here ? 'true' : undefined}
                  onClick={event => follow(event, item.version)}
                >
                  <strong>{titleOf(say, item)}</strong>
                  <small>
                    <b>v{item.version}</b> · {item.createdBy || 'Tessera'} · <time title={exact(item.createdAt)}>{clock(item.createdAt)}</time>
                  </small>
                  {item.shown && <em className="is-good">{say('Shown now')}</em>}
                  {item.version === staged?.version && (
                    <em className="is-busy" title={staged.people.map(person => person.name || person.email).join(', ')}>
                      {staged.people.length === 1 ? say('For 1 person') : say('For {count} people', { count: staged.people.length })}
                    </em>
                  )}
                  {item.audience === 'withdrawn' && <em className="is-idle">{say('Withdrawn')}</em>}
                  {item.broken && (
                    <em className="is-bad" title={item.broken}>
                      {say('Broken')}
                    </em>
                  )}
                </a>
                {!here && (
                  <button
                    type="button"
                    className="tes-versions__pick"
                    aria-pressed={other}
                    title={say('Compare version {version} with this one', { version: selected })}
                    aria-label={say('Compare version {version} with version {other}', { version: selected, other: item.version })}
                    onClick={() => pair(item.version)}
                  >
                    ⇄
                  </button>
                )}
              </li>
            )
          })}
          {items.length < total ? (
            <li className="is-more">
              <button type="button" className="tes-link" onClick={() => void load(Math.floor(items.length / PER_PAGE) + 1, items)}>
                {say('Show older ones')}
              </button>
              {error && <span role="alert">{error}</span>}
            </li>
          ) : (
            <li className={compared === 0 ? 'is-shipped is-other' : 'is-shipped'}>
              <button type="button" className="tes-versions__line" aria-pressed={compared === 0} onClick={() => go(addressOf(selected, 0))}>
                <strong>{say('As shipped')}</strong>
                <small>{say('Where every change begins')}</small>
                {shown === 0 && <em className="is-good">{say('Shown now')}</em>}
              </button>
            </li>
          )}
        </ol>
      </nav>
      <div className="tes-versions__body">{body ? render('body', body, { data: inner }) : null}</div>
    </div>
  )
}

export default renderer('tessera-version-list', VersionList)
