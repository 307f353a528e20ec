import type { Handler } from '../../handler.ts'
import { askingOf } from '../signin/asking.ts'

export const iUnbindPhone: Handler<'i.unbindPhone'> = async ({ body }, context) => {
  await context.account.contacts.unbind(askingOf(context), 'phone', body.phone, body.token)
  return {}
}
