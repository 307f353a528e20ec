import type { Handler } from '../../handler.ts'
import { bodyOf } from '../../services/bodies.ts'
import { MOST_FINDINGS } from '../../services/gate.ts'

export const screenCheck: Handler<'screen.check'> = async ({ body }, { gate, locale }) => {
  bodyOf(body.schema)
  return { findings: (await gate.screen(body.screenId, body.schema, locale)).slice(0, MOST_FINDINGS) }
}
