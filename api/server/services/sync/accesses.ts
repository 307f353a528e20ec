// Other installations that may write into apps of this one: each has an access key and acts as a person, who may do there what that person may.
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'
import { ApiError, fieldError, notFound } from '../../errors.ts'
import { everywhere, inCompany } from '../../store/scoped.ts'
import type { createPeople } from '../foundation/people.ts'

const MOST = 100

export interface AccessInput {
  name: string
  company: string
  email: string
  apps: readonly string[]
}
/** Who writes. */
export interface Holder {
  id: string
  name: string
  personId: string
  companyId: string
  companyKey: string
  companyName: string
  apps: string[]
}

const digest = (token: string) => createHash('sha256').update(token).digest()

export function createAccesses({ db }: Pick<Core, 'db'>, { people }: { people: Pick<ReturnType<typeof createPeople>, 'findByEmail' | 'isMember'> }) {
  const all = () => everywhere(db, 'access keys of other installations, for the administrators of the platform').selectFrom('sync_access')

  return {
    async list() {
      const rows = await all()
        .innerJoin('company', 'company.id', 'sync_access.company_id')
        .innerJoin('person', 'person.id', 'sync_access.person_id')
        .select([
          'sync_access.id',
          'sync_access.name',
          'company.key as company',
          'company.name as companyName',
          'person.name as person',
          'person.email',
          'apps',
        ])
        .select(['sync_access.created_at', 'used_at'])
        .orderBy('sync_access.created_at', 'desc')
        .orderBy('sync_access.id')
        .execute()
      return rows.map(({ created_at, used_at, ...row }) => ({ ...row, createdAt: created_at.toISOString(), usedAt: used_at?.toISOString() ?? null }))
    },

    /** Makes one; its key is told this once. */
    async add(userId: string, { name, company, email, apps }: AccessInput): Promise<{ id: string; token: string }> {
      const found = await db.selectFrom('company').select('id').where('key', '=', company.trim().toLowerCase()).executeTakeFirst()
      if (!found) throw fieldError('sync.companyUnknown', 'company', 'There is no organisation of this key')
      const person = await people.findByEmail(email.trim())
      if (!person || !(await people.isMember(person.id, found.id)))
        throw fieldError('sync.personUnknown', 'email', 'Nobody with this email belongs to the organisation')
      const there = await inCompany(db, found.id)
        .selectFrom('app')
        .select('key')
        .where('key', 'in', ['', ...apps])
        .execute()
      const unknown = apps.find(key => !there.some(one => one.key === key))
      if (unknown !== undefined) throw fieldError('sync.appUnknown', 'apps', 'The organisation has no app of the key {key}', { key: unknown })
      const { count } = await all()
        .select(eb => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      if (count >= MOST) throw new ApiError('data.tooMany', 'No more than {limit} entries', 422, { values: { limit: MOST } })
      const [id, token] = [uuidv7(), `tsy_${randomBytes(32).toString('base64url')}`]
      await inCompany(db, found.id)
        .insertInto('sync_access')
        .values({ id, name: name.trim(), person_id: person.id, apps: [...new Set(apps)], token_hash: digest(token), created_by: userId })
        .execute()
      return { id, token }
    },

    async remove(id: string) {
      const gone = await everywhere(db, 'access keys of other installations, for the administrators of the platform')
        .deleteFrom('sync_access')
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
      if (!gone) throw notFound('sync.accessUnknown', 'There is no such access')
    },

    /** Notes that it was used. */
    touch: ({ id, companyId }: Holder) =>
      inCompany(db, companyId)
        .updateTable('sync_access')
        .set({ used_at: sql<Date>`now()` })
        .where('id', '=', id)
        .execute(),

    /** Who comes with this key; the same answer whatever is wrong with it. */
    async holderOf(token: string): Promise<Holder> {
      const row = await everywhere(db, 'an access key of another installation: the key names the organisation')
        .selectFrom('sync_access')
        .innerJoin('company', 'company.id', 'sync_access.company_id')
        .select(['sync_access.id', 'sync_access.name', 'person_id', 'company_id', 'company.key', 'company.name as company_name', 'apps'])
        .where('token_hash', '=', digest(token))
        .executeTakeFirst()
      if (!row) throw new ApiError('sync.denied', 'The access key is not known here', 401)
      const { id, name, person_id, company_id, key, company_name, apps } = row
      return { id, name, personId: person_id, companyId: company_id, companyKey: key, companyName: company_name, apps }
    },
  }
}
export type Accesses = ReturnType<typeof createAccesses>
