// Who decides at a task, found among the people of the organisation at the moment when the task comes.
import { CompiledQuery, sql } from 'kysely'
import type { ApproverRule, EmptyPolicy, FlowDefinition } from '../../../flow/definition.ts'
import { valueAt, type Values } from '../../../flow/conditions.ts'
import type { Db, Scope, Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import { askedTogether } from '../../store/together.ts'

type On = Db | Trx
/** What rules ask of a case. */
export interface CaseFacts {
  starter: string | null
  values: Values
  /** By node, whom the starter chose. */
  choices: Readonly<Record<string, readonly string[]>>
  /** By node, who decided there last. */
  decided: Readonly<Record<string, readonly string[]>>
  /** Who approved anywhere in the case. */
  approved: ReadonlySet<string>
  /** Where those who are found are given tasks. */
  deputies?: Deputies
}
/** Who decides for people who are away at a moment, filled while people are looked for; null for those who are there. */
export interface Deputies {
  tag: string
  at: Date
  known: Map<string, string | null>
}
export type Found = string[] | 'pass' | 'nobody' | 'exception'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Ids in a field of people, in whatever form the row has them. */
function idsIn(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value]
  return list.flatMap(one => {
    const id: unknown = typeof one === 'object' && one !== null && 'id' in one ? one.id : one
    return typeof id === 'string' && UUID.test(id) ? [id] : []
  })
}

const ACTIVE = `/* flow.active */ select user_id from member where company_id = $1 and user_id = any ($2::uuid[]) and not banned`
/** Those who are in the organisation and not banned from it, each once and in their order. */
export async function activeOf(scope: Scope, ids: readonly string[], on: On): Promise<string[]> {
  const wanted = [...new Set(ids)]
  if (!wanted.length) return []
  const { rows } = await on.executeQuery<{ user_id: string }>(CompiledQuery.raw(ACTIVE, [scope.companyId, wanted]))
  const there = new Set(rows.map(row => row.user_id))
  return wanted.filter(id => there.has(id))
}

const ASKED = `/* flow.asked */ select m.user_id, a.deputy_id from member m
  left join flow_absence a on a.company_id = m.company_id and a.app_id = $3 and a.tag = $4 and a.user_id = m.user_id and a.from_at <= $5 and a.to_at > $5
  where m.company_id = $1 and m.user_id = any ($2::uuid[]) and not m.banned`
interface Wanted {
  scope: Scope
  tag: string
  at: Date
  users: readonly string[]
}
/** By person who is there, who decides for them meanwhile; those who share a transaction ask once for an environment. */
const deputiesOf = askedTogether(async (list: readonly Wanted[], on: On) => {
  const places = new Map<string, Wanted & { all: Set<string>; found: Map<string, string | null> }>()
  const placeOf = ({ scope, tag }: Wanted) => `${scope.appId} ${tag}`
  for (const one of list) {
    const place = places.get(placeOf(one)) ?? { ...one, all: new Set<string>(), found: new Map<string, string | null>() }
    places.set(placeOf(one), place)
    for (const user of one.users) place.all.add(user)
  }
  for (const { scope, tag, at, all, found } of places.values()) {
    const asked = CompiledQuery.raw(ASKED, [scope.companyId, [...all], scope.appId, tag, at])
    const { rows } = await on.executeQuery<{ user_id: string; deputy_id: string | null }>(asked)
    for (const { user_id: user, deputy_id: deputy } of rows) found.set(user, deputy)
  }
  return list.map(one => places.get(placeOf(one))?.found ?? new Map<string, string | null>())
})
/** The same, and who decides for them meanwhile. */
async function askedOf(scope: Scope, ids: readonly string[], deputies: Deputies | undefined, on: On): Promise<string[]> {
  if (!deputies) return activeOf(scope, ids, on)
  const { tag, at, known } = deputies
  const wanted = [...new Set(ids)]
  const unknown = wanted.filter(id => !known.has(id))
  if (unknown.length) {
    const found = await deputiesOf({ scope, tag, at, users: unknown }, on)
    for (const user of unknown) {
      const deputy = found.get(user)
      if (deputy !== undefined) known.set(user, deputy)
    }
  }
  return wanted.filter(id => known.has(id))
}

/** Those of some departments in which somebody is, or in one below. */
export async function departmentsWith({ companyId }: Scope, user: string, departments: readonly string[], on: On): Promise<ReadonlySet<string>> {
  if (!departments.length) return new Set()
  const { rows } = await sql<{ id: string }>`
    select distinct department_id as id from department_reach
    where company_id = ${companyId} and user_id = ${user} and department_id = any (${departments}::uuid[])`.execute(on)
  return new Set(rows.map(row => row.id))
}

