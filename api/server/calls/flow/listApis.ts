import type { Handler } from '../../handler.ts'

export const flowListApis: Handler<'flow.listApis'> = async (_ask, { resources, permissions, app, user, scope }) => {
  const [apis, mayRead] = await Promise.all([resources.list(scope, 'api'), permissions.rights.on(app, user, 'api', 'read')])
  type Named = { key: string; name?: string; required?: boolean }
  return {
    options: apis
      .filter(({ id, ownerId }) => mayRead(id, ownerId))
      .map(({ key, name, definition }) => {
        const { parameters = [] } = definition as { parameters?: Named[] }
        return { value: key, label: name, input: parameters.map(one => ({ value: one.key, label: one.name || one.key, required: one.required === true })) }
      }),
  }
}
