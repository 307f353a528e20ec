// A flow as the engine walks it: nodes, lines, and what can still arrive where. Pure; BPMN is read elsewhere.

/** How several approvers of one task decide: `percent` of them, 1 to 100, for `ratio`. */
export type Deciding = { by: 'one' | 'all' | 'inTurn' } | { by: 'ratio'; percent: number }
/**
 * `copy` tells people and goes on at once; `border` is what may happen to a step while it waits, and stands on it.
 * `subprocess` holds steps of its own, from a start to its ends, and is left when nothing in it goes on any more.
 */
export type NodeKind = 'start' | 'end' | 'user' | 'service' | 'copy' | 'exclusive' | 'parallel' | 'inclusive' | 'border' | 'subprocess'
/** `timer`: it waits too long, `error`: a step without people fails for good, `message`: one comes that it waits for. */
export const BORDER_EVENTS = ['timer', 'error', 'message'] as const
export interface Border {
  /** The step that it stands on. */
  on: string
  event: (typeof BORDER_EVENTS)[number]
  /** The step goes on to wait beside what begins with the event; without it the step ends. */
  isBeside?: true
}
export interface FlowNode {
  id: string
  kind: NodeKind
  /** The sub-process that it stands in. */
  within?: string
  border?: Border
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
  | 'borderAlone'
  | 'borderMisplaced'
  | 'borderTwice'
  | 'lineIntoBorder'
  | 'withinUnknown'
  | 'tooDeep'
  | 'lineAcross'
  | 'subprocessEmpty'
  | 'subprocessStarts'
/** What stands against running a flow; `at` is the id of a node or line. */
export interface FlowFault {
  code: FlowFaultCode
  at?: string
}
export interface FlowGraph {
  start: string
  node: (id: string) => FlowNode
  has: (id: string) => boolean
  /** Where a sub-process begins. */
  startOf: (subprocess: string) => string
  /** The sub-processes that a node stands in, the outermost first. */
  around: (id: string) => readonly string[]
  into: (id: string) => readonly FlowLine[]
  outOf: (id: string) => readonly FlowLine[]
  /** Events on the border of a step. */
  bordersOf: (id: string) => readonly FlowNode[]
  /** Whether a token on `node` can still come by `line`, which leads into a join, without passing that join before. */
  canArrive: (node: string, line: FlowLine) => boolean
  /**
   * Whether a way leads from one node to another that never goes back in a loop; a node leads to itself.
   * What stands in a sub-process leads where its sub-process does, and what is around it leads to all that it holds.
   */
  leadsTo: (from: string, to: string) => boolean
  /** Whether tokens on two nodes would come together where nothing makes them one, as behind the ways of a choice. */
  meetUnjoined: (one: string, other: string) => boolean
}

/** More than anybody draws; each command walks the graph, so its size bounds what a command costs. */
export const MOST_NODES = 2000
/** Sub-processes in each other; deeper than anybody reads. */
export const MOST_DEEP = 5
const ONE_WAY_OUT = new Set<NodeKind>(['start', 'user', 'service', 'copy', 'border', 'subprocess'])
const waits = ({ kind, border }: FlowNode) => kind === 'user' || border?.event === 'timer' || border?.event === 'message'

/** What leads from steps to the events on their border, beside the lines that are drawn. */
const borderWays = (nodes: readonly FlowNode[]): FlowLine[] =>
  nodes.flatMap(({ id, border }) => (border ? [{ id: `${border.on} on the border ${id}`, from: border.on, to: id }] : []))

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
  const runsOn = nodes.filter(node => !waits(node)).map(({ id }) => id)
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
  // What is left is on a loop, or behind one: the latter leads to nothing that is left, sooner or later.
  for (let isLess = true; isLess;) {
    isLess = false
    for (const id of before.keys())
      if (!nextOf(id).some(to => before.has(to))) {
        before.delete(id)
        isLess = true
      }
  }
  return before.keys().next().value
}

/** Steps whose service may fail for good, and steps that may wait. */
const ERRS: ReadonlySet<NodeKind> = new Set(['service', 'subprocess'])
const WAITS_LONG: ReadonlySet<NodeKind> = new Set(['user', 'service', 'subprocess'])

