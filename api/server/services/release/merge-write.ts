// Makes dev of an app what a state says, in the caller's transaction: only what differs is written, pages and resources as versions of their own.
import type { Scope, Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import { hashOf, type AppDesign, type DesignModel } from '../data/index.ts'
import { addTheme, saveTheme, writeShown, type DesignTheme } from '../foundation/app-themes.ts'
import { writeLanguages, writeTexts } from '../foundation/app-texts.ts'
import type { DesignResource } from '../foundation/resources.ts'
import { lockTree, writeTreeChanges } from '../page/index.ts'
import { nameActor } from '../permission/index.ts'
import { isDeepStrictEqual } from 'node:util'
import { listPartId, overridePartId, shownIn } from './compare.ts'
import type { Content } from './manifest.ts'

type Themes = Pick<DesignTheme, 'id' | 'document'>[]

export interface By {
  userId: string
  note: string
}

const NO_DESIGN: AppDesign = { data: { sources: [], models: [] }, permissions: { roles: [], lists: [], overrides: [], options: [], rowRules: [] } }

/** What is new, what is another now, and what went, of two lists. */
function changesOf<T>(before: readonly T[], after: readonly T[], idOf: (one: T) => string) {
  const was = new Map(before.map(one => [idOf(one), one]))
  const is = new Set(after.map(idOf))
  return {
    added: after.filter(one => !was.has(idOf(one))),
    changed: after.filter(one => was.has(idOf(one)) && !isDeepStrictEqual(was.get(idOf(one)), one)),
    removed: before.filter(one => !is.has(idOf(one))),
  }
}
const byId = (one: { id: string }) => one.id

/** Holds back whoever changes what is about to be read and written, in one order everywhere: pages before the app (page/rows.ts). */
export async function lockDev(scope: Scope, trx: Trx) {
  await lockTree(scope, trx)
  await inApp(trx, scope).selectFrom('page').select('id').orderBy('id').forUpdate().execute()
  await inApp(trx, scope).selectFrom('data_source').select('id').orderBy('id').forUpdate().execute()
  await inApp(trx, scope).selectFrom('app').select('id').forNoKeyUpdate().execute()
}

export async function writeContent(trx: Trx, scope: Scope, by: By, before: Content, after: Content) {
  const [old, now] = [before.design ?? NO_DESIGN, after.design ?? NO_DESIGN]
  await nameActor(trx, by.userId)
  await writeTreeChanges(trx, scope, by, before.pages, after.pages)
  await writeSources(trx, scope, old.data, now.data)
  await writeModels(trx, scope, by, old.data.models, now.data.models)
  await writeResources(trx, scope, by, old.resources ?? [], now.resources ?? [])
  await writePermissions(trx, scope, by, old.permissions, now.permissions)
  await writeLanguagesAndTexts(trx, scope, by, old.texts, now.texts)
  await writeThemes(trx, scope, by, before, after)
}

async function writeThemes(trx: Trx, scope: Scope, by: By, before: Content, after: Content) {
  const [old, now] = [before, after].map(({ design }) => (design?.themes ?? []).map(({ id, document }) => ({ id, document }))) as [Themes, Themes]
  const [was, is] = [shownIn(before), shownIn(after)]
  const { added, changed, removed } = changesOf(old, now, byId)
  if (removed.length) await inApp(trx, scope).deleteFrom('theme').where('id', 'in', removed.map(byId)).execute()
  for (const theme of changed) await saveTheme(trx, scope, by, theme)
  for (const theme of added) await addTheme(trx, scope, by, theme)
  if (!isDeepStrictEqual(was, is)) await writeShown(trx, scope, is)
}

async function writeSources(trx: Trx, scope: Scope, old: AppDesign['data'], now: AppDesign['data']) {
  const { added, changed, removed } = changesOf(old.sources, now.sources, byId)
  if (removed.length) await inApp(trx, scope).deleteFrom('data_source').where('id', 'in', removed.map(byId)).execute()
  for (const { id, key, name, dialect } of added) await inApp(trx, scope).insertInto('data_source').values({ id, key, name, dialect }).execute()
  for (const { id, key, name } of changed) await inApp(trx, scope).updateTable('data_source').set({ key, name }).where('id', '=', id).execute()
}

async function writeModels(trx: Trx, scope: Scope, { userId }: By, old: readonly DesignModel[], now: readonly DesignModel[]) {
  const { added, changed, removed } = changesOf(old, now, byId)
  const valuesOf = ({ sourceId, key, name, description, definition }: DesignModel) => ({
    source_id: sourceId,
    key,
    name,
    description,
    hash: hashOf(key, definition),
    definition: JSON.stringify(definition),
    updated_by: userId,
  })
  if (removed.length) await inApp(trx, scope).deleteFrom('data_model').where('id', 'in', removed.map(byId)).execute()
  for (const { id, definition } of removed)
    // A table that is somebody else's is forgotten at once: there is nothing to drop.
    if (!definition.managed) await inApp(trx, scope).deleteFrom('data_applied').where('model_id', '=', id).where('tag', '=', 'dev').execute()
  // Keys may change hands among those that change.
  for (const { id } of changed)
    await inApp(trx, scope)
      .updateTable('data_model')
      .set({ key: `_${id}` })
      .where('id', '=', id)
      .execute()
  for (const model of changed)
    await inApp(trx, scope)
      .updateTable('data_model')
      .set(eb => ({ ...valuesOf(model), version: eb('version', '+', 1), updated_at: new Date() }))
      .where('id', '=', model.id)
      .execute()
  for (const model of added)
    await inApp(trx, scope)
      .insertInto('data_model')
      .values({ id: model.id, ...valuesOf(model) })
      .execute()
}

async function writeResources(trx: Trx, scope: Scope, { userId, note }: By, old: readonly DesignResource[], now: readonly DesignResource[]) {
  const { added, changed, removed } = changesOf(old, now, byId)
  if (removed.length) await inApp(trx, scope).deleteFrom('resource').where('id', 'in', removed.map(byId)).execute()
  for (const { id } of changed)
    await inApp(trx, scope)
      .updateTable('resource')
      .set({ key: `_${id}` })
      .where('id', '=', id)
      .execute()
  const contentOf = ({ key, name, definition }: DesignResource) => ({ key, name, definition: JSON.stringify(definition) })
  // Groups come before what stands in them.
  for (const one of [...added].sort((a, b) => Number(a.parentId !== null) - Number(b.parentId !== null))) {
    const { id, kind, description, parentId } = one
    await inApp(trx, scope)
      .insertInto('resource')
      .values({ id, kind, ...contentOf(one), description, parent_id: parentId, owner_id: userId, updated_by: userId })
      .execute()
    await inApp(trx, scope)
      .insertInto('resource_version')
      .values({ resource_id: id, version: 1, ...contentOf(one), note, created_by: userId })
      .execute()
  }
  for (const one of changed) {
    const { version } = await inApp(trx, scope)
      .updateTable('resource')
      .set(eb => ({
        ...contentOf(one),
        description: one.description,
        parent_id: one.parentId,
        version: eb('version', '+', 1),
        updated_at: new Date(),
        updated_by: userId,
      }))
      .where('id', '=', one.id)
      .returning('version')
      .executeTakeFirstOrThrow()
    await inApp(trx, scope)
      .insertInto('resource_version')
      .values({ resource_id: one.id, version, ...contentOf(one), note, created_by: userId })
      .execute()
  }
}

async function writePermissions(trx: Trx, scope: Scope, { userId }: By, old: AppDesign['permissions'], now: AppDesign['permissions']) {
  const roles = changesOf(old.roles, now.roles, byId)
  if (roles.removed.length) await inApp(trx, scope).deleteFrom('role').where('id', 'in', roles.removed.map(byId)).execute()
  for (const { id, name, type, description, editable, deleteable } of roles.added)
    await inApp(trx, scope).insertInto('role').values({ id, name, type, description, editable, deleteable, owner_id: userId }).execute()
  for (const { id, name, description } of roles.changed) await inApp(trx, scope).updateTable('role').set({ name, description }).where('id', '=', id).execute()
  for (const { id, includes } of [...roles.added, ...roles.changed]) {
    await inApp(trx, scope).deleteFrom('role_member').where('role_id', '=', id).where('kind', '=', 'role').execute()
    if (includes.length)
      await inApp(trx, scope)
        .insertInto('role_member')
        .values(includes.map(subject => ({ role_id: id, subject_id: subject, kind: 'role' as const })))
        .onConflict(conflict => conflict.doNothing())
        .execute()
  }

  const lists = changesOf(old.lists, now.lists, listPartId)
  for (const { environment, list } of [...lists.changed, ...lists.removed])
    await inApp(trx, scope).deleteFrom('permission_list').where('environment', '=', environment).where('list', '=', list).execute()
  for (const one of [...lists.added, ...lists.changed]) await inApp(trx, scope).insertInto('permission_list').values(one).execute()

  const overrides = changesOf(old.overrides, now.overrides, overridePartId)
  for (const { roleId, kind, option, environment, allow } of [...overrides.changed, ...overrides.removed])
    await inApp(trx, scope)
      .deleteFrom('permission_override')
      .where('role_id', '=', roleId)
      .where('kind', '=', kind)
      .where('option', '=', option)
      .where('environment', '=', environment)
      .where('allow', '=', allow)
      .execute()
  for (const { roleId, resourceIds, ...one } of [...overrides.added, ...overrides.changed])
    for (let at = 0; at < resourceIds.length; at += 500)
      await inApp(trx, scope)
        .insertInto('permission_override')
        .values(resourceIds.slice(at, at + 500).map(resource => ({ ...one, role_id: roleId, resource_id: resource })))
        .onConflict(conflict => conflict.columns(['role_id', 'resource_id', 'kind', 'option', 'environment']).doUpdateSet({ allow: one.allow }))
        .execute()

  const options = changesOf(old.options, now.options, one => `${one.pageId} ${one.value}`)
  for (const { pageId, value } of [...options.changed, ...options.removed])
    await inApp(trx, scope).deleteFrom('permission_option').where('page_id', '=', pageId).where('value', '=', value).execute()
  for (const { pageId, value, label } of [...options.added, ...options.changed])
    await inApp(trx, scope)
      .insertInto('permission_option')
      .values({ page_id: pageId, value, label })
      .onConflict(conflict => conflict.doNothing())
      .execute()

  const rules = changesOf(old.rowRules, now.rowRules, byId)
  if (rules.removed.length) await inApp(trx, scope).deleteFrom('row_permission').where('id', 'in', rules.removed.map(byId)).execute()
  const ruleValues = (rule: AppDesign['permissions']['rowRules'][number]) => ({
    model_id: rule.modelId,
    name: rule.name,
    description: rule.description,
    user_ids: rule.userIds,
    role_ids: rule.roleIds,
    permissions: rule.permissions,
    filters: JSON.stringify(rule.filters),
    base_acl: rule.baseAcl,
    updated_by: userId,
  })
  for (const rule of rules.changed) await inApp(trx, scope).updateTable('row_permission').set(ruleValues(rule)).where('id', '=', rule.id).execute()
  for (const rule of rules.added)
    await inApp(trx, scope)
      .insertInto('row_permission')
      .values({ id: rule.id, ...ruleValues(rule) })
      .onConflict(conflict => conflict.doNothing())
      .execute()
}

async function writeLanguagesAndTexts(trx: Trx, scope: Scope, { userId }: By, old: AppDesign['texts'], now: AppDesign['texts']) {
  if (isDeepStrictEqual(old, now)) return
  const languages = new Set([...Object.keys(old?.translations ?? {}), ...Object.keys(now?.translations ?? {})])
  if (now && !isDeepStrictEqual(old?.languages, now.languages)) await writeLanguages(trx, scope, now.languages)
  if (!now) await writeLanguages(trx, scope, [])
  const list = [...languages].flatMap(language => {
    const [was, is] = [old?.translations[language] ?? {}, now?.translations[language] ?? {}]
    const gone = Object.keys(was).filter(source => !Object.hasOwn(is, source))
    return [
      ...Object.entries(is)
        .filter(([source, translation]) => was[source] !== translation)
        .map(([source, translation]) => ({ language, source, translation })),
      ...gone.map(source => ({ language, source, translation: '' })),
    ]
  })
  await writeTexts(trx, scope, userId, list)
}
