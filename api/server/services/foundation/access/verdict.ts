// The decision: a policy and a person in, a verdict with its reasons out. No database, no clock, no other module's state: what is enforced,
// explained, listed and previewed is all decided here.
import { builtInsOf, defaultList, environmentOf, environmentsOf, gateOf, isWork, OPENING, OPENING_APP, type BuiltIn } from './words.ts'

export interface RoleFacts {
  id: string
  type: number
  builtIn: BuiltIn | null
}
/** A department whose people hold a role, or a role whose holders do. */
export interface MemberFacts {
  roleId: string
  kind: 'department' | 'role'
  subjectId: string
}
export interface ListFacts {
  roles: readonly string[]
  owner: boolean
}
/** What an app's administrators have set. */
export interface Policy {
  isArchived: boolean
  guestEnabled: boolean
  roles: ReadonlyMap<string, RoleFacts>
  members: readonly MemberFacts[]
  /** By `listKey`; a list that is not here has its default. */
  lists: ReadonlyMap<string, ListFacts>
  /** By `overrideKey`, and then by role. */
  overrides: ReadonlyMap<string, ReadonlyMap<string, boolean>>
}
export const listKey = (environment: string, list: string) => `${environment} ${list}`
export const overrideKey = (environment: string, kind: string, resourceId: string, option: string) => `${environment} ${kind} ${resourceId} ${option}`

export interface PersonFacts {
  /** Null is somebody who is not signed in. */
  id: string | null
  isSuper: boolean
  /** In the organisation; undefined for somebody who is no member, or no longer may be. */
  member: 'owner' | 'admin' | 'member' | undefined
  ownsApp: boolean
  externalId: string | null
  /** Roles that this person was put in by name. */
  direct: readonly string[]
  /** Departments with those above them, without those out of use. */
  departments: readonly string[]
}

/** A duty of the app in an environment. */
export interface DutyTarget {
  kind: 'app'
  tag: string
  option: string
}
export interface ResourceTarget {
  kind: string
  tag: string
  option: string
  resourceId: string
  ownerId: string | null
}
export type Target = DutyTarget | ResourceTarget
/** What is said about one resource, by role: for all environments, and above that for this one. */
export function exceptionsFor(
  policy: Pick<Policy, 'overrides'>,
  { kind, tag, option, resourceId }: Omit<ResourceTarget, 'ownerId'>,
): ReadonlyMap<string, boolean> | undefined {
  const everywhere = policy.overrides.get(overrideKey('', kind, resourceId, option))
  const environment = isWork(option) ? '' : environmentOf(tag)
  const here = environment ? policy.overrides.get(overrideKey(environment, kind, resourceId, option)) : undefined
  return everywhere && here ? new Map([...everywhere, ...here]) : (here ?? everywhere)
}

const isDuty = (target: Target): target is DutyTarget => !('resourceId' in target)

/** Why somebody may everything in an app, whatever its roles say. */
export type Manager = 'platformSuper' | 'companyOwner' | 'companyAdmin' | 'appOwner'

export function managerOf(person: Pick<PersonFacts, 'isSuper' | 'member' | 'ownsApp'>): Manager | undefined {
  if (person.isSuper) return 'platformSuper'
  if (person.member === 'owner') return 'companyOwner'
  if (person.member === 'admin') return 'companyAdmin'
  // An owner who left the organisation owns the app no longer.
  return person.member && person.ownsApp ? 'appOwner' : undefined
}

/** How a person comes to a role: directly, through a department, because it is for all people of a kind, or through a role that it includes. */
export type Via = { by: 'self' } | { by: 'everybody' } | { by: 'department'; id: string } | { by: 'role'; id: string }

/** The roles of a person, each with the shortest way to it. */
export function rolesOf(policy: Policy, person: PersonFacts): Map<string, Via> {
  const held = new Map<string, Via>()
  const queue: string[] = []
  const add = (id: string, via: Via) => {
    if (held.has(id) || !policy.roles.has(id)) return
    held.set(id, via)
    queue.push(id)
  }
  const departments = new Set(person.member ? person.departments : [])
  for (const id of person.direct) add(id, { by: 'self' })
  for (const { roleId, kind, subjectId } of policy.members)
    if (kind === 'department' && departments.has(subjectId)) add(roleId, { by: 'department', id: subjectId })
  for (const { id, builtIn } of policy.roles.values()) {
    if (builtIn === 'all-users' && person.member) add(id, { by: 'everybody' })
    if (builtIn === 'external-users' && person.externalId) add(id, { by: 'everybody' })
    // What a guest may do needs no sign-in, so nobody can be kept from it.
    if (builtIn === 'guest' && policy.guestEnabled) add(id, { by: 'everybody' })
  }
  for (let at = 0; at < queue.length; at++) {
    const inner = queue[at] as string
    for (const { roleId, kind, subjectId } of policy.members) if (kind === 'role' && subjectId === inner) add(roleId, { by: 'role', id: inner })
  }
  return held
}

