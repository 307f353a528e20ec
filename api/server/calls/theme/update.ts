import type { Handler } from '../../handler.ts'

export const themeUpdate: Handler<'theme.update'> = ({ params, body }, { themes, scope, user }) => themes.update(scope, user.id, params.themeId, body as never)
