import type { Handler } from '../../handler.ts'

export const themeCreate: Handler<'theme.create'> = ({ body }, { themes, scope, user }) => themes.create(scope, user.id, body as never)
