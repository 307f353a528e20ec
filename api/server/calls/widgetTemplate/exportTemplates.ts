import { FileAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'
import { idsIn, PLATFORM } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateExportTemplates: Handler<'widgetTemplate.exportTemplates'> = async ({ params }, { widgetTemplates }) => {
  const { name, content } = await widgetTemplates.exportFile(PLATFORM, idsIn(params.templateIds))
  return new FileAnswer(content, { name, mime: 'application/octet-stream', size: content.length })
}
