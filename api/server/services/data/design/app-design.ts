// What an app is besides its pages: data sources without their connections, models, roles, permissions, rules for rows. Read as one value, which a
// release keeps, a package carries and a copy is made from.
import { sql } from 'kysely'
import type { Db, Scope, Trx } from '../../../store/database.ts'
import { inOrder } from './models.ts'
import { readTexts, type DesignTexts } from '../../foundation/app-texts.ts'
import { readChosenTheme, readThemes, type DesignTheme } from '../../foundation/app-themes.ts'
import { readResources, type DesignResource } from '../../foundation/resources.ts'
import type { Definition, Dialect } from '../types.ts'
import { inApp } from '../../../store/scoped.ts'

export interface DesignSource {
  id: string
  key: string
  name: string
  dialect: Dialect
}
export interface DesignModel {
  id: string
  sourceId: string
  key: string
  name: string
  description: string
  definition: Definition
}
export interface DesignRole {
  id: string
  name: string
  type: number
  /** One of the roles that every app has; null for the app's own. */
  builtIn: string | null
  description: string
  editable: boolean
  deleteable: boolean
  /** Ids of the roles whose holders hold this one too. */
  includes: string[]
}
export interface DesignRowRule {
  id: string
  modelId: string
  name: string
  description: string
  userIds: string[]
  roleIds: string[]
  permissions: string[]
  filters: unknown
  baseAcl: boolean
}
export interface Permissions {
  roles: DesignRole[]
  lists: { environment: string; list: string; roles: string[]; owner: boolean }[]
  /** Exceptions for single resources, put together by all that they share: there may be very many. */
  overrides: { roleId: string; kind: string; option: string; environment: string; allow: boolean; resourceIds: string[] }[]
  /** Permissions of pages besides the usual ones. */
  options: { pageId: string; value: string; label: string }[]
  rowRules: DesignRowRule[]
}
export interface DataDesign {
  sources: DesignSource[]
  models: DesignModel[]
}
export interface AppDesign {
  data: DataDesign
  permissions: Permissions
  /** Left out by versions from before there were any. */
  resources?: DesignResource[]
  /** Left out by apps of one language. */
  texts?: DesignTexts
  /** Left out by apps without themes. */
  themes?: DesignTheme[]
  /** The name of the organisation's theme that the app has chosen, where it has. */
  chosenTheme?: string
}

export async function readData(scope: Scope, on: Db | Trx): Promise<DataDesign> {
  const sources = await inApp(on, scope).selectFrom('data_source').select(['id', 'key', 'name', 'dialect']).orderBy('key').execute()
  const models = await inApp(on, scope)
    .selectFrom('data_model')
    .select(['id', 'source_id as sourceId', 'key', 'name', 'description', 'definition'])
    .orderBy('id')
    .execute()
  return { sources, models: models.map(model => ({ ...model, definition: model.definition as Definition })) }
}

/** What the database of an environment holds, as a design. */
export async function readApplied(scope: Scope, tag: string, on: Db | Trx): Promise<DataDesign> {
  const { sources } = await readData(scope, on)
  const rows = await inApp(on, scope)
    .selectFrom('data_applied')
    .select(['model_id as id', 'source_id as sourceId', 'key', 'name', 'definition'])
    .where('tag', '=', tag)
    .orderBy('model_id')
    .execute()
  return { sources, models: rows.map(row => ({ ...row, description: '', definition: row.definition as Definition })) }
}

export async function readPermissions(scope: Scope, on: Db | Trx): Promise<Permissions> {
  const roles = await inApp(on, scope)
    .selectFrom('role')
    .select(['id', 'name', 'type', 'built_in as builtIn', 'description', 'editable', 'deleteable'])
    .orderBy('id')
    .execute()
  const included = await inApp(on, scope).selectFrom('role_member').select(['role_id', 'subject_id']).where('kind', '=', 'role').orderBy('subject_id').execute()
  const lists = await inApp(on, scope)
    .selectFrom('permission_list')
    .select(['environment', 'list', 'roles', 'owner'])
    .orderBy('environment')
    .orderBy('list')
    .execute()
  const overrides = await inApp(on, scope)
    .selectFrom('permission_override')
    .select(['role_id as roleId', 'kind', 'option', 'environment', 'allow', sql<string[]>`array_agg(resource_id order by resource_id)`.as('resourceIds')])
    .groupBy(['role_id', 'kind', 'option', 'environment', 'allow'])
    .orderBy('role_id')
    .orderBy('kind')
    .orderBy('option')
    .orderBy('environment')
    .orderBy('allow')
    .execute()
  const options = await inApp(on, scope)
    .selectFrom('permission_option')
    .select(['page_id as pageId', 'value', 'label'])
    .orderBy('page_id')
    .orderBy('value')
    .execute()
  const rules = await inApp(on, scope).selectFrom('row_permission').selectAll().orderBy('id').execute()
  return {
    roles: roles.map(role => ({ ...role, includes: included.filter(one => one.role_id === role.id).map(one => one.subject_id) })),
    lists,
    overrides,
    options,
    rowRules: rules.map(rule => ({
      id: rule.id,
      modelId: rule.model_id,
      name: rule.name,
      description: rule.description,
      userIds: rule.user_ids,
      roleIds: rule.role_ids,
      permissions: rule.permissions,
      filters: rule.filters,
      baseAcl: rule.base_acl,
    })),
  }
}

export async function readDesign(scope: Scope, on: Db | Trx): Promise<AppDesign> {
  const texts = await readTexts(scope, on)
  const themes = await readThemes(scope, on)
  const chosenTheme = await readChosenTheme(scope, on)
  return {
    data: await readData(scope, on),
    permissions: await readPermissions(scope, on),
    resources: await readResources(scope, on),
    ...(texts && { texts }),
    ...(themes.length && { themes }),
    ...(chosenTheme && { chosenTheme }),
  }
}

/** The same design gives the same text, whatever order its keys were read in. */
export const designText = (design: AppDesign) => JSON.stringify(inOrder(design))
