import type { Handler } from '../../handler.ts'
import { sourceTitle } from '../../services/data/index.ts'
import { mayCreate } from '../../services/foundation/access/rights.ts'

export const sourceList: Handler<'source.list'> = async (_input, { data, permissions, app, user, locale, scope }) => {
  const on = (option: string) => permissions.rights.on(app, user, 'source', option)
  const [maySee, mayEdit, mayDelete] = await Promise.all([on('read'), on('edit'), on('delete')])
  const sources = await data.design.sources(scope, maySee)
  return {
    options: sources.map(source => {
      const name = sourceTitle(source, locale)
      const may = { mayEdit: mayEdit(source.id), mayDelete: mayDelete(source.id), mayAddModels: mayCreate(app, 'model') }
      return { ...source, name, label: name, ...may }
    }),
  }
}
