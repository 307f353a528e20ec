import type { Handler } from '../../handler.ts'

export const themeListVersions: Handler<'theme.listVersions'> = async ({ params }, { themes, scope }) => ({
  items: await themes.listVersions(scope, params.themeId),
})
