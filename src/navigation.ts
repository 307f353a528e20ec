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
const hasUnsaved = () => [...holding].some(question => !!question())

let asking = false
export function go(to: string, options?: { replace?: boolean }) {
  if (new URL(to, location.href).pathname === location.pathname || !hasUnsaved()) return navigator.go(to, options)
  if (asking) return
  asking = true
  void askToLeave()
    .then(leave => leave && navigator.go(to, options))
    .finally(() => {
      asking = false
    })
}

let askToLeave: () => Promise<boolean> = async () => true
/** How a person is asked. */
export function setAskToLeave(ask: () => Promise<boolean>) {
  askToLeave = ask
}

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
