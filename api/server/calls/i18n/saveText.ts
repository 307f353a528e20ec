import type { Handler } from '../../handler.ts'

export const i18nSaveText: Handler<'i18n.saveText'> = ({ body }, { i18n, app, user, locale }) => i18n.saveText(app, user, locale, body)
