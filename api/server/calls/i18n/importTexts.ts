import type { Handler } from '../../handler.ts'

export const i18nImportTexts: Handler<'i18n.importTexts'> = (_input, { i18n, app, user, files, locale }) =>
  // The contract wants exactly one file.
  i18n.files.take(app, user, locale, { path: files[0]?.path ?? '', name: files[0]?.name ?? '' })
