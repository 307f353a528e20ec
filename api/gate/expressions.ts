// What a template reads: the names, functions and filters in `Hello ${user.name | upperCase}`, from amis' own parser.
import { createRequire } from 'node:module'
import { exact, quickPieces, quickRead } from './quick-formula.ts'

/** A part of amis-formula's tree. */
type Node = Record<string, unknown> & { type: string }

// amis-formula's ES module does not load in Node: it names lodash's files without their endings.
const formula = createRequire(import.meta.url)('amis-formula') as {
  parse(text: string, options: object): Node
  Evaluator: { prototype: object }
}

export interface Reading {
  /** What the parser says when it cannot read the text. */
  fault?: string
  /** Names that are read, with what is taken from them: `user.name` is ['user', 'name']. */
  reads: (readonly string[])[]
  functions: string[]
  filters: string[]
  /** What is compared with a fixed text: `config.deployMode == 'saas'`. */
  compared: { path: readonly string[]; text: string }[]
}

/** Functions of amis-formula itself. */
export const FUNCTIONS: ReadonlySet<string> = new Set(
  Object.getOwnPropertyNames(formula.Evaluator.prototype)
    .filter(name => name.startsWith('fn'))
    .map(name => name.slice(2)),
)

const NOTHING: Reading = { reads: [], functions: [], filters: [], compared: [] }
const WORDS = new Set(['true', 'false', 'null', 'undefined', '&', '$$'])

/** `a.b[0].c` as names; a part that is computed ends it. */
function pathTo(node: Node): string[] | undefined {
  if (node.type === 'variable') return [node.name as string]
  if (node.type !== 'getter') return undefined
  const host = pathTo(node.host as Node)
  const key = node.key as Node | string
  if (!host) return undefined
  const name = typeof key === 'string' ? key : key.type === 'identifier' ? (key.name as string) : key.type === 'string' ? (key.value as string) : undefined
  // What comes after a computed or counted part is no longer a name, so it is marked as such.
  return [...host, name ?? '[]']
}

function readNode(node: unknown, into: Reading, local: readonly string[]): void {
  if (Array.isArray(node)) {
    for (const one of node) readNode(one, into, local)
    return
  }
  if (!node || typeof node !== 'object') return
  const it = node as Node
  switch (it.type) {
    case 'variable':
      if (!local.includes(it.name as string) && !WORDS.has(it.name as string)) into.reads.push([it.name as string])
      return
    case 'getter': {
      const path = pathTo(it)
      if (path && !local.includes(path[0] as string)) into.reads.push(path)
      // Names in computed parts are read as well.
      for (let at: Node | undefined = it; at?.type === 'getter'; at = at.host as Node) if (typeof at.key === 'object') readKey(at.key as Node, into, local)
      if (!path) readNode(hostOf(it), into, local)
      return
    }
    case 'ns-variable':
      return
    case 'func_call':
      into.functions.push(it.identifier as string)
      readNode(it.args, into, local)
      return
    case 'anonymous_function':
      readNode(it.return, into, [...local, ...(it.args as Node[]).map(arg => arg.name as string)])
      return
    case 'filter':
      for (const filter of it.filters as { name: string; args: unknown }[]) {
        into.filters.push(filter.name)
        readNode(filter.args, into, local)
      }
      readNode(it.input, into, local)
      return
    case 'object':
      for (const member of it.members as { key: Node; value: Node }[]) {
        readKey(member.key, into, local)
        readNode(member.value, into, local)
      }
      return
    case 'eq':
    case 'ne':
    case 'streq':
    case 'strneq': {
      const [left, right] = [it.left as Node, it.right as Node]
      for (const [one, other] of [
        [left, right],
        [right, left],
      ] as const) {
        const path = other.type === 'string' ? pathTo(one) : undefined
        if (path && !local.includes(path[0] as string)) into.compared.push({ path, text: other.value as string })
      }
      break
    }
  }
  for (const key in it) if (key !== 'start' && key !== 'end' && key !== 'type') readNode(it[key], into, local)
}

function readKey(key: Node, into: Reading, local: readonly string[]) {
  if (key.type !== 'identifier') readNode(key, into, local)
}

/** What stands before all the dots. */
function hostOf(node: Node): Node {
  let at = node
  while (at.type === 'getter') at = at.host as Node
  return at
}

const LONGEST_KEPT = 2000
/** Letters that the slow reader is given: it takes a second for a million, and nobody has written those. */
const LONGEST_READ = 50_000
const readings = new Map<string, Reading>()
const keep = (map: Map<string, Reading>, text: string, reading: Reading): Reading => {
  // A text of megabytes is not met again, and twenty thousand of them would fill the memory.
  if (text.length > LONGEST_KEPT) return reading
  if (map.size > 20_000) map.clear()
  map.set(text, reading)
  return reading
}
const emptyReading = (): Reading => ({ reads: [], functions: [], filters: [], compared: [] })
const exactly = ({ reads, functions, filters, compared }: Reading): Reading => ({
  reads: exact(reads),
  functions: exact(functions),
  filters: exact(filters),
  compared: exact(compared),
})
const readTree = (tree: unknown): Reading => {
  const reading = emptyReading()
  readNode(tree, reading, [])
  return exactly(reading)
}

/** As amis-formula reads a text, however long that takes. */
export function readSlowly(text: string): Reading {
  try {
    return readTree(formula.parse(text, { evalMode: false, allowFilter: true, isFilter: () => true }))
  } catch (error) {
    return { ...NOTHING, fault: (error as Error).message }
  }
}

/** The same by the quick reader; undefined when it is not sure. */
export function readQuickly(text: string): Reading | undefined {
  const sources = quickPieces(text)
  if (!sources) return undefined
  const reading = emptyReading()
  for (const source of sources) if (!quickRead(source, reading)) return undefined
  return exactly(reading)
}

/** What a text reads. Texts repeat, within a screen and from one check to the next, so the answers are kept. */
export const readTemplate = (text: string): Reading =>
  readings.get(text) ?? keep(readings, text, readQuickly(text) ?? (text.length > LONGEST_READ ? NOTHING : readSlowly(text)))
