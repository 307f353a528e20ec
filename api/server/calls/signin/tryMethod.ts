import type { Handler } from '../../handler.ts'
import { shownTest } from './method-view.ts'

export const signinTryMethod: Handler<'signin.tryMethod'> = async ({ params, body: { settings = {}, username, password } }, { signin, user, locale }) =>
  shownTest(await signin.connectionTest.tryOut(params.signinKind, settings, { username, password }, { id: user.id, email: user.email, locale }), locale)
