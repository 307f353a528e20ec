import { FileAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'
import { beginsOf } from '../../services/flow/index.ts'

export const flowGetCaseFile: Handler<'flow.getCaseFile'> = async ({ params }, { flows, user, company, app, scope }) => {
  const begins = beginsOf({ scope, asker: { user, company, app } })
  const { content, ...options } = await flows.tasks.getFile(begins, params.caseId, params.fieldKey, params.fileId)
  return new FileAnswer(content, { ...options, isPrivate: true })
}
