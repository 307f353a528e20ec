// Roles and permissions of a package in an app. People stay behind: nobody of the other organisation is somebody here.
import { uuidv7 } from 'uuidv7'
import { fieldError } from '../../errors.ts'
import type { Scope, Trx } from '../../store/database.ts'
import { type Permissions, engineOf, compileFilter, type Dialect, isRefusal, prepared, renamed, toKeys, VARIABLES, withRoles } from '../data/index.ts'
import { nameActor } from '../permission/index.ts'
import { defaultList, isKind, ROW_OPTIONS } from '../foundation/access/words.ts'
import { tellLeft } from './may-make.ts'
import type { PlacedModels } from './place-models.ts'
import type { OnConflict } from './placing.ts'
import type { Remark } from './project.ts'
import { inApp } from '../../store/scoped.ts'

const ROWS_AT_ONCE = 500

export interface PermissionOptions {
  file: string
  onConflict: OnConflict
  /** A new app takes the lists of who may do what, and its rules for rows came with it. An app that is there keeps its own lists. */
  isNewApp: boolean
  /** Ids in the app by ids in the package, of pages that were made. */
  pages: ReadonlyMap<string, string>
  models: PlacedModels
  /** New roles may be made; without that only those come along that the app has already. */
  mayMakeRoles: boolean
}

/** Packages that know no rights on rows mean by managing data that rows are added, changed and deleted. */
function withRowRights(lists: Permissions['lists']): Permissions['lists'] {
  const manage = lists.find(({ environment, list }) => !environment && list === 'dataManage')
  const names = ROW_OPTIONS.map(option => defaultList('model', option))
  if (!manage || lists.some(({ list }) => names.includes(list))) return lists
  return [...lists, ...names.map(list => ({ environment: '', list, roles: manage.roles, owner: true }))]
}

