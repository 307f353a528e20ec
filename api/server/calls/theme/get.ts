import type { Handler } from '../../handler.ts'

export const themeGet: Handler<'theme.get'> = ({ params }, { themes, scope }) => themes.get(scope, params.themeId)
