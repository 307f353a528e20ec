import type { LevelHandler } from '../../handler.ts'

export const sharedThemeCreate: LevelHandler<'sharedTheme.create'> = ({ body }, { sharedThemes, company, user }) =>
  sharedThemes.create(company?.id ?? null, user.id, body as never)
