// Working on one app: a header with the way back, the app and its environment, and the app's own menu beside what is worked on; where
// there is no room, the menu comes in from the side as the console's does.
import { useEffect, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import type { Match } from '../../api/routes.ts'
import { t, useLocale } from '../i18n.ts'
import type { PlaceState } from '../place.ts'
import { CopySwitch } from '../shell/copy-switch.tsx'
import { Header } from '../shell/header.tsx'
import { Icon } from '../icons.tsx'
import { AppMenu } from '../shell/side-menu.tsx'

interface Props {
  match: Match
  place: PlaceState
  title: string
  children: ReactNode
}

/** Tools with panels of their own: the menu leaves them its room until it is widened there. */
const TOOLS = /^(page\.design|theme\.(edit|company-edit|platform-edit)$|widgetTemplate\.editor|screen\.edit$)/
const keyOf = (isTool: boolean) => (isTool ? 'tessera-app-menu-tools' : 'tessera-app-menu')

export function DesignLayout({ match, place, title, children }: Props) {
  useLocale()
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  const isTool = TOOLS.test(match.route.screen ?? '')
  const [, redraw] = useState(0)
  const narrow = (localStorage.getItem(keyOf(isTool)) ?? (isTool ? 'narrow' : 'wide')) === 'narrow'
  const toggle = () => {
    localStorage.setItem(keyOf(isTool), narrow ? 'wide' : 'narrow')
    redraw(n => n + 1)
  }
  useEffect(() => setOpen(false), [pathname])
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
  return (
    <div className={`t-design has-menu${narrow ? ' is-narrow' : ''}${open ? ' is-open' : ''}`}>
      <Header place={place} title={title} onMenu={() => setOpen(!open)} menuOpen={open} within={match.params}>
        <a className="t-icon-button" href={`/company/${encodeURIComponent(companyKey)}/app`} title={t('Back to apps')} aria-label={t('Back to apps')} data-go>
          <Icon name="back" />
        </a>
        <strong className="t-app-name">{place.app?.copyOf?.name ?? name}</strong>
        {place.app?.perms.edit && tag === 'dev' ? (
          <CopySwitch companyKey={companyKey} app={place.app} />
        ) : (
          <span className={`t-tag${tag === 'dev' ? ' is-dev' : ''}`}>{tag}</span>
        )}
      </Header>
      <AppMenu match={match} place={place} narrow={narrow && !open} onToggle={toggle} onClose={() => setOpen(false)} />
      <main id="main" className="t-design-main" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
