import type { Handler } from '../../handler.ts'

export const generalSignOut: Handler<'general.signOut'> = async (_input, { session, sessions, signin, origin, signOut }) => {
  const from = session && (await sessions.providerOf(session.token))
  await signOut()
  const redirect = from && (await signin.redirectSignin.signOutAt(from, `${origin}/logout`))
  return redirect ? { redirect } : {}
}
