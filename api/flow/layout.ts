// Where the nodes of a flow stand when it is drawn from left to right. Pure.
import type { FlowDefinition } from './definition.ts'
import type { NodeKind } from './graph.ts'

type Graph = Pick<FlowDefinition, 'nodes' | 'lines'>
export interface Place {
  x: number
  y: number
}

export interface Box extends Place {
  width: number
  height: number
}
type Node = Graph['nodes'][number]
/** Of a sub-process, with its size. */
export type Laid = Place & { width?: number; height?: number }

const SIZES: Partial<Record<NodeKind, [number, number]>> = {
  start: [36, 36],
  end: [36, 36],
  exclusive: [50, 50],
  parallel: [50, 50],
  inclusive: [50, 50],
  border: [36, 36],
  subprocess: [360, 200],
}
const WIDEST = 120
const HIGHEST = 70
/** Width and height of a node, as drawn; those of a sub-process where it does not say how large it is. */
export const sizeOf = (kind: NodeKind): [number, number] => SIZES[kind] ?? [WIDEST, HIGHEST]
/** Whether it is said where a node stands, and how large it is drawn. */
export const hasBox = ({ kind, x, y, width, height }: Pick<Node, 'kind' | 'x' | 'y' | 'width' | 'height'>) =>
  x !== undefined && y !== undefined && (kind !== 'subprocess' || (width !== undefined && height !== undefined))
/** Where a node stands and how large it is. */
export function boxOf({ kind, x = 0, y = 0, width, height }: Pick<Node, 'kind' | 'x' | 'y' | 'width' | 'height'>): Box {
  const [wide, high] = sizeOf(kind)
  return { x, y, width: kind === 'subprocess' ? (width ?? wide) : wide, height: kind === 'subprocess' ? (height ?? high) : high }
}

const [ACROSS, DOWN] = [60, 40]
/** Room in a sub-process around its steps; above them stands its name. */
const [SIDE, ABOVE, BELOW] = [40, 50, 40]
const MARGIN = 60

/** Where the `at`th event stands on the lower border of a step, from the right. */
const onBorder = ({ x, y, width, height }: Box, at: number): Place => ({ x: x + width - 46 - 40 * at, y: y + height - 18 })

const right = ({ x, width }: Box) => x + width
const bottom = ({ y, height }: Box) => y + height
/** Room between what a line goes around and the line. */
const BELOW_LINE = 20
/**
 * The way of a line below what stands between the two that it connects, from the lower side of the one to that of the other; undefined where nothing
 * stands in its way, and for lines that lead back.
 */
export function wayAround(from: Box, to: Box, others: readonly Box[]): Place[] | undefined {
  const [start, end] = [
    { x: right(from), y: from.y + from.height / 2 },
    { x: to.x, y: to.y + to.height / 2 },
  ]
  if (end.x <= start.x) return undefined
  // As lines are laid: across, up or down half-way, and across again.
  const half = (start.x + end.x) / 2
  const legs = [
    [start.x, half, start.y, start.y],
    [half, half, Math.min(start.y, end.y), Math.max(start.y, end.y)],
    [half, end.x, end.y, end.y],
  ] as const
  const isCrossed = (box: Box) => legs.some(([x, far, y, low]) => box.x < far && right(box) > x && box.y < low + 1 && bottom(box) > y - 1)
  const between = others.filter(box => box.x < to.x + to.width / 2 && right(box) > from.x + from.width / 2)
  let y = Math.max(0, ...between.filter(isCrossed).map(bottom))
  if (!y) return undefined
  y = Math.max(y, bottom(from), bottom(to)) + BELOW_LINE
  // What stands below that is gone around as well.
  for (let next = true; next;) {
    const hit = between.filter(box => box.y < y && bottom(box) > y)
    next = hit.length > 0
    if (next) y = Math.max(...hit.map(bottom)) + BELOW_LINE
  }
  const [out, into] = [from.x + from.width / 2, to.x + to.width / 2]
  return [
    { x: out, y: bottom(from) },
    { x: out, y },
    { x: into, y },
    { x: into, y: bottom(to) },
  ]
}

const moved = (places: ReadonlyMap<string, Laid>, x: number, y: number) => [...places].map(([id, at]) => [id, { ...at, x: at.x + x, y: at.y + y }] as const)

