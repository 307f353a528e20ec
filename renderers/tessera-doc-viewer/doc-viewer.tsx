// The product's documentation: entries by group on the left, the text, its headings on the right, previous and next below. On a narrow screen the
// navigation is a drawer.
import { useEffect, useMemo, useRef, useState, type MouseEvent } from 'react'
import { tokenize, type RendererProps } from 'amis-core'
import { renderer } from '../register.tsx'
import { sayer } from '../words.ts'
import { groupsOf, flat, readable, tocOf, type DocEntry, type TocEntry } from './doc-tree.ts'
import { Found, type Hit } from './doc-search.tsx'
import './doc-viewer.css'

interface Doc {
  id: string
  title: string
  html: string
  toc?: TocEntry[]
}
interface Props extends RendererProps {
  /** Call that answers the tree as `items`. */
  api?: string
  /** Call that answers one document; reads the id of its entry as `docKey`. */
  docApi?: string
  /** Call that answers sections found; reads `keywords`. */
  searchApi?: string
  /** Key of the document, as an expression; empty leads to the first one. */
  docKey?: string
  /** Address of the document `docKey`. */
  to?: string
}

interface NavProps {
  entries: readonly DocEntry[]
  current: string
  addressOf(key: string): string
  go(event: MouseEvent, address: string): void
}

function Entries({ entries, current, addressOf, go }: NavProps) {
  // Whoever holds the current one, or is it, starts unfolded.
  const [folded, setFolded] = useState<Record<string, boolean>>({})
  return (
    <ul>
      {entries.map(entry => {
        const children = entry.children ?? []
        const isOpen = !(folded[entry.key] ?? !flat([entry]).some(one => one.key === current))
        const toggle = () => setFolded({ ...folded, [entry.key]: isOpen })
        return (
          <li key={entry.key}>
            {entry.hasBody ? (
              <a href={addressOf(entry.key)} aria-current={entry.key === current ? 'page' : undefined} onClick={event => go(event, addressOf(entry.key))}>
                {entry.title}
              </a>
            ) : (
              <button type="button" aria-expanded={isOpen} onClick={toggle}>
                {entry.title}
              </button>
            )}
            {children.length > 0 && (isOpen || entry.hasBody) && <Entries entries={children} current={current} addressOf={addressOf} go={go} />}
          </li>
        )
      })}
    </ul>
  )
}

