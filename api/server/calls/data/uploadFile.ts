import { fieldError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'

export const dataUploadFile: Handler<'data.uploadFile'> = async ({ params }, { data, user, company, app, files, scope }) => {
  const [file] = files
  if (!file) throw fieldError('request.file', 'file', 'Please choose a file')
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  const address = [params.companyKey, params.appUrlKey, 'source', params.dsKey, 'model', params.dmKey, 'file', params.fieldKey].map(encodeURIComponent)
  return data.files.add(opened, params.fieldKey, file, `/api/resource/${address.join('/')}`)
}