/** A name that no role in `taken` (in lower case) has. */
export function freeRoleName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted
  for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${wanted.slice(0, 46)} ${n}`
  return name
}

export async function placePermissions(trx: Trx, scope: Scope, userId: string, permissions: Permissions, options: PermissionOptions) {
  const { file, onConflict, isNewApp, pages, models, mayMakeRoles } = options
  const notes: Remark[] = []
  const note = (name: string, code: string, english: string, values: Remark['values'] = {}) => notes.push({ code, english, values, name, file })
  await nameActor(trx, userId)

  const there = await inApp(trx, scope).selectFrom('role').select(['id', 'name', 'type', 'built_in']).execute()
  const taken = new Set(there.map(role => role.name.toLowerCase()))
  const roles = new Map<string, string>()
  const fresh = new Set<string>()
  for (const role of permissions.roles) {
    const same = role.builtIn
      ? there.find(one => one.built_in === role.builtIn)
      : there.find(one => !one.built_in && one.type === role.type && one.name.toLowerCase() === role.name.toLowerCase())
    if (same && (role.builtIn || onConflict === 'skip')) {
      roles.set(role.id, same.id)
      if (!role.builtIn) note(role.name, 'import.roleThere', 'The role {name} of the app is used, with the people who hold it', { name: same.name })
      continue
    }
    if (!mayMakeRoles) continue
    const name = freeRoleName(role.name.trim(), taken)
    if (name !== role.name.trim()) note(role.name, 'import.roleRenamed', 'The app has a role of this name; it is now {name}', { name })
    taken.add(name.toLowerCase())
    const id = uuidv7()
    roles.set(role.id, id)
    fresh.add(role.id)
    const { type, description, editable, deleteable } = role
    await inApp(trx, scope).insertInto('role').values({ id, name, type, description: description.trim(), editable, deleteable, owner_id: userId }).execute()
  }
  if (!mayMakeRoles && permissions.roles.some(role => !roles.has(role.id))) for (const { code, english } of tellLeft(['role'])) note('', code, english)
  // Who is in a role that was there is the app's own matter.
  const included = permissions.roles
    .filter(role => fresh.has(role.id))
    .flatMap(role => role.includes.flatMap(id => (fresh.has(id) ? [{ role_id: roles.get(role.id) as string, subject_id: roles.get(id) as string }] : [])))
  if (included.length)
    await inApp(trx, scope)
      .insertInto('role_member')
      .values(included.map(one => ({ ...one, kind: 'role' })))
      .onConflict(conflict => conflict.doNothing())
      .execute()

  const rolesOf = (ids: readonly string[]) => [...new Set(ids.flatMap(id => roles.get(id) ?? []))]
  if (isNewApp && permissions.lists.length)
    await inApp(trx, scope)
      .insertInto('permission_list')
      .values(withRowRights(permissions.lists).map(({ environment, list, roles: named, owner }) => ({ environment, list, owner, roles: rolesOf(named) })))
      .onConflict(conflict => conflict.doNothing())
      .execute()

  const fieldsMade = new Set([...models.made.values()].flatMap(({ definition }) => definition.fields.map(field => field.id)))
  const newModels = [...models.ids].filter(([, id]) => models.made.has(id) || fieldsMade.has(id) || isNewApp)
  const resources = new Map([...pages, ...newModels, ...[...roles].filter(([old]) => fresh.has(old))])
  const overrides = permissions.overrides.flatMap(({ roleId, resourceIds, kind, option, environment, allow }) => {
    const role = roles.get(roleId)
    if (!role || !isKind(kind)) return []
    return resourceIds.flatMap(id => {
      const resource = resources.get(id)
      return resource ? [{ role_id: role, resource_id: resource, kind, option, environment, allow }] : []
    })
  })
  for (let at = 0; at < overrides.length; at += ROWS_AT_ONCE)
    await inApp(trx, scope)
      .insertInto('permission_override')
      .values(overrides.slice(at, at + ROWS_AT_ONCE))
      .onConflict(conflict => conflict.doNothing())
      .execute()
  const pageOptions = permissions.options.flatMap(({ pageId, value, label }) => {
    const page = pages.get(pageId)
    return page ? [{ page_id: page, value, label }] : []
  })
  for (let at = 0; at < pageOptions.length; at += ROWS_AT_ONCE)
    await inApp(trx, scope)
      .insertInto('permission_option')
      .values(pageOptions.slice(at, at + ROWS_AT_ONCE))
      .onConflict(conflict => conflict.doNothing())
      .execute()

  const sources = await inApp(trx, scope).selectFrom('data_source').select(['id', 'dialect']).execute()
  for (const rule of permissions.rowRules) {
    const model = models.made.get(models.ids.get(rule.modelId) ?? '')
    if (!model) continue
    const filters = withRoles(
      renamed(rule.filters, id => models.ids.get(String(id)) ?? id),
      id => roles.get(id) ?? id,
    )
    const dialect: Dialect = sources.find(source => source.id === model.sourceId)?.dialect ?? 'builtin'
    const problem = filterProblem(filters, model.definition, dialect)
    // Such a rule shows nothing, here as where it comes from.
    if (problem) note(rule.name, 'import.ruleUnfit', 'This row permission does not fit its model and shows no rows')
    const roleIds = rolesOf(rule.roleIds)
    if (!roleIds.length) note(rule.name, 'import.ruleForNobody', 'Choose who this row permission is for: its people did not come along')
    await inApp(trx, scope)
      .insertInto('row_permission')
      .values({
        id: uuidv7(),
        model_id: model.id,
        name: rule.name.trim(),
        description: rule.description.trim(),
        user_ids: [],
        role_ids: roleIds,
        permissions: [...rule.permissions],
        filters: JSON.stringify(filters),
        base_acl: isNewApp || rule.baseAcl,
        updated_by: userId,
      })
      .execute()
  }
  return notes
}

const NO_VALUES = Object.fromEntries(VARIABLES.map(variable => [variable.name, []]))

/** Whether a tree does not fit; one that is no tree at all refuses the package. */
function filterProblem(filters: unknown, definition: Parameters<typeof toKeys>[1], dialect: Dialect): boolean {
  try {
    compileFilter(
      prepared(toKeys(filters, definition), definition, NO_VALUES),
      { definition, engine: engineOf(dialect), keyTypeOf: () => 'uuid' },
      { variables: NO_VALUES, at: 'filters' },
    )
    return false
  } catch (error) {
    if (isRefusal(error)) return true
    throw fieldError('package.badManifest', 'file', 'The manifest of the package is not valid: {where}', { where: 'rowRules' })
  }
}
