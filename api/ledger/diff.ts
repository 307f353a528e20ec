// The patch that makes one screen of another.
import { match, type Matching } from './match.ts'
import { TEXT, type Patch, type Place } from './patch.ts'
import { same, toJson, toTree, type JsonObject, type Node, type Tree } from './tree.ts'

/** Positions (in the list given) of a longest run that rises: what can stay where it is. */
export function rising(numbers: number[]): Set<number> {
  const tails: number[] = []
  const before: number[] = []
  numbers.forEach((value, at) => {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((numbers[tails[middle] as number] as number) < value) low = middle + 1
      else high = middle
    }
    before[at] = low ? (tails[low - 1] as number) : -1
    tails[low] = at
  })
  const kept = new Set<number>()
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at] as number) kept.add(at)
  return kept
}

const shapeOf = (node: Node, key: string): 'list' | 'one' | 'none' => {
  const slot = node.slots.get(key)
  return slot ? (slot.list ? 'list' : 'one') : 'none'
}

export interface Difference {
  patch: Patch
  a: Tree
  b: Tree
  matching: Matching
  /** Id in the patch of a node of `b`. */
  idOf(node: Node): string
}

/** The patch with what it was made from, for those who describe it. */
export function compare(a: Tree, b: Tree): Difference {
  const matching = match(a, b)
  const { there, back } = matching
  const patch: Patch = []
  const fresh = new Map<Node, string>()
  const taken = new Set(a.byId.keys())

  function idOf(node: Node): string {
    const known = back.get(node)?.id ?? fresh.get(node)
    if (known) return known
    let id = node.id
    for (let n = 2; taken.has(id); n++) id = `${node.id}~${n}`
    taken.add(id)
    fresh.set(node, id)
    return id
  }

  for (const node of a.byId.values()) if (!there.has(node) && node.parent && there.has(node.parent)) patch.push({ op: 'remove', id: node.id })

  const holdsOld = new Map<Node, boolean>()
  const holds = (node: Node): boolean => {
    const known = holdsOld.get(node)
    if (known !== undefined) return known
    let found = back.has(node)
    for (const { items } of node.slots.values()) for (const item of items) found = holds(item) || found
    holdsOld.set(node, found)
    return found
  }
  holds(b.root)

  /** A new node around old ones: itself alone, what it holds comes by operations of its own. */
  const shell = (node: Node): JsonObject => {
    const json: JsonObject = {}
    for (const key of node.keys)
      if (node.props.has(key)) json[key] = node.props.get(key) ?? null
      else if (node.slots.get(key)?.list) json[key] = []
    return json
  }

  function properties(x: Node, y: Node) {
    const { id } = x
    if (x.scalar && y.scalar) {
      if (!same(x.scalar.value, y.scalar.value)) patch.push({ op: 'set', id, prop: TEXT, value: y.scalar.value })
      return
    }
    for (const key of x.props.keys()) if (!y.props.has(key)) patch.push({ op: 'unset', id, prop: key })
    for (const key of new Set([...x.slots.keys(), ...y.slots.keys()])) {
      const as = shapeOf(y, key)
      if (shapeOf(x, key) !== as) patch.push({ op: 'shape', id, slot: key, as })
    }
    for (const [key, value] of y.props) if (!x.props.has(key) || !same(x.props.get(key), value)) patch.push({ op: 'set', id, prop: key, value })
  }

  function children(x: Node | undefined, y: Node) {
    for (const [slot, { items }] of y.slots) {
      const stayed = x ? items.filter(item => back.get(item)?.parent === x && back.get(item)?.slot === slot) : []
      const order = new Map(x?.slots.get(slot)?.items.map((item, at) => [item, at]))
      const kept = rising(stayed.map(item => order.get(back.get(item) as Node) as number))
      const still = new Set(stayed.filter((_item, at) => kept.has(at)))
      /** By place in the list: the next item that stays. */
      const following: (Node | undefined)[] = []
      for (let at = items.length - 1, next: Node | undefined; at >= 0; at--) {
        following[at] = next
        if (still.has(items[at] as Node)) next = items[at]
      }
      items.forEach((item, at) => {
        if (still.has(item)) return
        const previous = items[at - 1]
        const next = following[at]
        const place: Place = { parent: idOf(y), slot, after: previous ? idOf(previous) : null, before: next ? idOf(next) : null }
        if (back.has(item)) patch.push({ op: 'move', id: idOf(item), at: place })
        else patch.push({ op: 'insert', id: idOf(item), node: holds(item) ? shell(item) : toJson(item), at: place })
      })
    }
    for (const { items } of y.slots.values())
      for (const item of items) {
        const old = back.get(item)
        if (old) {
          if (old.hash !== item.hash || !isWhole(old, item)) walk(old, item)
        } else if (holds(item)) children(undefined, item)
      }
  }

  /** True where two equal nodes hold the same nodes, so that nothing below can differ. */
  function isWhole(x: Node, y: Node): boolean {
    if (x.scalar || y.scalar) return same(x.scalar?.value, y.scalar?.value)
    if (x.props.size !== y.props.size || x.slots.size !== y.slots.size) return false
    for (const [key, value] of x.props) if (!same(value, y.props.get(key))) return false
    for (const [key, { list, items }] of x.slots) {
      const other = y.slots.get(key)
      if (other?.list !== list || other.items.length !== items.length) return false
      if (!items.every((item, at) => there.get(item) === other.items[at] && isWhole(item, other.items[at] as Node))) return false
    }
    return true
  }

  function walk(x: Node, y: Node) {
    properties(x, y)
    children(x, y)
  }
  if (!isWhole(a.root, b.root)) walk(a.root, b.root)
  return { patch, a, b, matching, idOf }
}

/** The patch from one screen to another; empty when they are the same. */
export const diff = (a: JsonObject, b: JsonObject): Patch => compare(toTree(a), toTree(b)).patch
