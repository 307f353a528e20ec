// The first organisation of an installation, and the administrator who owns it.
import { sql } from 'kysely'
import type { Locale } from '../../../messages.ts'
import { say } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { createCompanies } from './companies.ts'
import { wasFounded } from '../foundation/founded.ts'
import type { createMessages } from '../foundation/messages.ts'
import type { createPeople } from '../foundation/people.ts'

/** Any number, the same in every process: one installation at a time. */
export const INSTALL_LOCK = 7_301_001

interface Parts {
  people: ReturnType<typeof createPeople>
  companies: ReturnType<typeof createCompanies>
  messages: ReturnType<typeof createMessages>
}

export function createFirstOrganisation({ config, db }: Pick<Core, 'config' | 'db'>, { people, companies, messages }: Parts) {
  return {
    /** Makes person, organisation, membership and welcome mail, or nothing; of two at once the second is refused. Returns the person's id. */
    async install(input: { name: string; email: string; nickName?: string; key?: string }, at: { origin: string; locale: Locale }): Promise<string> {
      return db.transaction().execute(async trx => {
        await sql`select pg_advisory_xact_lock(${INSTALL_LOCK})`.execute(trx)
        if (await wasFounded(trx, config.deployMode)) throw new ApiError('setup.done', 'This step of the installation is already done', 409)
        if (await people.findByEmail(input.email, trx)) throw fieldError('person.emailTaken', 'email', 'This email is already in use')
        const nickName = input.nickName?.trim() ?? ''
        const ownerId = await people.add({ email: input.email, name: nickName || (input.email.split('@')[0] as string), nickName, isSuper: true }, trx)
        const name = config.organisationName || input.name.trim()
        await companies.add({ name, ownerId, ...(input.key && { key: input.key }) }, trx)
        const words = { site: config.siteName, organisation: name, email: input.email, link: `${at.origin}/home` }
        await messages.mail(
          {
            to: input.email,
            subject: say(at.locale, 'Welcome to {site}', words),
            text: say(
              at.locale,
              '{organisation} is set up on {site}, and you are its administrator. Sign in as {email} with the password you chose: {link}',
              words,
            ),
          },
          trx,
        )
        return ownerId
      })
    },
  }
}
