import type { Handler } from '../../handler.ts'
import { browserOf } from '../signin/browser.ts'
import { contactOf } from './contact.ts'

export const externalSendCode: Handler<'external.sendCode'> = async ({ params, body }, context) =>
  context.external.door.sendCode(params.doorCompany, params.doorApp, contactOf(body.to), {
    browser: browserOf(context),
    ip: context.ip,
    locale: context.locale,
  })
