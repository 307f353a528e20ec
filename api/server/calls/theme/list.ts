import { READY_THEMES } from '../../../theme/ready.ts'
import type { Handler } from '../../handler.ts'

export const themeList: Handler<'theme.list'> = async (_input, { themes, scope }) => ({
  items: await themes.list(scope),
  ready: READY_THEMES.map(({ key, label, brand, isDark = false }) => ({ key, label, isDark, colors: [brand] })),
})
