import { fieldError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'
import { beginsOf } from '../../services/flow/index.ts'

export const flowUploadStartFile: Handler<'flow.uploadStartFile'> = async ({ params, query }, { flows, user, company, app, files, scope }) => {
  const [file] = files
  if (!file) throw fieldError('request.file', 'file', 'Please choose a file')
  return flows.forms.addFile(beginsOf({ scope, asker: { user, company, app } }), `${params.dsKey}:${params.dmKey}`, query.formView ?? '', params.fieldKey, file)
}
