// People: who they are, and their passwords.
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'
import type { Db, Trx } from '../../store/database.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { endSessions } from './sessions.ts'
import { forgetAttempts } from './guard.ts'
import { everywhere, inCompany } from '../../store/scoped.ts'

// Verified when the name is unknown, so that the answer takes as long as for a known one.
const DUMMY = hashPassword('nobody has this password')

export function createPeople({ db }: Pick<Core, 'db'>) {
  const find = (id: string) => db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirst()
  const findByEmail = (email: string, on: Db | Trx = db) =>
    on
      .selectFrom('person')
      .selectAll()
      .where(eb => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
      .executeTakeFirst()

  /** Sets a password that is digested already, and unlocks the account. */
  async function setDigest(id: string, digest: string, { isInitial = false }: { isInitial?: boolean }, on: Db | Trx) {
    const row = await on
      .updateTable('person')
      .set({ password_hash: digest, password_is_initial: isInitial })
      .where('id', '=', id)
      .returning(['username', 'email'])
      .executeTakeFirst()
    if (row) await forgetAttempts([row.username, row.email], on)
  }

  return {
    find,
    findByEmail,

    isMember: async (id: string, companyId: string): Promise<boolean> =>
      !!(await inCompany(db, companyId).selectFrom('member').select('user_id').where('user_id', '=', id).where('banned', '=', false).executeTakeFirst()),

    /** The organisations a person belongs to, by name. */
    async companiesOf(id: string) {
      const rows = await everywhere(db, 'the organisations of one person')
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

    /** Where an app runs, as the browser's address. */
    async addressOfApp(appId: string): Promise<string> {
      const row = await everywhere(db, 'the app that a session is for')
        .selectFrom('app')
        .innerJoin('company', 'company.id', 'app.company_id')
        .select(['company.key as companyKey', 'app.key'])
        .where('app.id', '=', appId)
        .executeTakeFirst()
      return row ? `/company/${row.companyKey}/app/${row.key}` : '/login'
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
          password_hash: person.password === undefined ? null : await hashPassword(person.password),
        })
        .execute()
      return id
    },

    async setPassword(id: string, password: string, on: Db | Trx = db) {
      await setDigest(id, await hashPassword(password), {}, on)
    },
    digestOf: hashPassword,
    setDigest,

    /**
     * Sets a password where there is none yet, or only one that an administrator gave; false when there is one. All sessions but the given one end:
     * whoever else knows the initial password may have one, which would open fully now.
     */
    async setFirstPassword(id: string, password: string, butToken?: string): Promise<boolean> {
      const digest = await hashPassword(password)
      return db.transaction().execute(async trx => {
        const row = await trx
          .updateTable('person')
          .set({ password_hash: digest, password_is_initial: false })
          .where('id', '=', id)
          .where(eb => eb.or([eb('password_hash', 'is', null), eb('password_is_initial', '=', true)]))
          .returning('id')
          .executeTakeFirst()
        if (row) await endSessions(id, butToken, trx)
        return !!row
      })
    },

    async passwordIs(id: string, password: string): Promise<boolean> {
      const row = await find(id)
      return !!row?.password_hash && isPassword(row.password_hash, password)
    },

    /** Who has this user name or email. */
    async idOf(username: string): Promise<string | undefined> {
      const name = username.trim().toLowerCase()
      const row = await db
        .selectFrom('person')
        .select('id')
        .where(eb => eb.or([eb(eb.fn('lower', ['username']), '=', name), eb(eb.fn('lower', ['email']), '=', name)]))
        .executeTakeFirst()
      return row?.id
    },

    /** The id of whom this user name or email and password belong to; takes as long for an unknown name as for a known one. */
    async matching(username: string, password: string): Promise<string | undefined> {
      const name = username.trim().toLowerCase()
      const row = await db
        .selectFrom('person')
        .select(['id', 'password_hash', 'disabled'])
        .where(eb => eb.or([eb(eb.fn('lower', ['username']), '=', name), eb(eb.fn('lower', ['email']), '=', name)]))
        .executeTakeFirst()
      const matches = await isPassword(row?.password_hash ?? (await DUMMY), password)
      return row?.password_hash && matches && !row.disabled ? row.id : undefined
    },
  }
}
