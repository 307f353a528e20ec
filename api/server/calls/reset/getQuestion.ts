import type { Handler } from '../../handler.ts'
import { browserOf } from '../../reset-browser.ts'

export const resetGetQuestion: Handler<'reset.getQuestion'> = async (_input, context) => ({
  question: await context.reset.question(await browserOf(context), context),
})
