import type { Handler } from '../../handler.ts'

export const syncAddAccess: Handler<'sync.addAccess'> = ({ body }, { sync, user }) => {
  const { name, company, email, apps = [] } = body
  return sync.accesses.add(user.id, { name, company, email, apps })
}
