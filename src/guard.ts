// Who may open an address, as far as the browser can tell. The server decides again at every call.
import type { Match } from '../api/routes.ts'
import type { SessionData, SiteConfig } from './boot.ts'
import type { PlaceState } from './place.ts'
import { safePath } from './navigation.ts'

export type Verdict = { kind: 'show' } | { kind: 'wait' } | { kind: 'move'; to: string } | { kind: 'refuse'; screen: string }

const SHOW: Verdict = { kind: 'show' }
const FORBIDDEN: Verdict = { kind: 'refuse', screen: 'general.forbidden' }

interface Known {
  who: SessionData
  site: SiteConfig
  place: PlaceState
}

export function guard({ route, params }: Match, { who, site, place }: Known): Verdict {
  const { access = 'anyone' } = route
  const isSetup = ['/install', '/upgrade-db', '/install-org', '/install-app', '/register-license'].includes(route.path)
  if (site.setup && !isSetup && access !== 'anyone') return { kind: 'move', to: site.setup }
  if (site.setup && route.path === '/login' && site.setup !== '/install-org') return { kind: 'move', to: site.setup }
  if (route.path === '/login' && who.user) return { kind: 'move', to: safePath(new URLSearchParams(location.search).get('redirect')) }
  if (access === 'anyone') return SHOW
  if (!who.user) return { kind: 'move', to: `/login?redirect=${encodeURIComponent(location.pathname + location.search)}` }
  // Somebody signed in without a password, as at the installation, could not come back without one.
  const mustSetPassword = !who.user.hasPassword && site.authTypes.includes('password')
  if (mustSetPassword !== (route.path === '/set-password')) return { kind: 'move', to: mustSetPassword ? '/set-password' : '/home' }
  if (access === 'user') return SHOW
  if (access === 'platform.super') return who.user.isPlatformSuper ? SHOW : FORBIDDEN

  // Whoever was given the screens of the platform may look; at the other levels the calls decide.
  if (access.startsWith('screen.') && !params.companyKey) {
    const { screens, isPlatformSuper } = who.user
    const may = access === 'screen.read' ? screens !== 'none' : access === 'screen.change' ? screens === 'change' : isPlatformSuper
    return may ? SHOW : FORBIDDEN
  }

  const company = who.companies.find(one => one.key.toLowerCase() === params.companyKey?.toLowerCase())
  if (!company && !who.user.isPlatformSuper) return FORBIDDEN
  if (access === 'company.admin' && company?.role === 'member' && !who.user.isPlatformSuper) return FORBIDDEN
  if (place.state === 'loading') return { kind: 'wait' }
  if (place.state === 'forbidden') return FORBIDDEN
  if (place.state === 'missing') return { kind: 'refuse', screen: 'general.not-found' }
  const needed = access.startsWith('app.') ? access.slice('app.'.length) : ''
  return needed && place.app?.perms && place.app.perms[needed as keyof typeof place.app.perms] === false ? FORBIDDEN : SHOW
}
