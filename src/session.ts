// Who is signed in and what the installation is like, as the server last said.
import { boot, type SessionData, type SiteConfig } from './boot.ts'
import { mayLeave, setLeaving } from './navigation.ts'
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

/** Does something in a new session of the same person, who signed in again meanwhile, in another tab for instance; nothing for anybody else. */
export async function asSamePerson<T>(work: () => Promise<T>): Promise<T | undefined> {
  const before = session.get().user?.id
  if (!before || !(await refreshSession()) || session.get().user?.id !== before) return undefined
  return work()
}

/** Ends the session on the server, and leaves with a page load: nothing of this person stays in memory. Work that is not saved is asked for before. */
export async function signOut() {
  if (!(await mayLeave())) return
  const { call } = await import('../api/client/index.ts')
  setLeaving(true)
  let redirect: string | undefined
  try {
    // A session of the provider, where there is one, ends there.
    redirect = (await call('general.signOut', {})).redirect
  } catch (error) {
    setLeaving(false)
    throw error
  }
  location.assign(redirect ?? '/logout')
}
