// A flow as the engine walks it: nodes, lines, and what can still arrive where. Pure; BPMN is read elsewhere.

/** How several approvers of one task decide: `percent` of them, 1 to 100, for `ratio`. */
export type Deciding = { by: 'one' | 'all' | 'inTurn' } | { by: 'ratio'; percent: number }
/** `copy` tells people and goes on at once. */
export type NodeKind = 'start' | 'end' | 'user' | 'service' | 'copy' | 'exclusive' | 'parallel' | 'inclusive'
export interface FlowNode {
  id: string
  kind: NodeKind
  /** Of user tasks; the first who decides, where it is not said. */
  deciding?: Deciding
}
export interface FlowLine {
  id: string
  from: string
  to: string
  /** Taken where no other line of an exclusive or inclusive gateway holds. */
  isDefault?: boolean
}
export interface FlowShape {
  nodes: FlowNode[]
  lines: FlowLine[]
}
export type FlowFaultCode =
  | 'tooLarge'
  | 'sameId'
  | 'lineToNowhere'
  | 'startMissing'
  | 'severalStarts'
  | 'lineIntoStart'
  | 'lineOutOfEnd'
  | 'endless'
  | 'waysOut'
  | 'defaultMissing'
  | 'unreachable'
  | 'noEnd'
/** What stands against running a flow; `at` is the id of a node or line. */
export interface FlowFault {
  code: FlowFaultCode
  at?: string
}
export interface FlowGraph {
  start: string
  node: (id: string) => FlowNode
  has: (id: string) => boolean
  into: (id: string) => readonly FlowLine[]
  outOf: (id: string) => readonly FlowLine[]
  /** Whether a token on `node` can still come by `line`, which leads into a join, without passing that join before. */
  canArrive: (node: string, line: FlowLine) => boolean
  /** Whether a way leads from one node to another that never goes back in a loop; a node leads to itself. */
  leadsTo: (from: string, to: string) => boolean
  /** Whether tokens on two nodes would come together where nothing makes them one, as behind the ways of a choice. */
  meetUnjoined: (one: string, other: string) => boolean
}

/** More than anybody draws; each command walks the graph, so its size bounds what a command costs. */
export const MOST_NODES = 2000
const ONE_WAY_OUT = new Set<NodeKind>(['start', 'user', 'service', 'copy'])
const WAITS = new Set<NodeKind>(['user'])

const grouped = (lines: readonly FlowLine[], end: 'from' | 'to') => {
  const by = new Map<string, FlowLine[]>()
  for (const line of lines) {
    const there = by.get(line[end])
    if (there) there.push(line)
    else by.set(line[end], [line])
  }
  return by
}

/** All that is reached from some nodes, these too; `next` says where one node leads. */
function reachedFrom(starts: readonly string[], next: (node: string) => readonly string[]): Set<string> {
  const seen = new Set(starts)
  const open = [...starts]
  for (let node = open.pop(); node !== undefined; node = open.pop())
    for (const to of next(node))
      if (!seen.has(to)) {
        seen.add(to)
        open.push(to)
      }
  return seen
}

/** Lines that go back to a node from which their own start was reached: those that close loops. */
function backLines(start: string, outOf: (id: string) => readonly FlowLine[]): Set<string> {
  const back = new Set<string>()
  const done = new Set<string>()
  const onWay = new Set([start])
  // A stack of our own: a flow of thousands of nodes in a row is deeper than calls may be.
  const stack = [{ node: start, at: 0 }]
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const line = outOf(top.node)[top.at++]
    if (!line) {
      onWay.delete(top.node)
      done.add(top.node)
      stack.pop()
    } else if (onWay.has(line.to)) back.add(line.id)
    else if (!done.has(line.to)) {
      onWay.add(line.to)
      stack.push({ node: line.to, at: 0 })
    }
  }
  return back
}

/** Nodes on a loop in which nothing waits for anybody, which would run without end. */
function endlessNode(nodes: readonly FlowNode[], outOf: (id: string) => readonly FlowLine[]): string | undefined {
  const runsOn = nodes.filter(({ kind }) => !WAITS.has(kind)).map(({ id }) => id)
  const known = new Set(runsOn)
  const before = new Map(runsOn.map(id => [id, 0]))
  const nextOf = (id: string) => outOf(id).flatMap(({ to }) => (known.has(to) ? [to] : []))
  for (const id of runsOn) for (const to of nextOf(id)) before.set(to, (before.get(to) ?? 0) + 1)
  const open = runsOn.filter(id => before.get(id) === 0)
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    before.delete(id)
    for (const to of nextOf(id)) {
      const left = (before.get(to) ?? 0) - 1
      before.set(to, left)
      if (left === 0) open.push(to)
    }
  }
  return before.keys().next().value
}

