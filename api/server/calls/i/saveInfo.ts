import type { Handler } from '../../handler.ts'

export const iSaveInfo: Handler<'i.saveInfo'> = async ({ body }, { account, user }) => {
  await account.profile.save(user.id, body)
  return {}
}
