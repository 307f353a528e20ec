// Why a change of permissions means nothing to the people of a role: a duty that is missing, another role that gives the same, or nobody in it.
import { say, type Locale } from '../../../messages.ts'
import { decider, rolesOf, rolesThatMay, type Policy, type Target } from '../foundation/access/verdict.ts'
import { gateOf } from '../foundation/access/words.ts'
import type { StoredPolicy } from './policy.ts'
import type { Crowd } from './preview.ts'
import { listName } from './sentences.ts'

/** A role that is given something or loses it. */
export interface Given {
  roleId: string
  allow: boolean
  /** What it is about: a duty, or an option of some resources of a kind. */
  targets: readonly Target[]
}
type Why = { is: 'archived' } | { is: 'nobodyIn' } | { is: 'notBefore' } | { is: 'needs'; duty: string; roles: string[] } | { is: 'otherwise'; roles: string[] }

/** Resources that a change is looked at for: what stands in the way stands in the way of all of a kind. */
const MOST_LOOKED_AT = 50
/** Sentences that are told of one change. */
const MOST_TOLD = 10

/** What keeps a change from meaning anything to the people of its role; undefined where it does. */
export function whyWithoutEffect(before: Policy, after: Policy, crowds: readonly Crowd[], { roleId, allow, targets }: Given): Why | undefined {
  if (after.isArchived) return { is: 'archived' }
  const [was, is] = [decider(before), decider(after)]
  const people = crowds.flatMap(crowd => {
    const [heldBefore, heldAfter] = [rolesOf(before, crowd.before), rolesOf(after, crowd.after)]
    if (!heldBefore.has(roleId) && !heldAfter.has(roleId)) return []
    return [{ heldBefore, heldAfter, could: was.person(crowd.before, heldBefore), can: is.person(crowd.after, heldAfter) }]
  })
  if (!people.length) return { is: 'nobodyIn' }
  const needs = new Set<string>()
  const needed = new Set<string>()
  const others = new Set<string>()
  for (const target of targets.slice(0, MOST_LOOKED_AT)) {
    const [first, second] = [was.ready(target), is.ready(target)]
    const { roles, gate } = rolesThatMay(allow ? before : after, target)
    for (const { heldBefore, heldAfter, could, can } of people) {
      const may = can(second)
      if (could(first) !== may) return undefined
      if (may) for (const role of (allow ? heldBefore : heldAfter).keys()) if (role !== roleId && roles.has(role)) others.add(role)
      if (may || !allow || !('resourceId' in target)) continue
      needs.add(gateOf(target.kind, target.option))
      for (const role of gate ?? []) needed.add(role)
    }
  }
  const [duty] = needs
  if (duty) return { is: 'needs', duty, roles: [...needed] }
  if (others.size) return { is: 'otherwise', roles: [...others] }
  return allow ? undefined : { is: 'notBefore' }
}

/** A sentence for each part of a change that means nothing to the people of its role. */
export function withoutEffect(before: StoredPolicy, after: Policy, crowds: readonly Crowd[], all: readonly Given[], locale: Locale): string[] {
  const told: string[] = []
  const nameOf = (id: string) => before.roles.get(id)?.name ?? ''
  for (const given of all) {
    const [target] = given.targets
    if (!target || !before.roles.has(given.roleId)) continue
    const why = whyWithoutEffect(before, after, crowds, given)
    if (!why) continue
    const what = listName('resourceId' in target ? `${target.kind}:${target.option}` : target.option, locale)
    const values = { what, role: nameOf(given.roleId) }
    const roles = 'roles' in why ? why.roles.map(nameOf).filter(Boolean).join(', ') : ''
    if (why.is === 'archived') told.push(say(locale, 'The app is archived: only those who manage it may use it'))
    else if (why.is === 'nobodyIn') told.push(say(locale, '“{what}” for {role}: nobody is in this role.', values))
    else if (why.is === 'notBefore') told.push(say(locale, '“{what}” for {role}: nobody in this role had it.', values))
    else if (why.is === 'otherwise') told.push(say(locale, '“{what}” for {role}: who is in this role has it all the same, by {roles}.', { ...values, roles }))
    else {
      const duty = listName(why.duty, locale)
      told.push(
        roles
          ? say(locale, '“{what}” for {role}: this needs “{duty}” as well, which nobody in this role has. It is given to: {roles}.', { ...values, duty, roles })
          : say(locale, '“{what}” for {role}: this needs “{duty}” as well, which nobody in this role has.', { ...values, duty }),
      )
    }
  }
  return [...new Set(told)].slice(0, MOST_TOLD)
}
