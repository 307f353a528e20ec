import { FileAnswer } from '../../answers.ts'
import { XLSX_MIME } from '../../services/foundation/spreadsheets/index.ts'
import type { Handler } from '../../handler.ts'

export const i18nExportTexts: Handler<'i18n.exportTexts'> = async ({ query }, { i18n, app, locale }) => {
  const onlyMissing = query.missing === 'true'
  if (query.format !== 'xliff') return new FileAnswer(await i18n.files.xlsx(app, locale, onlyMissing), { name: `${app.key}-texts.xlsx`, mime: XLSX_MIME })
  const { content, language } = await i18n.files.xliff(app, query.language, onlyMissing)
  return new FileAnswer(content, { name: `${app.key}-${language}.xlf`, mime: 'application/xliff+xml' })
}
