import type { LevelHandler } from '../../handler.ts'

export const sharedThemeListVersions: LevelHandler<'sharedTheme.listVersions'> = async ({ params }, { sharedThemes, company }) => ({
  items: await sharedThemes.listVersions(company?.id ?? null, params.sharedThemeId),
})
