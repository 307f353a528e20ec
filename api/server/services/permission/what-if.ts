// A change that is not made yet, applied to the facts alone: who would gain and who would lose what.
import { sql } from 'kysely'
import { say, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import type { Scope } from '../../store/database.ts'
import type { AppInScope } from '../access.ts'
import { listKey, overrideKey, type MemberFacts, type PersonFacts, type Policy, type Target } from './core.ts'
import { listsOfForm, readLists, type AclForm, type RuntimeForm } from './lists.ts'
import { placeOf, type OverrideChange, type createOverrides } from './overrides.ts'
import { GUEST, loadPolicy, type StoredPolicy } from './policy.ts'
import { preview, type Crowd } from './preview.ts'
import { LIVING_KINDS, OPTION_NAMES, KIND_NAME, resourcesOf, type Resource } from './resources.ts'
import { roleUnknown } from './roles.ts'
import { LIST_NAMES, listName } from './sentences.ts'
import { APP_DUTIES, createList, environmentOf, KINDS, OPENING_APP, OPTIONS, RUNTIME_DUTIES, type Kind } from './words.ts'

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

export function createWhatIf({ db }: Pick<Core, 'db'>, overrides: ReturnType<typeof createOverrides>) {
  /** People of the app who manage nothing, put together by what decides about them. */
  async function crowdsOf({ companyId, appId }: Scope, ownerId: string, departments: readonly string[], singles: readonly string[]): Promise<CrowdRow[]> {
    const { rows } = await sql<CrowdRow>`
      select is_member, is_external, direct, departments, single, count(*)::int as count, (array_agg(name order by lower(name)))[1:5] as names from (
        select p.name, m.user_id is not null as is_member, x.id is not null as is_external,
          array(select rm.role_id from role_member rm where rm.app_id = ${appId}
            and (rm.kind = 'user' and rm.subject_id = p.id and m.user_id is not null or rm.kind = 'external' and rm.subject_id = x.id) order by 1) as direct,
          array(select r.department_id from department_reach r join department d on d.id = r.department_id and not d.disabled
            where r.user_id = p.id and r.company_id = ${companyId} and r.department_id = any (${departments}::uuid[]) and m.user_id is not null order by 1) as departments,
          case when p.id = any (${singles}::uuid[]) then p.id end as single
        from (
          select user_id from member where company_id = ${companyId} and not banned
          union select user_id from external_user where app_id = ${appId} and company_id = ${companyId} and not disabled
        ) u
        join person p on p.id = u.user_id and not p.disabled and not p.is_super
        left join member m on m.company_id = ${companyId} and m.user_id = p.id and not m.banned
        left join external_user x on x.app_id = ${appId} and x.user_id = p.id and not x.disabled
        where coalesce(m.role, 'member') = 'member' and not (m.user_id is not null and p.id = ${ownerId})
      ) each group by 1, 2, 3, 4, 5`.execute(db)
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
    const overridden = new Map(before.overrides)
    if (proposal.kind && proposal.changes?.length)
      for (const { roleId, resourceId, option, allow } of await overrides.checked(app, proposal.kind, proposal.changes, before, db)) {
        const key = overrideKey(placeOf(app.tag, option), proposal.kind, resourceId, option)
        overridden.set(key, new Map([...(overridden.get(key) ?? []), [roleId, allow]]))
        boxes.push({ kind: proposal.kind, option, resourceId })
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
      for (const duty of ['access', ...(environment ? RUNTIME_DUTIES : APP_DUTIES), ...KINDS.map(createList)]) if (duty !== 'read') duties.add(duty)
      for (const kind of LIVING_KINDS) wholeKinds.set(kind, new Set([...OPTIONS[kind], '*']))
    }
    const flags = proposal.form?.guestEnabled
    const after: Policy = { ...before, lists, overrides: overridden, members: between, guestEnabled: flags ?? before.guestEnabled }
    if (flags !== undefined && flags !== before.guestEnabled) {
      duties.add('access')
      wholeKinds.set('page', new Set([...(wholeKinds.get('page') ?? []), 'read']))
    }
    return { after, duties, wholeKinds, boxes }
  }

  return {
    /** Who would gain and lose what by a change, counted, and the effects in pages, the largest first. */
    async whatIf(app: AppInScope, proposal: Proposal, { page, perPage }: { page: number; perPage: number }, locale: Locale) {
      const scope = { companyId: app.companyId, appId: app.id }
      // A few boxes need no more than what is said about their resources.
      const isSmall = !proposal.form && !proposal.members?.length && proposal.kind !== undefined
      const boxed = isSmall
        ? { kind: proposal.kind as string, resourceIds: [...new Set((proposal.changes ?? []).map(change => change.resourceId))] }
        : ('all' as const)
      const before = await loadPolicy(scope, boxed, locale, db)
      const { after, duties, wholeKinds, boxes } = await proposed(app, before, proposal)

      const kinds = [...new Set([...wholeKinds.keys(), ...boxes.map(box => box.kind)])] as Kind[]
      const resources = new Map(
        (await Promise.all(kinds.map(async kind => (await resourcesOf(scope, kind, db)).map((one): [string, Resource] => [`${kind} ${one.id}`, one])))).flat(),
      )
      const targets: Target[] = [...duties].map(option => ({ kind: 'app', tag: app.tag, option }))
      const seen = new Set<string>()
      const add = (kind: string, option: string, resource: Resource) => {
        const key = `${kind} ${option} ${resource.id}`
        if (resource.isGroup || seen.has(key)) return
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
          ? (await db.selectFrom('external_user').select(['id', 'user_id']).where('app_id', '=', app.id).where('id', 'in', externals).execute()).map(row => [
              row.id,
              row.user_id,
            ])
          : [],
      )
      const singleOf = (change: MemberChange) => (change.kind === 'external' ? userOf.get(change.subjectId) : change.subjectId)
      const owners = targets.flatMap(target => ('resourceId' in target && target.ownerId ? [target.ownerId] : []))
      const singles = [...new Set([...owners, ...people.flatMap(change => singleOf(change) ?? [])])]
      const departments = [...new Set([...before.members, ...after.members].flatMap(one => (one.kind === 'department' ? [one.subjectId] : [])))]

      const crowds = (await crowdsOf(scope, before.ownerId, departments, singles)).map((row): Crowd => {
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
          resource: resource?.label ?? app.name,
          resourceId: resource?.id ?? '',
          option: target.option,
          optionName: option,
          gain,
          lose,
          gainers,
          losers,
        }
      })
      return { people: found.people, resources: found.targets, pairs: found.pairs, items, total: told.length, page, perPage }
    },
  }
}
