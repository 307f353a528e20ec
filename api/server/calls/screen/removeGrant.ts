import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/screen/live/index.ts'

export const screenRemoveGrant: Handler<'screen.removeGrant'> = async ({ params }, { screens, company, app }) => {
  await screens.grants.remove(levelOf(company, app), params.grantId)
  return {}
}
