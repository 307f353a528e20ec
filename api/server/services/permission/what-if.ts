// A change that is not made yet, applied to the facts alone: who would gain and who would lose what.
import { sql } from 'kysely'
import { say, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import type { Scope } from '../../store/database.ts'
import { scopeOf, type AppInScope } from '../foundation/access/index.ts'
import { exceptionsFor, listKey, overrideKey, resolveList, type MemberFacts, type PersonFacts, type Policy, type Target } from '../foundation/access/verdict.ts'
import { listsOfForm, readLists, type AclForm, type RuntimeForm } from './lists.ts'
import { placeOf, type OverrideChange, type createOverrides } from './overrides.ts'
import { withoutEffect, type Given } from './no-effect.ts'
import { GUEST, loadPolicy, type StoredPolicy } from './policy.ts'
import { preview, type Crowd } from './preview.ts'
import { LIVING_KINDS, OPTION_NAMES, KIND_NAME, resourcesOf, type Resource } from './resources.ts'
import { roleUnknown } from './roles.ts'
import { LIST_NAMES, listName } from './sentences.ts'
import { checkSubjects } from './subjects.ts'
import { APP_DUTIES, createList, environmentOf, MADE_KINDS, OPENING_APP, OPTIONS, RUNTIME_DUTIES, type Kind } from '../foundation/access/words.ts'
import { inApp } from '../../store/scoped.ts'

export interface MemberChange {
  roleId: string
  kind: 'user' | 'external' | 'department' | 'role'
  subjectId: string
  add: boolean
}
export interface Proposal {
  kind?: Kind
  changes?: readonly OverrideChange[]
  form?: AclForm
  runtime?: RuntimeForm
  members?: readonly MemberChange[]
}

/** Effects of a proposal that are told one by one. */
const MOST_EFFECTS = 1_000

interface CrowdRow {
  is_member: boolean
  is_external: boolean
  direct: string[]
  departments: string[]
  single: string | null
  count: number
  names: string[]
}

/** Where somebody is whom a change can mean something to. */
interface Affected {
  roles: string[]
  departments: string[]
}

/** Who holds one of these roles: in them, in a role that they include, or in their departments; undefined where that is everybody of a kind. */
function affectedBy(policy: Pick<Policy, 'roles' | 'members'>, changed: readonly string[]): Affected | undefined {
  const roles = new Set(changed)
  // A set that grows while it is walked is walked to its end.
  for (const role of roles) {
    if (policy.roles.get(role)?.builtIn === 'all-users' || policy.roles.get(role)?.builtIn === 'external-users' || policy.roles.get(role)?.builtIn === 'guest')
      return undefined
    for (const one of policy.members) if (one.kind === 'role' && one.roleId === role) roles.add(one.subjectId)
  }
  const departments = new Set(policy.members.flatMap(one => (one.kind === 'department' && roles.has(one.roleId) ? [one.subjectId] : [])))
  return { roles: [...roles], departments: [...departments] }
}

/** What a proposal gives to roles and takes from them, with what it is about: boxes that say the same of a role are one. */
function givenBy(proposal: Proposal, moved: readonly { list: string; roleId: string; allow: boolean }[], targets: readonly Target[]): Given[] {
  const byBox = new Map(targets.map(target => ['resourceId' in target ? `${target.resourceId} ${target.option}` : target.option, target]))
  const boxes = new Map<string, Given & { targets: Target[] }>()
  for (const { roleId, resourceId, option, allow } of proposal.changes ?? []) {
    const target = byBox.get(`${resourceId} ${option}`)
    if (!target) continue
    const key = `${roleId} ${option} ${allow}`
    const given = boxes.get(key) ?? { roleId, allow, targets: [] }
    given.targets.push(target)
    boxes.set(key, given)
  }
  const lists = moved.map(({ list, roleId, allow }) => ({
    roleId,
    allow,
    targets: targets.filter(target => ('resourceId' in target ? `${target.kind}:${target.option}` : target.option) === (list === 'read' ? 'access' : list)),
  }))
  return [...boxes.values(), ...lists]
}

export function createWhatIf({ db }: Pick<Core, 'db'>, overrides: ReturnType<typeof createOverrides>) {
  /**
   * People of the app who manage nothing, put together by what decides about them; with `among`, only who holds one of these roles or sits in one of
   * these departments.
   */
  async function crowdsOf(
    { companyId, appId }: Scope,
    ownerId: string,
    departments: readonly string[],
    singles: readonly string[],
    among: Affected | undefined,
  ): Promise<CrowdRow[]> {
    const { rows } = await sql<CrowdRow>`
      with direct as (
        select coalesce(m.user_id, x.user_id) as user_id, array_agg(distinct rm.role_id order by rm.role_id) as roles
        from role_member rm
        left join member m on rm.kind = 'user' and m.company_id = ${companyId} and m.user_id = rm.subject_id and not m.banned
        left join external_user x on rm.kind = 'external' and x.app_id = ${appId} and x.id = rm.subject_id and not x.disabled
        where rm.app_id = ${appId} and rm.kind in ('user', 'external') and coalesce(m.user_id, x.user_id) is not null group by 1
      ), inside as (
        select r.user_id, array_agg(r.department_id order by r.department_id) as departments
        from department_reach r join department d on d.id = r.department_id and not d.disabled
        where r.company_id = ${companyId} and r.department_id = any (${departments}::uuid[]) group by 1
      ), alike as (
        select is_member, is_external, direct, departments, single, count(*)::int as count, array_agg(name) as names from (
          select p.name, m.user_id is not null as is_member, x.id is not null as is_external, coalesce(direct.roles, '{}') as direct,
            case when m.user_id is not null then coalesce(inside.departments, '{}') else '{}' end as departments,
            case when p.id = any (${singles}::uuid[]) then p.id end as single
          from (
            select user_id from member where company_id = ${companyId} and not banned
            union select user_id from external_user where app_id = ${appId} and company_id = ${companyId} and not disabled
          ) u
          join person p on p.id = u.user_id and not p.disabled and not p.is_super
          left join member m on m.company_id = ${companyId} and m.user_id = p.id and not m.banned
          left join external_user x on x.app_id = ${appId} and x.user_id = p.id and not x.disabled
          left join direct on direct.user_id = p.id
          left join inside on inside.user_id = p.id
          where coalesce(m.role, 'member') = 'member' and not (m.user_id is not null and p.id = ${ownerId})
            ${among ? sql`and (direct.roles && ${among.roles}::uuid[] or inside.departments && ${among.departments}::uuid[])` : sql``}
        ) each group by 1, 2, 3, 4, 5
      )
      select is_member, is_external, direct, departments, single, count, array(select n from unnest(names) as n order by lower(n), n limit 5) as names
      from alike`.execute(db)
    return rows
  }

  /** The policy as it would be, and what the change can make a difference to. */
  async function proposed(app: AppInScope, before: StoredPolicy, proposal: Proposal) {
    const duties = new Set<string>()
    const wholeKinds = new Map<string, Set<string>>()
    const boxes: { kind: string; option: string; resourceId: string }[] = []
    const lists = new Map(before.lists)
    const form = proposal.form && listsOfForm(proposal.form)
    const environment = environmentOf(app.tag)
    const sent = [
      ...(form ? [...readLists(before, '', form.sent).values(), ...form.emptied.map(list => ({ environment: '', list, roles: [], owner: false }))] : []),
      ...readLists(
        before,
        environment,
        RUNTIME_DUTIES.flatMap(duty => {
          const values = proposal.runtime?.[`${duty}Acl`]
          return values?.length ? [{ field: `${duty}Acl`, list: duty === 'createRole' && !environment ? createList('role') : duty, values }] : []
        }),
      ).values(),
      // Emptied on purpose, unlike the required ones: it is for those who manage the app then.
      ...(proposal.runtime?.resourceAcl?.length === 0 ? [{ environment, list: 'resource', roles: [], owner: false }] : []),
    ]
    for (const { environment: of, list, roles, owner } of sent) {
      lists.set(listKey(of, list), { roles, owner })
      const [kind = '', option] = list.split(':')
      if (option !== undefined) wholeKinds.set(kind, (wholeKinds.get(kind) ?? new Set()).add(option))
      else {
        if (list !== 'read') duties.add(list)
        if (OPENING_APP.includes(list)) duties.add('access')
      }
    }
    /** Roles that come into lists or leave them. */
    const moved = sent.flatMap(({ environment: of, list, roles }) => {
      const old = resolveList(before, of, list).roles
      const changed = (some: readonly string[], others: readonly string[], allow: boolean) =>
        some.filter(roleId => !others.includes(roleId)).map(roleId => ({ list, roleId, allow }))
      return [...changed(roles, old, true), ...changed(old, roles, false)]
    })
    const overridden = new Map<string, ReadonlyMap<string, boolean>>(before.overrides)
    let touched: ReadonlyMap<string, Resource> = new Map()
    if (proposal.kind && proposal.changes?.length) {
      const checked = await overrides.checked(app, proposal.kind, proposal.changes, before, db)
      touched = checked.resources
      const copied = new Set<string>()
      for (const { roleId, resourceId, option, allow } of checked.boxes) {
        const key = overrideKey(placeOf(app.tag, option), proposal.kind, resourceId, option)
        if (!copied.has(key)) {
          overridden.set(key, new Map(overridden.get(key)))
          boxes.push({ kind: proposal.kind, option, resourceId })
          copied.add(key)
        }
        ;(overridden.get(key) as Map<string, boolean>).set(roleId, allow)
      }
    }
    const members = proposal.members ?? []
    let between: readonly MemberFacts[] = before.members
    for (const { roleId, kind, subjectId, add } of members) {
      if (!before.roles.has(roleId)) throw roleUnknown()
      if (kind !== 'department' && kind !== 'role') continue
      between = between.filter(one => one.roleId !== roleId || one.kind !== kind || one.subjectId !== subjectId)
      if (add) between = [...between, { roleId, kind, subjectId }]
    }
    if (members.length) {
      for (const duty of ['access', ...(environment ? RUNTIME_DUTIES : APP_DUTIES), ...MADE_KINDS.map(createList)]) if (duty !== 'read') duties.add(duty)
      for (const kind of LIVING_KINDS) wholeKinds.set(kind, new Set([...OPTIONS[kind], '*']))
    }
    const flags = proposal.form?.guestEnabled
    const after: Policy = { ...before, lists, overrides: overridden, members: between, guestEnabled: flags ?? before.guestEnabled }
    if (flags !== undefined && flags !== before.guestEnabled) {
      duties.add('access')
      wholeKinds.set('page', new Set([...(wholeKinds.get('page') ?? []), 'read']))
    }
    return { after, duties, wholeKinds, boxes, touched, moved }
  }

  return {
    /** Who would gain and lose what by a change, counted, and the effects in pages, the largest first. */
    async whatIf(app: AppInScope, proposal: Proposal, { page, perPage }: { page: number; perPage: number }, locale: Locale) {
      const scope = scopeOf(app)
      // A few boxes need no more than what is said about their resources.
      const isSmall = !proposal.form && !proposal.members?.length && proposal.kind !== undefined
      const boxed = isSmall
        ? { kind: proposal.kind as string, resourceIds: [...new Set((proposal.changes ?? []).map(change => change.resourceId))] }
        : ('all' as const)
      const before = await loadPolicy(scope, boxed, locale, db)
      await checkSubjects(
        scope,
        (proposal.members ?? []).filter(change => change.add),
        db,
      )
      const { after, duties, wholeKinds, boxes, touched, moved } = await proposed(app, before, proposal)

      const kinds = [...new Set([...wholeKinds.keys(), ...boxes.map(box => box.kind)])] as Kind[]
      const isWhole = (kind: Kind) => wholeKinds.has(kind)
      const resources = new Map(
        (
          await Promise.all(
            kinds.map(async kind => {
              const of = isWhole(kind) ? await resourcesOf(scope, kind, db) : touched.values()
              return [...of].map((one): [string, Resource] => [`${kind} ${one.id}`, one])
            }),
          )
        ).flat(),
      )
      const isSaid = (target: Parameters<typeof exceptionsFor>[1]) => !!exceptionsFor(before, target) || !!exceptionsFor(after, target)
      const targets: Target[] = [...duties].map(option => ({ kind: 'app', tag: app.tag, option }))
      const seen = new Set<string>()
      const add = (kind: string, option: string, resource: Resource) => {
        const key = `${kind} ${option} ${resource.id}`
        if (resource.isGroup || seen.has(key)) return
        // What is said of no field of its own goes with the rows.
        if (kind === 'field' && !isSaid({ kind, tag: app.tag, option, resourceId: resource.id })) return
        seen.add(key)
        targets.push({ kind, tag: app.tag, option, resourceId: resource.id, ownerId: resource.ownerId })
      }
      for (const { kind, option, resourceId } of boxes) add(kind, option, resources.get(`${kind} ${resourceId}`) as Resource)
      for (const [key, resource] of resources) {
        const kind = key.split(' ')[0] as string
        for (const option of wholeKinds.get(kind) ?? []) if (option !== '*') add(kind, option, resource)
        if (wholeKinds.get(kind)?.has('*')) for (const { value } of resource.custom) add(kind, value, resource)
      }

      const people = (proposal.members ?? []).filter(change => change.kind === 'user' || change.kind === 'external')
      const externals = people.filter(change => change.kind === 'external').map(change => change.subjectId)
      const userOf = new Map(
        externals.length
          ? (await inApp(db, scopeOf(app)).selectFrom('external_user').select(['id', 'user_id']).where('id', 'in', externals).execute()).map(row => [
              row.id,
              row.user_id,
            ])
          : [],
      )
      const singleOf = (change: MemberChange) => (change.kind === 'external' ? userOf.get(change.subjectId) : change.subjectId)
      const owners = targets.flatMap(target => ('resourceId' in target && target.ownerId ? [target.ownerId] : []))
      const singles = [...new Set([...owners, ...people.flatMap(change => singleOf(change) ?? [])])]
      const departments = [...new Set([...before.members, ...after.members].flatMap(one => (one.kind === 'department' ? [one.subjectId] : [])))]

      // Boxes alone mean something to who holds one of their roles.
      const among = isSmall && !proposal.runtime ? affectedBy(before, [...new Set((proposal.changes ?? []).map(change => change.roleId))]) : undefined
      const crowds = (await crowdsOf(scope, before.ownerId, departments, singles, among)).map((row): Crowd => {
        const person: PersonFacts = {
          id: row.single,
          isSuper: false,
          member: row.is_member ? 'member' : undefined,
          ownsApp: false,
          externalId: row.is_external ? 'external' : null,
          direct: row.direct,
          departments: row.departments,
        }
        let direct = row.direct
        for (const change of people)
          if (row.single !== null && singleOf(change) === row.single) {
            direct = direct.filter(id => id !== change.roleId)
            if (change.add) direct = [...direct, change.roleId]
          }
        return { before: person, after: { ...person, direct }, count: row.count, examples: row.names }
      })
      if (before.guestEnabled || after.guestEnabled) crowds.push({ before: GUEST, after: GUEST, count: 1, examples: [say(locale, 'Guests')] })

      const found = preview(before, after, crowds, targets)
      const notes = withoutEffect(before, after, crowds, givenBy(proposal, moved, targets), locale)
      const told = found.effects.sort((a, b) => b.gain + b.lose - a.gain - a.lose).slice(0, MOST_EFFECTS)
      const items = told.slice((page - 1) * perPage, page * perPage).map(({ target, gain, lose, gainers, losers }) => {
        const resource = 'resourceId' in target ? resources.get(`${target.kind} ${target.resourceId}`) : undefined
        const own = resource?.custom.find(({ value }) => value === target.option)
        const option = resource
          ? own
            ? own.label || own.value
            : say(locale, OPTION_NAMES[target.option] ?? target.option)
          : LIST_NAMES[target.option]
            ? say(locale, LIST_NAMES[target.option] as string)
            : listName(target.option, locale)
        return {
          kind: target.kind,
          kindName: resource ? say(locale, KIND_NAME[target.kind as Kind]) : say(locale, 'app'),
          resource: resource?.fullName ?? app.name,
          resourceId: resource?.id ?? '',
          option: target.option,
          optionName: option,
          gain,
          lose,
          gainers,
          losers,
        }
      })
      return { people: found.people, resources: found.targets, pairs: found.pairs, items, notes, total: told.length, page, perPage }
    },
  }
}
