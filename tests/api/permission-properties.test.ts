// 100,000 random policies: what is explained is what is enforced, and a preview is the difference of before and after. The decisions are held
// against rules that are told here a second time, in the plainest way.
import { expect, it } from 'vitest'
import {
  decide,
  explain,
  exceptionsFor,
  listKey,
  overrideKey,
  rolesOf,
  type ListFacts,
  type MemberFacts,
  type PersonFacts,
  type Policy,
  type RoleFacts,
  type Target,
} from '../../api/server/services/foundation/access/verdict.ts'
import { preview, type Crowd } from '../../api/server/services/permission/preview.ts'
import { builtInsOf, gateOf } from '../../api/server/services/foundation/access/words.ts'
import { dice, type Dice } from '../support/random.ts'

/** All of them in `npm run verify:full`; the same first ones in every run. */
const POLICIES = process.env.TESSERA_FULL ? 100_000 : 10_000

const BUILT_INS = ['all-users', 'admin', 'external-users', 'guest'] as const
const CUSTOM = ['r1', 'r2', 'r3', 'r4']
const ROLES = [...BUILT_INS, ...CUSTOM]
const DEPARTMENTS = ['d1', 'd2', 'd3']
const PAGES = ['p1', 'p2', 'p3']
const TAGS = ['dev', 'latest', 'qa']
const LISTS = ['read', 'edit', 'adminRole', 'viewLog', 'publish', 'createRole', 'role.create', 'resource', 'page:read', 'page:edit', 'page:export']
const OPTIONS = ['read', 'edit', 'export']

const ROLE_FACTS: ReadonlyMap<string, RoleFacts> = new Map(
  ROLES.map(id => [id, { id, type: 0, builtIn: (BUILT_INS as readonly string[]).includes(id) ? (id as RoleFacts['builtIn']) : null }]),
)

function randomPolicy(r: Dice): Policy {
  const members: MemberFacts[] = []
  for (const roleId of CUSTOM) {
    for (const subjectId of r.some(DEPARTMENTS, 0.2)) members.push({ roleId, kind: 'department', subjectId })
    // Any roles, rings among them too: a decision must end.
    for (const subjectId of r.some(ROLES, 0.12)) if (subjectId !== roleId) members.push({ roleId, kind: 'role', subjectId })
  }
  const lists = new Map<string, ListFacts>()
  for (const list of LISTS)
    for (const environment of ['', 'latest', 'qa'])
      if (r.chance(environment ? 0.1 : 0.45) && !(environment && list.includes(':')))
        lists.set(listKey(environment, list), { roles: r.some(ROLES, 0.25), owner: list.includes(':') && r.chance(0.4) })
  const overrides = new Map<string, Map<string, boolean>>()
  for (const page of PAGES)
    for (const option of OPTIONS)
      for (const environment of ['', 'latest'])
        if (r.chance(environment ? 0.1 : 0.3))
          overrides.set(overrideKey(environment, 'page', page, option), new Map(r.some(ROLES, 0.3).map(role => [role, r.chance(0.5)])))
  return { isArchived: r.chance(0.03), guestEnabled: r.chance(0.4), roles: ROLE_FACTS, members, lists, overrides }
}

function randomPerson(r: Dice, id: string): PersonFacts {
  const member = r.pick(['member', 'member', 'member', 'member', 'admin', undefined, undefined] as const)
  return {
    id: r.chance(0.1) ? null : id,
    isSuper: r.chance(0.02),
    member,
    ownsApp: r.chance(0.05),
    externalId: !member && r.chance(0.6) ? `x${id}` : null,
    direct: member ? r.some(CUSTOM, 0.2) : [],
    departments: member ? r.some(DEPARTMENTS, 0.3) : [],
  }
}
const randomTarget = (r: Dice): Target =>
  r.chance(0.4)
    ? { kind: 'app', tag: r.pick(TAGS), option: r.pick(['access', 'edit', 'adminRole', 'viewLog', 'publish', 'createRole', 'resourceAcl', 'settings']) }
    : { kind: 'page', tag: r.pick(TAGS), option: r.pick(OPTIONS), resourceId: r.pick(PAGES), ownerId: r.pick([null, '0', '1', '2']) }