export function DocViewer({ api, docApi, searchApi, docKey, to = '/docs/${docKey}', data, env }: Props) {
  const say = sayer(env)
  const { locale } = data as { locale?: string }
  const key = String(tokenize(docKey ?? '', data, '| raw') ?? '')
  const [items, setItems] = useState<DocEntry[]>()
  const [doc, setDoc] = useState<Doc>()
  const [problem, setProblem] = useState('')
  const [missing, setMissing] = useState(false)
  const [tries, setTries] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const text = useRef<HTMLElement>(null)
  const drawer = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)

  const addressOf = (docKeyOf: string) => String(tokenize(to, { docKey: encodeURIComponent(docKeyOf) }, '| raw'))
  const ask = async (call: string | undefined, values: object) => {
    const answer = await env
      .fetcher(call ?? '', { ...(data as object), ...values })
      .catch((error: Error) => ({ ok: false, msg: error.message, data: undefined, status: 0 }))
    // docs.load-failure: what the server says is what the reader sees.
    if (!answer.ok) throw new Error(answer.msg || say('The server cannot be reached. Check the connection and try again'))
    return answer.data as unknown
  }

  useEffect(() => {
    let isCurrent = true
    setProblem('')
    ask(api, {}).then(
      answer => isCurrent && setItems((answer as { items: DocEntry[] }).items),
      (error: Error) => isCurrent && setProblem(error.message),
    )
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked again in another language, or when somebody tries again
  }, [locale, tries])

  const pages = useMemo(() => readable(items ?? []), [items])
  const at = pages.findIndex(entry => entry.key === key)
  const entry = pages[at]
  const first = pages[0]?.key

  useEffect(() => {
    if (!items) return
    // docs.index: the address of the documentation itself leads to the first text.
    if (!key && first) return env.jumpTo?.(addressOf(first), { replace: true } as never) as undefined
    setMissing(!entry)
    if (!entry) return
    let isCurrent = true
    ask(docApi, { docKey: entry.id }).then(
      answer => isCurrent && setDoc(answer as Doc),
      (error: Error) => isCurrent && setProblem(error.message),
    )
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one text for an address; what leads there is made anew at each drawing
  }, [items, key])

  useEffect(() => setOpen(false), [key])
  useEffect(() => {
    if (!isOpen) return
    drawer.current?.querySelector<HTMLElement>('[aria-current], a, button')?.focus()
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      opener.current?.focus()
    }
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [isOpen])

  const jump = (anchor: string) => {
    const target = anchor && [...(text.current?.querySelectorAll<HTMLElement>('[id]') ?? [])].find(one => one.id === anchor)
    if (!target) return
    target.tabIndex = -1
    target.scrollIntoView({ block: 'start' })
    target.focus({ preventScroll: true })
  }
  // A link may lead to a heading; the text comes after the address. Whoever has opened the navigation meanwhile stays in it.
  useEffect(() => {
    if (doc?.id === entry?.id && location.hash && !isOpen) jump(decodeURIComponent(location.hash.slice(1)))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for a text that came
  }, [doc])

  const go = (event: MouseEvent, address: string) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return
    event.preventDefault()
    setOpen(false)
    env.jumpTo?.(address)
  }
  const html = useMemo(() => env.filterHtml?.(doc?.html ?? '') ?? '', [doc, env])
  const toc = useMemo(() => doc?.toc ?? tocOf(html), [doc, html])
  /** Links inside the text lead through the router, too. */
  const onText = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a')
    const href = link?.getAttribute('href') ?? ''
    if (link?.target || !href.startsWith('/')) return
    go(event, href)
  }

  if (problem)
    return (
      <div className="tes-docs__state" role="alert">
        <p>{problem}</p>
        <button type="button" className="tes-docs__button" onClick={() => setTries(tries + 1)}>
          {say('Try again')}
        </button>
      </div>
    )
  if (!items)
    return (
      <div className="tes-docs__state" aria-busy="true">
        {say('Loading')}
      </div>
    )

  const nav = (
    <nav aria-label={say('Documents')}>
      {groupsOf(items).map(([group, entries]) => (
        <section key={group}>
          <h2>{group}</h2>
          <Entries entries={entries} current={key} addressOf={addressOf} go={go} />
        </section>
      ))}
    </nav>
  )
  const [previous, next] = [pages[at - 1], at < 0 ? undefined : pages[at + 1]]
  return (
    <div className="tes-docs">
      <div className="tes-docs__top">
        <button ref={opener} type="button" className="tes-docs__button" aria-expanded={isOpen} onClick={() => setOpen(true)}>
          {say('Documents')}
        </button>
      </div>
      {isOpen && <div className="tes-docs__shade" onClick={() => setOpen(false)} />}
      <div
        ref={drawer}
        className={`tes-docs__nav${isOpen ? ' is-open' : ''}`}
        {...(isOpen && { role: 'dialog', 'aria-modal': true, 'aria-label': say('Documents') })}
      >
        <Found find={async keywords => ((await ask(searchApi, { keywords })) as { items: Hit[] }).items} addressOf={addressOf} go={go} say={say} />
        {nav}
      </div>
      {missing ? (
        <div className="tes-docs__text tes-docs__state">
          <h1>{say('Not found')}</h1>
          <p>{pages.length ? say('There is no document at this address. Choose one from the list or search.') : say('There are no documents.')}</p>
        </div>
      ) : (
        <article ref={text} className="tes-docs__text" aria-busy={!doc || doc.id !== entry?.id} onClick={onText}>
          <h1>{doc?.title ?? entry?.title}</h1>
          <div className="tes-docs__body" dangerouslySetInnerHTML={{ __html: html }} />
          {(previous || next) && (
            <nav className="tes-docs__pager" aria-label={say('Previous and next')}>
              {previous ? (
                <a href={addressOf(previous.key)} rel="prev">
                  <small>{say('Previous|document')}</small>
                  {previous.title}
                </a>
              ) : (
                <span />
              )}
              {next && (
                <a href={addressOf(next.key)} rel="next">
                  <small>{say('Next|document')}</small>
                  {next.title}
                </a>
              )}
            </nav>
          )}
        </article>
      )}
      {!missing && toc.length > 0 && (
        <nav className="tes-docs__toc" aria-label={say('On this page')}>
          <h2>{say('On this page')}</h2>
          <ul>
            {toc.map(({ anchor, title, depth }) => (
              <li key={anchor} data-depth={depth}>
                <a
                  href={`#${encodeURIComponent(anchor)}`}
                  onClick={event => {
                    event.preventDefault()
                    history.replaceState(history.state, '', `#${encodeURIComponent(anchor)}`)
                    jump(anchor)
                  }}
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  )
}

export default renderer('tessera-doc-viewer', DocViewer)
