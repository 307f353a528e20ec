import type { Handler } from '../../handler.ts'

/** The session itself is all that is asked for: whoever has it could use it. */
export const embedSignOut: Handler<'embed.signOut'> = async ({ body }, { sessions }) => {
  await sessions.close(body.session)
  return {}
}
