import type { Handler } from '../../handler.ts'

export const sourceCreate: Handler<'source.create'> = async ({ body }, { data, permissions, app, scope }) => {
  permissions.checkCreate(app, 'source')
  return { id: await data.sources.create(scope, body) }
}
