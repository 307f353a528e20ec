// Recovery codes: ten, shown once, each good for one sign-in.
import { createHash, randomBytes } from 'node:crypto'
import type { Core } from '../../../core.ts'
import type { Db, Trx } from '../../../store/database.ts'

export const RECOVERY_CODES = 10
/** Without letters and digits that look alike. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 16

const plain = (code: string) => code.toUpperCase().replace(/[^0-9A-Z]/g, '')
const hashOfCode = (userId: string, code: string) =>
  createHash('sha256')
    .update(`${userId} ${plain(code)}`)
    .digest()
const makeCode = () =>
  [...randomBytes(LENGTH)]
    .map(byte => ALPHABET[byte % ALPHABET.length])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-')

export function createRecovery({ db }: Pick<Core, 'db'>) {
  return {
    async left(userId: string, on: Db | Trx = db): Promise<number> {
      const row = await on
        .selectFrom('recovery_code')
        .select(eb => eb.fn.countAll<number>().as('n'))
        .where('user_id', '=', userId)
        .where('used_at', 'is', null)
        .executeTakeFirstOrThrow()
      return row.n
    },

    /** New codes in the place of all that there were. */
    async renew(userId: string, on: Db | Trx = db): Promise<string[]> {
      const codes = Array.from({ length: RECOVERY_CODES }, makeCode)
      await on.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
      await on
        .insertInto('recovery_code')
        .values(codes.map(code => ({ user_id: userId, code_hash: hashOfCode(userId, code) })))
        .execute()
      return codes
    },

    /** Whether this is a code that was not used before; uses it. */
    async check(userId: string, code: string): Promise<boolean> {
      const row = await db
        .updateTable('recovery_code')
        .set({ used_at: new Date() })
        .where('user_id', '=', userId)
        .where('code_hash', '=', hashOfCode(userId, code))
        .where('used_at', 'is', null)
        .returning('user_id')
        .executeTakeFirst()
      return !!row
    },

    async removeAll(userId: string, on: Db | Trx = db): Promise<void> {
      await on.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
    },
  }
}
