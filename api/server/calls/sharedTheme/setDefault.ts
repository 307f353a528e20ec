import type { LevelHandler } from '../../handler.ts'

export const sharedThemeSetDefault: LevelHandler<'sharedTheme.setDefault'> = async ({ body }, { sharedThemes, company }) => {
  await sharedThemes.setDefault(company?.id ?? null, body.themeId)
  return {}
}