/** One level of a flow from its upper left corner, with all that is in the sub-processes on it. */
function level({ nodes: all, lines }: Graph, within: string | undefined): { places: Map<string, Laid>; width: number; height: number } {
  const nodes = all.filter(node => node.within === within)
  const here = new Set(nodes.map(({ id }) => id))
  const inner = new Map(nodes.flatMap(({ id, kind }) => (kind === 'subprocess' ? [[id, level({ nodes: all, lines }, id)] as const] : [])))
  const outs = new Map<string, string[]>()
  const onBorders = nodes.flatMap(({ id, border }) => (border ? [{ from: border.on, to: id }] : []))
  for (const { from, to } of [...lines, ...onBorders]) if (here.has(from) && here.has(to)) outs.set(from, [...(outs.get(from) ?? []), to])
  const hosts = new Map(onBorders.map(({ from, to }) => [to, from]))
  const column = new Map<string, number>()
  const left = new Set(nodes.map(({ id }) => id))
  const begins = nodes.filter(({ kind }) => kind === 'start').map(({ id }) => id)
  // Each node once in the order of the first visit: lines that lead back move nothing.
  const order: string[] = []
  for (const first of [...begins, ...nodes.map(({ id }) => id)]) {
    if (!left.delete(first)) continue
    const open = [first]
    for (let at = open.shift(); at !== undefined; at = open.shift()) {
      order.push(at)
      for (const to of outs.get(at) ?? []) if (left.delete(to)) open.push(to)
    }
  }
  const rank = new Map(order.map((id, at) => [id, at]))
  for (const id of order) {
    const own = column.get(id) ?? 0
    column.set(id, own)
    for (const to of outs.get(id) ?? [])
      if ((rank.get(to) ?? 0) > (rank.get(id) ?? 0)) column.set(to, Math.max(column.get(to) ?? 0, own + (hosts.has(to) ? 0 : 1)))
  }
  const byId = new Map(nodes.map(node => [node.id, node]))
  const size = (id: string): [number, number] => {
    const its = inner.get(id)
    return its ? [its.width + 2 * SIDE, its.height + ABOVE + BELOW] : sizeOf(byId.get(id)?.kind ?? 'user')
  }
  // Columns are as wide, and rows as high, as what stands in them.
  const [rowsOf, rowAt, widths, heights] = [new Map<number, number>(), new Map<string, number>(), [] as number[], [] as number[]]
  for (const id of order) {
    if (hosts.has(id)) continue
    const at = column.get(id) ?? 0
    const row = rowsOf.get(at) ?? 0
    rowsOf.set(at, row + 1)
    rowAt.set(id, row)
    const [width, height] = size(id)
    widths[at] = Math.max(widths[at] ?? WIDEST, width)
    heights[row] = Math.max(heights[row] ?? HIGHEST, height)
  }
  const before = (list: readonly number[], at: number, gap: number) => list.slice(0, at).reduce((sum, one) => sum + one + gap, 0)
  const places = new Map<string, Laid>()
  for (const [id, row] of rowAt) {
    const at = column.get(id) ?? 0
    const [width, height] = size(id)
    const x = before(widths, at, ACROSS) + ((widths[at] ?? width) - width) / 2
    const y = before(heights, row, DOWN) + ((heights[row] ?? height) - height) / 2
    places.set(id, { x, y, ...(inner.has(id) && { width, height }) })
  }
  const many = new Map<string, number>()
  for (const { from, to } of onBorders) {
    const at = many.get(from) ?? 0
    many.set(from, at + 1)
    const [width, height] = size(from)
    places.set(to, onBorder({ x: 0, y: 0, ...places.get(from), width, height }, at))
  }
  for (const [id, its] of inner) {
    const { x, y } = places.get(id) ?? { x: 0, y: 0 }
    for (const [held, place] of moved(its.places, x + SIDE, y + ABOVE)) places.set(held, place)
  }
  return { places, width: before(widths, widths.length, ACROSS) - ACROSS, height: before(heights, heights.length, DOWN) - DOWN + (onBorders.length ? 18 : 0) }
}

/** Places for nodes that were never drawn: columns by the longest way from the start, branches below each other. */
export const placesOf = (graph: Graph): Map<string, Laid> => new Map(moved(level(graph, undefined).places, MARGIN, MARGIN))

