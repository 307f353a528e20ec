import type { Handler } from '../../handler.ts'
import { bodyOf } from '../../services/bodies.ts'
import { MOST_FINDINGS } from '../../services/gate.ts'
import { levelOf } from '../../services/live-screens/index.ts'

export const screenCheck: Handler<'screen.check'> = async ({ body }, { gate, screens, company, app, locale }) => {
  bodyOf(body.schema)
  const around = await screens.around(levelOf(company, app), body.screenId)
  return { findings: (await gate.screen(body.screenId, body.schema, locale, around)).slice(0, MOST_FINDINGS) }
}
