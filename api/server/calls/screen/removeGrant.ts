import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/screen/index.ts'

export const screenRemoveGrant: Handler<'screen.removeGrant'> = async ({ params }, { liveScreens, company, app }) => {
  await liveScreens.grants.remove(levelOf(company, app), params.grantId)
  return {}
}
