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
/** `after` is the line by which it is reached: where something can be put before it. */
export type Item =
  | { kind: 'step'; node: DefinedNode; after: DefinedLine }
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
  const start = nodes.find(({ kind }) => kind === 'start')
  const seen = new Set<string>()
  const only = (id: string): DefinedLine => {
    const [line, ...more] = outs.get(id) ?? []
    if (!line || more.length) throw new Unstructured()
    return line
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
        items.push({ kind: 'step', node, after: at })
        at = only(node.id)
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

  try {
    if (!start) return undefined
    seen.add(start.id)
    const { items, reached } = walk(only(start.id), 0)
    return reached === undefined && seen.size === nodes.length ? { start, items } : undefined
  } catch (error) {
    if (error instanceof Unstructured) return undefined
    throw error
  }
}

/** Ids of everything within some items. */
export function idsWithin(items: readonly Item[]): string[] {
  return items.flatMap(item => {
    if (item.kind === 'end') return []
    if (item.kind === 'step') return [item.node.id]
    return [item.node.id, ...(item.join ? [item.join.id] : []), ...item.branches.flatMap(({ items: inner }) => idsWithin(inner))]
  })
}
