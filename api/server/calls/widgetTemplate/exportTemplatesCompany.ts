import { FileAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'
import { companyLevel, idsIn } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateExportTemplatesCompany: Handler<'widgetTemplate.exportTemplatesCompany'> = async ({ params }, { widgetTemplates, company }) => {
  const { name, content } = await widgetTemplates.exportFile(companyLevel(company), idsIn(params.templateIds))
  return new FileAnswer(content, { name, mime: 'application/octet-stream', size: content.length })
}
