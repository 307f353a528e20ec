// The second proof at sign-in: a code of a generator app, a passkey, or a recovery code for whoever lost both.
import type { Core } from '../core.ts'
import type { Secrets } from './secrets.ts'
import { createRecovery } from './second-factor/recovery.ts'
import { createTickets } from './second-factor/tickets.ts'
import { createTotp } from './second-factor/totp.ts'

export type Factor = 'totp' | 'passkey' | 'recovery'

export function createSecondFactor(core: Pick<Core, 'db' | 'config'>, secrets: Secrets) {
  const { db } = core
  const tickets = createTickets(core)
  const totp = createTotp(core, secrets)
  const recovery = createRecovery(core)

  /** What somebody can prove himself with; empty when the first proof is enough. */
  async function factors(userId: string): Promise<Factor[]> {
    const row = await db
      .selectNoFrom(eb => [
        eb.exists(eb.selectFrom('totp').select('user_id').where('user_id', '=', userId).where('confirmed_at', 'is not', null)).as('totp'),
        eb.exists(eb.selectFrom('passkey').select('id').where('user_id', '=', userId)).as('passkey'),
        eb.exists(eb.selectFrom('recovery_code').select('user_id').where('user_id', '=', userId).where('used_at', 'is', null)).as('recovery'),
      ])
      .executeTakeFirstOrThrow()
    if (!row.totp && !row.passkey) return []
    return (['totp', 'passkey', 'recovery'] as const).filter(name => row[name])
  }

  return {
    factors,
    /** A ticket for somebody whose first proof was right; it opens a session together with the second. */
    openTicket: tickets.open,
    totp,
    recovery,
  }
}

export type SecondFactor = ReturnType<typeof createSecondFactor>
