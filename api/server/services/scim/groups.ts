// SCIM groups are departments, with the rules of the organisation's own screens. The organisation itself, their root, is none.
import { sql } from 'kysely'
import type { Core } from '../../core.ts'
import type { Trx } from '../../store/database.ts'
import { departmentOf, lockOrganisation, type createDepartments } from '../org/index.ts'
import { UUID, type Condition } from './conditions.ts'
import { addMembers, changeMembers, idsOf, isAboutMembers, replaceMembers } from './group-members.ts'
import { countGroups, groupPlaces, groupRows, shownGroup, writableOf, type GroupRow } from './group-rows.ts'
import { readResource } from './input.ts'
import { listed } from './list.ts'
import { patched, readOperations } from './patch.ts'
import { isWanted, type Wanted } from './project.ts'
import { refused, resourceUnknown } from './refusals.ts'
import { groupType, type Resource } from './schemas.ts'
import { checkVersion, type ListQuery, type Provisioning } from './scope.ts'
import { DEPARTMENT } from './urns.ts'
import { inCompany } from '../../store/scoped.ts'

const NAME_MAX = 25
const CODE_MAX = 50

interface Said {
  name: string
  externalId: string | null
  code: string
  /** Id of the group above; empty for the first level, undefined where nothing is said. */
  parent: string | undefined
  /** Empty for nobody. */
  manager: string | undefined
}

const idIn = (value: unknown): string => {
  const id = String((value as Resource | undefined)?.value ?? '').toLowerCase()
  if (id && !UUID.test(id)) throw refused('invalidValue', 'There is no resource {id}', { id: id.slice(0, 100) })
  return id
}

function saidOf(resource: Resource): Said {
  const { displayName, externalId, [DEPARTMENT]: more } = resource
  const name = String(displayName ?? '').trim()
  if (!name) throw refused('invalidValue', 'The attribute {name} is required', { name: 'displayName' })
  if (name.length > NAME_MAX) throw refused('invalidValue', 'The attribute {name} has more than {limit} characters', { name: 'displayName', limit: NAME_MAX })
  const extension = (more ?? {}) as Resource
  const code = String(extension.code ?? '').trim()
  if (code.length > CODE_MAX) throw refused('invalidValue', 'The attribute {name} has more than {limit} characters', { name: 'code', limit: CODE_MAX })
  return {
    name,
    externalId: (externalId as string | undefined) ?? null,
    code,
    // A client that knows nothing of the extension leaves tree and manager alone.
    parent: more === undefined ? undefined : idIn(extension.parent),
    manager: more === undefined ? undefined : idIn(extension.manager),
  }
}

