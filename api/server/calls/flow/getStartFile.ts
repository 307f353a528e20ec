import { FileAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'
import { beginsOf } from '../../services/flow/index.ts'

export const flowGetStartFile: Handler<'flow.getStartFile'> = async ({ params }, { flows, user, company, app, scope }) => {
  const begins = beginsOf({ scope, asker: { user, company, app } })
  const { content, ...options } = await flows.forms.getFile(begins, `${params.dsKey}:${params.dmKey}`, params.fieldKey, params.fileId)
  return new FileAnswer(content, { ...options, isPrivate: true })
}
