// Guessing: attempts in a row are counted per name and per address, whether or not anybody has the name, so that a lock tells nothing.
import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import type { Db, Trx } from '../../store/database.ts'

/** Wrong attempts in a row before the next one has to wait, by name and by address. */
export const FREE_ATTEMPTS = 5
export const FREE_ATTEMPTS_FROM = 30
/** The first pause; it doubles with every further attempt up to the longest one. */
export const FIRST_PAUSE_MINUTES = 1
export const LONGEST_PAUSE_MINUTES = 15
/** Attempts are forgotten when there was none for so long. */
const FORGET_HOURS = 24
const KEEP_EVENTS_DAYS = 180

export interface Attempt {
  /** Kind of method. */
  kind: string
  /** What was typed; an email or a user name. */
  name: string
  ip: string
  agent: string
}

const keyOf = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest()
const nameKey = (kind: string, name: string) => keyOf('name', kind, name.trim().toLowerCase())
/** Whoever has one IPv6 address has the whole /64. */
const network = (ip: string) => (isIPv6(ip) && !ip.includes('.') ? new URL(`http://[${ip}]`).hostname.slice(1, -1).split(':').slice(0, 4).join(':') : ip)

/** Lets somebody in again at once, whatever name is typed. */
export async function forgetAttempts(names: readonly string[], on: Db | Trx) {
  const keys = names.filter(Boolean).map(name => nameKey('password', name))
  if (keys.length) await on.deleteFrom('signin_guard').where('key', 'in', keys).execute()
}

const locked = (until: Date) =>
  new ApiError('signin.locked', 'Too many attempts. Try again in {minutes} minutes', 429, {
    values: { minutes: Math.max(1, Math.ceil((until.getTime() - Date.now()) / 60_000)) },
  })
export const wrong = () => new ApiError('signin.wrong', 'The name or the password is not right', 422)

export function createGuard({ db }: Pick<Core, 'db'>) {
  /** Counts an attempt before it is made, so that a hundred at once are not more than one after the other; refused while there is a pause. */
  async function reserve(key: Buffer, free: number) {
    const next = sql`case when g.last_at < now() - ${FORGET_HOURS} * interval '1 hour' then 1 else g.attempts + 1 end`
    const pause = sql`least(${LONGEST_PAUSE_MINUTES}::numeric, ${FIRST_PAUSE_MINUTES} * power(2, least(20, (${next}) - ${free}::int)))`
    const { rows } = await sql`
      insert into signin_guard as g (key, attempts, last_at) values (${key}, 1, now())
      on conflict (key) do update
      set attempts = ${next}, last_at = now(), locked_until = case when (${next}) >= ${free}::int then now() + ${pause} * interval '1 minute' end
      where g.locked_until is null or g.locked_until <= now()
      returning g.attempts`.execute(db)
    if (rows.length) return
    const row = await db.selectFrom('signin_guard').select('locked_until').where('key', '=', key).executeTakeFirst()
    throw locked(row?.locked_until ?? new Date())
  }

  async function refuseLocked(key: Buffer) {
    const row = await db.selectFrom('signin_guard').select('locked_until').where('key', '=', key).executeTakeFirst()
    if (row?.locked_until && row.locked_until > new Date()) throw locked(row.locked_until)
  }

  async function event(attempt: Attempt & { userId?: string; ok: boolean; reason?: string }, on: Db | Trx = db) {
    await on
      .insertInto('signin_event')
      .values({
        id: uuidv7(),
        user_id: attempt.userId ?? null,
        name: attempt.name.slice(0, 200),
        kind: attempt.kind,
        ok: attempt.ok,
        reason: attempt.reason ?? '',
        ip: attempt.ip,
        agent: attempt.agent.slice(0, 300),
      })
      .execute()
  }

  return {
    event,

    /**
     * Lets `prove` look at what was typed. What it answers is handed on; undefined is a wrong attempt, for which `refusal` is thrown; what it throws
     * counts as nobody's fault.
     */
    async attempt<T>(attempt: Attempt & { refusal?: () => Error; whose?: () => Promise<string | undefined> }, prove: () => Promise<T | undefined>): Promise<T> {
      const mine = nameKey(attempt.kind, attempt.name)
      const theirs = keyOf('address', network(attempt.ip))
      try {
        await refuseLocked(theirs)
        await reserve(mine, FREE_ATTEMPTS)
      } catch (error) {
        await event({ ...attempt, ok: false, reason: 'locked', userId: await attempt.whose?.() })
        throw error
      }
      let proved: T | undefined
      try {
        proved = await prove()
      } catch (error) {
        await sql`update signin_guard set attempts = greatest(attempts - 1, 0), locked_until = null where key = ${mine}`.execute(db)
        throw error
      }
      if (proved !== undefined) {
        await db.deleteFrom('signin_guard').where('key', '=', mine).execute()
        return proved
      }
      await reserve(theirs, FREE_ATTEMPTS_FROM).catch(() => {})
      await event({ ...attempt, ok: false, reason: 'wrong', userId: await attempt.whose?.() })
      throw (attempt.refusal ?? wrong)()
    },

    async removeOld() {
      await sql`delete from signin_guard where last_at < now() - ${FORGET_HOURS} * interval '1 hour'`.execute(db)
      await sql`delete from signin_event where at < now() - ${KEEP_EVENTS_DAYS} * interval '1 day'`.execute(db)
    },
  }
}
export type Guard = ReturnType<typeof createGuard>
