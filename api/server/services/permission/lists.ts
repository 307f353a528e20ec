// The lists of an app: its duties, who may make what, the defaults of its resources, and what an environment has of its own.
import { sql } from 'kysely'
import { say, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import type { Db, Scope, Trx } from '../../store/database.ts'
import { scopeOf, type AppInScope, type SignedIn } from '../foundation/access/index.ts'
import { asActor, nameActor } from './actor.ts'
import type { Const, createConsts } from './consts.ts'
import { listKey, resolveList, type ListFacts, type Policy } from '../foundation/access/verdict.ts'
import { isForInternalsOnly, rolesInOrder } from './overrides.ts'
import { loadPolicy, type StoredPolicy } from './policy.ts'
import { mayDutyAt, notAllowed } from '../foundation/access/rights.ts'
import {
  APP_DUTIES,
  createList,
  defaultList,
  environmentOf,
  MADE_KINDS,
  OPTIONS,
  ROW_OPTIONS,
  RUNTIME_DUTIES,
  REQUIRED_KINDS,
  UNASKED_DUTIES,
  type MadeKind,
  type RowOption,
  type RuntimeDuty,
} from '../foundation/access/words.ts'
import { inApp } from '../../store/scoped.ts'

/** Stands for the resource owner among the roles of a default. */
export const OWNER = 'owner'

type KindLists = Partial<Record<string, string[]>>
/** The two forms of the permission page, as they are sent: each with its own part of this. */
export type AclForm = Partial<Record<`${(typeof APP_DUTIES)[number]}Acl`, string[]>> &
  Partial<Record<`${MadeKind}Acl`, KindLists>> & { guestEnabled?: boolean; aclManualDisabled?: boolean }
export type RuntimeForm = Partial<Record<`${RuntimeDuty}Acl`, string[]>>

/** Opening the app and seeing or calling what is in it is for everybody; all else for people of the organisation. */
const isForAll = (list: string) => (list.includes(':') ? !isForInternalsOnly(list.split(':')[1] ?? '') : list === 'read')

const same = (a: readonly string[], b: readonly string[]) => a.length === b.length && new Set([...a, ...b]).size === a.length

/** Writes the lists that are to be different from now on. */
export async function writeLists(trx: Trx, scope: Scope, policy: Policy, lists: ReadonlyMap<string, { environment: string; list: string } & ListFacts>) {
  const changed = [...lists.values()].filter(({ environment, list, roles, owner }) => {
    const now = policy.lists.get(listKey(environment, list)) ?? (environment ? undefined : resolveList(policy, '', list))
    return !now || !same(now.roles, roles) || now.owner !== owner
  })
  if (!changed.length) return
  await inApp(trx, scope)
    .insertInto('permission_list')
    .values(changed.map(({ environment, list, roles, owner }) => ({ environment, list, roles: [...roles], owner })))
    .onConflict(conflict =>
      conflict.columns(['app_id', 'environment', 'list']).doUpdateSet(eb => ({ roles: eb.ref('excluded.roles'), owner: eb.ref('excluded.owner') })),
    )
    .execute()
}

/** Sent lists as they are stored; a role that is not the app's, or that the list is not for, is refused at its field. */
export function readLists(policy: StoredPolicy, environment: string, sent: readonly { field: string; list: string; values: readonly string[] }[]) {
  const fields: Record<string, string> = {}
  const lists = new Map<string, { environment: string; list: string } & ListFacts>()
  for (const { field, list, values } of sent) {
    const owner = list.includes(':') && values.includes(OWNER)
    const roles = [...new Set(values.filter(value => value !== OWNER || !owner))]
    for (const id of roles) {
      const role = policy.roles.get(id)
      if (!role) fields[field] = 'One of the roles no longer exists'
      // Of guests nothing is said while the app lets none in; what was said before stays.
      else if (role.builtIn === 'guest' && !policy.guestEnabled) fields[field] = 'The app lets no guests in'
      else if (role.type > 0 && !isForAll(list)) fields[field] = 'Guests and external users cannot be given this permission'
    }
    if (!values.length) fields[field] = 'Please choose at least one role'
    lists.set(listKey(environment, list), { environment, list, roles, owner })
  }
  if (Object.keys(fields).length) throw new ApiError('permission.rolesInvalid', 'Check the form', 422, { fields })
  return lists
}

/** What the permission page's forms name, as the lists they are kept in. */
export function listsOfForm(form: AclForm) {
  const sent: { field: string; list: string; values: readonly string[] }[] = []
  for (const duty of APP_DUTIES) {
    const values = form[`${duty}Acl`]
    // An optional list that is empty is for those who manage the app.
    if (values && (values.length || duty === 'read')) sent.push({ field: `${duty}Acl`, list: duty, values })
  }
  const emptied = APP_DUTIES.filter(duty => duty !== 'read' && form[`${duty}Acl`]?.length === 0)
  for (const kind of MADE_KINDS) {
    const of = form[`${kind}Acl`]
    if (!of) continue
    if (of.create) sent.push({ field: `${kind}Acl.create`, list: createList(kind), values: of.create })
    for (const option of OPTIONS[kind]) if (of[option]) sent.push({ field: `${kind}Acl.${option}`, list: defaultList(kind, option), values: of[option] })
  }
  return { sent, emptied }
}

export function createLists({ db }: Pick<Core, 'db'>, consts: ReturnType<typeof createConsts>) {
  /** Guests are not spoken of while the app lets none in. */
  const shown = (policy: StoredPolicy, { roles, owner }: ListFacts) => [
    ...roles.filter(id => policy.roles.has(id) && (policy.guestEnabled || policy.roles.get(id)?.builtIn !== 'guest')),
    ...(owner ? [OWNER] : []),
  ]

  /** A part of the form has all of its required lists. */
  function checkParts(form: AclForm) {
    const creates = MADE_KINDS.map(kind => `${kind}Acl` as const)
    const isApp = APP_DUTIES.some(duty => form[`${duty}Acl`]) || creates.some(field => form[field]?.create)
    const isDefault = MADE_KINDS.some(kind => OPTIONS[kind].some(option => form[`${kind}Acl`]?.[option]))
    const fields: Record<string, string> = {}
    const need = (field: string, there: unknown) => {
      if (!there) fields[field] = 'Please choose at least one role'
    }
    if (isApp) {
      need('readAcl', form.readAcl)
      for (const kind of REQUIRED_KINDS) need(`${kind}Acl.create`, form[`${kind}Acl`]?.create)
    }
    // Programs that know no rights on rows and none to write SQL leave them as they are.
    const asked = (kind: MadeKind) => OPTIONS[kind].filter(option => option !== 'sql' && !(ROW_OPTIONS as readonly string[]).includes(option))
    if (isDefault) for (const kind of REQUIRED_KINDS) for (const option of asked(kind)) need(`${kind}Acl.${option}`, form[`${kind}Acl`]?.[option])
    if (Object.keys(fields).length) throw new ApiError('permission.rolesInvalid', 'Check the form', 422, { fields })
  }

  async function saveFlags(trx: Trx, scope: Scope, app: AppInScope, flags: Record<string, boolean | undefined>) {
    const changed = Object.entries(flags).filter(([name, value]) => value !== undefined && value !== (app.config[name] === true)) as [string, boolean][]
    if (!changed.length) return
    await inApp(trx, scope)
      .updateTable('app')
      .set({ config: sql`config || ${JSON.stringify(Object.fromEntries(changed))}::jsonb` })
      .execute()
    for (const [flag, value] of changed)
      await sql`insert into permission_change (app_id, version, what, ref, before, after)
        values (${scope.appId}, permission_version_of(${scope.appId}, ${scope.companyId}), 'flag', jsonb_build_object('flag', ${flag}::text),
          jsonb_build_object('value', ${!value}::boolean), jsonb_build_object('value', ${value}::boolean))`.execute(trx)
  }

  /** Whether an environment is delivered as an app of its own, whose log is not here. */
  async function isStandalone(app: AppInScope): Promise<boolean> {
    const row = await inApp(db, scopeOf(app))
      .selectFrom('environment')
      .innerJoin('release', 'release.id', 'environment.release_id')
      .select('release.standalone')
      .where('environment.tag', '=', app.tag)
      .executeTakeFirst()
    return row?.standalone ?? false
  }

  /** What of an environment's settings somebody may change. */
  const partsOf = (app: AppInScope) => ({
    permissions: mayDutyAt(app, environmentOf(app.tag), 'adminRole'),
    consts: mayDutyAt(app, environmentOf(app.tag), 'edit'),
  })

  /** What an environment's lists say, and whether it has any of its own. */
  async function listsAt(scope: Scope, tag: string, locale: Locale, on: Db | Trx = db) {
    const policy = await loadPolicy(scope, 'none', locale, on)
    const environment = environmentOf(tag)
    const lists = Object.fromEntries(RUNTIME_DUTIES.map(duty => [`${duty}Acl`, shown(policy, resolveList(policy, environment, duty))])) as Record<
      `${RuntimeDuty}Acl`,
      string[]
    >
    return { lists, hasOwn: RUNTIME_DUTIES.some(duty => policy.lists.has(listKey(environment, duty))) }
  }

  const runtimeLists = async (app: AppInScope, locale: Locale) => (await listsAt(scopeOf(app), app.tag, locale)).lists

  function checkRuntime(form: RuntimeForm, optional: readonly string[]) {
    const missing = RUNTIME_DUTIES.filter(duty => duty !== 'resource' && !optional.includes(duty) && !form[`${duty}Acl`]?.length)
    if (missing.length)
      throw new ApiError('permission.rolesInvalid', 'Check the form', 422, {
        fields: Object.fromEntries(missing.map(duty => [`${duty}Acl`, 'Please choose at least one role'])),
      })
  }

  async function writeRuntime(trx: Trx, scope: Scope, environment: string, form: RuntimeForm, leaves: (policy: StoredPolicy, duty: RuntimeDuty) => boolean) {
    const policy = await loadPolicy(scope, 'none', 'en-US', trx)
    const duties = RUNTIME_DUTIES.filter(duty => form[`${duty}Acl`] && !leaves(policy, duty))
    const filled = duties.filter(duty => form[`${duty}Acl`]?.length)
    // Of the app itself, who makes roles is what the permission page says.
    const nameOf = (duty: RuntimeDuty) => (duty === 'createRole' && !environment ? createList('role') : duty)
    const lists = readLists(
      policy,
      environment,
      filled.map(duty => ({ field: `${duty}Acl`, list: nameOf(duty), values: form[`${duty}Acl`] ?? [] })),
    )
    for (const duty of duties.filter(one => !filled.includes(one))) lists.set(listKey(environment, duty), { environment, list: duty, roles: [], owner: false })
    await writeLists(trx, scope, policy, lists)
  }

  async function saveRuntime(app: AppInScope, by: Pick<SignedIn, 'id'>, form: RuntimeForm, hides: readonly RuntimeDuty[]) {
    checkRuntime(form, [...UNASKED_DUTIES, ...hides])
    await asActor(db, by.id, trx => writeRuntime(trx, scopeOf(app), environmentOf(app.tag), form, (_policy, duty) => hides.includes(duty)))
  }

  return {
    writeFlags: saveFlags,

    /** What a publish to an environment starts with, for those who may change it. */
    async atPublish(app: AppInScope, tag: string, locale: Locale) {
      const mayChange = mayDutyAt(app, environmentOf(tag), 'adminRole') && app.config.aclByApi !== true
      return { ...(await listsAt(scopeOf(app), tag, locale)), mayChange }
    },

    /** What an environment's lists are now, as names of roles. */
    async namesAt(app: AppInScope, tag: string, locale: Locale) {
      const scope = scopeOf(app)
      const policy = await loadPolicy(scope, 'none', locale, db)
      const { lists } = await listsAt(scope, tag, locale)
      const names = new Map(rolesInOrder(policy, locale).map(role => [role.id, role.name]))
      return Object.fromEntries(Object.entries(lists).map(([field, ids]) => [field, ids.flatMap(id => names.get(id) ?? [])])) as typeof lists
    },

    /** Refuses lists that a publish may not bring. All seven have to be there, or none. */
    checkPublish(app: AppInScope, tag: string, form: RuntimeForm) {
      if (!mayDutyAt(app, environmentOf(tag), 'adminRole') || app.config.aclByApi === true) throw notAllowed()
      checkRuntime(form, [])
    },
    /** Gives an environment the lists that came with a release, in its transaction. */
    async publish(trx: Trx, scope: Scope, tag: string, userId: string, form: RuntimeForm) {
      await nameActor(trx, userId)
      const environment = environmentOf(tag)
      // A list that is sent as it is stays the app's.
      await writeRuntime(trx, scope, environment, form, (policy, duty) => same(shown(policy, resolveList(policy, environment, duty)), form[`${duty}Acl`] ?? []))
    },

    /** Roles to choose from; guests only where they are let in. */
    async roles(app: AppInScope, locale: Locale) {
      const policy = await loadPolicy(scopeOf(app), 'none', locale, db)
      return rolesInOrder(policy, locale).map(role => ({ label: role.name, value: role.id, type: role.type, isAppGuest: role.builtIn === 'guest' }))
    },

    /** Everything the two forms of the permission page show. */
    async form(app: AppInScope, locale: Locale) {
      const policy = await loadPolicy(scopeOf(app), 'none', locale, db)
      const list = (name: string) => shown(policy, resolveList(policy, '', name))
      const duties = Object.fromEntries(APP_DUTIES.map(duty => [`${duty}Acl`, list(duty)])) as Record<`${(typeof APP_DUTIES)[number]}Acl`, string[]>
      const kinds = Object.fromEntries(
        MADE_KINDS.map(kind => [
          `${kind}Acl`,
          { create: list(createList(kind)), ...Object.fromEntries(OPTIONS[kind].map(option => [option, list(defaultList(kind, option))])) },
        ]),
      ) as Record<`${MadeKind}Acl`, Record<'create' | 'edit' | 'delete' | 'call' | 'sql' | RowOption, string[]>>
      return {
        ...duties,
        ...kinds,
        guestEnabled: policy.guestEnabled,
        aclManualDisabled: app.config.aclManualDisabled === true,
        ownerOption: { label: say(locale, 'Resource owner'), value: OWNER },
      }
    },

    /** Saves one part of the form, or the flags beside it, as one version. */
    async save(app: AppInScope, by: Pick<SignedIn, 'id'>, form: AclForm) {
      checkParts(form)
      const scope = scopeOf(app)
      const { sent, emptied } = listsOfForm(form)
      await asActor(db, by.id, async trx => {
        const policy = await loadPolicy(scope, 'none', 'en-US', trx)
        const lists = readLists({ ...policy, guestEnabled: form.guestEnabled ?? policy.guestEnabled }, '', sent)
        for (const duty of emptied) lists.set(listKey('', duty), { environment: '', list: duty, roles: [], owner: false })
        await writeLists(trx, scope, policy, lists)
        await saveFlags(trx, scope, app, { guestEnabled: form.guestEnabled, aclManualDisabled: form.aclManualDisabled })
      })
    },

    /** Lets everybody of the organisation add and change rows, besides those who may already. */
    async openRows(app: AppInScope, by: Pick<SignedIn, 'id'>) {
      const scope = scopeOf(app)
      await asActor(db, by.id, async trx => {
        const policy = await loadPolicy(scope, 'none', 'en-US', trx)
        const all = [...policy.roles.values()].find(role => role.builtIn === 'all-users')
        if (!all) return
        const lists = new Map(
          (['createRows', 'editRows'] as const).map(option => {
            const list = defaultList('model', option)
            const { roles, owner } = resolveList(policy, '', list)
            return [listKey('', list), { environment: '', list, roles: [...new Set([...roles, all.id])], owner }]
          }),
        )
        await writeLists(trx, scope, policy, lists)
      })
    },

    /** An environment's lists and variables, each part for those who may change it; lists that it has not chosen are the app's. */
    async settings(app: AppInScope, locale: Locale) {
      const may = partsOf(app)
      const [lists, variables, standalone] = await Promise.all([
        may.permissions || may.consts ? runtimeLists(app, locale) : {},
        may.consts ? consts.list(app) : [],
        isStandalone(app),
      ])
      const parts = (['permissions', 'consts'] as const).filter(part => may[part])
      return { ...lists, consts: variables, standalone, parts }
    },

    async saveSettings(app: AppInScope, by: Pick<SignedIn, 'id'>, form: RuntimeForm, variables: readonly Const[] | undefined) {
      const may = partsOf(app)
      const hasLists = RUNTIME_DUTIES.some(duty => form[`${duty}Acl`])
      // Who may edit the app's settings does not thereby say who may configure permissions.
      if ((hasLists && !may.permissions) || (variables && !may.consts)) throw notAllowed()
      if (hasLists) await saveRuntime(app, by, form, (await isStandalone(app)) ? ['viewLog'] : [])
      if (variables) await consts.save(app, variables)
    },
  }
}
