import type { Handler } from '../../handler.ts'
import { PAUSE_SECONDS } from '../../services/reset/index.ts'
import { browserOf } from '../../reset-browser.ts'

export const resetSendEmailCode: Handler<'reset.sendEmailCode'> = async ({ body }, context) => {
  const { ip, locale, reset } = context
  await reset.sendCode(await browserOf(context), { kind: 'email', name: body.email }, { ip, locale })
  return { seconds: PAUSE_SECONDS }
}
