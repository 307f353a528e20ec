import type { LevelHandler } from '../../handler.ts'

export const sharedThemeGetVersion: LevelHandler<'sharedTheme.getVersion'> = ({ params }, { sharedThemes, company }) =>
  sharedThemes.getVersion(company?.id ?? null, params.sharedThemeId, Number(params.version))
