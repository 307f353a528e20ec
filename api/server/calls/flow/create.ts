import type { Handler } from '../../handler.ts'

export const flowCreate: Handler<'flow.create'> = ({ body }, { flows, app, user, scope }) => flows.designs.create({ scope, app, user }, body)
