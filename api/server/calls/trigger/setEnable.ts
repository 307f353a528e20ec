import type { Handler } from '../../handler.ts'

export const triggerSetEnable: Handler<'trigger.setEnable'> = async ({ body }, { triggers, app, company, user, scope }) => {
  await triggers.setEnable({ scope, app, company, user }, body.key, body.enable === 1)
  return {}
}
