// Signing in with a code that is mailed. Nothing tells who exists: a stranger's code is made, kept and counted like anybody's, and never sent.
import type { Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { createPeople } from '../foundation/people.ts'
import type { Codes, CodeTarget } from './codes.ts'
import type { Guard } from '../foundation/guard.ts'

interface Parts {
  codes: Pick<Codes, 'send' | 'check'>
  guard: Pick<Guard, 'event'>
  people: Pick<ReturnType<typeof createPeople>, 'findByEmail'>
}
interface From {
  ip: string
  agent: string
}

export function createEmailCode({ db }: Pick<Core, 'db'>, { codes, guard, people }: Parts) {
  const targetOf = (browser: string, email: string): CodeTarget => ({ purpose: 'signin', holder: browser, kind: 'email', to: email })

  return {
    send: (browser: string, email: string, { ip, locale }: { ip: string; locale: Locale }) =>
      codes.send(targetOf(browser, email), {
        ip,
        locale,
        laterIsReal: async () => {
          const person = await people.findByEmail(email)
          return !!person && !person.disabled
        },
      }),

    /** The id of the person whose mailbox the code came from. */
    async check(browser: string, email: string, token: string, from: From): Promise<string> {
      const attempt = { kind: 'email', name: email, ...from }
      let use: Awaited<ReturnType<typeof codes.check>>
      try {
        use = await codes.check([{ ...targetOf(browser, email), code: token, field: 'token' }], from.ip)
      } catch (error) {
        const isGuess = error instanceof ApiError && error.status === 422
        await guard.event({ ...attempt, ok: false, reason: isGuess ? 'wrong' : 'locked', userId: (await people.findByEmail(email))?.id })
        throw error
      }
      return db.transaction().execute(async trx => {
        await use(trx)
        const row = await trx
          .updateTable('person')
          .set({ email_verified: true })
          .where(eb => eb(eb.fn('lower', ['email']), '=', email.trim().toLowerCase()))
          .returning('id')
          .executeTakeFirst()
        if (!row) throw fieldError('code.expired', 'token', 'No code is waiting here: it has expired, or none was sent. Ask for a new one')
        return row.id
      })
    },
  }
}
