// Going somewhere inside the console. The boot screen moves by itself; the router takes over once it is there.

export interface Navigator {
  go(to: string, options?: { replace?: boolean }): void
}

let navigator: Navigator = { go: to => location.assign(to) }

export function setNavigator(next: Navigator) {
  navigator = next
}

export const go = (to: string, options?: { replace?: boolean }) => navigator.go(to, options)

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
