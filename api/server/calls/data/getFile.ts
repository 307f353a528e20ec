import { FileAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'

export const dataGetFile: Handler<'data.getFile'> = async ({ params, query }, { data, user, company, app }) => {
  const opened = await data.rows.open({ companyId: company.id, appId: app.id, tag: app.tag }, { user, company, app }, params.dsKey, params.dmKey)
  const { content, ...options } = await data.files.get(opened, params.fieldKey, params.fileId, query.row)
  return new FileAnswer(content, { ...options, isPrivate: true })
}