export type Source = 'chosen' | 'default'
/** A list as it counts for an environment: its own, else the app's, else the default. */
export function resolveList(policy: Pick<Policy, 'lists' | 'roles'>, tag: string, list: string): ListFacts & { from: Source; environment: string } {
  for (const environment of environmentsOf(tag, list)) {
    const chosen = policy.lists.get(listKey(environment, list))
    if (chosen) return { ...chosen, from: 'chosen', environment }
  }
  // An environment's list of who makes roles falls back to the app's.
  if (list === 'createRole') return resolveList(policy, '', 'role.create')
  const { roles: wanted, owner } = builtInsOf(list)
  const roles: string[] = []
  for (const { id, builtIn } of policy.roles.values()) if (builtIn && wanted.includes(builtIn)) roles.push(id)
  return { roles, owner, from: 'default', environment: '' }
}

/** The lists any of which gives a duty. */
export function listsOf(duty: string, tag: string): readonly string[] {
  if (duty === 'access') return environmentsOf(tag, 'read').length > 1 ? OPENING : OPENING_APP
  if (duty === 'resourceAcl') return ['adminRole', 'resource']
  if (duty === 'releases') return ['edit', 'publish']
  if (duty === 'settings') return ['edit', 'adminRole', 'publish', 'resource']
  return [duty]
}

/** Roles that somebody holds. */
export type Held = ReadonlySet<string> | ReadonlyMap<string, unknown>

/** Whether one of the held roles stands in a list. */
const holds = (held: Held, roles: readonly string[]) => roles.some(role => held.has(role))

export function mayDuty(policy: Pick<Policy, 'lists' | 'roles'>, held: Held, tag: string, duty: string): boolean {
  return listsOf(duty, tag).some(list => holds(held, resolveList(policy, tag, list).roles))
}

/**
 * The right on a resource itself: a role gives it when it is in the default and no exception takes it away, or when an exception gives it. One
 * role that gives it is enough.
 */
export function mayResource(fallback: ListFacts, exceptions: ReadonlyMap<string, boolean> | undefined, held: Held, isOwner: boolean): boolean {
  if (isOwner && fallback.owner) return true
  if (exceptions && held.size < exceptions.size) {
    for (const role of held.keys()) if (exceptions.get(role)) return true
  } else if (exceptions) for (const [role, allow] of exceptions) if (allow && held.has(role)) return true
  return fallback.roles.some(role => held.has(role) && exceptions?.get(role) !== false)
}

/** The verdict as it is enforced. */
export function decide(policy: Policy, person: PersonFacts, target: Target, held: Held = rolesOf(policy, person)): boolean {
  if (managerOf(person)) return true
  if (policy.isArchived) return false
  if (isDuty(target)) return mayDuty(policy, held, target.tag, target.option)
  const { kind, option, ownerId, tag } = target
  // Pages and the like are worked on in the app, whatever environment they are looked at in.
  const gate = gateOf(kind, option)
  if (!mayDuty(policy, held, gate === 'access' ? tag : '', gate)) return false
  const isOwner = person.id !== null && person.member !== undefined && person.id === ownerId
  return mayResource(resolveList(policy, '', defaultList(kind, option)), exceptionsFor(policy, target), held, isOwner)
}

/**
 * `decide` for many questions about one policy: what a target comes to is worked out once for all people, a person's duties once for all targets.
 */
export function decider(policy: Policy) {
  const fallbacks = new Map<string, ListFacts>()
  const fallbackOf = (list: string): ListFacts => {
    const known = fallbacks.get(list) ?? resolveList(policy, '', list)
    fallbacks.set(list, known)
    return known
  }
  /** A target of this policy, ready to be asked about. */
  const ready = (target: Target) => {
    if (isDuty(target)) return { target, gate: target.option, gateTag: target.tag, of: undefined }
    const { kind, option, tag } = target
    const gate = gateOf(kind, option)
    return {
      target,
      gate,
      gateTag: gate === 'access' ? tag : '',
      of: { fallback: fallbackOf(defaultList(kind, option)), exceptions: exceptionsFor(policy, target) },
    }
  }
  return {
    ready,
    /** The verdicts of a person, target by target. */
    person(person: PersonFacts, held: Held = rolesOf(policy, person)) {
      const manages = managerOf(person) !== undefined
      const duties = new Map<string, boolean>()
      const mayGate = (tag: string, duty: string): boolean => {
        const key = `${tag} ${duty}`
        const known = duties.get(key) ?? mayDuty(policy, held, tag, duty)
        duties.set(key, known)
        return known
      }
      return ({ target, gate, gateTag, of }: ReturnType<typeof ready>): boolean => {
        if (manages) return true
        if (policy.isArchived || !mayGate(gateTag, gate)) return false
        if (!of) return true
        const isOwner = person.id !== null && person.member !== undefined && person.id === (target as ResourceTarget).ownerId
        return mayResource(of.fallback, of.exceptions, held, isOwner)
      }
    },
  }
}

