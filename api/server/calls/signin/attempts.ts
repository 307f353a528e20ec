// What calls that take something secret from a person have in common.
import { ApiError } from '../../errors.ts'
import type { Request } from '../../handler.ts'
import type { Services } from '../../services/index.ts'

/** Attempts a minute from an address, whatever is typed. */
const A_MINUTE = 60

export async function countSignIn({ limits, ip }: Pick<Services, 'limits'> & Pick<Request, 'ip'>) {
  if (!(await limits.hit(`signin ${ip}`, A_MINUTE)))
    throw new ApiError('signin.locked', 'Too many attempts. Try again in {minutes} minutes', 429, { values: { minutes: 1 } })
}

/** Both, at their own fields: an empty password is none, and a directory would take it for an anonymous visitor. */
export function requireFields(body: { username?: string; password?: string }) {
  const missing = Object.fromEntries((['username', 'password'] as const).filter(name => !body[name]?.trim()).map(name => [name, 'Required']))
  if (Object.keys(missing).length) throw new ApiError('request.invalid', 'Check the form', 422, { fields: missing })
}
