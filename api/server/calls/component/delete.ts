import type { Handler } from '../../handler.ts'

export const componentDelete: Handler<'component.delete'> = async ({ params }, { components, app, user, scope }) => {
  await components.remove({ scope, app, user }, params.componentId)
  return {}
}
