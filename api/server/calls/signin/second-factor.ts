// The ticket of a browser that owes the second proof.
import type { Request } from '../../handler.ts'
import { TICKET_COOKIE, ticketExpired } from '../../services/signin/index.ts'

/** One that was given to another browser is worth nothing here. */
export function ticketOf({ cookie }: Pick<Request, 'cookie'>, given?: string): string {
  const ticket = cookie(TICKET_COOKIE)
  if (!ticket || (given && given !== ticket)) throw ticketExpired()
  return ticket
}
