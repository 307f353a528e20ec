import type { Handler } from '../../handler.ts'
import { PAUSE_SECONDS } from '../../services/reset/index.ts'
import { browserOf } from '../../reset-browser.ts'

export const resetSendPhoneCode: Handler<'reset.sendPhoneCode'> = async ({ body }, context) => {
  const { ip, locale, reset } = context
  await reset.sendCode(await browserOf(context), { kind: 'phone', name: body.phone }, { graphCode: body.graphCode, ip, locale })
  return { seconds: PAUSE_SECONDS }
}
