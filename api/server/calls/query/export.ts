import { FileAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'

export const queryExport: Handler<'query.export'> = async ({ params, query }, { queries, company, app, user, scope, locale }) => {
  const { content, ...options } = await queries.export(params.queryKey, { scope, asker: { user, company, app }, locale, ...query })
  return new FileAnswer(content, { ...options, isPrivate: true })
}
