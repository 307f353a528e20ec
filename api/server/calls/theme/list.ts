import { READY_LINES } from '../../services/theme/index.ts'
import type { Handler } from '../../handler.ts'

export const themeList: Handler<'theme.list'> = async (_input, { themes, scope }) => ({ items: await themes.list(scope), ready: READY_LINES })
