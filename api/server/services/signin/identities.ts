// Identities: which person here is which subject of a provider. One subject is one person; a person may have many.
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'
import { ApiError, notFound } from '../../errors.ts'
import type { Db, Trx } from '../../store/database.ts'
import type { Proof } from './proof.ts'

export type Subject = Pick<Proof, 'kind' | 'issuer' | 'subject'>

export function createIdentities({ db }: Pick<Core, 'db'>) {
  return {
    /** Whose identity it is. */
    async find({ kind, issuer = '', subject }: Subject, on: Db | Trx = db): Promise<{ id: string; userId: string } | undefined> {
      const row = await on
        .selectFrom('identity')
        .select(['id', 'user_id'])
        .where('kind', '=', kind)
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirst()
      return row && { id: row.id, userId: row.user_id }
    },

    /** Gives somebody an identity; the same again is fine, somebody else's is refused. */
    async add(userId: string, { kind, issuer = '', subject, name, email }: Subject & Pick<Proof, 'name' | 'email'>, on: Db | Trx = db): Promise<void> {
      const row = await on
        .insertInto('identity')
        .values({ id: uuidv7(), user_id: userId, kind, issuer, subject, name, email })
        .onConflict(conflict =>
          conflict.columns(['kind', 'issuer', 'subject']).doUpdateSet({ name, email, used_at: new Date() }).where('identity.user_id', '=', userId),
        )
        .returning('id')
        .executeTakeFirst()
      if (!row) throw new ApiError('identity.taken', 'This account is bound to somebody else already', 409)
    },

    /** Notes that an identity was used, and what it is called now. */
    async use(id: string, { name, email }: Pick<Proof, 'name' | 'email'>) {
      await db.updateTable('identity').set({ name, email, used_at: new Date() }).where('id', '=', id).execute()
    },

    /** The identities of a person, oldest first. */
    async of(userId: string, on: Db | Trx = db) {
      const rows = await on.selectFrom('identity').selectAll().where('user_id', '=', userId).orderBy('id').limit(100).execute()
      return rows.map(row => ({
        authId: row.id,
        kind: row.kind,
        name: row.name,
        email: row.email,
        boundAt: row.created_at.toISOString(),
        usedAt: row.used_at.toISOString(),
      }))
    },

    /** Takes an identity from its person. */
    async remove(userId: string, id: string, on: Db | Trx = db) {
      const row = await on.deleteFrom('identity').where('id', '=', id).where('user_id', '=', userId).returning('id').executeTakeFirst()
      if (!row) throw notFound('identity.unknown', 'There is no such bound account')
    },
  }
}

export type Identities = ReturnType<typeof createIdentities>
