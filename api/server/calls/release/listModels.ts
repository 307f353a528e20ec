import type { Handler } from '../../handler.ts'
import { mayTakeRows } from './taking-rows.ts'

export const releaseListModels: Handler<'release.listModels'> = async (_input, { data, company, app, scope, user }) => {
  const found = mayTakeRows(app) ? await data.sampleRows.offered({ ...scope, tag: 'dev' }, { user, company, app }) : []
  const several = new Set(found.map(({ source }) => source)).size > 1
  return { options: found.map(({ id, name, source }) => ({ label: several ? `${name} · ${source}` : name, value: id })) }
}
