import { FileAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'

export const starterDownloadErrors: Handler<'starter.downloadErrors'> = async ({ params }, { starter, user, locale, scope }) => {
  const { content, ...options } = await starter.sheets.errors({ ...scope, userId: user.id }, params.startId, locale)
  return new FileAnswer(content, { ...options, isPrivate: true })
}
