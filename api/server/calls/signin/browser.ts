// Which browser it is that has no session yet.
import type { Request } from '../../handler.ts'
import { BROWSER_COOKIE, BROWSER_SECONDS, isBrowser, newBrowser } from '../../services/signin/index.ts'

/** The token that tells this browser from others before anybody is signed in; it lives on with every use. */
export function browserOf({ cookie, setCookie }: Pick<Request, 'cookie' | 'setCookie'>): string {
  const sent = cookie(BROWSER_COOKIE)
  const browser = isBrowser(sent) ? sent : newBrowser()
  setCookie(BROWSER_COOKIE, browser, BROWSER_SECONDS)
  return browser
}
