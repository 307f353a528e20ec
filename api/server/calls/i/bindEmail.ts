import type { Handler } from '../../handler.ts'
import { askingOf } from '../signin/asking.ts'

export const iBindEmail: Handler<'i.bindEmail'> = async ({ body }, context) => {
  await context.account.contacts.bind(askingOf(context), 'email', body.email, body.token)
  return {}
}