/** The sub-processes around each node, the outermost first; undefined where they are none, or around each other. */
function surroundings(nodes: readonly FlowNode[]): Map<string, string[] | undefined> {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const of = ({ within }: FlowNode): string[] | undefined => {
    const around: string[] = []
    for (let at = within; at !== undefined; at = byId.get(at)?.within) {
      if (byId.get(at)?.kind !== 'subprocess' || around.includes(at)) return undefined
      around.unshift(at)
      // Too deep, whatever else is around it.
      if (around.length > MOST_DEEP) break
    }
    return around
  }
  return new Map(nodes.map(node => [node.id, of(node)]))
}

/** What stands against the sub-processes of a flow. */
function subprocessFaults(nodes: readonly FlowNode[], lines: readonly FlowLine[], around: ReadonlyMap<string, readonly string[] | undefined>): FlowFault[] {
  const faults: FlowFault[] = []
  const inside = new Map<string | undefined, FlowNode[]>()
  for (const node of nodes) {
    const held = inside.get(node.within)
    if (held) held.push(node)
    else inside.set(node.within, [node])
  }
  const level = new Map(nodes.map(({ id, within }) => [id, within]))
  for (const { id, kind } of nodes) {
    const its = around.get(id)
    if (!its) faults.push({ code: 'withinUnknown', at: id })
    if (kind !== 'subprocess') continue
    if ((its?.length ?? 0) >= MOST_DEEP) faults.push({ code: 'tooDeep', at: id })
    const held = inside.get(id) ?? []
    if (held.every(one => one.kind === 'start' || one.kind === 'end')) faults.push({ code: 'subprocessEmpty', at: id })
    else if (held.filter(one => one.kind === 'start').length !== 1) faults.push({ code: 'subprocessStarts', at: id })
  }
  for (const { id, from, to } of lines) if (level.get(from) !== level.get(to)) faults.push({ code: 'lineAcross', at: id })
  return faults
}

/** Lines from a sub-process to where it begins, and from its ends to what is behind it instead of from itself: the flow as it is walked. */
function flattened(nodes: readonly FlowNode[], lines: readonly FlowLine[]): FlowLine[] {
  const subprocesses = new Set(nodes.filter(({ kind }) => kind === 'subprocess').map(({ id }) => id))
  if (!subprocesses.size) return [...lines]
  const way = (from: string, to: string): FlowLine => ({ id: `${from} ${to}`, from, to })
  const held = nodes.filter(({ within }) => within !== undefined)
  return [
    ...lines.filter(({ from }) => !subprocesses.has(from)),
    ...held.flatMap(({ id, kind, within = '' }) => (kind === 'start' ? [way(within, id)] : [])),
    ...lines
      .filter(({ from }) => subprocesses.has(from))
      .flatMap(({ from, to }) => held.filter(({ kind, within }) => kind === 'end' && within === from).map(({ id }) => way(id, to))),
  ]
}

