import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/screen/index.ts'

export const screenDiscardDraft: Handler<'screen.discardDraft'> = async ({ params }, { liveScreens, user, company, app }) => {
  await liveScreens.versions.discardDraft(levelOf(company, app), user.id, params.screenId)
  return {}
}
