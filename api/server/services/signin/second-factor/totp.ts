// Codes of a generator app (TOTP, RFC 6238): six digits, thirty seconds, one period of grace on both sides.
import { Secret, TOTP } from 'otpauth'
import type { Core } from '../../../core.ts'
import type { Db, Trx } from '../../../store/database.ts'
import type { Secrets } from '../../foundation/secrets.ts'

const PERIOD = 30

const generator = (issuer: string, label: string, secret: string) =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: PERIOD, secret: Secret.fromBase32(secret) })

export function createTotp({ db, config }: Pick<Core, 'db' | 'config'>, secrets: Secrets) {
  /** The period whose code this is; undefined when it is none, or one that was taken before. */
  async function take(userId: string, code: string, isConfirmed: boolean, on: Db | Trx): Promise<boolean> {
    const row = await on.selectFrom('totp').select(['secret', 'confirmed_at']).where('user_id', '=', userId).executeTakeFirst()
    if (!row || (row.confirmed_at !== null) !== isConfirmed) return false
    const delta = generator('', 'x', secrets.open(row.secret)).validate({ token: code.replace(/\s/g, ''), window: 1 })
    if (delta === null) return false
    const step = Math.floor(Date.now() / 1000 / PERIOD) + delta
    const taken = await on
      .updateTable('totp')
      .set({ last_step: step, ...(!isConfirmed && { confirmed_at: new Date() }) })
      .where('user_id', '=', userId)
      .where('last_step', '<', step)
      .where('confirmed_at', isConfirmed ? 'is not' : 'is', null)
      .returning('user_id')
      .executeTakeFirst()
    return !!taken
  }

  return {
    /** Since when codes are asked for. */
    async confirmedAt(userId: string): Promise<Date | null> {
      const row = await db.selectFrom('totp').select('confirmed_at').where('user_id', '=', userId).executeTakeFirst()
      return row?.confirmed_at ?? null
    },

    /** A new secret, in the place of one that was never confirmed; undefined when one is in use. */
    async start(userId: string, label: string): Promise<{ secret: string; uri: string } | undefined> {
      const secret = new Secret({ size: 20 }).base32
      const values = { secret: secrets.seal(secret), last_step: 0, created_at: new Date() }
      const kept = await db
        .insertInto('totp')
        .values({ user_id: userId, ...values })
        .onConflict(conflict => conflict.column('user_id').doUpdateSet(values).where('totp.confirmed_at', 'is', null))
        .returning('user_id')
        .executeTakeFirst()
      return kept && { secret, uri: generator(config.siteName, label, secret).toString() }
    },

    /** Proves that the app has the secret; from then on codes are asked for. */
    confirm: (userId: string, code: string, on: Db | Trx = db) => take(userId, code, false, on),
    /** Whether this is a code that was not taken before; takes it. */
    check: (userId: string, code: string, on: Db | Trx = db) => take(userId, code, true, on),

    async remove(userId: string, on: Db | Trx = db): Promise<boolean> {
      return !!(await on.deleteFrom('totp').where('user_id', '=', userId).where('confirmed_at', 'is not', null).returning('user_id').executeTakeFirst())
    },
  }
}
