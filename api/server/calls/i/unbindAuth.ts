import type { Handler } from '../../handler.ts'

export const iUnbindAuth: Handler<'i.unbindAuth'> = async ({ body }, { account, signin, user }) => {
  await account.contacts.unbindIdentity(user.id, body.authId, on => signin.identities.remove(user.id, body.authId, on))
  return {}
}
