import type { Handler } from '../../handler.ts'

export const componentUpdate: Handler<'component.update'> = ({ params, body }, { components, app, user, scope }) =>
  components.update({ scope, app, user }, params.componentId, body)
