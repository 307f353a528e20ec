import type { Handler } from '../../handler.ts'

export const iRenamePasskey: Handler<'i.renamePasskey'> = async ({ params, body }, { secondFactor, user }) => {
  await secondFactor.renamePasskey(user.id, params.passkeyId, body.name)
  return {}
}
