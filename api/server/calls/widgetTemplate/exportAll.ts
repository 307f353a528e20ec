import { FileAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'
import { PLATFORM } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateExportAll: Handler<'widgetTemplate.exportAll'> = async (_input, { widgetTemplates }) => {
  const { name, content } = await widgetTemplates.exportFile(PLATFORM)
  return new FileAnswer(content, { name, mime: 'application/octet-stream', size: content.length })
}
