import type { Handler } from '../../handler.ts'

export const themeSetDefault: Handler<'theme.setDefault'> = async ({ body }, { themes, scope }) => {
  await themes.setDefault(scope, body.themeId ?? null, body.sharedThemeId)
  return {}
}