export function createScimGroups({ db }: Pick<Core, 'db'>, { departments }: { departments: ReturnType<typeof createDepartments> }) {
  const idIs = (id: string): Condition => sql<boolean>`d.id = ${id}::uuid`

  async function rowOf(companyId: string, id: string, on: Trx | typeof db = db, withMembers = true) {
    const [row] = UUID.test(id) ? await groupRows(on, companyId, idIs(id), { withMembers }) : []
    if (!row) throw resourceUnknown(id)
    return row
  }

  /** Two groups of one name side by side could not be told apart by a provider. */
  async function checkFree(companyId: string, said: Said, parentId: string, ownId: string | null, trx: Trx) {
    const { rows } = await sql`
      select from department where company_id = ${companyId} and parent_id = ${parentId} and lower(name) = ${said.name.toLowerCase()} and id is distinct from ${ownId}
      `.execute(trx)
    if (rows.length) throw refused('uniqueness', 'A group of this name is there already')
  }

  /** The department above; one that is named must be a group. */
  async function parentOf(companyId: string, said: Said, trx: Trx): Promise<string> {
    if (!said.parent) return (await departmentOf(companyId, undefined, trx)).id
    const [row] = await groupRows(trx, companyId, idIs(said.parent), { withMembers: false })
    if (!row) throw refused('invalidValue', 'There is no resource {id}', { id: said.parent })
    return row.id
  }

  async function save({ company }: Provisioning, row: GroupRow, said: Said, trx: Trx) {
    const current = await departmentOf(company.id, row.id, trx)
    const parentId = said.parent === undefined ? (current.parent_id as string) : await parentOf(company.id, said, trx)
    const isMoved = parentId !== current.parent_id
    if (isMoved || said.name.toLowerCase() !== row.name.toLowerCase()) await checkFree(company.id, said, parentId, row.id, trx)
    const code = said.code && said.code !== row.code ? { code: said.code } : {}
    const manager = said.manager === undefined ? {} : { manager: said.manager || null }
    await departments.update(company.id, row.id, { name: said.name, ...(isMoved && { parentId }), ...code, ...manager }, trx)
    await inCompany(trx, company.id).updateTable('department').set({ external_id: said.externalId }).where('id', '=', row.id).execute()
  }

  async function change(scope: Provisioning, id: string, ifMatch: string | undefined, work: (row: GroupRow, trx: Trx) => Promise<void>) {
    return db.transaction().execute(async trx => {
      await lockOrganisation(scope.company.id, trx)
      const row = await rowOf(scope.company.id, id, trx, false)
      checkVersion(ifMatch, row.revision)
      await work(row, trx)
      return shownGroup(await rowOf(scope.company.id, id, trx), scope)
    })
  }

  return {
    async list(scope: Provisioning, query: ListQuery) {
      const withMembers = isWanted(groupType, query, 'members')
      return listed(db, scope, query, {
        type: groupType,
        places: groupPlaces,
        id: sql`d.id`,
        count: countGroups,
        rows: (on, companyId, where, page) => groupRows(on, companyId, where, { withMembers, ...page }),
        shown: shownGroup,
      })
    },

    async get(scope: Provisioning, id: string, wanted: Wanted = {}) {
      return shownGroup(await rowOf(scope.company.id, id, db, isWanted(groupType, wanted, 'members')), scope)
    },

    async create(scope: Provisioning, raw: Resource) {
      const resource = readResource(groupType, raw)
      const said = saidOf(resource)
      const { company } = scope
      return db.transaction().execute(async trx => {
        await lockOrganisation(company.id, trx)
        const parentId = await parentOf(company.id, said, trx)
        await checkFree(company.id, said, parentId, null, trx)
        const { id } = await departments.create(company.id, { name: said.name, parentId, code: said.code, manager: said.manager }, trx)
        if (said.externalId)
          await inCompany(trx, scope.company.id).updateTable('department').set({ external_id: said.externalId }).where('id', '=', id).execute()
        await addMembers(company.id, id, idsOf(resource.members), trx)
        return shownGroup(await rowOf(company.id, id, trx), scope)
      })
    },

    replace(scope: Provisioning, id: string, raw: Resource, ifMatch?: string) {
      const resource = readResource(groupType, raw)
      const said = saidOf(resource)
      return change(scope, id, ifMatch, async (row, trx) => {
        await replaceMembers(scope.company.id, id, idsOf(resource.members), trx)
        await save(scope, row, said, trx)
      })
    },

    patch(scope: Provisioning, id: string, raw: Resource, ifMatch?: string) {
      const operations = readOperations(groupType, raw)
      const others = operations.filter(one => !isAboutMembers(one))
      return change(scope, id, ifMatch, async (_row, trx) => {
        for (const operation of operations) if (isAboutMembers(operation)) await changeMembers(scope.company.id, id, operation, trx)
        if (!others.length) return
        // A manager who left is none any more.
        const row = await rowOf(scope.company.id, id, trx, false)
        await save(scope, row, saidOf(patched(groupType, writableOf(row), others)), trx)
      })
    },

    /** A department with people or departments in it stays, as on the organisation's own screens. */
    async remove({ company }: Provisioning, id: string, ifMatch?: string) {
      await db.transaction().execute(async trx => {
        await lockOrganisation(company.id, trx)
        const row = await rowOf(company.id, id, trx, false)
        checkVersion(ifMatch, row.revision)
        await departments.remove(company.id, id, trx)
      })
    },
  }
}
