import type { Handler } from '../../handler.ts'

export const roleCreateRole: Handler<'role.createRole'> = async ({ body }, { roles, app, user }) => roles.create(app, body, user)
