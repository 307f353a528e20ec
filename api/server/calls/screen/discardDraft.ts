import type { Handler } from '../../handler.ts'
import { PLATFORM } from '../../services/live-screens/index.ts'

export const screenDiscardDraft: Handler<'screen.discardDraft'> = async ({ params }, { screens, user }) => {
  await screens.versions.discardDraft(PLATFORM, user.id, params.screenId)
  return {}
}
