import type { LevelHandler } from '../../handler.ts'

export const sharedThemeGet: LevelHandler<'sharedTheme.get'> = ({ params }, { sharedThemes, company }) =>
  sharedThemes.get(company?.id ?? null, params.sharedThemeId)
