// Changing one's own password, by whoever knows the present one.
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { createLimits } from '../foundation/limits.ts'
import type { createPeople } from '../foundation/people.ts'
import type { createSessions, Session } from '../foundation/sessions.ts'
import { notYours } from './profile.ts'

/** Wrong passwords in ten minutes. */
const GUESSES = 10
const GUESS_SECONDS = 600

export interface NewPassword {
  id: string
  originalPassword?: string
  password: string
  repeatPassword: string
}
interface Parts {
  limits: ReturnType<typeof createLimits>
  people: Pick<ReturnType<typeof createPeople>, 'digestOf' | 'passwordIs' | 'setDigest'>
  sessions: Pick<ReturnType<typeof createSessions>, 'closeAll'>
}

export function createOwnPassword({ db }: Pick<Core, 'db'>, { limits, people, sessions }: Parts) {
  return {
    /** All other sessions end with it: whoever knew the old password may have one. */
    async change({ user, token }: Pick<Session, 'user' | 'token'>, { id, originalPassword, password, repeatPassword }: NewPassword) {
      if (id !== user.id) throw notYours()
      if (user.isSuper) throw new ApiError('password.super', 'The password of a platform super user cannot be changed here', 403)
      if (password !== repeatPassword) throw fieldError('password.repeatDiffers', 'repeatPassword', 'The two passwords differ')
      if (user.hasPassword) {
        if (!originalPassword) throw fieldError('password.originalRequired', 'originalPassword', 'Required')
        if (!(await limits.hit(`password ${user.id}`, GUESSES, GUESS_SECONDS)))
          throw new ApiError('password.tooMany', 'Too many attempts. Try again in {minutes} minutes', 429, { values: { minutes: GUESS_SECONDS / 60 } })
        if (!(await people.passwordIs(user.id, originalPassword))) throw fieldError('password.originalWrong', 'originalPassword', 'The password is not right')
        if (password === originalPassword) throw fieldError('password.same', 'password', 'This is your password already. Choose another one')
      }
      const digest = await people.digestOf(password)
      await db.transaction().execute(async trx => {
        await people.setDigest(user.id, digest, {}, trx)
        await sessions.closeAll(user.id, token, trx)
      })
    },
  }
}
