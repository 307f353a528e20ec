// A code for somebody whose session is held back until something is bound.
import type { Request } from '../../handler.ts'
import type { Services } from '../../services/index.ts'
import { bindExpired, type BindItem } from '../../services/signin/index.ts'
import { waitingBrowser } from './waiting.ts'

export async function sendHeldCode(kind: BindItem, to: string, context: Pick<Services, 'signin'> & Pick<Request, 'cookie' | 'ip' | 'locale'>) {
  const { signin, ip, locale } = context
  const browser = waitingBrowser(context)
  const held = await signin.pending.held(browser)
  if (!held?.needs.includes(kind)) throw bindExpired()
  return signin.binding.sendCode({ userId: held.userId, browser }, kind, to, { ip, locale })
}
