import type { Handler } from '../../handler.ts'

export const componentListVersions: Handler<'component.listVersions'> = async ({ params }, { components, app, user, scope }) => ({
  items: await components.listVersions({ scope, app, user }, params.componentId),
})
