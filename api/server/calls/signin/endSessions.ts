import type { Handler } from '../../handler.ts'

export const signinEndSessions: Handler<'signin.endSessions'> = async ({ params, body }, { signin }) => {
  await signin.redirectSignin.ended(params.place, body)
  return {}
}