/** What stands against the events on borders. */
function borderFaults(nodes: readonly FlowNode[], isReachedByLine: (id: string) => boolean): FlowFault[] {
  const faults: FlowFault[] = []
  const byId = new Map(nodes.map(node => [node.id, node]))
  const hasError = new Set<string>()
  for (const { id, kind, border, within } of nodes) {
    if (kind !== 'border') {
      if (border) faults.push({ code: 'borderMisplaced', at: id })
      continue
    }
    const on = border && byId.get(border.on)
    if (!on) {
      faults.push({ code: 'borderAlone', at: id })
      continue
    }
    const fits = border.event === 'error' ? ERRS.has(on.kind) && !border.isBeside : WAITS_LONG.has(on.kind)
    if (!fits || on.within !== within) faults.push({ code: 'borderMisplaced', at: id })
    if (border.event === 'error' && hasError.has(on.id)) faults.push({ code: 'borderTwice', at: id })
    if (border.event === 'error') hasError.add(on.id)
    if (isReachedByLine(id)) faults.push({ code: 'lineIntoBorder', at: id })
  }
  return faults
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
  const around = surroundings(nodes)
  faults.push(...subprocessFaults(nodes, lines, around))
  if (faults.some(({ code }) => code !== 'subprocessEmpty')) return faults

  const [outs, ins] = [grouped(lines, 'from'), grouped(lines, 'to')]
  const outOf = (id: string) => outs.get(id) ?? []
  const ways = grouped([...flattened(nodes, lines), ...borderWays(nodes)], 'from')
  const waysOf = (id: string) => ways.get(id) ?? []
  const starts = nodes.filter(({ kind, within }) => kind === 'start' && within === undefined)
  const [start] = starts
  if (!start) return [...faults, { code: 'startMissing' }]
  for (const { id } of starts.slice(1)) faults.push({ code: 'severalStarts', at: id })
  const reached = reachedFrom([start.id], id => waysOf(id).map(({ to }) => to))
  const ends = nodes.filter(({ kind }) => kind === 'end').map(({ id }) => id)
  const endsFrom = reachedFrom(ends, id => (ins.get(id) ?? []).map(({ from }) => from))
  for (const { id, kind } of nodes) {
    const leads = outOf(id)
    if (kind === 'start' && ins.has(id)) faults.push({ code: 'lineIntoStart', at: id })
    if (kind === 'end' && leads.length > 0) faults.push({ code: 'lineOutOfEnd', at: id })
    if (ONE_WAY_OUT.has(kind) && leads.length !== 1) faults.push({ code: 'waysOut', at: id })
    if ((kind === 'exclusive' || kind === 'inclusive') && leads.length > 1 && leads.filter(({ isDefault }) => isDefault).length !== 1)
      faults.push({ code: 'defaultMissing', at: id })
    if (!reached.has(id)) faults.push({ code: 'unreachable', at: id })
    else if (!endsFrom.has(id)) faults.push({ code: 'noEnd', at: id })
  }
  faults.push(...borderFaults(nodes, id => ins.has(id)))
  const endless = endlessNode(nodes, waysOf)
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
  const start = shape.nodes.find(({ kind, within }) => kind === 'start' && within === undefined)?.id ?? ''
  const starts = new Map(shape.nodes.flatMap(({ id, kind, within }) => (kind === 'start' && within !== undefined ? [[within, id] as const] : [])))
  const surrounding = surroundings(shape.nodes)
  const around = (id: string) => surrounding.get(id) ?? []
  const borders = shape.nodes.filter(({ border }) => border)
  const every = [...shape.lines, ...borderWays(shape.nodes)]
  const [allOuts, allIns] = [grouped(every, 'from'), grouped(every, 'to')]
  const waysOut = (id: string) => allOuts.get(id) ?? []
  const waysInto = (id: string) => allIns.get(id) ?? []
  const back = new Set([start, ...starts.values()].flatMap(first => [...backLines(first, waysOut)]))
  // What begins beside a step is a way of its own: the step leads to nothing of it.
  const beside = new Set(borders.flatMap(({ id, border }) => (border?.isBeside ? [id] : [])))
  const arriving = new Map<string, Set<string>>()
  const leading = new Map<string, Set<string>>()
  const led = (from: string) => {
    let those = leading.get(from)
    if (!those) {
      those = reachedFrom([from], id => waysOut(id).flatMap(way => (back.has(way.id) || beside.has(way.to) ? [] : [way.to])))
      leading.set(from, those)
    }
    return those
  }
  /** Two nodes, or the sub-processes that they stand in, where they stand beside each other. */
  const abreast = (one: string, other: string): [string, string] => {
    const [ones, others] = [
      [...around(one), one],
      [...around(other), other],
    ]
    const at = ones.findIndex((id, depth) => id !== others[depth])
    const [here, there] = [ones[at], others[at]]
    // One of them holds the other.
    return here === undefined || there === undefined ? [one, one] : [here, there]
  }
  const joins = (id: string) => (node(id).kind === 'parallel' || node(id).kind === 'inclusive') && into(id).length > 1
  return {
    start,
    node,
    has: id => nodes.has(id),
    startOf: subprocess => starts.get(subprocess) ?? '',
    around,
    into,
    outOf,
    bordersOf: id => borders.filter(({ border }) => border?.on === id),
    canArrive(from, line) {
      let those = arriving.get(line.id)
      if (!those) {
        // The join itself is where the way ends: a token that passed it comes for its next round.
        those = line.from === line.to ? new Set() : reachedFrom([line.from], id => waysInto(id).flatMap(way => (way.from === line.to ? [] : [way.from])))
        arriving.set(line.id, those)
      }
      return those.has(from)
    },
    leadsTo(from, to) {
      const [one, other] = abreast(from, to)
      return led(one).has(other)
    },
    meetUnjoined(a, b) {
      const [one, other] = abreast(a, b)
      const theirs = led(other)
      const common = new Set([...led(one)].filter(id => theirs.has(id)))
      // Where they come together first: no node before it is common to both.
      return [...common].some(id => !joins(id) && !waysInto(id).some(way => !back.has(way.id) && common.has(way.from)))
    },
  }
}
