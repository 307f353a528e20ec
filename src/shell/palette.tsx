// Ctrl+K: screens of the menus, organisations and apps by name; at an app also all that is in it.
import { useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../api/client/index.ts'
import { t, useLocale } from '../i18n.ts'
import { go } from '../navigation.ts'
import { session } from '../session.ts'
import { Icon } from '../icons.tsx'
import type { AppInPlace } from '../screen-view.tsx'
import { menuOf } from './menus.ts'

interface Hit {
  label: string
  to: string
  icon: string
  hint: string
}

export interface PaletteProps {
  onClose(): void
  companyKey?: string
  appUrlKey?: string
  /** The app that is open, as its place tells it. */
  app?: AppInPlace | null
}

/** Organisations whose apps are asked for; more would make a search slow for people who are in very many. */
const MOST_COMPANIES = 5
const MOST_APPS = 8
const MOST_HITS = 20

async function findApps(keywords: string, signal: AbortSignal): Promise<Hit[]> {
  const companies = session.get().companies.slice(0, MOST_COMPANIES)
  const lists = await Promise.all(
    companies.map(async company => {
      const found = await call('app.list', { params: { companyKey: company.key }, query: { keywords, page: 1, perPage: MOST_APPS } }, { signal })
      return found.items.map(app => ({
        label: app.name,
        to: `/company/${encodeURIComponent(company.key)}/app/${encodeURIComponent(app.key)}-dev/design`,
        icon: 'apps',
        hint: company.name,
      }))
    }),
  )
  return lists.flat()
}

const ICONS_OF = { page: 'pages', model: 'database', field: 'list', role: 'users', text: 'pages' } as const

/** What is in the app that is open, for who builds it. */
async function findInApp({ companyKey = '', appUrlKey = '' }: PaletteProps, keywords: string, signal: AbortSignal): Promise<Hit[]> {
  if (!appUrlKey || keywords.length < 2) return []
  const found = await call('app.search', { params: { companyKey, appUrlKey }, query: { keywords } }, { signal })
  const kinds = { page: t('Page'), model: t('Model'), field: t('Field'), role: t('Role'), text: t('Text in a page') }
  return found.items.map(({ kind, label, within, to }) => ({
    label,
    to,
    icon: ICONS_OF[kind],
    hint: within ? `${kinds[kind]} · ${within}` : kinds[kind],
  }))
}

function screens({ companyKey, appUrlKey, app }: PaletteProps): Hit[] {
  const line =
    (hint: string, params: Record<string, unknown> = {}) =>
    (item: { label: string; to: string; icon?: string }) => ({ ...item, icon: item.icon ?? 'pages', hint, params })
  const companies = session.get().companies
  return [
    ...(appUrlKey && app ? menuOf('app', { companyKey, appUrlKey, app }).map(line(String(app.name ?? appUrlKey))) : []),
    ...menuOf('home', {}).map(line(t('Home'))),
    ...companies.flatMap(company => menuOf('company', { companyKey: company.key }).map(line(company.name))),
    ...menuOf('platform', {}).map(line(t('Platform'))),
    { label: t('Create organisation'), to: '/create-company', icon: 'plus', hint: t('Home') },
  ]
}

export default function Palette(props: PaletteProps) {
  const { onClose, companyKey, appUrlKey } = props
  const language = useLocale()
  const [text, setText] = useState('')
  const [apps, setApps] = useState<Hit[]>([])
  const [inside, setInside] = useState<Hit[]>([])
  const [at, setAt] = useState(0)
  const box = useRef<HTMLDialogElement>(null)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is open stays the same while it is shown
  const all = useMemo(() => screens(props), [language])
  const wanted = text.trim().toLowerCase()
  // What is called so comes before what belongs to something that is.
  const hits = [
    ...all.filter(hit => hit.label.toLowerCase().includes(wanted)),
    ...inside,
    ...apps,
    ...all.filter(hit => !hit.label.toLowerCase().includes(wanted) && hit.hint.toLowerCase().includes(wanted)),
  ].slice(0, MOST_HITS)

  useEffect(() => box.current?.showModal(), [])
  useEffect(() => {
    const abort = new AbortController()
    const timer = setTimeout(() => {
      findApps(wanted, abort.signal).then(setApps, () => setApps([]))
      // Who may not build the app finds none of its parts.
      findInApp({ onClose, companyKey, appUrlKey }, wanted, abort.signal).then(setInside, () => setInside([]))
    }, 150)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [wanted, onClose, companyKey, appUrlKey])
  useEffect(() => setAt(0), [wanted])

  const open = (hit: Hit | undefined) => {
    if (!hit) return
    onClose()
    go(hit.to)
  }
  const onKey = (event: React.KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, hits.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else if (event.key === 'Enter') open(hits[at])
    else return
    event.preventDefault()
  }
  return (
    <dialog ref={box} className="t-palette" aria-label={t('Search')} onClose={onClose} onClick={event => event.target === box.current && onClose()}>
      <div className="t-palette-input">
        <Icon name="search" />
        <input
          autoFocus
          role="combobox"
          aria-expanded="true"
          aria-controls="t-palette-hits"
          aria-activedescendant={hits[at] ? `t-hit-${at}` : undefined}
          placeholder={t('Screens, organisations, apps')}
          aria-label={t('Screens, organisations, apps')}
          value={text}
          onChange={event => setText(event.target.value)}
          onKeyDown={onKey}
        />
        <kbd>Esc</kbd>
      </div>
      <ul id="t-palette-hits" role="listbox" aria-label={t('Results')}>
        {hits.map((hit, index) => (
          <li
            key={`${hit.to} ${hit.label}`}
            id={`t-hit-${index}`}
            role="option"
            aria-selected={index === at}
            onPointerMove={() => setAt(index)}
            onClick={() => open(hit)}
          >
            <Icon name={hit.icon} size={18} />
            <span>{hit.label}</span>
            <small>{hit.hint}</small>
          </li>
        ))}
        {!hits.length && <li className="is-empty">{t('Nothing found')}</li>}
      </ul>
    </dialog>
  )
}