/** The rules once more, without a thought for speed. */
function oracle(policy: Policy, person: PersonFacts, target: Target): boolean {
  if (person.isSuper || person.member === 'owner' || person.member === 'admin' || (person.member && person.ownsApp)) return true
  if (policy.isArchived) return false
  const held = new Set(person.direct)
  for (const m of policy.members) if (m.kind === 'department' && person.member && person.departments.includes(m.subjectId)) held.add(m.roleId)
  if (person.member) held.add('all-users')
  if (person.externalId) held.add('external-users')
  if (policy.guestEnabled) held.add('guest')
  for (let grown = true; grown;) {
    grown = false
    for (const m of policy.members)
      if (m.kind === 'role' && held.has(m.subjectId) && !held.has(m.roleId)) {
        held.add(m.roleId)
        grown = true
      }
  }
  const inEnvironment = ['read', 'edit', 'adminRole', 'createRole', 'dataManage', 'flowManage', 'viewLog', 'resource']
  const rolesIn = (tag: string, list: string): readonly string[] => {
    const own = tag !== 'dev' && tag !== '' && inEnvironment.includes(list) ? policy.lists.get(`${tag} ${list}`) : undefined
    const chosen = own ?? policy.lists.get(` ${list}`)
    if (chosen) return chosen.roles
    return list === 'createRole' ? rolesIn('', 'role.create') : builtInsOf(list).roles
  }
  const duty = (tag: string, name: string): boolean => {
    const published = tag !== 'dev' && tag !== ''
    const any = ['read', 'edit', 'adminRole', 'createRole', 'resource', 'dataManage', 'flowManage', 'viewLog']
    const lists =
      name === 'access'
        ? published
          ? any
          : [...any, 'publish', 'delete', 'sync']
        : name === 'resourceAcl'
          ? ['adminRole', 'resource']
          : name === 'settings'
            ? ['edit', 'adminRole', 'publish', 'resource']
            : [name]
    return lists.some(list => rolesIn(tag, list).some(role => held.has(role)))
  }
  if (!('resourceId' in target)) return duty(target.tag, target.option)
  const gate = gateOf(target.kind, target.option)
  if (!duty(gate === 'access' ? target.tag : '', gate)) return false
  const chosen = policy.lists.get(` page:${target.option}`)
  const fallback = chosen ?? builtInsOf(`page:${target.option}`)
  if (fallback.owner && person.id !== null && person.member && person.id === target.ownerId) return true
  const environment = target.option === 'edit' || target.tag === 'dev' ? '' : target.tag
  return [...held].some(role => {
    const here = environment ? policy.overrides.get(`${environment} page ${target.resourceId} ${target.option}`)?.get(role) : undefined
    return here ?? policy.overrides.get(` page ${target.resourceId} ${target.option}`)?.get(role) ?? (fallback.roles as readonly string[]).includes(role)
  })
}

it(`${POLICIES.toLocaleString('en')} policies: explained as enforced, and enforced as the rules say`, { timeout: 120_000 }, () => {
  const r = dice(20_26)
  let allowed = 0
  for (let n = 0; n < POLICIES; n++) {
    const policy = randomPolicy(r)
    const person = randomPerson(r, String(r.below(3)))
    for (let m = 0; m < 3; m++) {
      const target = randomTarget(r)
      const enforced = decide(policy, person, target)
      const explained = explain(policy, person, target)
      if (enforced !== explained.allow || enforced !== oracle(policy, person, target)) {
        // Said once, with all that is needed to look at it.
        expect({ n, person, target, enforced, explained }).toEqual({
          n,
          person,
          target,
          enforced: oracle(policy, person, target),
          explained: { ...explained, allow: enforced },
        })
      }
      if (explained.reasons.length === 0) throw new Error(`policy ${n} is not explained`)
      // A path names roles that are held, and leads to the person.
      for (const reason of explained.reasons)
        if ('path' in reason && reason.path.length) {
          const held = rolesOf(policy, person)
          expect(reason.path.every(step => held.has(step.role)) && reason.path.at(-1)?.via.by !== 'role').toBe(true)
        }
      if (enforced) allowed++
    }
  }
  // Neither answer is rare, or the test would show little.
  expect(allowed / (POLICIES * 3)).toBeGreaterThan(0.3)
  expect(allowed / (POLICIES * 3)).toBeLessThan(0.8)
})

