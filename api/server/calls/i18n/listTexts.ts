import type { Handler } from '../../handler.ts'

export const i18nListTexts: Handler<'i18n.listTexts'> = ({ query: { page = 1, perPage = 20, ...query } }, { i18n, app, locale }) =>
  i18n.list(app, locale, { ...query, page, perPage })
