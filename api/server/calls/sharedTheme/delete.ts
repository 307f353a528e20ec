import type { LevelHandler } from '../../handler.ts'

export const sharedThemeDelete: LevelHandler<'sharedTheme.delete'> = async ({ params }, { sharedThemes, company }) => {
  await sharedThemes.remove(company?.id ?? null, params.sharedThemeId)
  return {}
}
