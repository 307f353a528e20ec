import { FileAnswer } from '../../answers.ts'
import type { LevelHandler } from '../../handler.ts'
import { idsIn, levelOf } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateExportTemplates: LevelHandler<'widgetTemplate.exportTemplates'> = async ({ params }, { widgetTemplates, company, app }) => {
  const { name, content } = await widgetTemplates.exportFile(levelOf(company, app), idsIn(params.templateIds))
  return new FileAnswer(content, { name, mime: 'application/octet-stream', size: content.length })
}
