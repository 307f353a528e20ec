import { FileAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'
import { browserOf } from '../../reset-browser.ts'

export const resetGetCaptcha: Handler<'reset.getCaptcha'> = async (_input, context) => {
  const image = await context.reset.picture(await browserOf(context), context.ip)
  return new FileAnswer(image, { name: 'captcha.png', mime: 'image/png', size: image.length, inline: true, isPrivate: true })
}
