// A page that two changed, on all sides: where their differences are, and what comes of the choices.
import { placesOf, rebase, type JsonObject, type Side } from '../../api/ledger/index.ts'
import type { MarkedPart } from '../tessera-screen-pictures/marks.ts'

export type Schema = Record<string, unknown>
export interface Sides {
  name: string
  /** App of the side that is written. */
  appUrlKey: string
  base?: Schema
  ours?: Schema
  theirs?: Schema
}
export const SIDES = ['base', 'ours', 'theirs'] as const
export type SideName = (typeof SIDES)[number]
export type Choices = Readonly<Record<string, Side>>

const json = (schema: Schema) => schema as JsonObject
const before = ({ base }: Sides) => json(base ?? { type: 'page' })

/** The choices of a page by the keys that its content has for them. */
export const ofPage = (choices: Choices, pageId: string): Choices => {
  const start = `page ${pageId} `
  return Object.fromEntries(Object.entries(choices).flatMap(([key, side]) => (key.startsWith(start) ? [[key.slice(start.length), side]] : [])))
}
export const keyOf = (pageId: string, key: string) => `page ${pageId} ${key}`

/** The page as the choices make it; what is undecided goes as it is on the side that is written. */
export function together(sides: Sides, choices: Choices): Schema {
  const { ours, theirs } = sides
  if (!ours || !theirs) return ours ?? theirs ?? {}
  return rebase(before(sides), json(ours), json(theirs), choices).result
}

/** What another choice changes, done to a page that was worked on since: where both touched the same, the choice counts. */
export function afterChoice(sides: Sides, page: Schema, was: Choices, now: Choices): Schema {
  const [from, to] = [together(sides, was), together(sides, now)]
  const { conflicts } = rebase(json(from), json(page), json(to))
  return rebase(json(from), json(page), json(to), Object.fromEntries(conflicts.map(({ key }) => [key, 'theirs' as const]))).result
}

export interface Marked {
  /** Parts to outline on each side, each with a number. */
  parts: Record<SideName, MarkedPart[]>
  /** By the key of a question: the number of its part. */
  numbers: ReadonlyMap<string, number>
}
/** What is asked of a page, as parts of all of its pictures. */
export function markedIn(sides: Sides): Marked {
  const parts: Marked['parts'] = { base: [], ours: [], theirs: [] }
  const { ours, theirs } = sides
  if (!ours || !theirs) return { parts, numbers: new Map() }
  const { conflicts } = rebase(before(sides), json(ours), json(theirs))
  const nodes = [...new Set(conflicts.map(one => one.node))]
  for (const side of SIDES) {
    const paths = new Set<string>()
    for (const [node, path] of placesOf(before(sides), side === 'base' ? before(sides) : json(sides[side] as Schema), nodes)) {
      if (paths.has(path)) continue
      paths.add(path)
      parts[side].push({ path, kind: 'changed', place: nodes.indexOf(node) })
    }
  }
  return { parts, numbers: new Map(conflicts.map(one => [one.key, nodes.indexOf(one.node)])) }
}
