import { ApiError, fieldError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'
import { safeRedirect } from '../../redirects.ts'

export const setupSetPassword: Handler<'setup.setPassword'> = async ({ body }, { people, session, user }) => {
  if (body.password !== body.repeat) throw fieldError('setup.repeatDiffers', 'repeat', 'The two passwords are not the same')
  if (!(await people.setFirstPassword(user.id, body.password, session?.token))) throw new ApiError('setup.hasPassword', 'You already have a password', 409)
  return { redirect: safeRedirect(body.redirect) }
}