/** Places for all nodes: those that were drawn keep theirs, but for making room; what came since stands behind what leads to it. A sub-process with something new is drawn anew. */
export function placed({ nodes, lines }: Graph): Map<string, Laid> {
  if (nodes.every(node => !hasBox(node))) return placesOf({ nodes, lines })
  const byId = new Map(nodes.map(node => [node.id, node]))
  const within = (id: string, holder: string): boolean => {
    const around = byId.get(id)?.within
    return around !== undefined && (around === holder || within(around, holder))
  }
  const top = nodes.filter(node => node.within === undefined || !byId.has(node.within))
  const places = new Map<string, Laid>()
  const anew = new Map<string, ReturnType<typeof level>>()
  for (const node of nodes) if (hasBox(node) && (node.within === undefined || !byId.has(node.within))) places.set(node.id, { x: node.x ?? 0, y: node.y ?? 0 })
  const sizes = new Map<string, [number, number]>()
  const grown: [string, number, number][] = []
  for (const { id, kind, width, height } of top) {
    if (kind !== 'subprocess') continue
    const inside = nodes.filter(one => within(one.id, id))
    if (width !== undefined && height !== undefined && inside.every(hasBox)) sizes.set(id, [width, height])
    else {
      const its = level({ nodes, lines }, id)
      const wide = its.width + 2 * SIDE
      anew.set(id, its)
      sizes.set(id, [wide, its.height + ABOVE + BELOW])
      const at = places.get(id)
      if (at && wide > (width ?? WIDEST)) grown.push([id, at.x, wide - (width ?? WIDEST)])
    }
  }
  const hosts = new Map(nodes.flatMap(({ id, border }) => (border ? [[id, border.on] as const] : [])))
  // What stands on a border moves with its step.
  const shift = (which: (id: string) => boolean, by: number) => {
    for (const [id, place] of places) if (which(hosts.get(id) ?? id)) places.set(id, { ...place, x: place.x + by })
  }
  for (const [grew, from, by] of grown) shift(id => id !== grew && (places.get(id)?.x ?? 0) > from, by)

  const kinds = new Map(nodes.map(({ id, kind }) => [id, kind]))
  const size = (id: string) => sizes.get(id) ?? sizeOf(kinds.get(id) ?? 'user')
  const box = (id: string): Box | undefined => {
    const place = places.get(id)
    const [width, height] = size(id)
    return place && { ...place, width, height }
  }
  const middle = (id: string): Place | undefined => {
    const its = box(id)
    return its && { x: its.x + its.width / 2, y: its.y + its.height / 2 }
  }
  const half = (id: string, side: 0 | 1, least: number) => Math.max(least, size(id)[side]) / 2
  const isTaken = ({ x, y }: Place, by: string) =>
    [...places.keys()].some(id => {
      const other = middle(id)
      return other && Math.abs(other.x - x) < half(id, 0, WIDEST) + half(by, 0, WIDEST) && Math.abs(other.y - y) < half(id, 1, HIGHEST) + half(by, 1, HIGHEST)
    })
  let open = top.filter(({ id }) => !places.has(id))
  while (open.length) {
    // Behind one that has a place, or else below everything.
    const next = open.find(({ id }) => lines.some(({ from, to }) => to === id && places.has(from))) ?? open[0]
    if (!next) break
    open = open.filter(node => node !== next)
    if (next.border) {
      const host = box(next.border.on)
      // Once its step has a place.
      if (!host && open.some(({ id }) => id === next.border?.on)) open.push(next)
      else
        places.set(
          next.id,
          onBorder(
            host ?? { x: MARGIN, y: MARGIN, width: WIDEST, height: HIGHEST },
            nodes.filter(({ id, border }) => border?.on === next.border?.on && places.has(id)).length,
          ),
        )
      continue
    }
    const own = 2 * half(next.id, 0, WIDEST) + ACROSS
    const before = lines.find(({ from, to }) => to === next.id && places.has(from))?.from
    const from = before === undefined ? undefined : middle(before)
    const at =
      from && before !== undefined
        ? { x: from.x + half(before, 0, WIDEST) + ACROSS + half(next.id, 0, WIDEST), y: from.y }
        : { x: MARGIN + half(next.id, 0, WIDEST), y: Math.max(...[...places.values()].map(({ y }) => y)) + HIGHEST + DOWN + half(next.id, 1, HIGHEST) }
    const behind = lines.filter(one => one.from === next.id).flatMap(({ to }) => middle(to) ?? [])
    // Between two that stand beside each other: what is behind makes room.
    if (from && behind.some(({ x }) => x > from.x && x < at.x + own)) {
      const edge = from.x + 1
      const moves = new Set([...places.keys()].filter(id => !hosts.has(id) && (middle(id)?.x ?? 0) > edge))
      shift(id => moves.has(id), own)
    }
    while (isTaken(at, next.id)) at.y += HIGHEST + DOWN
    const [width, height] = size(next.id)
    places.set(next.id, { x: at.x - width / 2, y: at.y - height / 2 })
  }
  for (const { id, kind, x = 0, y = 0 } of top) {
    const place = places.get(id)
    if (kind !== 'subprocess' || !place) continue
    const [width, height] = size(id)
    places.set(id, { ...place, width, height })
    const its = anew.get(id)
    if (its) for (const [held, at] of moved(its.places, place.x + SIDE, place.y + ABOVE)) places.set(held, at)
    else
      for (const one of nodes)
        if (within(one.id, id)) {
          const { x: left, y: above, ...of } = boxOf(one)
          places.set(one.id, { x: left + place.x - x, y: above + place.y - y, ...(one.kind === 'subprocess' && { width: of.width, height: of.height }) })
        }
  }
  return places
}
