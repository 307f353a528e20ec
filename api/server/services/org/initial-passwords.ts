// Initial passwords: random, shown once to the administrator who asked, and accepted only for setting a new password.
import { randomInt } from 'node:crypto'
import { say, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import type { CompanyInScope, SignedIn } from '../foundation/access/index.ts'
import type { createMessages } from '../foundation/messages.ts'
import { everywhere } from '../../store/scoped.ts'
import type { createPeople } from '../foundation/people.ts'
import { endSessions } from '../foundation/sessions.ts'
import { mayEdit, memberOf } from './seats.ts'

/** Without what is mistaken for something else when it is read out: 54 signs, so that twelve of them are 69 bits. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'
const part = () => Array.from({ length: 4 }, () => SIGNS[randomInt(SIGNS.length)]).join('')
export const initialPassword = () => [part(), part(), part()].join('-')

export function createInitialPasswords(
  { config, db }: Pick<Core, 'config' | 'db'>,
  { messages, people }: { messages: ReturnType<typeof createMessages>; people: ReturnType<typeof createPeople> },
) {
  return {
    async reset(company: Pick<CompanyInScope, 'id' | 'name'>, userId: string, by: SignedIn, locale: Locale) {
      const password = initialPassword()
      const digest = await people.digestOf(password)
      return db.transaction().execute(async trx => {
        const member = await memberOf(company.id, userId, trx)
        if (userId === by.id) throw new ApiError('role.notYourself', 'Change your own password in your account', 409)
        if ((member.role === 'owner' && !by.isSuper) || member.is_super)
          throw new ApiError('role.passwordProtected', 'The password of the owner and of platform administrators is theirs alone', 403)
        // Whoever may reset it could sign in with it, in every organisation that the person belongs to.
        if (!mayEdit(member, by.id) && !by.isSuper)
          throw new ApiError('role.notManaged', 'This person belongs to other organisations too and resets the password at sign-in', 409)
        if (member.is_invited) {
          // On an installation of one company everybody knows who has an account; elsewhere a refusal would tell. The account keeps its own password.
          if (config.deployMode === 'private') throw new ApiError('role.notJoined', 'This person has an account and has yet to accept the invitation', 409)
          return { password, name: member.name, email: member.email, mailed: member.email !== '' }
        }
        await people.setDigest(userId, digest, { isInitial: true }, trx)
        await endSessions(userId, undefined, trx)
        await everywhere(trx, 'no link of any organisation is left to set the password by').deleteFrom('invitation').where('user_id', '=', userId).execute()
        const { name, email } = await trx.selectFrom('person').select(['name', 'email']).where('id', '=', userId).executeTakeFirstOrThrow()
        const words = { organisation: company.name, site: config.siteName, name: by.name }
        if (email)
          await messages.mail(
            {
              to: email,
              subject: say(locale, '{site}: your password has been reset', words),
              text: say(
                locale,
                '{name} of {organisation} reset your password and will give you an initial one. You choose your own when you sign in with it. If you did not ask for this, tell an administrator of {organisation}.',
                words,
              ),
            },
            trx,
          )
        return { password, name, email, mailed: email !== '' }
      })
    },
  }
}
