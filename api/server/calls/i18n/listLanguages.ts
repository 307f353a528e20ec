import type { Handler } from '../../handler.ts'

export const i18nListLanguages: Handler<'i18n.listLanguages'> = (_input, { i18n, app, locale }) => i18n.languages(app, locale)
