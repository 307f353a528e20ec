import type { Handler } from '../../handler.ts'

export const signinSaveMethod: Handler<'signin.saveMethod'> = async ({ params, body }, { signin, user, locale }) => {
  await signin.connectionTest.save(params.signinKind, body.settings, { insists: body.insists === true }, { id: user.id, email: user.email, locale })
  return {}
}
