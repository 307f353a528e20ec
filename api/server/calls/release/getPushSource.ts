import { FileAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'

export const releaseGetPushSource: Handler<'release.getPushSource'> = async ({ params }, { miniapps }) => {
  const content = await miniapps.pushes.source(params.pushId, params.pushToken)
  return new FileAnswer(content, { name: 'mini-programs.zip', mime: 'application/zip', size: content.length, isPrivate: true })
}
