import type { Handler } from '../../handler.ts'
import { browserOf } from '../../reset-browser.ts'

export const resetGetChallenge: Handler<'reset.getChallenge'> = async (_input, context) => ({
  challenge: await context.reset.challenge(await browserOf(context), context.ip),
})
