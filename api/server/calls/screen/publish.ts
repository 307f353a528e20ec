import type { JsonObject } from '../../../ledger/index.ts'
import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/screen/index.ts'

export const screenPublish: Handler<'screen.publish'> = async ({ params, body }, { liveScreens, user, locale, company, app }) => {
  const level = levelOf(company, app)
  const people = body.people && (await liveScreens.staging.people(level, body.people))
  return liveScreens.versions.publish(level, user.id, params.screenId, { ...body, people, schema: body.schema as JsonObject | undefined, locale })
}
