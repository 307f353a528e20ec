import type { JsonObject } from '../../../ledger/index.ts'
import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/live-screens/index.ts'

export const screenPublish: Handler<'screen.publish'> = async ({ params, body }, { screens, user, locale, company, app }) =>
  screens.versions.publish(levelOf(company, app), user.id, params.screenId, { ...body, schema: body.schema as JsonObject | undefined, locale })
