// A flow as people draw approvals: steps below each other, with branches side by side that meet again. Drawn from the graph, which stays what counts. Pure.
import type { DefinedLine, DefinedNode, FlowDefinition } from './definition.ts'

type Graph = Pick<FlowDefinition, 'nodes' | 'lines'>
export interface Branch {
  line: DefinedLine
  items: Item[]
  /** It ends the flow instead of meeting the others again. */
  ends: boolean
  /** The last line of it, where something can be put; none behind an end. */
  last?: DefinedLine
}
/** What goes on from the border of a step. */
export interface BorderBranch extends Branch {
  node: DefinedNode
}
/**
 * `after` is the line by which it is reached: where something can be put before it. A step with `meets` is left by several ways that meet there:
 * the one behind it, and those from its borders that do not end. A sub-process has columns of its own within.
 */
export type Item =
  | { kind: 'step'; node: DefinedNode; after: DefinedLine; borders?: BorderBranch[]; inner?: Tree; meets?: { join: DefinedNode; main: Branch } }
  | { kind: 'split'; node: DefinedNode; after: DefinedLine; branches: Branch[]; join?: DefinedNode }
  | { kind: 'end'; node: DefinedNode; after: DefinedLine }
export interface Tree {
  start: DefinedNode
  items: Item[]
}

/** Deeper than anybody reads. */
const DEEPEST = 20
export const SPLITS: ReadonlySet<DefinedNode['kind']> = new Set(['exclusive', 'parallel', 'inclusive'])

class Unstructured extends Error {}

