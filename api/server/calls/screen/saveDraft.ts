import type { JsonObject } from '../../../ledger/index.ts'
import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/screen/index.ts'

export const screenSaveDraft: Handler<'screen.saveDraft'> = async ({ params, body }, { liveScreens, user, company, app, locale }) =>
  liveScreens.versions.saveDraft(levelOf(company, app), user.id, params.screenId, { ...body, schema: body.schema as JsonObject, locale })
