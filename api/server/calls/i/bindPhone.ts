import type { Handler } from '../../handler.ts'
import { askingOf } from '../signin/asking.ts'

export const iBindPhone: Handler<'i.bindPhone'> = async ({ body }, context) => {
  await context.account.contacts.bind(askingOf(context), 'phone', body.phone, body.token)
  return {}
}
