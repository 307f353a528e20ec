import type { Handler } from '../../handler.ts'

export const i18nSaveLanguages: Handler<'i18n.saveLanguages'> = ({ body }, { i18n, app, locale }) =>
  i18n.saveLanguages(app, body.languages, body.confirmLoss ?? false, locale)
