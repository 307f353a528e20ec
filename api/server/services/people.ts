// People: who they are, their passwords, and sign-in with lockout.
import { hash, verify } from '@node-rs/argon2'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../core.ts'
import type { Db, Trx } from '../store/database.ts'
import { ApiError } from '../errors.ts'

/** Wrong passwords in a row before an account is locked, and for how long. */
export const LOCK_AFTER = 5
export const LOCK_MINUTES = 15
/** argon2id parameters: 19 MiB, 2 passes (OWASP); algorithm 2 is argon2id. */
const ARGON = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
// Verified when the name is unknown, so that the answer takes as long as for a known one.
const DUMMY = hash('nobody has this password', ARGON)

export function createPeople({ db }: Pick<Core, 'db'>) {
  const find = (id: string) => db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirst()
  const findByEmail = (email: string, on: Db | Trx = db) =>
    on
      .selectFrom('person')
      .selectAll()
      .where(eb => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
      .executeTakeFirst()

  const digestOf = (password: string) => hash(password, ARGON)
  /** Sets a password that is digested already, and unlocks the account. */
  async function setDigest(id: string, digest: string, { isInitial = false }: { isInitial?: boolean }, on: Db | Trx) {
    await on
      .updateTable('person')
      .set({ password_hash: digest, password_is_initial: isInitial, failed_count: 0, locked_until: null })
      .where('id', '=', id)
      .execute()
  }

  return {
    find,
    findByEmail,

    isMember: async (id: string, companyId: string): Promise<boolean> =>
      !!(await db
        .selectFrom('member')
        .select('user_id')
        .where('user_id', '=', id)
        .where('company_id', '=', companyId)
        .where('banned', '=', false)
        .executeTakeFirst()),

    /** The organisations a person belongs to, by name. */
    async companiesOf(id: string) {
      const rows = await db
        .selectFrom('member')
        .innerJoin('company', 'company.id', 'member.company_id')
        .leftJoin('screen_grant as granted', join =>
          join.onRef('granted.company_id', '=', 'company.id').onRef('granted.user_id', '=', 'member.user_id').on('granted.level', '=', 'company'),
        )
        .select(['company.key', 'company.name', 'member.role', 'granted.permission'])
        .where('member.user_id', '=', id)
        .where('member.banned', '=', false)
        .orderBy('company.name')
        .limit(200)
        .execute()
      return rows.map(({ permission, ...row }) => ({ ...row, screens: row.role === 'member' ? (permission ?? ('none' as const)) : ('change' as const) }))
    },

    /** Adds a person whose user name is the email, and returns the id. */
    async add(person: { email: string; name: string; nickName?: string; isSuper?: boolean; password?: string }, on: Db | Trx = db): Promise<string> {
      const id = uuidv7()
      await on
        .insertInto('person')
        .values({
          id,
          username: person.email,
          email: person.email,
          name: person.name,
          nick_name: person.nickName ?? '',
          is_super: person.isSuper ?? false,
          password_hash: person.password === undefined ? null : await hash(person.password, ARGON),
        })
        .execute()
      return id
    },

    async setPassword(id: string, password: string, on: Db | Trx = db) {
      await setDigest(id, await digestOf(password), {}, on)
    },
    digestOf,
    setDigest,

    /** Sets a password where there is none yet, or only one that an administrator gave; false when there is one. */
    async setFirstPassword(id: string, password: string): Promise<boolean> {
      const row = await db
        .updateTable('person')
        .set({ password_hash: await digestOf(password), password_is_initial: false })
        .where('id', '=', id)
        .where(eb => eb.or([eb('password_hash', 'is', null), eb('password_is_initial', '=', true)]))
        .returning('id')
        .executeTakeFirst()
      return !!row
    },

    async passwordIs(id: string, password: string): Promise<boolean> {
      const row = await find(id)
      return !!row?.password_hash && verify(row.password_hash, password)
    },

    /** The id of the person with this user name or email and password; the refusal never tells which of them was wrong. */
    async signIn(username: string, password: string): Promise<string> {
      const name = username.trim().toLowerCase()
      const row = await db
        .selectFrom('person')
        .select(['id', 'password_hash', 'failed_count', 'locked_until', 'disabled'])
        .where(eb => eb.or([eb(eb.fn('lower', ['username']), '=', name), eb(eb.fn('lower', ['email']), '=', name)]))
        .executeTakeFirst()
      const matches = await verify(row?.password_hash ?? (await DUMMY), password)
      // A locked account answers the same for a right and a wrong password, so that guessing on is worth nothing.
      if (row?.locked_until && row.locked_until > new Date()) {
        throw new ApiError('signin.locked', 'Too many attempts. Try again in {minutes} minutes', 429, {
          values: { minutes: Math.ceil((row.locked_until.getTime() - Date.now()) / 60_000) },
        })
      }
      if (row && matches && row.password_hash && !row.disabled) {
        if (row.failed_count > 0 || row.locked_until)
          await db.updateTable('person').set({ failed_count: 0, locked_until: null }).where('id', '=', row.id).execute()
        return row.id
      }
      if (row) {
        await db
          .updateTable('person')
          .set({
            failed_count: sql`case when failed_count >= ${LOCK_AFTER - 1} then 0 else failed_count + 1 end`,
            locked_until: sql`case when failed_count >= ${LOCK_AFTER - 1} then now() + ${LOCK_MINUTES} * interval '1 minute' end`,
          })
          .where('id', '=', row.id)
          .execute()
      }
      throw new ApiError('signin.wrong', 'The name or the password is not right', 422)
    },
  }
}