/** One step of the way from a role that gives a right to the person: first the role, last how the person comes to it. */
export type Path = { role: string; via: Via }[]
export type Reason =
  | { is: 'manager'; as: Manager }
  | { is: 'archived' }
  /** The duty of the app that this needs: given by a list through a role, or not given. */
  | { is: 'duty'; duty: string; list: string; allow: boolean; from: Source; environment: string; path: Path }
  /** The resource itself, by a role: from an exception or from the default of its kind. */
  | { is: 'resource'; allow: boolean; by: 'override' | 'default'; from: Source; path: Path }
  | { is: 'owner' }
  /** The default would give it through this role, and an exception takes it away. */
  | { is: 'taken'; path: Path }
  /** Nothing gives it: the roles that would. */
  | { is: 'nothing'; wouldGive: string[] }
export interface Verdict {
  allow: boolean
  reasons: Reason[]
}

/** The way from a role to somebody who holds it. */
export function pathTo(held: ReadonlyMap<string, Via>, role: string): Path {
  const path: Path = []
  for (let at = role; path.length <= held.size;) {
    const via = held.get(at)
    if (!via) break
    path.push({ role: at, via })
    if (via.by !== 'role') break
    at = via.id
  }
  return path
}

function explainDuty(policy: Policy, held: ReadonlyMap<string, Via>, tag: string, duty: string): Verdict {
  const lists = listsOf(duty, tag).map(list => ({ list, ...resolveList(policy, tag, list) }))
  for (const { list, roles, from, environment } of lists) {
    const role = roles.find(id => held.has(id))
    if (role !== undefined) return { allow: true, reasons: [{ is: 'duty', duty, list, allow: true, from, environment, path: pathTo(held, role) }] }
  }
  const first = lists[0] as (typeof lists)[number]
  const wouldGive = [...new Set(lists.flatMap(({ roles }) => roles))].filter(role => policy.roles.has(role))
  return {
    allow: false,
    reasons: [
      { is: 'duty', duty, list: first.list, allow: false, from: first.from, environment: first.environment, path: [] },
      { is: 'nothing', wouldGive },
    ],
  }
}

/** The verdict with its reasons: for a yes the way that leads to it, for a no what is missing and who has it. */
export function explain(policy: Policy, person: PersonFacts, target: Target): Verdict {
  const manager = managerOf(person)
  if (manager) return { allow: true, reasons: [{ is: 'manager', as: manager }] }
  if (policy.isArchived) return { allow: false, reasons: [{ is: 'archived' }] }
  const held = rolesOf(policy, person)
  if (isDuty(target)) return explainDuty(policy, held, target.tag, target.option)
  const { kind, option, ownerId, tag } = target
  const needs = gateOf(kind, option)
  const gate = explainDuty(policy, held, needs === 'access' ? tag : '', needs)
  if (!gate.allow) return gate
  const exceptions = exceptionsFor(policy, target)
  const fallback = resolveList(policy, '', defaultList(kind, option))
  const given = exceptions && [...exceptions].find(([role, allow]) => allow && held.has(role))
  if (given) return { allow: true, reasons: [{ is: 'resource', allow: true, by: 'override', from: 'chosen', path: pathTo(held, given[0]) }, ...gate.reasons] }
  const inDefault = fallback.roles.filter(role => held.has(role))
  const left = inDefault.find(role => exceptions?.get(role) !== false)
  if (left !== undefined)
    return { allow: true, reasons: [{ is: 'resource', allow: true, by: 'default', from: fallback.from, path: pathTo(held, left) }, ...gate.reasons] }
  if (fallback.owner && person.id !== null && person.member !== undefined && person.id === ownerId)
    return { allow: true, reasons: [{ is: 'owner' }, ...gate.reasons] }
  const wouldGive = new Set(fallback.roles.filter(role => policy.roles.has(role) && exceptions?.get(role) !== false))
  for (const [role, allow] of exceptions ?? []) if (allow) wouldGive.add(role)
  return {
    allow: false,
    reasons: [...inDefault.map((role): Reason => ({ is: 'taken', path: pathTo(held, role) })), { is: 'nothing', wouldGive: [...wouldGive] }],
  }
}

/** The roles whose holders may do this; what being an owner or a manager gives comes besides. */
export function rolesThatMay(policy: Policy, target: Target): { roles: Set<string>; gate: Set<string> | undefined; owner: boolean } {
  const dutyRoles = (tag: string, duty: string) => new Set(listsOf(duty, tag).flatMap(list => resolveList(policy, tag, list).roles))
  if (isDuty(target)) return { roles: dutyRoles(target.tag, target.option), gate: undefined, owner: false }
  const { kind, option, tag } = target
  const needs = gateOf(kind, option)
  const fallback = resolveList(policy, '', defaultList(kind, option))
  const exceptions = exceptionsFor(policy, target)
  const roles = new Set(fallback.roles.filter(role => exceptions?.get(role) !== false))
  for (const [role, allow] of exceptions ?? []) if (allow) roles.add(role)
  return { roles, gate: dutyRoles(needs === 'access' ? tag : '', needs), owner: fallback.owner }
}
