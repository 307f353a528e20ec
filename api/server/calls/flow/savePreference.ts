import type { Handler } from '../../handler.ts'
import { beginsOf } from '../../services/flow/index.ts'

export const flowSavePreference: Handler<'flow.savePreference'> = async ({ body: { mail, keep, forget } }, { flows, user, company, app, scope }) => {
  const filter = keep && { name: keep.name.trim(), keywords: keep.keywords ?? '', flowId: keep.flowId ?? '' }
  await flows.centre.savePreference(scope, beginsOf({ scope, asker: { user, company, app } }).asker.user.id, { mail, keep: filter, forget })
  return {}
}
