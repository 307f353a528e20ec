import type { Handler } from '../../handler.ts'

export const signinSwitchMethod: Handler<'signin.switchMethod'> = async ({ params, body }, { signin, user, locale }) => {
  await signin.connectionTest.turn(params.signinKind, body.enabled, { insists: body.insists === true }, { id: user.id, email: user.email, locale })
  return {}
}
