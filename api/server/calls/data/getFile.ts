import { FileAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'

export const dataGetFile: Handler<'data.getFile'> = async ({ params, query }, { data, user, company, app, scope }) => {
  const { dsKey, dmKey } = (await data.files.placeOf(scope, params.fileId)) ?? params
  const opened = await data.rows.open(scope, { user, company, app }, dsKey, dmKey)
  const { content, ...options } = await data.files.get(opened, params, params.fileId, query.row)
  return new FileAnswer(content, { ...options, isPrivate: true })
}
