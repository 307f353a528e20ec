import { FileAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'
import { appLevel, idsIn } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateExportTemplatesApp: Handler<'widgetTemplate.exportTemplatesApp'> = async ({ params }, { widgetTemplates, company, app }) => {
  const { name, content } = await widgetTemplates.exportFile(appLevel(company, app), idsIn(params.templateIds))
  return new FileAnswer(content, { name, mime: 'application/octet-stream', size: content.length })
}
