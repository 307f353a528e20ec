import type { Handler } from '../../handler.ts'

export const componentRead: Handler<'component.read'> = ({ params }, { components, app, user, scope }) =>
  components.read({ scope, app, user }, params.componentKey)
