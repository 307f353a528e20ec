// Safe mode: shipped screens, routes and menus only. Asked for with ?safe=1, kept for this window until the person leaves it.
import { config, session } from '../session.ts'
import { createStore } from '../store.ts'
import { visit } from './visit.ts'

/** `refused`: asked for by somebody who may not; the screens are the normal ones. */
export type SafeMode = 'off' | 'on' | 'refused'
const KEY = 'tessera-safe'

const isAsked = () => new URLSearchParams(location.search).get('safe') === '1'
/** Those who can repair screens, and whoever is about to show that he is one of them. The server decides the same way. */
const isAllowed = () => !session.get().user || session.get().user?.isPlatformSuper === true || config.get().setup !== ''

function atStart(): SafeMode {
  const kept = visit.get(KEY)
  if (kept === 'refused') {
    visit.remove(KEY)
    return 'refused'
  }
  if (!isAsked() && kept !== '1') return 'off'
  if (!isAllowed()) {
    visit.remove(KEY)
    return 'refused'
  }
  visit.set(KEY, '1')
  return 'on'
}

export const safeMode = createStore<SafeMode>(atStart())
export const isSafe = () => safeMode.get() === 'on'

const addressWith = (safe: boolean) => {
  const url = new URL(location.href)
  if (safe) url.searchParams.set('safe', '1')
  else url.searchParams.delete('safe')
  return url.pathname + url.search + url.hash
}

/** In safe mode the start page must be asked for as such, since it carries routes and menus; true when it is fetched anew. */
export function reloadIntoSafeMode(): boolean {
  if (!isSafe() || isAsked()) return false
  location.replace(addressWith(true))
  return true
}

export function leaveSafeMode() {
  visit.remove(KEY)
  location.assign(addressWith(false))
}

// Whoever signs in at the shipped sign-in screen and may not stay goes on with the normal screens, and is told so.
session.subscribe(() => {
  if (!isSafe() || isAllowed()) return
  visit.set(KEY, 'refused')
  location.replace(addressWith(false))
})
