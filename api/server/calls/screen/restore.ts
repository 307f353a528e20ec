import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/screen/live/index.ts'
import { undoPart } from '../../services/screen/live/undo.ts'

export const screenRestore: Handler<'screen.restore'> = async ({ params, body }, { screens, user, locale, company, app }) => {
  const scope = levelOf(company, app)
  const { nodeId, since, note = '' } = body
  if (nodeId !== undefined && since !== undefined)
    return undoPart(screens.versions, scope, user.id, params.screenId, { from: Number(params.version), to: since, nodeId, note, locale })
  return screens.versions.restore(scope, user.id, params.screenId, Number(params.version), { nodeId, note, locale })
}
