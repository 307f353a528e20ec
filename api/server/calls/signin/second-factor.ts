// The ticket of a browser that owes the second proof, and what it answers.
import { ApiError } from '../../errors.ts'
import type { Request } from '../../handler.ts'
import { TICKET_COOKIE } from '../../services/signin/finish.ts'
import { ticketExpired } from '../../services/signin/tickets.ts'

/** One that was given to another browser is worth nothing here. */
export function ticketOf({ cookie }: Pick<Request, 'cookie'>, given?: string): string {
  const ticket = cookie(TICKET_COOKIE)
  if (!ticket || (given && given !== ticket)) throw ticketExpired()
  return ticket
}

export function credentialOf(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ApiError('passkey.refused', 'The passkey was not accepted. Try again', 422)
  return value as Record<string, unknown>
}