/** Everything that stands against running a flow, in the order of its nodes; an empty list is a flow that `flowGraph` takes. */
export function flowFaults({ nodes, lines }: FlowShape): FlowFault[] {
  if (nodes.length > MOST_NODES || lines.length > MOST_NODES * 4) return [{ code: 'tooLarge' }]
  const faults: FlowFault[] = []
  const ids = new Set<string>()
  for (const { id } of [...nodes, ...lines]) {
    if (ids.has(id)) faults.push({ code: 'sameId', at: id })
    ids.add(id)
  }
  const known = new Set(nodes.map(({ id }) => id))
  for (const { id, from, to } of lines) if (!known.has(from) || !known.has(to)) faults.push({ code: 'lineToNowhere', at: id })
  if (faults.length > 0) return faults

  const [outs, ins] = [grouped(lines, 'from'), grouped(lines, 'to')]
  const outOf = (id: string) => outs.get(id) ?? []
  const starts = nodes.filter(({ kind }) => kind === 'start')
  const [start] = starts
  if (!start) return [{ code: 'startMissing' }]
  for (const { id } of starts.slice(1)) faults.push({ code: 'severalStarts', at: id })
  const reached = reachedFrom([start.id], id => outOf(id).map(({ to }) => to))
  const ends = nodes.filter(({ kind }) => kind === 'end').map(({ id }) => id)
  const endsFrom = reachedFrom(ends, id => (ins.get(id) ?? []).map(({ from }) => from))
  for (const { id, kind } of nodes) {
    const ways = outOf(id)
    if (kind === 'start' && ins.has(id)) faults.push({ code: 'lineIntoStart', at: id })
    if (kind === 'end' && ways.length > 0) faults.push({ code: 'lineOutOfEnd', at: id })
    if (ONE_WAY_OUT.has(kind) && ways.length !== 1) faults.push({ code: 'waysOut', at: id })
    if ((kind === 'exclusive' || kind === 'inclusive') && ways.length > 1 && ways.filter(({ isDefault }) => isDefault).length !== 1)
      faults.push({ code: 'defaultMissing', at: id })
    if (!reached.has(id)) faults.push({ code: 'unreachable', at: id })
    else if (!endsFrom.has(id)) faults.push({ code: 'noEnd', at: id })
  }
  const endless = endlessNode(nodes, outOf)
  if (endless !== undefined) faults.push({ code: 'endless', at: endless })
  return faults
}

/** A flow made ready to be walked, once for each of its revisions. Throws where `flowFaults` finds anything. */
export function flowGraph(shape: FlowShape): FlowGraph {
  const [fault] = flowFaults(shape)
  if (fault) throw new Error(`This flow cannot run: ${fault.code}${fault.at === undefined ? '' : ` at ${fault.at}`}`)
  const nodes = new Map(shape.nodes.map(node => [node.id, node]))
  const [outs, ins] = [grouped(shape.lines, 'from'), grouped(shape.lines, 'to')]
  const outOf = (id: string) => outs.get(id) ?? []
  const into = (id: string) => ins.get(id) ?? []
  const node = (id: string) => {
    const there = nodes.get(id)
    if (!there) throw new Error(`There is no node ${id}`)
    return there
  }
  const start = shape.nodes.find(({ kind }) => kind === 'start')?.id ?? ''
  const back = backLines(start, outOf)
  const arriving = new Map<string, Set<string>>()
  const leading = new Map<string, Set<string>>()
  const led = (from: string) => {
    let those = leading.get(from)
    if (!those) {
      those = reachedFrom([from], id => outOf(id).flatMap(way => (back.has(way.id) ? [] : [way.to])))
      leading.set(from, those)
    }
    return those
  }
  const joins = (id: string) => (node(id).kind === 'parallel' || node(id).kind === 'inclusive') && into(id).length > 1
  return {
    start,
    node,
    has: id => nodes.has(id),
    into,
    outOf,
    canArrive(from, line) {
      let those = arriving.get(line.id)
      if (!those) {
        // The join itself is where the way ends: a token that passed it comes for its next round.
        those = line.from === line.to ? new Set() : reachedFrom([line.from], id => into(id).flatMap(way => (way.from === line.to ? [] : [way.from])))
        arriving.set(line.id, those)
      }
      return those.has(from)
    },
    leadsTo: (from, to) => led(from).has(to),
    meetUnjoined(one, other) {
      const theirs = led(other)
      const common = new Set([...led(one)].filter(id => theirs.has(id)))
      // Where they come together first: no node before it is common to both.
      return [...common].some(id => !joins(id) && !into(id).some(way => !back.has(way.id) && common.has(way.from)))
    },
  }
}