it(`${POLICIES.toLocaleString('en')} changes: the preview is the difference of before and after`, { timeout: 120_000 }, () => {
  const r = dice(7)
  let changes = 0
  // What the last one had serves as what is changed in the next.
  let other = randomPolicy(r)
  for (let n = 0; n < POLICIES; n++) {
    const before = randomPolicy(r)
    // Some of it stays, as in a real change.
    const after: Policy = {
      ...before,
      members: r.chance(0.3) ? other.members : before.members,
      lists: r.chance(0.5) ? new Map([...before.lists, ...[...other.lists].slice(0, 2)]) : before.lists,
      overrides: r.chance(0.5) ? new Map([...before.overrides, ...[...other.overrides].slice(0, 3)]) : before.overrides,
    }
    other = before
    const crowds: Crowd[] = Array.from({ length: 3 }, (_, id) => {
      const person = { ...randomPerson(r, String(id)), id: id < 2 ? String(id) : null }
      const moved = person.member && r.chance(0.2) ? { ...person, direct: r.some(CUSTOM, 0.3) } : person
      return { before: person, after: moved, count: id < 2 ? 1 : 1 + r.below(50), examples: [`P${id}`] }
    })
    const targets: Target[] = []
    const seen = new Set<string>()
    for (let m = 0; m < 4; m++) {
      const target = randomTarget(r)
      const key = JSON.stringify([target.kind, target.tag, target.option, 'resourceId' in target && target.resourceId])
      if (!seen.has(key)) targets.push(target)
      seen.add(key)
    }
    const found = preview(before, after, crowds, targets)
    const held = crowds.map(crowd => [rolesOf(before, crowd.before), rolesOf(after, crowd.after)] as const)
    const losers = new Set<Crowd>()
    const expected = targets.map(target => {
      const effect = { target, gain: 0, lose: 0 }
      for (const [at, crowd] of crowds.entries()) {
        const was = decide(before, crowd.before, target, held[at]?.[0])
        const is = decide(after, crowd.after, target, held[at]?.[1])
        if (!was && is) effect.gain += crowd.count
        if (was && !is) {
          effect.lose += crowd.count
          losers.add(crowd)
        }
      }
      return effect
    })
    const different = expected.filter(effect => effect.gain || effect.lose)
    changes += different.length
    const told = found.effects.map(({ target, gain, lose }) => ({ target, gain, lose }))
    const sums = {
      gain: expected.reduce((total, one) => total + one.gain, 0),
      lose: expected.reduce((total, one) => total + one.lose, 0),
      people: [...losers].reduce((total, crowd) => total + crowd.count, 0),
    }
    const toldSums = { ...found.pairs, people: found.people.lose }
    if (JSON.stringify([told, toldSums]) !== JSON.stringify([different, sums])) expect({ n, told, toldSums }).toEqual({ n, told: different, toldSums: sums })
  }
  expect(changes / POLICIES).toBeGreaterThan(0.3)
})

it('exceptions of an environment stand above those of all', () => {
  const overrides = new Map([
    [overrideKey('', 'page', 'p1', 'read'), new Map([['r1', true]])],
    [overrideKey('qa', 'page', 'p1', 'read'), new Map([['r1', false]])],
  ])
  const on = (tag: string) => exceptionsFor({ overrides }, { kind: 'page', tag, option: 'read', resourceId: 'p1' })?.get('r1')
  expect([on('dev'), on('qa'), on('latest')]).toEqual([true, false, true])
})
