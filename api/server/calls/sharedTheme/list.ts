import { READY_LINES } from '../../services/theme/index.ts'
import type { LevelHandler } from '../../handler.ts'

export const sharedThemeList: LevelHandler<'sharedTheme.list'> = async (_input, { sharedThemes, company }) => ({
  items: await sharedThemes.list(company?.id ?? null),
  inheriting: company ? await sharedThemes.inheriting(company.id) : 0,
  ready: READY_LINES,
})
