// What somebody does to a flow that is drawn in columns: each answers another flow, in which everything that was not touched is as it was. Pure.
import type { DefinedBorder, DefinedLine, DefinedNode, FlowDefinition } from './definition.ts'
import { idsWithin, itemsIn, SPLITS, treeOf, type Branch, type Item } from './tree.ts'

type Split = Extract<Item, { kind: 'split' }>
type Stepped = Extract<Item, { kind: 'step' }>
export type SplitKind = 'exclusive' | 'parallel' | 'inclusive'

/** Ids that nothing of a flow has. */
function fresh({ nodes, lines }: Pick<FlowDefinition, 'nodes' | 'lines'>) {
  const taken = new Set([...nodes, ...lines].map(({ id }) => id))
  return (stem: string) => {
    let at = 1
    while (taken.has(`${stem}${at}`)) at++
    taken.add(`${stem}${at}`)
    return `${stem}${at}`
  }
}

/** The sub-process that a node stands in, as a part of another one. */
const beside = ({ nodes }: Pick<FlowDefinition, 'nodes'>, id: string): { within?: string } => {
  const within = nodes.find(node => node.id === id)?.within
  return within === undefined ? {} : { within }
}
/** Nodes with all that stands in those of them that are sub-processes. */
function withHeld({ nodes }: Pick<FlowDefinition, 'nodes'>, ids: Iterable<string>): Set<string> {
  const all = new Set(ids)
  for (let before = -1; before < all.size;) {
    before = all.size
    for (const { id, within } of nodes) if (within !== undefined && all.has(within)) all.add(id)
  }
  return all
}
/** An end as the others of the flow are called. */
const endOf = (flow: FlowDefinition, id: string, at: { within?: string }): DefinedNode => ({
  id,
  kind: 'end',
  name: flow.nodes.find(({ kind }) => kind === 'end')?.name ?? '',
  ...at,
})

/** Puts a step on a line. Answers its id too. */
export function addStep(flow: FlowDefinition, lineId: string, step: Omit<DefinedNode, 'id'>): { flow: FlowDefinition; id: string } {
  const line = flow.lines.find(({ id }) => id === lineId)
  if (!line) return { flow, id: '' }
  const next = fresh(flow)
  const id = next('step')
  const out: DefinedLine = { id: next('line'), from: id, to: line.to }
  const lines = flow.lines.flatMap(one => (one.id === lineId ? [{ ...one, to: id }, out] : [one]))
  return { flow: { ...flow, nodes: [...flow.nodes, { ...step, id, ...beside(flow, line.from) }], lines }, id }
}

/** Puts a sub-process on a line, with a step in it. Answers its id too. */
export function addSubprocess(
  flow: FlowDefinition,
  lineId: string,
  { name, step, start }: { name: string; step: Omit<DefinedNode, 'id'>; start: string },
): { flow: FlowDefinition; id: string } {
  const added = addStep(flow, lineId, { kind: 'subprocess', name })
  if (!added.id) return added
  const next = fresh(added.flow)
  const within = added.id
  const [first, inner, end] = [next('start'), next('step'), next('end')]
  const nodes: DefinedNode[] = [{ id: first, kind: 'start', name: start, within }, { ...step, id: inner, within }, endOf(flow, end, { within })]
  const lines: DefinedLine[] = [
    { id: next('line'), from: first, to: inner },
    { id: next('line'), from: inner, to: end },
  ]
  return { flow: { ...added.flow, nodes: [...added.flow.nodes, ...nodes], lines: [...added.flow.lines, ...lines] }, id: added.id }
}

/** Puts a choice, or ways that are gone together, on a line: two branches that meet again. Answers the id of where they part. */
export function addSplit(flow: FlowDefinition, lineId: string, kind: SplitKind, labels: readonly [string, string]): { flow: FlowDefinition; id: string } {
  const line = flow.lines.find(({ id }) => id === lineId)
  if (!line) return { flow, id: '' }
  const next = fresh(flow)
  const [id, join] = [next('split'), next('join')]
  const isChoice = kind !== 'parallel'
  const made: DefinedLine[] = [
    { id: next('line'), from: id, to: join, label: labels[0], ...(isChoice && { conditionType: 'condition' }) },
    { id: next('line'), from: id, to: join, label: labels[1], ...(isChoice && { isDefault: true }) },
    { id: next('line'), from: join, to: line.to },
  ]
  const lines = flow.lines.flatMap(one => (one.id === lineId ? [{ ...one, to: id }, ...made] : [one]))
  const at = beside(flow, line.from)
  const nodes: DefinedNode[] = [...flow.nodes, { id, kind, name: '', ...at }, { id: join, kind, name: '', ...at }]
  return { flow: { ...flow, nodes, lines }, id }
}

