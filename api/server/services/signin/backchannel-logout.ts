// Sessions that end because their provider says so: whoever signs out there is signed out here.
import { sql } from 'kysely'
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import type { Ending } from './strategy.ts'

export const messageWrong = () => new ApiError('signin.messageWrong', 'This is no message of the provider about the end of a session', 400)

export function createBackchannelLogout({ db }: Pick<Core, 'db'>) {
  return {
    /** Ends what bears all these marks: sessions, and sign-ins on the way to one. How many sessions there were. */
    async end({ marks, once }: Ending): Promise<number> {
      // No names at all would be everybody's.
      if (!marks.length) throw messageWrong()
      const bears = sql<boolean>`provider_marks @> ${marks}::text[]`
      return db.transaction().execute(async trx => {
        if (once) {
          const first = await trx
            .insertInto('provider_message')
            .values({ mark: once.mark, expires_at: once.until })
            .onConflict(conflict => conflict.doNothing())
            .returning('mark')
            .executeTakeFirst()
          if (!first) throw Object.assign(messageWrong(), { cause: new Error('it was here before') })
        }
        await trx.deleteFrom('second_factor_ticket').where(bears).execute()
        await trx.deleteFrom('signin_pending').where(bears).execute()
        const ended = await trx.deleteFrom('session').where(bears).executeTakeFirst()
        return Number(ended.numDeletedRows)
      })
    },

    async removeExpired() {
      await db.deleteFrom('provider_message').where('expires_at', '<', new Date()).execute()
    },
  }
}
