// Where somebody is signed in, and who tried to be.
import type { Core } from '../../core.ts'
import { notFound } from '../../errors.ts'
import { cappedTotal, TOTAL_CAP } from '../../store/paging.ts'
import { hashOf } from '../foundation/sessions.ts'
import { agentWords } from './agents.ts'

const MOST_SESSIONS = 100

export function createHistory({ db }: Pick<Core, 'db'>) {
  return {
    /** A session goes by the hash of its token, which opens nothing. */
    async sessions(userId: string, token: string) {
      const rows = await db
        .selectFrom('session')
        .selectAll()
        .where('user_id', '=', userId)
        .where('expires_at', '>', new Date())
        .orderBy('seen_at', 'desc')
        .limit(MOST_SESSIONS)
        .execute()
      const own = hashOf(token)
      return rows.map(row => ({
        id: row.token_hash.toString('base64url'),
        ...agentWords(row.agent),
        ip: row.ip,
        createdAt: row.created_at.toISOString(),
        seenAt: row.seen_at.toISOString(),
        isCurrent: row.token_hash.equals(own),
      }))
    },

    async endSession(userId: string, id: string) {
      const row = await db
        .deleteFrom('session')
        .where('token_hash', '=', Buffer.from(id, 'base64url'))
        .where('user_id', '=', userId)
        .returning('user_id')
        .executeTakeFirst()
      if (!row) throw notFound('session.unknown', 'There is no such session')
    },

    /** All but the one that asks; answers how many there were. */
    async endOthers(userId: string, token: string): Promise<number> {
      const rows = await db.deleteFrom('session').where('user_id', '=', userId).where('token_hash', '!=', hashOf(token)).returning('user_id').execute()
      return rows.length
    },

    async signins(userId: string, { page, perPage }: { page: number; perPage: number }) {
      const rows = db.selectFrom('signin_event').where('user_id', '=', userId)
      const [items, { total }] = await Promise.all([
        rows
          .selectAll()
          .orderBy('at', 'desc')
          .orderBy('id', 'desc')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute(),
        cappedTotal(db, rows.select('id').limit(TOTAL_CAP + 1)),
      ])
      return {
        items: items.map(({ id, at, kind, ok, reason, ip, agent }) => ({
          id,
          at: at.toISOString(),
          kind,
          ok,
          result: ok ? 'signedIn' : reason || 'refused',
          ip,
          ...agentWords(agent),
        })),
        total,
        page,
        perPage,
      }
    },
  }
}
