import { FileAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'
import { companyLevel } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateExportAllCompany: Handler<'widgetTemplate.exportAllCompany'> = async (_input, { widgetTemplates, company }) => {
  const { name, content } = await widgetTemplates.exportFile(companyLevel(company))
  return new FileAnswer(content, { name, mime: 'application/octet-stream', size: content.length })
}
