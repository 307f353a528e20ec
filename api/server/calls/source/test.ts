import { say } from '../../../messages.ts'
import type { Handler } from '../../handler.ts'

export const sourceTest: Handler<'source.test'> = async ({ body }, { data, permissions, app, user, locale, scope }) => {
  if (body.id) await permissions.check(app, user, 'source', 'edit', body.id)
  else permissions.checkCreate(app, 'source')
  const { steps, ...result } = await data.sources.test(scope, body)
  return { ...result, ok: !result.failed, steps: steps.map(({ english, ...step }) => ({ ...step, message: say(locale, english) })) }
}
