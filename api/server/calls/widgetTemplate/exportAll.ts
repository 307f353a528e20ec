import { FileAnswer } from '../../answers.ts'
import type { LevelHandler } from '../../handler.ts'
import { levelOf } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateExportAll: LevelHandler<'widgetTemplate.exportAll'> = async (_input, { widgetTemplates, company, app }) => {
  const { name, content } = await widgetTemplates.exportFile(levelOf(company, app))
  return new FileAnswer(content, { name, mime: 'application/octet-stream', size: content.length })
}
