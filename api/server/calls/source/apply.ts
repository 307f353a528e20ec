import type { Handler } from '../../handler.ts'

export const sourceApply: Handler<'source.apply'> = async ({ params, body }, { data, permissions, app, user, scope }) => {
  await permissions.check(app, user, 'source', 'edit', params.sourceId)
  return { statements: await data.schema.apply(scope, params.sourceId, user.id, body) }
}
