// Going somewhere inside the console. The boot screen moves by itself; the router takes over once it is there.

export interface Navigator {
  go(to: string, options?: { replace?: boolean }): void
}

let navigator: Navigator = { go: to => location.assign(to) }

export function setNavigator(next: Navigator) {
  navigator = next
}

/** Those who have work that is not saved; each answers what to ask before it is left, or nothing. */
const holding = new Set<() => unknown>()

/** Asks before another page is gone to, until the function that comes back is called. Editors, and forms of amis with `promptPageLeave`, say so by the env. */
export function blockRouting(question: () => unknown): () => void {
  holding.add(question)
  return () => void holding.delete(question)
}
/** Whether leaving this page loses work. Whoever signs out has been asked before. */
export const hasUnsaved = () => !leaving && [...holding].some(question => !!question())

let askToLeave: () => Promise<boolean> = async () => true
/** How a person is asked. */
export function setAskToLeave(ask: () => Promise<boolean>) {
  askToLeave = ask
}

let asked: Promise<boolean> | undefined
/** Whether this page may be left: asked once, however often somebody tries meanwhile. */
export function mayLeave(): Promise<boolean> {
  if (!hasUnsaved()) return Promise.resolve(true)
  asked ??= askToLeave().finally(() => {
    asked = undefined
  })
  return asked
}

/** Leads somewhere; what holds back is asked by the router (shell/leave-guard.tsx), as for its links and the browser's own way back. */
export const go = (to: string, options?: { replace?: boolean }) => navigator.go(to, options)

let drawn: { path: string; at: number } | undefined
/** Nobody filters a list sooner after it appeared. */
const ARRIVED_MS = 300
/** Told by the router once it draws what an address has. */
export function placeDrawn() {
  if (drawn?.path !== location.pathname) drawn = { path: location.pathname, at: drawn ? performance.now() : -Infinity }
}
/** Whether another place was left so shortly ago that a query without a path may still be meant for that one. */
export const isArriving = () => !!drawn && (drawn.path !== location.pathname || performance.now() - drawn.at < ARRIVED_MS)

/** Address of this page, for coming back to it. */
export const here = () => location.pathname + location.search + location.hash

/** A path of this origin to go to; anything else becomes /home. */
export function safePath(to: string | null | undefined): string {
  if (!to || !/^\/(?![/\\])/.test(to) || /[\u0000-\u001f\\]/.test(to)) return '/home'
  // `/.//host` is `//host` once somebody resolves it.
  if (new URL(to, 'http://here').pathname.startsWith('//')) return '/home'
  return to
}

/** True from the moment a person signs out: calls under way are refused then, and must not lead back to sign-in. */
let leaving = false
export const isLeaving = () => leaving
export const setLeaving = (now: boolean) => void (leaving = now)

/** Sign-in, remembering where the person was. */
export function goSignIn() {
  if (leaving || location.pathname === '/login' || location.pathname === '/logout') return
  go(`/login?redirect=${encodeURIComponent(here())}`, { replace: true })
}
