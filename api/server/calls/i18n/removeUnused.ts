import type { Handler } from '../../handler.ts'

export const i18nRemoveUnused: Handler<'i18n.removeUnused'> = (_input, { i18n, app }) => i18n.removeUnused(app)
