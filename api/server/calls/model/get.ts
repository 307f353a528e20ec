import type { Handler } from '../../handler.ts'
import { notAllowed } from '../../services/foundation/access/rights.ts'

export const modelGet: Handler<'model.get'> = async ({ params }, { data, permissions, app, user, scope }) => {
  const { rights } = permissions
  const mayRead = await rights.on(app, user, 'model', 'read')
  if (!mayRead(params.modelId)) throw notAllowed()
  const model = await data.design.get(scope, params.modelId, mayRead)
  const [mayEdit, mayApply] = await Promise.all([rights.on(app, user, 'model', 'edit'), rights.on(app, user, 'source', 'edit')])
  return { ...model, mayEdit: mayEdit(model.id), mayApply: mayApply(model.sourceId) }
}
