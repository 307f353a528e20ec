import type { Handler } from '../../handler.ts'
import { PLATFORM } from '../../services/live-screens/index.ts'

export const screenGetDraft: Handler<'screen.getDraft'> = async ({ params }, { screens, user }) => screens.versions.edit(PLATFORM, user.id, params.screenId)
