import type { Handler } from '../../handler.ts'
import { askingOf } from '../signin/asking.ts'
import { sendHeldCode } from '../signin/held-code.ts'

export const bindSendPhoneCode: Handler<'bind.sendPhoneCode'> = ({ body }, context) =>
  context.user ? context.account.contacts.send(askingOf(context), 'phone', body.phone) : sendHeldCode('phone', body.phone, context)
