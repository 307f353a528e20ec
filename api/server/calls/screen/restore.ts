import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/screen/index.ts'

export const screenRestore: Handler<'screen.restore'> = async ({ params, body }, { liveScreens, user, locale, company, app }) => {
  const scope = levelOf(company, app)
  const { nodeId, since, note = '' } = body
  if (nodeId !== undefined && since !== undefined)
    return liveScreens.undoPart(scope, user.id, params.screenId, { from: Number(params.version), to: since, nodeId, note, locale })
  return liveScreens.versions.restore(scope, user.id, params.screenId, Number(params.version), { nodeId, note, locale })
}
