import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/screen/live/index.ts'

export const screenDiscardDraft: Handler<'screen.discardDraft'> = async ({ params }, { screens, user, company, app }) => {
  await screens.versions.discardDraft(levelOf(company, app), user.id, params.screenId)
  return {}
}
