// Working on one app: a header with the way back, the app and its environment, and the app's own menu across the top; where it
// has no room there, the menu comes in from the side as the console's does.
import { useEffect, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { matchRoute, type Match } from '../../api/routes.ts'
import { t, useLocale } from '../i18n.ts'
import type { PlaceState } from '../place.ts'
import { Header } from '../shell/header.tsx'
import { menuOf } from '../shell/menus.ts'
import { Icon } from '../icons.tsx'
import { NavLink } from '../shell/nav-link.tsx'
import { routes } from '../site.ts'
import { useStore } from '../store.ts'

interface Props {
  match: Match
  place: PlaceState
  title: string
  children: ReactNode
}

const isBelow = (address: string, above: string) => address === above || address.startsWith(`${above}/`)

export function DesignLayout({ match, place, title, children }: Props) {
  useLocale()
  const { pathname } = useLocation()
  const table = useStore(routes)
  const [open, setOpen] = useState(false)
  useEffect(() => setOpen(false), [pathname])
  useEffect(() => {
    if (!open) return
    const leave = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)
    window.addEventListener('keydown', leave)
    return () => window.removeEventListener('keydown', leave)
  }, [open])
  const { companyKey = '', appUrlKey = '' } = match.params
  const name = String(place.app?.name ?? appUrlKey)
  const tag = appUrlKey.includes('-') ? appUrlKey.slice(appUrlKey.indexOf('-') + 1) : 'latest'
  // Screens of the whole console or of an organisation are worked on outside any app.
  if (!appUrlKey)
    return (
      <div className="t-design">
        <Header place={place} title={title} />
        <main id="main" className="t-design-main" tabIndex={-1}>
          {children}
        </main>
      </div>
    )
  const items = menuOf('app', { ...match.params, app: place.app ?? {} })
  return (
    <div className={`t-design${open ? ' is-open' : ''}`}>
      <Header place={place} title={title} onMenu={() => setOpen(!open)} menuOpen={open}>
        <a className="t-icon-button" href={`/company/${encodeURIComponent(companyKey)}/app`} title={t('Back to apps')} aria-label={t('Back to apps')} data-go>
          <Icon name="back" />
        </a>
        <strong className="t-app-name">{name}</strong>
        <span className={`t-tag${tag === 'dev' ? ' is-dev' : ''}`}>{tag}</span>
        <nav id="menu" className="t-app-nav" aria-label={t('App')}>
          {items.map(item => (
            <NavLink
              key={item.to}
              to={item.to}
              isHere={matchRoute(table, item.to)?.route.path === match.route.path && !items.some(other => other.to === pathname)}
              exact={items.some(other => other !== item && isBelow(other.to, item.to) && isBelow(pathname, other.to))}
            >
              <Icon name={item.icon ?? 'pages'} />
              {item.label}
            </NavLink>
          ))}
        </nav>
      </Header>
      <div className="t-menu-shade" onClick={() => setOpen(false)} />
      <main id="main" className="t-design-main" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
