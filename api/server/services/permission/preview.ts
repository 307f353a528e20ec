// What a change would do before it is made: who gains and who loses what. People who are the same in every respect that matters are decided once.
import { decider, exceptionsFor, type PersonFacts, type Policy, type Target } from '../foundation/access/verdict.ts'

/** People who are alike before and after the change. */
export interface Crowd {
  before: PersonFacts
  after: PersonFacts
  count: number
  /** Some of them, for the reader. */
  examples: readonly string[]
}
/** A thing that may be done, with how many gain and lose it. */
export interface Effect {
  target: Target
  gain: number
  lose: number
  gainers: string[]
  losers: string[]
}
export interface Preview {
  people: { gain: number; lose: number }
  targets: { gain: number; lose: number }
  pairs: { gain: number; lose: number }
  effects: Effect[]
}

const NAMED = 5

/**
 * The difference between two policies for these people and targets. It is exactly what deciding every pair twice would find; targets about which a
 * policy says nothing of their own are decided once a kind, and owners are crowds of one.
 */
export function preview(before: Policy, after: Policy, crowds: readonly Crowd[], targets: readonly Target[]): Preview {
  const effects: Effect[] = targets.map(target => ({ target, gain: 0, lose: 0, gainers: [], losers: [] }))
  // Targets without an exception before or after are alike but for their owners.
  const plain = new Map<string, number[]>()
  const single: number[] = []
  const owned = new Map<string, number[]>()
  for (const [at, target] of targets.entries()) {
    if (!('resourceId' in target)) {
      single.push(at)
      continue
    }
    if (target.ownerId) owned.set(target.ownerId, [...(owned.get(target.ownerId) ?? []), at])
    if (exceptionsFor(before, target) || exceptionsFor(after, target)) single.push(at)
    else {
      const key = `${target.kind} ${target.option} ${target.tag}`
      const of = plain.get(key)
      if (of) of.push(at)
      else plain.set(key, [at])
    }
  }
  const people = { gain: 0, lose: 0 }
  const [was, is] = [decider(before), decider(after)]
  type Asked = [ReturnType<typeof was.ready>, ReturnType<typeof is.ready>]
  const askedOf = (target: Target): Asked => [was.ready(target), is.ready(target)]
  const asked = new Map(single.map(at => [at, askedOf(targets[at] as Target)]))
  const kinds = [...plain.values()].map(list => ({
    list,
    asked: askedOf({ ...(targets[list[0] as number] as Extract<Target, { resourceId: string }>), ownerId: null }),
  }))
  for (const crowd of crowds) {
    const [mayBefore, mayAfter] = [was.person(crowd.before), is.person(crowd.after)]
    const verdicts = ([first, second]: Asked): [boolean, boolean] => [mayBefore(first), mayAfter(second)]
    let [gains, loses] = [false, false]
    const count = (at: number, could: boolean, can: boolean) => {
      if (could === can) return
      const effect = effects[at] as Effect
      if (can) {
        gains = true
        effect.gain += crowd.count
        for (const name of crowd.examples) if (effect.gainers.length < NAMED) effect.gainers.push(name)
      } else {
        loses = true
        effect.lose += crowd.count
        for (const name of crowd.examples) if (effect.losers.length < NAMED) effect.losers.push(name)
      }
    }
    const own = new Set(crowd.before.id === null ? [] : owned.get(crowd.before.id))
    for (const [at, of] of asked) count(at, ...verdicts(of))
    for (const { list, asked: of } of kinds) {
      const both = verdicts(of)
      if (both[0] === both[1] && !own.size) continue
      for (const at of list) if (!own.has(at)) count(at, ...both)
    }
    for (const at of own) if (!asked.has(at)) count(at, ...verdicts(askedOf(targets[at] as Target)))
    if (gains) people.gain += crowd.count
    if (loses) people.lose += crowd.count
  }
  const sum = (of: (effect: Effect) => number) => effects.reduce((total, effect) => total + of(effect), 0)
  return {
    people,
    targets: { gain: sum(effect => (effect.gain ? 1 : 0)), lose: sum(effect => (effect.lose ? 1 : 0)) },
    pairs: { gain: sum(effect => effect.gain), lose: sum(effect => effect.lose) },
    effects: effects.filter(effect => effect.gain || effect.lose),
  }
}
