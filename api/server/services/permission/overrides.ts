// Exceptions of single resources: what a role may do with this page, whatever the default of pages is.
import { sql } from 'kysely'
import { say, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { Db, Scope, Trx } from '../../store/database.ts'
import { scopeOf, type AppInScope, type CompanyInScope, type SignedIn } from '../foundation/access/index.ts'
import { asActor } from './actor.ts'
import { exceptionsFor, mayResource, overrideKey, resolveList, type Policy } from '../foundation/access/verdict.ts'
import { bitmapsOf, exceptionsOf, NO_BOXES } from './bitmaps.ts'
import { loadPolicy, type RoleNamed, type StoredPolicy } from './policy.ts'
import { hasOption, isApiOption, KIND_NAMES, OPTION_NAMES, resourcesAmong, resourcesOf, type Resource } from './resources.ts'
import { mayDutyAt, notAllowed } from '../foundation/access/rights.ts'
import { roleUnknown } from './roles.ts'
import { defaultList, environmentOf, isWork, MATRIX_KINDS, OPTIONS, type Kind } from '../foundation/access/words.ts'
import { inApp } from '../../store/scoped.ts'

export interface OverrideChange {
  roleId: string
  resourceId: string
  option: string
  allow: boolean
}

type WithConfig = Pick<AppInScope, 'config'>
export const isManualDisabled = ({ config }: WithConfig) => config.aclManualDisabled === true || config.aclByApi === true

/** Refused where an app leaves the permissions of its resources to an API, or forbids changing them by hand. */
export function checkManual(app: WithConfig) {
  if (isManualDisabled(app)) throw new ApiError('permission.manualDisabled', 'The current app forbids manual editing of resource permissions', 409)
}

/** Working on an app is for people of the organisation: others are not given it. */
export const isForInternalsOnly = isWork
/** Where an exception is kept that is made at the address of an environment. */
export const placeOf = (tag: string, option: string) => (isWork(option) ? '' : environmentOf(tag))

/** What is set at an environment's address and holds in all of them is for who has that say in the app. */
const isOfApp = (app: Pick<AppInScope, 'tag' | 'state' | 'rights'>, option: string) =>
  isWork(option) && environmentOf(app.tag) !== '' && !mayDutyAt(app, '', 'resourceAcl')

// Types, not interfaces: answers are checked against open objects.
export type ShownOption = {
  value: string
  label: string
  group: 'builtIn' | 'api' | 'custom'
  groupLabel: string
  disabled: boolean
  removable: boolean
  editable: boolean
}
export type ShownResource = {
  label: string
  value: string
  isGroup: boolean
  acl: { options: ShownOption[]; value: string[]; overridden: string[] }
  children: ShownResource[]
}

const GROUPS = { builtIn: 'Built-in', api: 'API permissions', custom: 'Custom' } as const

/** Options of a resource for a role, in their groups. */
function optionsOf(app: AppInScope, kind: Kind, resource: Resource, role: RoleNamed, locale: Locale): ShownOption[] {
  if (resource.isGroup) return []
  const isLocked = isManualDisabled(app)
  const groupLabel = (group: keyof typeof GROUPS) => say(locale, GROUPS[group])
  const fixed = OPTIONS[kind].map(value => ({
    value,
    label: say(locale, OPTION_NAMES[value] ?? value),
    group: 'builtIn' as const,
    groupLabel: groupLabel('builtIn'),
    disabled: isLocked || isOfApp(app, value) || (role.type > 0 && isForInternalsOnly(value)),
    removable: false,
    editable: false,
  }))
  const own = resource.custom.map(({ value, label }) => {
    const group = isApiOption(value) ? ('api' as const) : ('custom' as const)
    return {
      value,
      label: label || value,
      group,
      groupLabel: groupLabel(group),
      disabled: isLocked,
      removable: group === 'custom' && !isLocked,
      editable: group === 'custom' && !isLocked,
    }
  })
  return [...fixed, ...own.filter(one => one.group === 'api'), ...own.filter(one => one.group === 'custom')]
}

/** Whether a role gives a right by itself. */
export const roleGives = (policy: Policy, tag: string, kind: string, resourceId: string, option: string, roleId: string) =>
  mayResource(resolveList(policy, '', defaultList(kind, option)), exceptionsFor(policy, { kind, tag, resourceId, option }), new Set([roleId]), false)

export async function writeOverrides(trx: Trx, { companyId, appId }: Scope, tag: string, kind: Kind, policy: Policy, changes: readonly OverrideChange[]) {
  // What says the same as what it stands above is no exception: it follows that from then on.
  const above = ({ option, roleId, resourceId }: OverrideChange) =>
    (placeOf(tag, option) ? policy.overrides.get(overrideKey('', kind, resourceId, option))?.get(roleId) : undefined) ??
    resolveList(policy, '', defaultList(kind, option)).roles.includes(roleId)
  const gone = changes.filter(change => above(change) === change.allow)
  const set = changes.filter(change => above(change) !== change.allow)
  const columns = (rows: OverrideChange[]) =>
    sql`unnest(${rows.map(c => c.roleId)}::uuid[], ${rows.map(c => c.option)}::text[], ${rows.map(c => c.resourceId)}::uuid[], ${rows.map(c => placeOf(tag, c.option))}::text[]`
  if (gone.length)
    await sql`delete from permission_override o using ${columns(gone)}) as c (role_id, option, resource_id, environment)
      where o.role_id = c.role_id and o.kind = ${kind} and o.option = c.option and o.resource_id = c.resource_id and o.environment = c.environment
        and o.app_id = ${appId}`.execute(trx)
  if (set.length)
    await sql`insert into permission_override as o (role_id, kind, option, resource_id, environment, app_id, company_id, allow)
      select c.role_id, ${kind}, c.option, c.resource_id, c.environment, ${appId}, ${companyId}, c.allow
      from ${columns(set)}, ${set.map(c => c.allow)}::boolean[]) as c (role_id, option, resource_id, environment, allow)
      on conflict (role_id, kind, option, resource_id, environment) do update set allow = excluded.allow where o.allow <> excluded.allow`.execute(trx)
}

/** Guests are not spoken of while the app lets none in. */
const isLeftOut = (policy: StoredPolicy, { builtIn }: Pick<RoleNamed, 'builtIn'>) => builtIn === 'guest' && !policy.guestEnabled
const guestsOff = () => fieldError('permission.guestsOff', 'roleId', 'The app lets no guests in')

const FIRST: readonly (string | null)[] = ['admin', 'all-users', 'external-users', 'guest', null]
/** The roles that a screen offers: those of every app first, the app's own by name, guests only where they are let in. */
export const rolesInOrder = (policy: StoredPolicy, locale: Locale) =>
  [...policy.roles.values()]
    .filter(role => !isLeftOut(policy, role))
    .sort((a, b) => FIRST.indexOf(a.builtIn) - FIRST.indexOf(b.builtIn) || a.name.localeCompare(b.name, locale))

export function createOverrides({ db }: Pick<Core, 'db'>) {
  /** Checks changes against what there is; the last of several that mean the same box counts. */
  async function checked(
    app: AppInScope,
    kind: Kind,
    changes: readonly OverrideChange[],
    policy: StoredPolicy,
    on: Db | Trx,
  ): Promise<{ boxes: OverrideChange[]; resources: Map<string, Resource> }> {
    const resources = await resourcesAmong(scopeOf(app), kind, [...new Set(changes.map(change => change.resourceId))], on)
    const boxes = new Map<string, OverrideChange>()
    for (const change of changes) {
      const role = policy.roles.get(change.roleId)
      if (!role) throw roleUnknown()
      const resource = resources.get(change.resourceId)
      if (!resource) throw fieldError('permission.resourceUnknown', 'resourceId', 'There is no such resource')
      if (!hasOption(kind, resource, change.option)) throw fieldError('permission.optionUnknown', 'acl', 'There is no such permission')
      if (change.allow && role.type > 0 && isForInternalsOnly(change.option))
        throw fieldError('permission.optionLocked', 'acl', 'Guests and external users cannot be given this permission')
      if (isLeftOut(policy, role)) throw guestsOff()
      boxes.set(`${change.roleId} ${change.resourceId} ${change.option}`, change)
    }
    return { boxes: [...boxes.values()], resources }
  }

  return {
    checked,

    /** Kinds of resources, with the page where they are made. */
    types(company: Pick<CompanyInScope, 'key'>, app: AppInScope, locale: Locale) {
      const base = `/company/${company.key}/app/${app.key}-dev`
      const pages: Partial<Record<Kind, string>> = {
        page: `${base}/design`,
        role: `${base}/admin/permission#role`,
        model: `${base}/design/model`,
        field: `${base}/design/model`,
        source: `${base}/design/model`,
        query: `${base}/design/query`,
        component: `${base}/design/component`,
        api: `${base}/design/api`,
        apigroup: `${base}/design/api`,
        flow: `${base}/design/flow`,
        trigger: `${base}/admin/trigger`,
      }
      return MATRIX_KINDS.map(kind => ({
        label: say(locale, KIND_NAMES[kind]),
        value: kind,
        createUrl: pages[kind] ?? '',
        options: OPTIONS[kind].map(value => ({ value, label: say(locale, OPTION_NAMES[value] ?? value) })),
      }))
    },

    /** The resources of a kind with what one role may do with them. */
    async list(app: AppInScope, kind: Kind, roleId: string, locale: Locale): Promise<ShownResource[]> {
      const scope = scopeOf(app)
      const [policy, resources] = await Promise.all([loadPolicy(scope, { kind, roleIds: [roleId] }, locale, db), resourcesOf(scope, kind, db)])
      const role = policy.roles.get(roleId)
      if (!role) throw roleUnknown()
      if (isLeftOut(policy, role)) throw guestsOff()
      const shown = new Map<string, ShownResource>()
      const roots: ShownResource[] = []
      for (const resource of resources) {
        const options = optionsOf(app, kind, resource, role, locale)
        const one: ShownResource = {
          label: resource.label,
          value: resource.id,
          isGroup: resource.isGroup,
          acl: {
            options,
            value: options.filter(({ value }) => roleGives(policy, app.tag, kind, resource.id, value, roleId)).map(({ value }) => value),
            overridden: options
              .filter(({ value }) => policy.overrides.get(overrideKey(placeOf(app.tag, value), kind, resource.id, value))?.has(roleId))
              .map(({ value }) => value),
          },
          children: [],
        }
        shown.set(resource.id, one)
        const parent = resource.parentId === null ? undefined : shown.get(resource.parentId)
        ;(parent?.children ?? roots).push(one)
      }
      return roots
    },

    /** Sets boxes of roles × resources × options, as one version. */
    async save(app: AppInScope, by: Pick<SignedIn, 'id'>, kind: Kind, changes: readonly OverrideChange[]): Promise<{ saved: number; revision: number }> {
      checkManual(app)
      if (changes.some(({ option }) => isOfApp(app, option))) throw notAllowed()
      const scope = scopeOf(app)
      if (!changes.length) return { saved: 0, revision: app.permissionRevision }
      return asActor(db, by.id, async trx => {
        const roleIds = [...new Set(changes.map(change => change.roleId))]
        // At an environment's address, what holds in all of them is what is stood above.
        const policy = await loadPolicy(scope, environmentOf(app.tag) ? { kind, roleIds } : 'none', 'en-US', trx)
        const { boxes } = await checked(app, kind, changes, policy, trx)
        await writeOverrides(trx, scope, app.tag, kind, policy, boxes)
        const { permission_revision: revision } = await inApp(trx, scopeOf(app))
          .selectFrom('app')
          .select('permission_revision')
          .where('id', '=', scope.appId)
          .executeTakeFirstOrThrow()
        return { saved: boxes.length, revision }
      })
    },

    /**
     * Roles × resources × options in one answer: what the defaults give, and where exceptions are. The exceptions are most of it and few roles are ever
     * looked at, so they come for the roles of `boxesOf` alone; `first` is the role that stands first.
     */
    async matrix(app: AppInScope, kind: Kind, { roleIds, boxesOf }: { roleIds?: readonly string[]; boxesOf?: 'first' | readonly string[] }, locale: Locale) {
      const scope = scopeOf(app)
      const environment = environmentOf(app.tag)
      const [policy, resources, exceptions] = await Promise.all([
        loadPolicy(scope, 'none', locale, db),
        resourcesOf(scope, kind, db),
        exceptionsOf(scope, kind, environment, boxesOf ?? roleIds, db),
      ])
      const roles = rolesInOrder(policy, locale).filter(role => !roleIds || roleIds.includes(role.id))
      if (roleIds && roles.length < new Set(roleIds).size) throw roleUnknown()
      const custom = new Map(resources.flatMap(resource => resource.custom.map(({ value, label }): [string, string] => [value, label || value])))
      const options = [
        ...OPTIONS[kind].map(value => ({
          value,
          label: say(locale, OPTION_NAMES[value] ?? value),
          group: 'builtIn' as const,
          ...(isOfApp(app, value) && { locked: true }),
        })),
        ...[...custom].map(([value, label]) => ({ value, label, group: isApiOption(value) ? ('api' as const) : ('custom' as const) })),
      ]
      const defaults = options.map(({ value }) => new Set(resolveList(policy, '', defaultList(kind, value)).roles))
      const place = new Map(resources.map((resource, at) => [resource.id, at]))
      const boxes = bitmapsOf(exceptions, place, new Map(options.map(({ value }, at) => [value, at])), environment)
      const first = roles[0]?.id
      const hasBoxes = (id: string) => !boxesOf || (boxesOf === 'first' ? id === first : boxesOf.includes(id))
      return {
        kind,
        revision: policy.revision,
        locked: isManualDisabled(app),
        options,
        resources: resources.map(({ id, parentId, label, isGroup, custom: own }) => ({
          id,
          parent: parentId === null ? -1 : (place.get(parentId) ?? -1),
          label,
          isGroup,
          custom: own.map(({ value }) => value),
        })),
        roles: roles.map(role => ({
          label: role.name,
          value: role.id,
          type: role.type,
          isAppGuest: role.builtIn === 'guest',
          default: options.flatMap(({ value }, at) => (defaults[at]?.has(role.id) ? [value] : [])),
          ...(hasBoxes(role.id) && { boxes: boxes.get(role.id) ?? NO_BOXES }),
        })),
      }
    },
  }
}
