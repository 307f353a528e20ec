// Where the nodes of a flow stand when it is drawn from left to right. Pure.
import type { FlowDefinition } from './definition.ts'
import type { NodeKind } from './graph.ts'

type Graph = Pick<FlowDefinition, 'nodes' | 'lines'>
export interface Place {
  x: number
  y: number
}

const SIZES: Partial<Record<NodeKind, [number, number]>> = {
  start: [36, 36],
  end: [36, 36],
  exclusive: [50, 50],
  parallel: [50, 50],
  inclusive: [50, 50],
  border: [36, 36],
}
const WIDEST = 120
const HIGHEST = 70
/** Width and height of a node, as drawn. */
export const sizeOf = (kind: NodeKind): [number, number] => SIZES[kind] ?? [WIDEST, HIGHEST]

const COLUMN = 180
const ROW = 110

/** Where the `at`th event stands on the lower border of a step, from the right. */
const onBorder = ({ x, y }: Place, at: number): Place => ({ x: x + WIDEST - 46 - 40 * at, y: y + HIGHEST - 18 })

/** Places for nodes that were never drawn: columns by the longest way from the start, branches below each other. */
export function placesOf({ nodes, lines }: Graph): Map<string, Place> {
  const outs = new Map<string, string[]>()
  const onBorders = nodes.flatMap(({ id, border }) => (border ? [{ from: border.on, to: id }] : []))
  for (const { from, to } of [...lines, ...onBorders]) outs.set(from, [...(outs.get(from) ?? []), to])
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
  const rows = new Map<number, number>()
  const kinds = new Map(nodes.map(({ id, kind }) => [id, kind]))
  const places = new Map<string, Place>()
  for (const id of order) {
    if (hosts.has(id)) continue
    const at = column.get(id) ?? 0
    const row = rows.get(at) ?? 0
    rows.set(at, row + 1)
    const [width, height] = sizeOf(kinds.get(id) ?? 'user')
    places.set(id, { x: 60 + at * COLUMN + (WIDEST - width) / 2, y: 60 + row * ROW + (HIGHEST - height) / 2 })
  }
  const many = new Map<string, number>()
  for (const { from, to } of onBorders) {
    const at = many.get(from) ?? 0
    many.set(from, at + 1)
    places.set(to, onBorder(places.get(from) ?? { x: 60, y: 60 }, at))
  }
  return places
}

/** Places for all nodes: those that were drawn keep theirs, but for making room; what came since stands behind what leads to it. */
export function placed({ nodes, lines }: Graph): Map<string, Place> {
  const places = new Map(nodes.flatMap(({ id, x, y }) => (x === undefined || y === undefined ? [] : [[id, { x, y }] as const])))
  if (places.size === 0) return placesOf({ nodes, lines })
  const kinds = new Map(nodes.map(({ id, kind }) => [id, kind]))
  const hosts = new Map(nodes.flatMap(({ id, border }) => (border ? [[id, border.on] as const] : [])))
  const middle = (id: string): Place | undefined => {
    const place = places.get(id)
    const [width, height] = sizeOf(kinds.get(id) ?? 'user')
    return place && { x: place.x + width / 2, y: place.y + height / 2 }
  }
  const isTaken = ({ x, y }: Place) =>
    [...places.keys()].some(id => {
      const other = middle(id)
      return other && Math.abs(other.x - x) < WIDEST && Math.abs(other.y - y) < HIGHEST
    })
  let open = nodes.filter(({ id }) => !places.has(id))
  while (open.length) {
    // Behind one that has a place, or else below everything.
    const next = open.find(({ id }) => lines.some(({ from, to }) => to === id && places.has(from))) ?? open[0]
    if (!next) break
    open = open.filter(node => node !== next)
    const host = next.border && places.get(next.border.on)
    if (next.border) {
      // Once its step has a place.
      if (!host && open.some(({ id }) => id === next.border?.on)) open.push(next)
      else places.set(next.id, onBorder(host ?? { x: 60, y: 60 }, nodes.filter(({ id, border }) => border?.on === next.border?.on && places.has(id)).length))
      continue
    }
    const before = lines.find(({ from, to }) => to === next.id && places.has(from))?.from
    const from = before === undefined ? undefined : middle(before)
    const at = from ? { x: from.x + COLUMN, y: from.y } : { x: 60 + WIDEST / 2, y: Math.max(...[...places.values()].map(({ y }) => y)) + ROW + HIGHEST / 2 }
    const behind = lines.filter(one => one.from === next.id).flatMap(({ to }) => middle(to) ?? [])
    // Between two that stand beside each other: what is behind makes room.
    if (from && behind.some(({ x }) => x > from.x && x < at.x + COLUMN)) {
      const edge = from.x + 1
      const moves = new Set([...places.keys()].filter(id => !hosts.has(id) && (middle(id)?.x ?? 0) > edge))
      // What stands on a border moves with its step.
      for (const [id, place] of places) if (moves.has(hosts.get(id) ?? id)) places.set(id, { ...place, x: place.x + COLUMN })
    }
    while (isTaken(at)) at.y += ROW
    const [width, height] = sizeOf(next.kind)
    places.set(next.id, { x: at.x - width / 2, y: at.y - height / 2 })
  }
  return places
}
