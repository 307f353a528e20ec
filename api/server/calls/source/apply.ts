import { say } from '../../../messages.ts'
import type { Handler } from '../../handler.ts'

export const sourceApply: Handler<'source.apply'> = async ({ params, body }, { data, pages, queries, permissions, app, user, locale, scope }) => {
  await permissions.check(app, user, 'source', 'edit', params.sourceId)
  const note = say(locale, 'Names of models or fields changed')
  const statements = await data.schema.apply(scope, params.sourceId, user.id, body, async (changes, trx) => {
    await pages.renameModels(scope, user.id, changes, note, trx)
    await queries.renameModels(scope, user.id, changes, note, trx)
  })
  return { statements }
}
