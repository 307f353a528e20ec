// A flow as it was drawn on a canvas: what was moved, connected or put there becomes part of the definition, and what was not keeps all that is set. Pure.
import type { DefinedBorder, DefinedLine, DefinedNode, FlowDefinition } from './definition.ts'
import type { Border, NodeKind } from './graph.ts'
import { SPLITS } from './tree.ts'

export interface DrawnNode {
  id: string
  kind: NodeKind
  name: string
  x: number
  y: number
  /** Of a sub-process. */
  width?: number
  height?: number
  /** The sub-process that it was put into. */
  within?: string
  border?: Border
}
export type DrawnLine = Pick<DefinedLine, 'id' | 'from' | 'to' | 'label'>

const unconditional = ({ conditions: _conditions, conditionType: _type, formula: _formula, filterMode: _mode, ...line }: DefinedLine): DefinedLine => line

/** What stands on a border as it was drawn, with all that is set. */
const bordered = (was: DefinedBorder | undefined, { on, event, isBeside }: Border): DefinedBorder => ({
  on,
  event,
  ...(isBeside && { isBeside }),
  ...(event === 'timer' && was?.after && { after: was.after }),
  ...(event === 'timer' && was?.workingTime && { workingTime: was.workingTime }),
})

/** The flow that a drawing shows. `made` says what a node begins with that was put there. */
export function drawnFlow(
  was: FlowDefinition,
  drawn: { nodes: readonly DrawnNode[]; lines: readonly DrawnLine[] },
  made: (kind: NodeKind, border?: Border) => Omit<DefinedNode, 'id'>,
): FlowDefinition {
  const oldNodes = new Map(was.nodes.map(node => [node.id, node]))
  const oldLines = new Map(was.lines.map(line => [line.id, line]))
  const nodesById = new Map(drawn.nodes.map(node => [node.id, node]))
  // Where they stood in the definition: branches are asked in the order of their lines.
  const inOrder = <Part extends { id: string }>(parts: readonly Part[], old: ReadonlyMap<string, unknown>): Part[] => {
    const byId = new Map(parts.map(part => [part.id, part]))
    return [...[...old.keys()].flatMap(id => byId.get(id) ?? []), ...parts.filter(({ id }) => !old.has(id))]
  }
  const nodes = inOrder(drawn.nodes, oldNodes).map((node): DefinedNode => {
    const old = oldNodes.get(node.id)
    const place = { x: Math.round(node.x), y: Math.round(node.y) }
    const { border, within } = node
    const size = node.width !== undefined && node.height !== undefined ? { width: Math.round(node.width), height: Math.round(node.height) } : {}
    const at = { ...place, ...size, ...(within !== undefined && { within }) }
    if (old) {
      const { within: _within, ...rest } = old
      return { ...rest, kind: node.kind, name: node.name, ...at, ...(border && { border: bordered(old.border, border) }) }
    }
    const begun = made(node.kind, border)
    const its = border && { border: bordered(begun.border, border) }
    return { ...begun, ...(node.name && { name: node.name }), ...at, ...its, id: node.id, kind: node.kind }
  })
  const waysOf = (all: readonly DrawnLine[]) => {
    const ways = new Map<string, Set<string>>()
    for (const { id, from } of all) ways.set(from, (ways.get(from) ?? new Set()).add(id))
    return ways
  }
  const [ways, waysBefore] = [waysOf(drawn.lines), waysOf(was.lines)]
  /** Nodes that other lines lead on from than before. */
  const touched = new Set(
    [...ways].filter(([id, now]) => ![...now].every(line => waysBefore.get(id)?.has(line)) || now.size !== waysBefore.get(id)?.size).map(([id]) => id),
  )
  const choosing = (id: string) => {
    const kind = nodesById.get(id)?.kind
    return !!kind && SPLITS.has(kind) && kind !== 'parallel' && (ways.get(id)?.size ?? 0) > 1
  }
  const lines = inOrder(drawn.lines, oldLines).map(({ id, from, to, label }): DefinedLine => {
    const old = oldLines.get(id)
    const named = label === undefined || label === old?.label || (!label && !old?.label) ? {} : { label }
    const line = { ...old, id, from, to, ...named }
    if (!touched.has(from)) return line
    if (choosing(from)) return line.isDefault || line.conditionType ? line : { ...line, conditionType: 'condition' }
    const { isDefault: _default, ...rest } = unconditional(line)
    // What leads on from where ways part has nothing to ask.
    return SPLITS.has(nodesById.get(from)?.kind ?? 'user') ? rest : line
  })
  // Somebody has to take all other cases: the last one does.
  for (const { id } of drawn.nodes) {
    if (!touched.has(id) || !choosing(id) || lines.some(line => line.from === id && line.isDefault)) continue
    const last = lines.findLastIndex(line => line.from === id)
    const line = lines[last]
    // A condition that somebody wrote stays; which one is for all other cases has to be said then.
    if (line && !line.conditions?.children?.length && !line.formula) lines[last] = { ...unconditional(line), isDefault: true }
  }
  return { ...was, nodes, lines }
}