/** The split that parts at a node, if the flow is drawn in columns. */
export const splitAt = (flow: FlowDefinition, id: string): Split | undefined =>
  itemsIn(treeOf(flow)?.items ?? []).find((item): item is Split => item.kind === 'split' && item.node.id === id)
/** The step of a node, or the one on whose border it stands. */
const stepAt = (flow: FlowDefinition, id: string): Stepped | undefined =>
  itemsIn(treeOf(flow)?.items ?? []).find(
    (item): item is Stepped => item.kind === 'step' && (item.node.id === id || !!item.borders?.some(({ node }) => node.id === id)),
  )

/** One more branch, before the one for all other cases. Answers the id of its line. */
export function addBranch(flow: FlowDefinition, splitId: string, label: string): { flow: FlowDefinition; id: string } {
  const split = splitAt(flow, splitId)
  if (!split) return { flow, id: '' }
  const next = fresh(flow)
  let { nodes, lines } = flow
  let to = split.join?.id
  if (to === undefined) {
    // Every branch ends the flow: so does this one.
    to = next('end')
    nodes = [...nodes, endOf(flow, to, beside(flow, splitId))]
  }
  const line: DefinedLine = { id: next('line'), from: splitId, to, label, ...(split.node.kind !== 'parallel' && { conditionType: 'condition' }) }
  const last = lines.findLastIndex(one => one.from === splitId && one.isDefault)
  const at = last < 0 ? lines.findLastIndex(one => one.from === splitId) + 1 : last
  lines = lines.toSpliced(at, 0, line)
  return { flow: { ...flow, nodes, lines }, id: line.id }
}

/** Ends that nothing leads to any more go; one stays, in each sub-process too. */
function withoutLooseEnds(flow: FlowDefinition): FlowDefinition {
  const reached = new Set(flow.lines.map(({ to }) => to))
  const ends = flow.nodes.filter(({ kind }) => kind === 'end')
  const several = ({ within }: DefinedNode) => ends.filter(one => one.within === within).length > 1
  const loose = new Set(ends.filter(end => !reached.has(end.id) && several(end)).map(({ id }) => id))
  return loose.size ? { ...flow, nodes: flow.nodes.filter(({ id }) => !loose.has(id)) } : flow
}

/** Takes nodes and their lines away; what led to them from outside leads to `to`. */
function cut(flow: FlowDefinition, gone: ReadonlySet<string>, to: string): FlowDefinition {
  const lines = flow.lines.flatMap(line => {
    if (gone.has(line.from)) return []
    return gone.has(line.to) ? [{ ...line, to }] : [line]
  })
  return withoutLooseEnds({ ...flow, nodes: flow.nodes.filter(({ id }) => !gone.has(id)), lines })
}

/** Takes a step away; a split goes with everything in it. */
export function removeNode(flow: FlowDefinition, id: string): FlowDefinition {
  const node = flow.nodes.find(one => one.id === id)
  if (!node || node.kind === 'start' || node.kind === 'end') return flow
  if (node.border) return removeBorder(flow, id)
  if (!SPLITS.has(node.kind)) {
    const bare = flow.nodes.filter(({ border }) => border?.on === id).reduce((left, border) => removeBorder(left, border.id), flow)
    const out = bare.lines.find(({ from }) => from === id)
    return out ? cut(bare, withHeld(bare, [id]), out.to) : flow
  }
  const split = splitAt(flow, id)
  if (!split) return flow
  const gone = new Set(idsWithin([split]))
  const behind = split.join && flow.lines.find(({ from }) => from === split.join?.id)?.to
  const [anyEnd] = flow.nodes.filter(({ kind, within }) => kind === 'end' && within === node.within)
  return cut(flow, gone, behind ?? anyEnd?.id ?? '')
}

/** Puts an event on the border of a step. What begins with it goes on where the step would, or beside it to an end of its own. Answers its id. */
export function addBorder(flow: FlowDefinition, on: string, border: Omit<DefinedBorder, 'on'>, name: string): { flow: FlowDefinition; id: string } {
  const next = fresh(flow)
  const id = next('border')
  const at = beside(flow, on)
  const end = endOf(flow, next('end'), at)
  const nodes: DefinedNode[] = [...flow.nodes, { id, kind: 'border', name, border: { on, ...border }, ...at }, end]
  const ended = { ...flow, nodes, lines: [...flow.lines, { id: next('line'), from: id, to: end.id }] }
  return { flow: border.isBeside ? ended : endBorder(ended, id, false), id }
}

/** Without a node where only one way is left to meet. */
function withoutLonelyJoin(flow: FlowDefinition, join: string): FlowDefinition {
  const out = flow.lines.find(({ from }) => from === join)
  return out && flow.lines.filter(({ to }) => to === join).length < 2 ? cut(flow, new Set([join]), out.to) : flow
}

