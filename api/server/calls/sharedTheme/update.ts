import type { LevelHandler } from '../../handler.ts'

export const sharedThemeUpdate: LevelHandler<'sharedTheme.update'> = ({ params, body }, { sharedThemes, company, user }) =>
  sharedThemes.update(company?.id ?? null, user.id, params.sharedThemeId, body as never)
