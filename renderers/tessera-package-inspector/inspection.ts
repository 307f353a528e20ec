// What a server tells of a package, and the choice among its parts.
import type { Say } from '../words.ts'

export type Level = 'good' | 'info' | 'warning' | 'danger'
export interface Part {
  part: string
  needs: string[]
}
export type Outside = '' | 'guest' | 'external'
export interface PagePart extends Part {
  id: string
  kind: 'page' | 'group' | 'link'
  name: string
  path: string
  link: string
  visible: boolean
  depth: number
  parentId: string
  conflict: string
  findings: number
}
export interface ModelPart extends Part {
  key: string
  name: string
  description: string
  source: string
  managed: boolean
  fields: { key: string; name: string; type: string; required: boolean; unique: boolean; relation: string }[]
  indexes: { name: string; unique: boolean; fields: string[] }[]
  rows: number
  rowsPart: string
  rowsNeeds: string[]
  conflict: string
}
export interface RolePart extends Part {
  name: string
  description: string
  builtIn: boolean
  outside: Outside
  includes: string[]
  conflict: string
}
export interface RulePart extends Part {
  name: string
  model: string
  roles: string[]
  condition: string
}
export interface SourcePart {
  part: string
  name: string
  key: string
  dialect: string
  note: string
}
export interface Finding {
  page: string
  name: string
  kind: string
  path: string
  excerpt: string
  level: Level
  text: string
}
export interface Inspection {
  sha256: string
  size: number
  isNew: boolean
  withPermissions: boolean
  app: { key: string; name: string; description: string; logo: string }
  format: number
  version: string
  title: string
  createdBy: string
  verdict: { level: Level; text: string }[]
  pages: PagePart[]
  models: ModelPart[]
  sql: { tag: string; groups: { model: string; name: string; statements: string[] }[] }[]
  roles: RolePart[]
  rules: RulePart[]
  rights: { part: string; role: string; outside: Outside; right: string; of: string; allow: boolean; environment: string }[]
  findings: Finding[]
  findingsTotal: number
  sources: SourcePart[]
  variables: { name: string; pages: string[] }[]
  hosts: { host: string; kind: string; pages: string[]; isAllowed: boolean }[]
  conflicts: { kind: string; name: string; text: string }[]
  files: { name: string; mime: string; size: number }[]
  filesTotal: number
}

interface Known {
  name: string
  needs: string[]
}
/** Everything that can be chosen, by key. */
export function partsOf({ pages, models, roles, rules, sources }: Inspection): Map<string, Known> {
  const parts = new Map<string, Known>()
  for (const { part, name, needs } of [...pages, ...models, ...roles, ...rules]) if (part) parts.set(part, { name, needs })
  for (const { part, name } of sources) parts.set(part, { name, needs: [] })
  for (const { rowsPart, name, rowsNeeds } of models) if (rowsPart) parts.set(rowsPart, { name, needs: rowsNeeds })
  return parts
}

/** The chosen parts with all that they need, as the server does it. */
export function withNeeds(chosen: ReadonlySet<string>, parts: ReadonlyMap<string, Known>): Set<string> {
  const all = new Set<string>()
  const todo = [...chosen]
  for (let key = todo.pop(); key !== undefined; key = todo.pop()) {
    if (all.has(key)) continue
    all.add(key)
    todo.push(...(parts.get(key)?.needs ?? []))
  }
  return all
}

/** The text that a form sends: nothing where everything is chosen. */
export const choiceText = (chosen: ReadonlySet<string>, parts: ReadonlyMap<string, Known>) =>
  [...parts.keys()].every(key => chosen.has(key)) ? '' : JSON.stringify([...parts.keys()].filter(key => chosen.has(key)))

export function chosenOf(text: unknown, parts: ReadonlyMap<string, Known>): Set<string> {
  if (typeof text === 'string' && text.startsWith('['))
    try {
      return new Set((JSON.parse(text) as string[]).filter(key => parts.has(key)))
    } catch {
      // What cannot be read is no choice.
    }
  return new Set(parts.keys())
}

/** The choice as the sections show and change it. */
export interface Choosing {
  chosen: ReadonlySet<string>
  /** With what comes along. */
  kept: ReadonlySet<string>
  /** Names of the parts for which a part comes along that was not chosen itself. */
  neededBy(part: string): string[]
  choose: ((parts: readonly string[], on: boolean) => void) | undefined
  say: Say
}

export const sizeText = (bytes: number) =>
  bytes < 1024 ? `${bytes} B` : bytes < 1048576 ? `${Math.round(bytes / 1024)} kB` : `${Math.round(bytes / 104857.6) / 10} MB`
