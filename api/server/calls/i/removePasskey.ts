import type { Handler } from '../../handler.ts'

export const iRemovePasskey: Handler<'i.removePasskey'> = async ({ params, body }, { secondFactor, user }) => {
  await secondFactor.removePasskey(user.id, params.passkeyId, body.password)
  return {}
}
