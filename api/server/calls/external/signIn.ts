import type { Handler } from '../../handler.ts'
import { sessionData } from '../general/session.ts'
import { browserOf } from '../signin/browser.ts'
import { contactOf } from './contact.ts'

export const externalSignIn: Handler<'external.signIn'> = async ({ params, body }, context) => {
  const given = { ...contactOf(body.to), token: body.token, name: body.name }
  const { userId, appId, isWaiting, redirect } = await context.external.door.enter(params.doorCompany, params.doorApp, given, {
    browser: browserOf(context),
    ip: context.ip,
  })
  if (isWaiting) return { isWaiting, redirect: '' }
  const session = await context.signIn(userId, { appId })
  return { isWaiting, redirect, session: await sessionData(session, context) }
}
