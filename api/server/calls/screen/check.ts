import type { Handler } from '../../handler.ts'
import { bodyOf } from '../../services/foundation/contents.ts'
import { MOST_FINDINGS, levelOf } from '../../services/screen/index.ts'

export const screenCheck: Handler<'screen.check'> = async ({ body }, { gate, liveScreens, company, app, locale }) => {
  bodyOf(body.schema)
  const around = await liveScreens.around(levelOf(company, app), body.screenId)
  return { findings: (await gate.screen(body.screenId, body.schema, locale, around)).slice(0, MOST_FINDINGS) }
}
