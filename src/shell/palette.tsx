// Ctrl+K: screens of the menus, organisations and apps by name.
import { useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../api/client/index.ts'
import { t, useLocale } from '../i18n.ts'
import { go } from '../navigation.ts'
import { session } from '../session.ts'
import { Icon } from '../icons.tsx'
import { menuOf } from './menus.ts'

interface Hit {
  label: string
  to: string
  icon: string
  hint: string
}

/** Organisations whose apps are asked for; more would make a search slow for people who are in very many. */
const MOST_COMPANIES = 5
const MOST_APPS = 8

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

function screens(): Hit[] {
  const line =
    (hint: string, params: Record<string, unknown> = {}) =>
    (item: { label: string; to: string; icon?: string }) => ({ ...item, icon: item.icon ?? 'pages', hint, params })
  const companies = session.get().companies
  return [
    ...menuOf('home', {}).map(line(t('Home'))),
    ...companies.flatMap(company => menuOf('company', { companyKey: company.key }).map(line(company.name))),
    ...menuOf('platform', {}).map(line(t('Platform'))),
    { label: t('Create organisation'), to: '/create-company', icon: 'plus', hint: t('Home') },
  ]
}

export default function Palette({ onClose }: { onClose(): void }) {
  const language = useLocale()
  const [text, setText] = useState('')
  const [apps, setApps] = useState<Hit[]>([])
  const [at, setAt] = useState(0)
  const box = useRef<HTMLDialogElement>(null)
  const all = useMemo(screens, [language])
  const wanted = text.trim().toLowerCase()
  const hits = [...all.filter(hit => `${hit.label} ${hit.hint}`.toLowerCase().includes(wanted)), ...apps].slice(0, 20)

  useEffect(() => box.current?.showModal(), [])
  useEffect(() => {
    const abort = new AbortController()
    const timer = setTimeout(() => findApps(wanted, abort.signal).then(setApps, () => setApps([])), 150)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [wanted])
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
