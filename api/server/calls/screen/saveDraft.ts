import type { JsonObject } from '../../../ledger/index.ts'
import type { Handler } from '../../handler.ts'
import { PLATFORM } from '../../services/live-screens/index.ts'

export const screenSaveDraft: Handler<'screen.saveDraft'> = async ({ params, body }, { screens, user }) =>
  screens.versions.saveDraft(PLATFORM, user.id, params.screenId, { ...body, schema: body.schema as JsonObject })
