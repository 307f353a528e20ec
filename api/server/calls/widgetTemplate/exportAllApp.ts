import { FileAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'
import { appLevel } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateExportAllApp: Handler<'widgetTemplate.exportAllApp'> = async (_input, { widgetTemplates, company, app }) => {
  const { name, content } = await widgetTemplates.exportFile(appLevel(company, app))
  return new FileAnswer(content, { name, mime: 'application/octet-stream', size: content.length })
}
