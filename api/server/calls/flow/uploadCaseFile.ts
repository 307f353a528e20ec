import { fieldError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'
import { beginsOf } from '../../services/flow/index.ts'

export const flowUploadCaseFile: Handler<'flow.uploadCaseFile'> = async ({ params }, { flows, user, company, app, files, scope }) => {
  const [file] = files
  if (!file) throw fieldError('request.file', 'file', 'Please choose a file')
  return flows.tasks.addFile(beginsOf({ scope, asker: { user, company, app } }), params.caseId, Number(params.task), params.fieldKey, file)
}
