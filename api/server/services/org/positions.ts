// Job categories and the ranks in them.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'
import { ApiError, fieldError, notFound } from '../../errors.ts'
import type { Db, Trx } from '../../store/database.ts'
import { cappedTotal, containing, TOTAL_CAP } from '../../store/paging.ts'
import { inCompany } from '../../store/scoped.ts'
import { lockOrganisation } from './departments.ts'

export interface GroupInput {
  name: string
  sequence: number
  description?: string
}
export interface PositionInput {
  groupId: string
  name: string
  level: number
  description?: string
}

/** How many ranks a choice offers at a time. */
const CHOICES = 50

const groupUnknown = () => notFound('org.groupUnknown', 'There is no such category')
const positionUnknown = () => notFound('org.positionUnknown', 'There is no such rank')
const valuesOf = ({ name, description = '' }: { name: string; description?: string }) => ({ name: name.trim(), description: description.trim() })

export function createPositions({ db }: Pick<Core, 'db'>) {
  /** Locked, so that a category is not deleted while a rank comes into it. */
  const groupOf = (companyId: string, id: string, on: Db | Trx) =>
    inCompany(on, companyId).selectFrom('position_group').select('id').where('id', '=', id).forUpdate().executeTakeFirst()

  async function checkGroup(companyId: string, id: string, on: Db | Trx) {
    if (!(await groupOf(companyId, id, on))) throw fieldError('org.groupUnknown', 'groupId', 'There is no such category')
  }

  /** Two of one name could not be told apart where ranks are put into them. */
  async function checkName(companyId: string, name: string, trx: Trx, but = '') {
    await lockOrganisation(companyId, trx)
    const taken = await inCompany(trx, companyId)
      .selectFrom('position_group')
      .select('id')
      .where(eb => eb(eb.fn('lower', ['name']), '=', name.trim().toLowerCase()))
      .$if(but !== '', query => query.where('id', '<>', but))
      .limit(1)
      .executeTakeFirst()
    if (taken) throw fieldError('org.groupNameTaken', 'name', 'There is a category of this name already')
  }

  return {
    async listGroups(companyId: string, { keywords = '', groupId }: { keywords?: string; groupId?: string }) {
      let rows = inCompany(db, companyId).selectFrom('position_group')
      if (keywords.trim()) rows = rows.where(eb => eb.or([eb('name', 'ilike', containing(keywords)), ...(groupId ? [eb('id', '=', groupId)] : [])]))
      const groups = await rows
        .select(['id', 'name', 'sequence', 'description'])
        .select(eb =>
          eb
            .selectFrom('position')
            .select(inner => inner.fn.countAll<number>().as('n'))
            .whereRef('position.group_id', '=', 'position_group.id')
            .as('count'),
        )
        .orderBy('sequence')
        .orderBy('name')
        .orderBy('id')
        .limit(1000)
        .execute()
      return groups.map(group => ({ ...group, count: group.count ?? 0, value: group.id, label: group.name }))
    },

    async createGroup(companyId: string, input: GroupInput): Promise<string> {
      const id = uuidv7()
      await db.transaction().execute(async trx => {
        await checkName(companyId, input.name, trx)
        await inCompany(trx, companyId)
          .insertInto('position_group')
          .values({ id, sequence: input.sequence, ...valuesOf(input) })
          .execute()
      })
      return id
    },

    async updateGroup(companyId: string, id: string, input: GroupInput) {
      await db.transaction().execute(async trx => {
        const old = await inCompany(trx, companyId).selectFrom('position_group').select('name').where('id', '=', id).forUpdate().executeTakeFirst()
        if (!old) throw groupUnknown()
        // One that has its name twice from before keeps it.
        if (old.name !== input.name.trim()) await checkName(companyId, input.name, trx, id)
        await inCompany(trx, companyId)
          .updateTable('position_group')
          .set({ sequence: input.sequence, ...valuesOf(input) })
          .where('id', '=', id)
          .execute()
      })
    },

    async removeGroup(companyId: string, id: string) {
      await db.transaction().execute(async trx => {
        if (!(await groupOf(companyId, id, trx))) throw groupUnknown()
        const { count } = await inCompany(trx, companyId)
          .selectFrom('position')
          .select(eb => eb.fn.countAll<number>().as('count'))
          .where('group_id', '=', id)
          .executeTakeFirstOrThrow()
        if (count) throw new ApiError('org.groupHasPositions', 'This category still has ranks ({count}). Move or delete them first', 409, { values: { count } })
        await inCompany(trx, companyId).deleteFrom('position_group').where('id', '=', id).execute()
      })
    },

    /** Numbers the categories from 1 on in the order given; those not named come after. */
    async saveGroupOrder(companyId: string, ids: string[]) {
      await db.transaction().execute(async trx => {
        const all = await inCompany(trx, companyId)
          .selectFrom('position_group')
          .select('id')
          .orderBy('sequence')
          .orderBy('name')
          .orderBy('id')
          .forUpdate()
          .execute()
        const known = all.map(row => row.id)
        const named = new Set(ids)
        if (named.size < ids.length || ids.some(id => !known.includes(id)))
          throw fieldError('org.orderInvalid', 'ids', 'The order names something of another level, or one twice')
        const order = [...ids, ...known.filter(id => !named.has(id))]
        await sql`
          update position_group set sequence = next.sequence from unnest(${order}::uuid[], ${order.map((_id, at) => at + 1)}::int[]) as next (id, sequence)
          where position_group.id = next.id and position_group.company_id = ${companyId}`.execute(trx)
      })
    },

    /** Ranks of a category, or of all of them. */
    async list(companyId: string, groupId: string, { page, perPage }: { page: number; perPage: number }) {
      let rows = inCompany(db, companyId).selectFrom('position').innerJoin('position_group as own', 'own.id', 'position.group_id')
      if (groupId !== 'all') {
        const group = await inCompany(db, companyId).selectFrom('position_group').select('id').where('id', '=', groupId).executeTakeFirst()
        if (!group) throw groupUnknown()
        rows = rows.where('position.group_id', '=', groupId)
      }
      const [items, total] = await Promise.all([
        rows
          .select(['position.id', 'position.group_id', 'own.name as groupName', 'position.name', 'position.level', 'position.description'])
          .orderBy('position.level')
          .orderBy('position.name')
          .orderBy('position.id')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute(),
        cappedTotal(db, rows.select('position.id').limit(TOTAL_CAP + 1)),
      ])
      return { items: items.map(({ group_id, ...item }) => ({ ...item, groupId: group_id })), ...total, page, perPage }
    },

    /** Ranks that a text finds, for choosing some of them; those chosen already come first. */
    async choices(companyId: string, term = '', chosen: string[] = []) {
      const rows = inCompany(db, companyId)
        .selectFrom('position')
        .innerJoin('position_group as own', 'own.id', 'position.group_id')
        .select(['position.id', 'position.name', 'position.level', 'own.name as groupName'])
        .orderBy('position.level')
        .orderBy('position.name')
        .orderBy('position.id')
      const matching = term.trim() ? rows.where(eb => eb.or([eb('position.name', 'ilike', containing(term)), eb('own.name', 'ilike', containing(term))])) : rows
      const [kept, found] = await Promise.all([
        chosen.length ? rows.where('position.id', 'in', chosen).execute() : [],
        (chosen.length ? matching.where('position.id', 'not in', chosen) : matching).limit(CHOICES).execute(),
      ])
      const all = [...kept, ...found]
      const alike = (one: (typeof all)[number], other: (typeof all)[number]) => one.name === other.name && one.groupName === other.groupName
      return all.map(row => ({
        // Two of one name in one category differ by their level.
        label: all.some(other => other.id !== row.id && alike(row, other)) ? `${row.name} · ${row.level} (${row.groupName})` : `${row.name} (${row.groupName})`,
        value: row.id,
      }))
    },

    async create(companyId: string, groupId: string, input: PositionInput): Promise<string> {
      return db.transaction().execute(async trx => {
        // The address names a category too; the form's choice decides, and the address has to exist.
        if (!(await groupOf(companyId, groupId, trx))) throw groupUnknown()
        await checkGroup(companyId, input.groupId, trx)
        const id = uuidv7()
        await inCompany(trx, companyId)
          .insertInto('position')
          .values({ id, group_id: input.groupId, level: input.level, ...valuesOf(input) })
          .execute()
        return id
      })
    },

    async update(companyId: string, groupId: string, id: string, input: PositionInput) {
      await db.transaction().execute(async trx => {
        const row = await inCompany(trx, companyId).selectFrom('position').select('id').where('group_id', '=', groupId).where('id', '=', id).executeTakeFirst()
        if (!row) throw positionUnknown()
        await checkGroup(companyId, input.groupId, trx)
        await inCompany(trx, companyId)
          .updateTable('position')
          .set({ group_id: input.groupId, level: input.level, ...valuesOf(input) })
          .where('id', '=', id)
          .execute()
      })
    },

    async remove(companyId: string, groupId: string, id: string) {
      const done = await inCompany(db, companyId).deleteFrom('position').where('group_id', '=', groupId).where('id', '=', id).returning('id').executeTakeFirst()
      if (!done) throw positionUnknown()
    },
  }
}