/** Takes an event from the border of a step, with all that begins with it. */
function removeBorder(flow: FlowDefinition, id: string): FlowDefinition {
  const step = stepAt(flow, id)
  const branch = step?.borders?.find(({ node }) => node.id === id)
  // Of what is not drawn in columns, the event alone.
  const gone = new Set([id, ...idsWithin(branch?.items ?? [])])
  const left = { ...flow, nodes: flow.nodes.filter(one => !gone.has(one.id)), lines: flow.lines.filter(({ from }) => !gone.has(from)) }
  return withoutLooseEnds(step?.meets && branch && !branch.ends ? withoutLonelyJoin(left, step.meets.join.id) : left)
}

/** Lets what begins on a border come to an end of its own, or meet what is behind its step. */
export function endBorder(flow: FlowDefinition, id: string, ends: boolean): FlowDefinition {
  const step = stepAt(flow, id)
  const branch = step?.borders?.find(({ node }) => node.id === id)
  if (!step || !branch || branch.ends === ends) return flow
  const next = fresh(flow)
  if (ends) {
    const end = endOf(flow, next('end'), beside(flow, id))
    const lines = flow.lines.map(line => (line.id === branch.last?.id ? { ...line, to: end.id } : line))
    return withoutLonelyJoin({ ...flow, nodes: [...flow.nodes, end], lines }, step.meets?.join.id ?? '')
  }
  const at = branch.items.at(-1)
  const out = flow.lines.find(({ from }) => from === step.node.id)
  if (branch.node.border?.isBeside || at?.kind !== 'end' || !out) return flow
  const join = step.meets?.join.id ?? next('join')
  const lines = flow.lines.map(line => (line.id === at.after.id ? { ...line, to: join } : line.id === out.id && !step.meets ? { ...line, to: join } : line))
  if (step.meets) return withoutLooseEnds({ ...flow, lines })
  const nodes: DefinedNode[] = [...flow.nodes, { id: join, kind: 'exclusive', name: '', ...beside(flow, id) }]
  return withoutLooseEnds({ ...flow, nodes, lines: [...lines, { id: next('line'), from: join, to: out.to }] })
}

/** An event on a border with other properties; one beside its step comes to an end of its own. */
export function setBorder(flow: FlowDefinition, node: DefinedNode): FlowDefinition {
  const ended = node.border?.isBeside ? endBorder(flow, node.id, true) : flow
  return withNode(ended, node)
}

const branchOf = (split: Split, lineId: string): Branch | undefined => split.branches.find(({ line }) => line.id === lineId)

/** Whether a branch is the only one by which what stands behind is reached: it cannot go, and cannot end the flow. */
export const isOnlyWayOn = ({ join, branches }: Split, branch: Branch): boolean => !!join && branches.every(one => one === branch || one.ends)

/** Takes a branch away, unless it is the only way on. With one left there is nothing to choose: its steps stand where the split stood. */
export function removeBranch(flow: FlowDefinition, splitId: string, lineId: string): FlowDefinition {
  const split = splitAt(flow, splitId)
  const branch = split && branchOf(split, lineId)
  if (!split || !branch || isOnlyWayOn(split, branch)) return flow
  const left = split.branches.filter(one => one !== branch)
  const gone = new Set(idsWithin(branch.items))
  let rest: FlowDefinition = {
    ...flow,
    nodes: flow.nodes.filter(({ id }) => !gone.has(id)),
    lines: flow.lines.filter(line => line.id !== lineId && !gone.has(line.from)),
  }
  const [one, ...more] = left
  if (one && more.length === 0) {
    const behind = split.join && flow.lines.find(({ from }) => from === split.join?.id)
    const ends = new Set([splitId, ...(split.join ? [split.join.id] : [])])
    const forward = (to: string) => (to === split.join?.id ? (behind?.to ?? to) : to)
    const first = forward(one.line.to)
    rest = {
      ...rest,
      nodes: rest.nodes.filter(({ id }) => !ends.has(id)),
      lines: rest.lines.filter(line => !ends.has(line.from)).map(line => ({ ...line, to: line.to === splitId ? first : forward(line.to) })),
    }
  } else if (branch.line.isDefault) {
    // Somebody has to take all other cases: the last one does.
    const last = rest.lines.findLast(({ from }) => from === splitId)
    rest = { ...rest, lines: rest.lines.map(line => (line === last ? asDefault(line) : line)) }
  }
  return withoutLooseEnds(rest)
}
const asDefault = ({ conditions: _conditions, conditionType: _type, formula: _formula, ...line }: DefinedLine): DefinedLine => ({ ...line, isDefault: true })