/** Everybody who holds one of these roles of the app, by departments and included roles too, by name. */
async function holdersOf({ companyId, appId }: Scope, roles: readonly string[], on: On): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive held as (
      select id from role where id = any (${roles}::uuid[]) and app_id = ${appId} and company_id = ${companyId}
      union
      select m.included_role_id from held join role_member m on m.role_id = held.id and m.kind = 'role' and m.app_id = ${appId}
    ), people as (
      select m.subject_id as id from held join role_member m on m.role_id = held.id and m.kind = 'user' and m.app_id = ${appId}
      union
      select r.user_id from held join role_member m on m.role_id = held.id and m.kind = 'department' and m.app_id = ${appId}
        join department_reach r on r.department_id = m.department_id and r.company_id = ${companyId}
    )
    select person.id from people join person on person.id = people.id order by lower(person.name), person.id`.execute(on)
  return rows.map(row => row.id)
}

/**
 * Leaders of somebody's departments from the own one upwards; null where a department has none.
 * Nobody is asked about themselves: where the starter leads, there is no leader at that level.
 */
async function leadersOf(scope: Scope, user: string | null, on: On): Promise<(string | null)[]> {
  if (user === null) return []
  const own = await inApp(on, scope)
    .selectFrom('department_member')
    .innerJoin('department', 'department.id', 'department_member.department_id')
    .select('department.path')
    .where('department_member.user_id', '=', user)
    .where('department.disabled', '=', false)
    // Who sits in several departments is led where it is nearest: in the one that is furthest down.
    .orderBy(sql`cardinality(department.path)`, 'desc')
    .orderBy('department_member.created_at')
    .orderBy('department.id')
    .limit(1)
    .executeTakeFirst()
  if (!own) return []
  const rows = await inApp(on, scope).selectFrom('department').select(['id', 'manager_id']).where('id', 'in', own.path).execute()
  const leaders = new Map(rows.map(row => [row.id, row.manager_id]))
  const active = new Set(
    await activeOf(
      scope,
      [...leaders.values()].filter(id => id !== null),
      on,
    ),
  )
  return own.path.toReversed().map(id => {
    const leader = leaders.get(id) ?? null
    return leader !== null && leader !== user && active.has(leader) ? leader : null
  })
}

async function byRule(scope: Scope, rule: ApproverRule, node: string, facts: CaseFacts, on: On): Promise<string[]> {
  switch (rule.by) {
    case 'people':
      return askedOf(scope, rule.users, facts.deputies, on)
    case 'roles':
      return askedOf(scope, await holdersOf(scope, rule.roles, on), facts.deputies, on)
    case 'leader':
      return [(await leadersOf(scope, facts.starter, on))[rule.level - 1]].filter(id => typeof id === 'string')
    case 'leaders':
      return [...new Set((await leadersOf(scope, facts.starter, on)).slice(0, rule.levels))].filter(id => id !== null)
    case 'field':
      return askedOf(scope, idsIn(valueAt(facts.values, rule.field)), facts.deputies, on)
    case 'starter':
      return askedOf(scope, facts.starter === null ? [] : [facts.starter], facts.deputies, on)
    case 'choice':
      return askedOf(scope, Object.hasOwn(facts.choices, node) ? (facts.choices[node] ?? []) : [], facts.deputies, on)
    case 'earlier':
      return askedOf(scope, Object.hasOwn(facts.decided, rule.node) ? (facts.decided[rule.node] ?? []) : [], facts.deputies, on)
  }
}

async function instead(scope: Scope, policy: EmptyPolicy, rule: ApproverRule, facts: CaseFacts, on: On): Promise<Found> {
  if (policy.then === 'people') {
    const users = await askedOf(scope, policy.users, facts.deputies, on)
    return users.length ? users : 'nobody'
  }
  if (policy.then !== 'upper') return policy.then
  const from = rule.by === 'leader' ? rule.level : rule.by === 'leaders' ? rule.levels : 0
  const upper = (await leadersOf(scope, facts.starter, on)).slice(from).find(id => id !== null)
  return upper === undefined ? 'nobody' : [upper]
}

/** Who decides at a node; where its rule finds nobody, what is to happen then. */
export async function approversOf(scope: Scope, definition: FlowDefinition, nodeId: string, facts: CaseFacts, on: On): Promise<Found> {
  const node = definition.nodes.find(({ id }) => id === nodeId)
  if (!node?.approvers) return 'nobody'
  const users = await byRule(scope, node.approvers, nodeId, facts, on)
  if (!users.length) return instead(scope, node.empty ?? definition.empty ?? { then: 'nobody' }, node.approvers, facts, on)
  if (definition.sameApprover !== 'pass') return users
  const left = users.filter(id => !facts.approved.has(id))
  return left.length ? left : 'pass'
}

/** Everybody whom a rule finds, for what is told. */
export const toldBy = (scope: Scope, rule: ApproverRule, facts: CaseFacts, on: On): Promise<string[]> => byRule(scope, rule, '', facts, on)

/** Who is told at a node that only tells. */
export async function toldAt(scope: Scope, definition: FlowDefinition, nodeId: string, facts: CaseFacts, on: On): Promise<string[]> {
  const rule = definition.nodes.find(({ id }) => id === nodeId)?.approvers
  return rule ? byRule(scope, rule, nodeId, facts, on) : []
}
