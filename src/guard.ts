// Who may open an address, as far as the browser can tell. The server decides again at every call.
import type { Match } from '../api/routes.ts'
import type { SessionData, SiteConfig } from './boot.ts'
import type { PlaceState } from './place.ts'
import { safePath } from './navigation.ts'

export type Verdict = { kind: 'show' } | { kind: 'wait' } | { kind: 'move'; to: string } | { kind: 'refuse'; screen: string }

const SHOW: Verdict = { kind: 'show' }
const FORBIDDEN: Verdict = { kind: 'refuse', screen: 'general.forbidden' }

export interface Known {
  who: SessionData
  site: SiteConfig
  place: PlaceState
}

/** Reading or changing screens of a level, or saying who else may: that is for those who run the place. */
const mayScreens = (access: string, right: 'none' | 'read' | 'change' | undefined, runs: boolean): boolean =>
  access === 'screen.read' ? right === 'read' || right === 'change' : access === 'screen.change' ? right === 'change' : runs

const isInApp = (path: string, app: string) => path === app || path.startsWith(`${app}/`) || path.startsWith(`${app}-`)

/** `at` is the address that was matched: the browser's own may already be the next one. */
export function guard({ route, params }: Match, { who, site, place }: Known, at: { pathname: string; search: string }): Verdict {
  const { access = 'anyone' } = route
  const isSetup = ['/install', '/upgrade-db', '/install-org', '/install-app', '/register-license'].includes(route.path)
  if (site.setup && !isSetup && access !== 'anyone') return { kind: 'move', to: site.setup }
  if (site.setup && route.path === '/login' && site.setup !== '/install-org') return { kind: 'move', to: site.setup }
  if (route.path === '/login' && who.user) return { kind: 'move', to: safePath(new URLSearchParams(at.search).get('redirect')) }
  if (access === 'anyone') return SHOW
  // An app may let in who is not signed in, or belongs to another organisation: only its own answer tells.
  const isForVisitors = access === 'app.access' && !site.setup
  if (!who.user && isForVisitors && place.state === 'loading') return { kind: 'wait' }
  if (!who.user && isForVisitors && place.app) return SHOW
  if (!who.user) return { kind: 'move', to: `/login?redirect=${encodeURIComponent(at.pathname + at.search)}` }
  // A session that was begun at the door of an app opens that app.
  const { onlyApp } = who.user
  if (onlyApp && !isInApp(at.pathname, onlyApp)) return { kind: 'move', to: onlyApp }
  // Somebody signed in without a password, as at the installation, could not come back without one.
  const mustSetPassword = who.user.needsPassword === true
  if (mustSetPassword !== (route.path === '/set-password')) return { kind: 'move', to: mustSetPassword ? '/set-password' : '/home' }
  if (access === 'user') return SHOW
  if (access === 'platform.super') return who.user.isPlatformSuper ? SHOW : FORBIDDEN

  if (access.startsWith('screen.') && !params.companyKey) return mayScreens(access, who.user.screens, false) || who.user.isPlatformSuper ? SHOW : FORBIDDEN

  const company = who.companies.find(one => one.key.toLowerCase() === params.companyKey?.toLowerCase())
  if (!company && !who.user.isPlatformSuper && !isForVisitors) return FORBIDDEN
  if (access === 'company.admin' && company?.role === 'member' && !who.user.isPlatformSuper) return FORBIDDEN
  if (place.state === 'loading') return { kind: 'wait' }
  if (place.state === 'forbidden') return FORBIDDEN
  if (place.state === 'missing') return { kind: 'refuse', screen: 'general.not-found' }
  if (access.startsWith('screen.') && !who.user.isPlatformSuper) {
    const right = params.appUrlKey ? place.app?.perms?.screens : company?.screens
    const runs = params.appUrlKey ? place.app?.perms?.manage : company?.role === 'owner' || company?.role === 'admin'
    return mayScreens(access, right, runs === true) ? SHOW : FORBIDDEN
  }
  const needed = access.startsWith('app.') ? access.slice('app.'.length) : ''
  return needed && place.app?.perms && place.app.perms[needed as keyof typeof place.app.perms] === false ? FORBIDDEN : SHOW
}
