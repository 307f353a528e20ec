// Departments: one tree per organisation, whose first department is the organisation itself.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'
import { ApiError, fieldError, notFound } from '../../errors.ts'
import type { Db, Trx } from '../../store/database.ts'
import { inCompany } from '../../store/scoped.ts'

/** How many levels there may be, the organisation itself included. */
export const DEPTH_MAX = 20

// A type, not an interface: answers are checked against open objects.
export type DepartmentNode = {
  label: string
  value: string
  id: string
  name: string
  parentId: string | null
  code: string
  manager: { id: string; name: string } | null
  managerId: string | null
  positionIds: string[]
  removable: boolean
  disabled: boolean
  members: number
  people: number
  children: DepartmentNode[]
}

export const departmentUnknown = () => notFound('org.departmentUnknown', 'There is no such department')

/** One change of an organisation's departments and members at a time; the database's own counting takes the same lock. */
export const lockOrganisation = (companyId: string, trx: Trx) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`department ${companyId}`}, 0))`.execute(trx)

/** Those of these departments that the organisation has. */
export async function departmentsAmong(companyId: string, ids: string[], on: Db | Trx) {
  if (!ids.length) return []
  return inCompany(on, companyId).selectFrom('department').select(['id', 'name', 'parent_id', 'path', 'manager_id']).where('id', 'in', ids).execute()
}

/** A department of the organisation; without an id the first one. */
export async function departmentOf(companyId: string, id: string | undefined, on: Db | Trx) {
  let rows = inCompany(on, companyId).selectFrom('department').select(['id', 'name', 'parent_id', 'path', 'code', 'manager_id', 'members', 'people'])
  rows = id === undefined ? rows.where('parent_id', 'is', null) : rows.where('id', '=', id)
  const found = await rows.executeTakeFirst()
  if (!found) throw departmentUnknown()
  return found
}

export interface DepartmentInput {
  name: string
  /** null is the organisation itself, which has none. */
  parentId?: string | null
  code?: string
  manager?: string | null
  positionIds?: string[]
}

export function createDepartments({ db }: Pick<Core, 'db'>) {
  /** Does it in the transaction of a larger change, or in one of its own. */
  const within = <T>(on: Trx | undefined, work: (trx: Trx) => Promise<T>): Promise<T> => (on ? work(on) : db.transaction().execute(work))

  /** Makes a person the manager, and a member of the department if needed. */
  async function setManager(companyId: string, departmentId: string, userId: string | null, field: string, trx: Trx) {
    if (userId !== null) {
      const member = await inCompany(trx, companyId).selectFrom('member').select('user_id').where('user_id', '=', userId).executeTakeFirst()
      if (!member) throw fieldError('org.managerUnknown', field, 'Choose a member of this organisation')
      await inCompany(trx, companyId)
        .insertInto('department_member')
        .values({ department_id: departmentId, user_id: userId })
        .onConflict(conflict => conflict.doNothing())
        .execute()
    }
    await inCompany(trx, companyId).updateTable('department').set({ manager_id: userId }).where('id', '=', departmentId).execute()
  }

  async function setPositions(companyId: string, departmentId: string, wanted: string[], trx: Trx) {
    const ids = [...new Set(wanted)]
    const known = ids.length ? await inCompany(trx, companyId).selectFrom('position').select('id').where('id', 'in', ids).execute() : []
    if (known.length < ids.length) throw fieldError('org.positionsUnknown', 'positionIds', 'One of the positions no longer exists')
    await inCompany(trx, companyId).deleteFrom('department_position').where('department_id', '=', departmentId).execute()
    if (ids.length)
      await inCompany(trx, companyId)
        .insertInto('department_position')
        .values(ids.map(id => ({ department_id: departmentId, position_id: id })))
        .execute()
  }

  async function freeCode(companyId: string, wanted: string, trx: Trx): Promise<string> {
    const code = wanted || randomBytes(4).toString('hex')
    const taken = await inCompany(trx, companyId)
      .selectFrom('department')
      .select('id')
      .where(eb => eb(eb.fn('lower', ['code']), '=', code.toLowerCase()))
      .executeTakeFirst()
    if (!taken) return code
    if (wanted) throw fieldError('org.codeTaken', 'code', 'The code is already used')
    return freeCode(companyId, '', trx)
  }

  async function parentOf(companyId: string, id: string, trx: Trx) {
    const [parent] = await departmentsAmong(companyId, [id], trx)
    if (!parent) throw fieldError('org.departmentUnknown', 'parentId', 'There is no such department')
    return parent
  }

  const lastSort = async (companyId: string, parentId: string, trx: Trx): Promise<number> =>
    (
      await inCompany(trx, companyId)
        .selectFrom('department')
        .select(eb => eb.fn.coalesce(eb.fn.max('sort'), sql<number>`-1`).as('last'))
        .where('parent_id', '=', parentId)
        .executeTakeFirstOrThrow()
    ).last + 1

  const tooDeep = () => fieldError('org.tooDeep', 'parentId', 'Departments can be nested {limit} deep', { limit: DEPTH_MAX })

  /** Puts a department with all that is below it under another one. */
  async function move(companyId: string, of: { id: string; path: string[] }, parentId: string, trx: Trx) {
    const parent = await parentOf(companyId, parentId, trx)
    if (parent.path.includes(of.id)) throw fieldError('org.departmentLoop', 'parentId', 'A department cannot be inside itself')
    const { deepest } = await inCompany(trx, companyId)
      .selectFrom('department')
      .select(sql<number>`max(cardinality(path))`.as('deepest'))
      .where(sql<boolean>`path @> array[${of.id}::uuid]`)
      .executeTakeFirstOrThrow()
    if (parent.path.length + deepest - of.path.length + 1 > DEPTH_MAX) throw tooDeep()
    await inCompany(trx, companyId)
      .updateTable('department')
      .set({ parent_id: parentId, sort: await lastSort(companyId, parentId, trx) })
      .where('id', '=', of.id)
      .execute()
    await sql`
      update department set path = ${parent.path}::uuid[] || path[${of.path.length}::int:]
      where company_id = ${companyId} and path @> array[${of.id}::uuid]`.execute(trx)
  }

  return {
    /** The whole tree; what is out of use comes with it unless left out. */
    async tree(companyId: string, { inUseOnly = false } = {}): Promise<DepartmentNode[]> {
      const [rows, positions] = await Promise.all([
        inCompany(db, companyId)
          .selectFrom('department')
          .leftJoin('person', 'person.id', 'department.manager_id')
          .select(['department.id', 'parent_id', 'department.name', 'code', 'manager_id', 'person.name as manager', 'department.disabled', 'members', 'people'])
          .orderBy('sort')
          .orderBy('department.id')
          .execute(),
        inCompany(db, companyId).selectFrom('department_position').select(['department_id', 'position_id']).orderBy('position_id').execute(),
      ])
      const positionsOf = new Map<string, string[]>()
      for (const { department_id, position_id } of positions) positionsOf.set(department_id, [...(positionsOf.get(department_id) ?? []), position_id])
      const nodes = new Map<string, DepartmentNode>()
      for (const row of rows)
        nodes.set(row.id, {
          label: row.name,
          value: row.id,
          id: row.id,
          name: row.name,
          parentId: row.parent_id,
          code: row.code,
          manager: row.manager_id ? { id: row.manager_id, name: row.manager ?? '' } : null,
          managerId: row.manager_id,
          positionIds: positionsOf.get(row.id) ?? [],
          removable: row.parent_id !== null && row.members === 0,
          disabled: row.disabled,
          members: row.members,
          people: row.people,
          children: [],
        })
      const roots: DepartmentNode[] = []
      const told = new Map<string, number>()
      const sameOf = (node: DepartmentNode) => `${node.parentId} ${node.name.toLowerCase()}`
      for (const node of nodes.values()) told.set(sameOf(node), (told.get(sameOf(node)) ?? 0) + 1)
      for (const node of nodes.values()) {
        // Two of one name on one level could not be told apart where they are chosen.
        if ((told.get(sameOf(node)) ?? 0) > 1) node.label = `${node.name} (${node.code})`
        const parent = node.parentId ? nodes.get(node.parentId) : undefined
        if (parent) parent.removable = false
        if (inUseOnly && node.disabled) continue
        if (parent) parent.children.push(node)
        else roots.push(node)
      }
      return roots
    },

    async create(companyId: string, input: DepartmentInput & { parentId: string }, on?: Trx): Promise<{ id: string; code: string }> {
      return within(on, async trx => {
        await lockOrganisation(companyId, trx)
        const parent = await parentOf(companyId, input.parentId, trx)
        if (parent.path.length >= DEPTH_MAX) throw tooDeep()
        const id = uuidv7()
        const code = await freeCode(companyId, input.code ?? '', trx)
        await inCompany(trx, companyId)
          .insertInto('department')
          .values({
            id,
            parent_id: parent.id,
            path: [...parent.path, id],
            name: input.name.trim(),
            code,
            sort: await lastSort(companyId, parent.id, trx),
          })
          .execute()
        if (input.manager) await setManager(companyId, id, input.manager, 'manager', trx)
        return { id, code }
      })
    },

    async update(companyId: string, id: string, input: DepartmentInput, on?: Trx) {
      await within(on, async trx => {
        await lockOrganisation(companyId, trx)
        const row = await departmentOf(companyId, id, trx)
        if (input.code && input.code !== row.code) throw fieldError('org.codeLocked', 'code', 'The code cannot be changed once it is set')
        if (input.parentId === null && row.parent_id !== null) throw fieldError('org.departmentUnknown', 'parentId', 'Please choose the parent department')
        if (input.parentId && input.parentId !== row.parent_id) {
          if (row.parent_id === null) throw fieldError('org.rootParent', 'parentId', 'The organisation itself has no parent department')
          await move(companyId, row, input.parentId, trx)
        }
        await inCompany(trx, companyId).updateTable('department').set({ name: input.name.trim() }).where('id', '=', id).execute()
        if (input.manager !== undefined && (input.manager || null) !== row.manager_id) await setManager(companyId, id, input.manager || null, 'manager', trx)
        if (input.positionIds) await setPositions(companyId, id, input.positionIds, trx)
      })
    },

    async setManager(companyId: string, id: string, userId: string | null) {
      await db.transaction().execute(async trx => {
        await lockOrganisation(companyId, trx)
        await departmentOf(companyId, id, trx)
        await setManager(companyId, id, userId, 'userId', trx)
      })
    },

    async remove(companyId: string, id: string, on?: Trx) {
      await within(on, async trx => {
        await lockOrganisation(companyId, trx)
        const row = await departmentOf(companyId, id, trx)
        if (row.parent_id === null) throw new ApiError('org.departmentIsRoot', 'The organisation itself cannot be deleted', 409)
        const { children } = await inCompany(trx, companyId)
          .selectFrom('department')
          .select(eb => eb.fn.countAll<number>().as('children'))
          .where('parent_id', '=', id)
          .executeTakeFirstOrThrow()
        if (children)
          throw new ApiError('org.departmentHasChildren', 'It still has departments below it ({count}). Move or delete them first', 409, {
            values: { count: children },
          })
        if (row.members)
          throw new ApiError('org.departmentHasMembers', 'It still has members ({count}). Move them first', 409, { values: { count: row.members } })
        await inCompany(trx, companyId).deleteFrom('department').where('id', '=', id).execute()
      })
    },

    /** Orders the departments of one level; those not named keep their order and come last. */
    async saveOrder(companyId: string, parentId: string, ids: string[]) {
      await db.transaction().execute(async trx => {
        await lockOrganisation(companyId, trx)
        const parent = await departmentOf(companyId, parentId, trx)
        const level = (
          await inCompany(trx, companyId).selectFrom('department').select('id').where('parent_id', '=', parent.id).orderBy('sort').orderBy('id').execute()
        ).map(row => row.id)
        const named = new Set(ids)
        if (named.size < ids.length || ids.some(id => !level.includes(id)))
          throw fieldError('org.orderInvalid', 'ids', 'The order names something of another level, or one twice')
        const order = [...ids, ...level.filter(id => !named.has(id))]
        await sql`
          update department set sort = next.sort from unnest(${order}::uuid[], ${order.map((_id, at) => at)}::int[]) as next (id, sort)
          where department.id = next.id and department.sort <> next.sort`.execute(trx)
      })
    },
  }
}
