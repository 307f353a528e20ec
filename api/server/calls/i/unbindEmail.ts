import type { Handler } from '../../handler.ts'
import { askingOf } from '../signin/asking.ts'

export const iUnbindEmail: Handler<'i.unbindEmail'> = async ({ body }, context) => {
  await context.account.contacts.unbind(askingOf(context), 'email', body.email, body.token)
  return {}
}
