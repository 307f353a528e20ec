import type { Handler } from '../../handler.ts'
import { askingOf } from '../signin/asking.ts'

export const iVerifyAccount: Handler<'i.verifyAccount'> = async ({ body }, context) => {
  await context.account.contacts.verify(askingOf(context), body.accountType, body.token)
  return {}
}
