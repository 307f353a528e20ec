import type { LevelHandler } from '../../handler.ts'

export const sharedThemeSaveDraft: LevelHandler<'sharedTheme.saveDraft'> = ({ params, body }, { sharedThemes, company, user }) =>
  sharedThemes.saveDraft(company?.id ?? null, user.id, params.sharedThemeId, body as never)
