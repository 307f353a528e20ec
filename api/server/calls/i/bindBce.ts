import type { Handler } from '../../handler.ts'
import { notYours } from '../../services/i/index.ts'

export const iBindBce: Handler<'i.bindBce'> = async ({ query }, { signin, user }) => {
  if (query.id !== user.id) throw notYours()
  await signin.methods.require('third')
  return { url: `/auth/third?link=1&redirect=${encodeURIComponent('/i/profile')}` }
}
