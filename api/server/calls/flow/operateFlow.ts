import type { Handler } from '../../handler.ts'

export const flowOperateFlow: Handler<'flow.operateFlow'> = async ({ params, body }, { flows, user, scope, locale }) => {
  await flows.manage.operate(scope, params.flowId, body.type, user.id, locale)
  return {}
}
