// Who is signed in and what the installation is like, as the server last said.
import { boot, type SessionData, type SiteConfig } from './boot.ts'
import { createStore } from './store.ts'

export const session = createStore<SessionData>(boot.session)
export const config = createStore<SiteConfig>(boot.config)

/** Asks again who is signed in; answers whether somebody is. */
export async function refreshSession(): Promise<boolean> {
  const { call } = await import('../api/client/index.ts')
  const [who, site] = await Promise.all([call('general.session', {}), call('general.getConfig', {})])
  config.set(site)
  session.set(who)
  return who.user !== null
}

/** Ends the session here and on the server. */
export async function signOut() {
  const { call } = await import('../api/client/index.ts')
  await call('general.signOut', {})
  session.set({ user: null, csrfToken: '', companies: [] })
}
