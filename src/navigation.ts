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
  return to
}

/** Sign-in, remembering where the person was. */
export function goSignIn() {
  if (location.pathname === '/login') return
  const from = location.pathname === '/logout' ? '' : `?redirect=${encodeURIComponent(here())}`
  go(`/login${from}`, { replace: true })
}
