// What the structure part of the gate knows about amis: a compact table made from amis' own definitions by scripts/gate-schemas.ts.

/**
 * What a value may be, as JSON: a word, the name of a definition (`#Api`), or a list whose first item says the kind.
 * `node` is a component, `coll` a component, a text or a list of them.
 */
export type Shape =
  | 'any'
  | 'str'
  | 'num'
  | 'bool'
  | 'null'
  | 'node'
  | 'coll'
  | `#${string}`
  | ['e', ...unknown[]]
  | ['a', Shape]
  | ['u', ...Shape[]]
  | ObjectShape
  | NodeShape

/** Properties, what further ones may be (0: there are none), and which must be there. */
export type ObjectShape = ['o', Record<string, Shape>, Shape | 0, string[]?]
/** A component in a place that gives it properties of its own (a column, a card field) and perhaps a type when it says none. */
export type NodeShape = ['n', Shape | 0, string?]

export interface GateTable {
  /** amis' version, to say it in messages. */
  version: string
  defs: Record<string, Shape>
  /** Component type → the definition of its properties. */
  types: Record<string, ObjectShape | `#${string}`>
  /** Component type → names that its code reads beyond its definition. */
  reads: Record<string, string[]>
  /** Properties of every component. */
  common: Record<string, Shape>
  /** Component type → action names it understands, and those of no component. */
  actions: { builtin: string[]; component: string[] }
  /** Filters and functions of templates beside those of amis-formula itself. */
  filters: string[]
  functions: string[]
  /** Names of validations, and of events that components tell of. */
  validations: string[]
  events: string[]
  /** Names of the icons that the product draws, without `fa-` and `icon-`. */
  icons: string[]
  /** Properties that amis' visual editor writes for itself. */
  marks: string[]
  /** What people call a property who know it from HTML or JSON Schema → what amis calls it. */
  habits: Record<string, string>
  /** Old names in `controls` → today's. */
  controls: Record<string, string>
}

const sets = new WeakMap<readonly string[], ReadonlySet<string>>()
/** Words of the table, ready to look up. */
export function setOf(list: readonly string[]): ReadonlySet<string> {
  const made = sets.get(list) ?? new Set(list)
  sets.set(list, made)
  return made
}
const actions = new WeakMap<GateTable, ReadonlySet<string>>()
/** Names of all actions that there are. */
export function actionsOf(table: GateTable): ReadonlySet<string> {
  const made = actions.get(table) ?? new Set([...table.actions.builtin, ...table.actions.component])
  actions.set(table, made)
  return made
}
