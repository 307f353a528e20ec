// The anonymous session of whoever chooses a new password: a random token in a cookie of its own.
import { ApiError } from './errors.ts'
import type { Request } from './handler.ts'
import type { Services } from './services/index.ts'
import { BROWSER_HOURS, newBrowser } from './services/reset/index.ts'

const COOKIE = 'tessera_reset'

type Cookies = Pick<Request, 'cookie' | 'setCookie'>

export const keepBrowser = ({ setCookie }: Cookies, token: string) => setCookie(COOKIE, token, BROWSER_HOURS * 3600)
export const forgetBrowser = ({ setCookie }: Cookies) => setCookie(COOKIE, '', 0)

/** This browser's token; a new one where it has none. Refuses where nobody signs in with a password. */
export async function browserOf({ signin, ...cookies }: Cookies & Pick<Services, 'signin'>): Promise<string> {
  if (!(await signin.methods.isOn('password'))) throw new ApiError('reset.off', 'Passwords are not used here', 403)
  const known = cookies.cookie(COOKIE) ?? ''
  const token = /^[\w-]{43}$/.test(known) ? known : newBrowser()
  keepBrowser(cookies, token)
  return token
}
