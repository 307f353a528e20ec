import type { Handler } from '../../handler.ts'

export const generalSignOut: Handler<'general.signOut'> = async (_input, { signOut }) => {
  await signOut()
  return {}
}
