// What calls about one's own email and phone need to know of who asks.
import type { Request } from '../../handler.ts'
import type { Asking } from '../../services/i/index.ts'
import type { Session } from '../../services/foundation/sessions.ts'

export const askingOf = ({ session, ip, locale }: Pick<Request, 'session' | 'ip' | 'locale'>): Asking => ({ session: session as Session, ip, locale })