/** The flow in columns; undefined where its lines cross, lead back, or meet in another way than they parted. */
export function treeOf({ nodes, lines }: Graph): Tree | undefined {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const outs = new Map<string, DefinedLine[]>()
  const ins = new Map<string, number>()
  for (const line of lines) {
    outs.set(line.from, [...(outs.get(line.from) ?? []), line])
    ins.set(line.to, (ins.get(line.to) ?? 0) + 1)
  }
  const borders = new Map<string, DefinedNode[]>()
  for (const node of nodes) if (node.border) borders.set(node.border.on, [...(borders.get(node.border.on) ?? []), node])
  const seen = new Set<string>()
  const only = (id: string): DefinedLine => {
    const [line, ...more] = outs.get(id) ?? []
    if (!line || more.length) throw new Unstructured()
    return line
  }

  /** What stands in a sub-process, or in none. */
  function level(within: string | undefined, depth: number): Tree {
    const start = nodes.find(node => node.kind === 'start' && node.within === within)
    if (!start || seen.has(start.id)) throw new Unstructured()
    seen.add(start.id)
    const { items, reached } = walk(only(start.id), depth)
    if (reached !== undefined) throw new Unstructured()
    return { start, items }
  }

  function walk(first: DefinedLine, depth: number): { items: Item[]; reached?: string; last?: DefinedLine } {
    if (depth > DEEPEST) throw new Unstructured()
    const items: Item[] = []
    for (let at = first; ;) {
      const node = byId.get(at.to)
      if (!node) throw new Unstructured()
      if (node.kind === 'end') {
        seen.add(node.id)
        items.push({ kind: 'end', node, after: at })
        return { items }
      }
      const ways = outs.get(node.id) ?? []
      // Where ways meet; all but one of them may end before.
      if ((ins.get(node.id) ?? 0) > 1 || (SPLITS.has(node.kind) && ways.length === 1)) return { items, reached: node.id, last: at }
      if (seen.has(node.id) || node.kind === 'start') throw new Unstructured()
      seen.add(node.id)
      if (!SPLITS.has(node.kind)) {
        const inner = node.kind === 'subprocess' ? { inner: level(node.id, depth + 1) } : {}
        const ways = (borders.get(node.id) ?? []).map(its => bordered(its, depth))
        const told = ways.map(({ reached: _reached, ...branch }) => branch)
        const meets = new Set(ways.flatMap(({ reached }) => (reached === undefined ? [] : [reached])))
        if (meets.size === 0) {
          items.push({ kind: 'step', node, after: at, ...inner, ...(told.length > 0 && { borders: told }) })
          at = only(node.id)
          continue
        }
        const line = only(node.id)
        const { reached, ...walked } = walk(line, depth + 1)
        const join = byId.get([...meets][0] ?? '')
        const meeting = 1 + ways.filter(({ ends }) => !ends).length
        if (meets.size > 1 || reached !== join?.id || join?.kind !== 'exclusive' || seen.has(join.id) || ins.get(join.id) !== meeting) throw new Unstructured()
        seen.add(join.id)
        items.push({ kind: 'step', node, after: at, ...inner, borders: told, meets: { join, main: { line, ...walked, ends: false } } })
        at = only(join.id)
        continue
      }
      if (ways.length < 2) throw new Unstructured()
      const branches = ways.map((line): Branch & { reached?: string } => {
        const { reached, ...walked } = walk(line, depth + 1)
        return { line, ...walked, ends: reached === undefined, ...(reached !== undefined && { reached }) }
      })
      const meets = new Set(branches.flatMap(({ reached }) => (reached === undefined ? [] : [reached])))
      const told = branches.map(({ reached: _reached, ...branch }) => branch)
      if (meets.size === 0) {
        items.push({ kind: 'split', node, after: at, branches: told })
        return { items }
      }
      const join = byId.get([...meets][0] ?? '')
      const meeting = branches.filter(({ ends }) => !ends).length
      if (meets.size > 1 || join?.kind !== node.kind || seen.has(join.id) || ins.get(join.id) !== meeting) throw new Unstructured()
      seen.add(join.id)
      items.push({ kind: 'split', node, after: at, branches: told, join })
      at = only(join.id)
    }
  }

  /** What begins on a border ends by itself, or meets what is behind its step; what goes on beside it ends. */
  function bordered(node: DefinedNode, depth: number): BorderBranch & { reached?: string } {
    if (seen.has(node.id)) throw new Unstructured()
    seen.add(node.id)
    const line = only(node.id)
    const { reached, ...walked } = walk(line, depth + 1)
    if (reached !== undefined && node.border?.isBeside) throw new Unstructured()
    return { node, line, ...walked, ends: reached === undefined, ...(reached !== undefined && { reached }) }
  }

  try {
    const tree = level(undefined, 0)
    return seen.size === nodes.length ? tree : undefined
  } catch (error) {
    if (error instanceof Unstructured) return undefined
    throw error
  }
}

const waysOf = (item: Item): Pick<Branch, 'items'>[] => {
  if (item.kind === 'split') return item.branches
  return item.kind === 'step' ? [...(item.inner ? [item.inner] : []), ...(item.borders ?? []), ...(item.meets ? [item.meets.main] : [])] : []
}
/** Items with everything within them. */
export const itemsIn = (items: readonly Item[]): Item[] => items.flatMap(item => [item, ...waysOf(item).flatMap(way => itemsIn(way.items))])

/** Ids of everything within some items; of ends those alone that stand in a sub-process of them. */
export function idsWithin(items: readonly Item[]): string[] {
  return items.flatMap(item => {
    if (item.kind === 'end') return []
    const borders = item.kind === 'step' ? (item.borders ?? []).map(({ node }) => node.id) : []
    const join = item.kind === 'step' ? item.meets?.join : item.join
    const inner = item.kind === 'step' ? item.inner : undefined
    const held = inner
      ? [inner.start.id, ...new Set(itemsIn(inner.items).flatMap(one => (one.kind === 'end' && one.node.within === item.node.id ? [one.node.id] : [])))]
      : []
    return [item.node.id, ...held, ...borders, ...(join ? [join.id] : []), ...waysOf(item).flatMap(({ items: inner }) => idsWithin(inner))]
  })
}