/** Lets a branch end the flow, unless it is the only way on, or meet the others again. */
export function endBranch(flow: FlowDefinition, splitId: string, lineId: string, ends: boolean): FlowDefinition {
  const split = splitAt(flow, splitId)
  const branch = split && branchOf(split, lineId)
  if (!split || !branch || branch.ends === ends) return flow
  if (ends) {
    if (!branch.last || isOnlyWayOn(split, branch)) return flow
    const id = fresh(flow)('end')
    return {
      ...flow,
      nodes: [...flow.nodes, endOf(flow, id, beside(flow, splitId))],
      lines: flow.lines.map(line => (line.id === branch.last?.id ? { ...line, to: id } : line)),
    }
  }
  const at = branch.items.at(-1)
  if (!split.join || at?.kind !== 'end') return flow
  return withoutLooseEnds({ ...flow, lines: flow.lines.map(line => (line.id === at.after.id ? { ...line, to: split.join?.id ?? line.to } : line)) })
}

/** Moves a branch among the others: their order is the one in which conditions are asked. */
export function moveBranch(flow: FlowDefinition, splitId: string, lineId: string, by: -1 | 1): FlowDefinition {
  const places = flow.lines.flatMap(({ from, isDefault }, at) => (from === splitId && !isDefault ? [at] : []))
  const here = places.findIndex(at => flow.lines[at]?.id === lineId)
  const [a, b] = [places[here], places[here + by]]
  const [one, other] = [flow.lines[a ?? -1], flow.lines[b ?? -1]]
  if (here < 0 || a === undefined || b === undefined || !one || !other) return flow
  return { ...flow, lines: flow.lines.with(a, other).with(b, one) }
}

/** Moves a step to a line; a split goes with everything in it, and not into itself. */
export function moveStep(flow: FlowDefinition, id: string, lineId: string): FlowDefinition {
  const node = flow.nodes.find(one => one.id === id)
  const target = flow.lines.find(line => line.id === lineId)
  if (!node || !target || node.kind === 'start' || node.kind === 'end') return flow
  const split = SPLITS.has(node.kind) ? splitAt(flow, id) : undefined
  if ((SPLITS.has(node.kind) && !split?.join) || node.border) return flow
  // With what stands on its border, and what that leads to.
  const step = split ? undefined : stepAt(flow, id)
  const moved = split ?? step
  const inside = withHeld(flow, moved ? idsWithin([moved]) : [id])
  const last = split?.join?.id ?? step?.meets?.join.id ?? id
  // A line of its own, or the one before or behind it, is where it is already.
  if (inside.has(target.from) || target.to === id) return flow
  const out = flow.lines.find(({ from }) => from === last)
  if (!out) return flow
  const lines = flow.lines.map(line => {
    if (line.id === out.id) return { ...line, to: target.to }
    if (line.id === lineId) return { ...line, to: id }
    return line.to === id ? { ...line, to: out.to } : line
  })
  const to = beside(flow, target.from)
  if (to.within === node.within) return { ...flow, lines }
  // Ways of it that end do so where it goes.
  const end = endOf(flow, fresh(flow)('end'), to)
  const left = new Set(flow.nodes.filter(one => one.kind === 'end' && !inside.has(one.id)).map(one => one.id))
  const ending = lines.filter(line => inside.has(line.from) && left.has(line.to) && line.id !== out.id)
  const nodes = flow.nodes.map(one => {
    if (!inside.has(one.id) || one.within !== node.within) return one
    const { within: _within, ...rest } = one
    return { ...rest, ...to }
  })
  return withoutLooseEnds({
    ...flow,
    nodes: ending.length ? [...nodes, end] : nodes,
    lines: lines.map(line => (ending.includes(line) ? { ...line, to: end.id } : line)),
  })
}

/** A step once more, behind itself. Answers the id of the second one. */
export function copyStep(flow: FlowDefinition, id: string): { flow: FlowDefinition; id: string } {
  const node = flow.nodes.find(one => one.id === id)
  const out = flow.lines.find(({ from }) => from === id)
  if (!node || !out || (node.kind !== 'user' && node.kind !== 'copy' && node.kind !== 'service')) return { flow, id: '' }
  const { id: _id, x: _x, y: _y, ...rest } = structuredClone(node)
  return addStep(flow, out.id, rest)
}

/** One part with other properties. */
export const withNode = (flow: FlowDefinition, node: DefinedNode): FlowDefinition => ({
  ...flow,
  nodes: flow.nodes.map(one => (one.id === node.id ? node : one)),
})
export const withLine = (flow: FlowDefinition, line: DefinedLine): FlowDefinition => ({
  ...flow,
  lines: flow.lines.map(one => (one.id === line.id ? line : one)),
})
