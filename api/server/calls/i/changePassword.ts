import type { Handler } from '../../handler.ts'
import type { Session } from '../../services/foundation/sessions.ts'

export const iChangePassword: Handler<'i.changePassword'> = async ({ body }, { account, session }) => {
  await account.password.change(session as Session, body)
  return {}
}
