import type { Handler } from '../../handler.ts'

export const externalWithdraw: Handler<'external.withdraw'> = async ({ params }, { external, scope }) => {
  await external.withdraw(scope, params.externalInvitationId)
  return {}
}
