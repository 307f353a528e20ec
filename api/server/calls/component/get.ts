import type { Handler } from '../../handler.ts'

export const componentGet: Handler<'component.get'> = ({ params }, { components, app, user, scope }) => components.get({ scope, app, user }, params.componentId)
