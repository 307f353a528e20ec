import { FileAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'

export const releaseGetRpk: Handler<'release.getRpk'> = async ({ params }, { miniapps }) => {
  const { name, size, content } = await miniapps.rpk.read(params.releaseId, params.rpkToken)
  return new FileAnswer(content, { name, size, mime: 'application/octet-stream', isPrivate: true })
}
