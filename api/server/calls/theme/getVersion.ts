import type { Handler } from '../../handler.ts'

export const themeGetVersion: Handler<'theme.getVersion'> = ({ params }, { themes, scope }) => themes.getVersion(scope, params.themeId, Number(params.version))
