// Which node of one screen is which node of another: by equal content, by id, by what it is called, by its place; across containers too.
import { explicitId, subtree, typeOf, type Node, type Tree } from './tree.ts'

export interface Matching {
  /** From the first screen to the second. */
  there: Map<Node, Node>
  back: Map<Node, Node>
}

/** Nodes that may live in another container: parts of a list and components; an api object is nothing without its owner. */
const isMovable = (node: Node) => node.parent !== undefined && (typeOf(node) !== undefined || node.parent.slots.get(node.slot)?.list === true)

function groupBy(nodes: Node[], key: (node: Node) => string | number | undefined): Map<string | number, Node[]> {
  const groups = new Map<string | number, Node[]>()
  for (const node of nodes) {
    const name = key(node)
    if (name === undefined) continue
    const group = groups.get(name)
    if (group) group.push(node)
    else groups.set(name, [node])
  }
  return groups
}

/** The first of a group that is not taken; those before it never are free again, and are left out the next time. */
function firstFree(group: Node[] | undefined, starts: Map<Node[], number>, taken: Map<Node, Node>): Node | undefined {
  if (!group) return undefined
  let at = starts.get(group) ?? 0
  while (at < group.length && taken.has(group[at] as Node)) at++
  starts.set(group, at)
  return group[at]
}

const nameOf = (node: Node) => {
  const name = node.props.get('name') ?? node.props.get('label') ?? node.props.get('title')
  return typeof name === 'string' ? name : undefined
}
/** Type with a name; undefined for a node that nothing tells from others of its type. */
const calledOf = (node: Node) => (node.local.includes(' ') && !node.scalar ? node.local : undefined)
const kindOf = (node: Node) => (node.scalar ? 'text' : (typeOf(node) ?? 'plain'))

export function match(a: Tree, b: Tree): Matching {
  const there = new Map<Node, Node>()
  const back = new Map<Node, Node>()
  const waiting: Node[] = []
  const pair = (x: Node, y: Node) => {
    there.set(x, y)
    back.set(y, x)
    waiting.push(x)
  }
  const isFree = (x: Node, y: Node) => !there.has(x) && !back.has(y)

  /** Pairs two equal subtrees as far as they are free. */
  function pairWhole(x: Node, y: Node) {
    if (!isFree(x, y) || !!x.scalar !== !!y.scalar) return
    pair(x, y)
    for (const [key, slot] of x.slots) {
      const other = y.slots.get(key)
      if (other?.items.length === slot.items.length) slot.items.forEach((item, at) => item.hash === other.items[at]?.hash && pairWhole(item, other.items[at]))
    }
  }

  /** Pairs free nodes of two lists that a key makes equal, in order. */
  function pairBy(xs: Node[], ys: Node[], key: (node: Node) => string | number | undefined, whole = false) {
    const freeYs = ys.filter(y => !back.has(y))
    if (!freeYs.length) return
    const groups = groupBy(freeYs, key)
    const starts = new Map<Node[], number>()
    for (const x of xs) {
      if (there.has(x)) continue
      const name = key(x)
      const y = name === undefined ? undefined : firstFree(groups.get(name), starts, back)
      if (y && isFree(x, y)) (whole ? pairWhole : pair)(x, y)
    }
  }

  function pairChildren(x: Node, y: Node) {
    for (const [key, { items: xs }] of x.slots) {
      const slot = y.slots.get(key)
      if (!slot || !xs.length || !slot.items.length) continue
      const ys = slot.items
      pairBy(xs, ys, node => node.hash, true)
      pairBy(xs, ys, calledOf)
      pairBy(xs, ys, nameOf)
      pairBy(xs, ys, kindOf)
    }
  }
  function settle() {
    for (let x = waiting.pop(); x; x = waiting.pop()) pairChildren(x, there.get(x) as Node)
  }

  if (a.root.hash === b.root.hash) pairWhole(a.root, b.root)
  else pair(a.root, b.root)
  if (there.size < a.byId.size || back.size < b.byId.size) {
    const xs = subtree(a.root)
    const ys = subtree(b.root)
    // What is there once on both sides and is equal is the same, wherever it went; larger parts come first.
    const once = (groups: Map<string | number, Node[]>, key: string | number) => (groups.get(key)?.length === 1 ? groups.get(key)?.[0] : undefined)
    const hashesA = groupBy(xs, node => node.hash)
    const hashesB = groupBy(ys, node => node.hash)
    for (const x of xs) {
      if (there.has(x) || !isMovable(x) || x.scalar || !once(hashesA, x.hash)) continue
      const y = once(hashesB, x.hash)
      if (y && isMovable(y) && !back.has(y)) pairWhole(x, y)
    }
    const idsA = groupBy(xs, explicitId)
    const idsB = groupBy(ys, explicitId)
    for (const id of idsA.keys()) {
      const x = once(idsA, id)
      const y = once(idsB, id)
      if (x && y && isFree(x, y) && isMovable(x) && isMovable(y) && typeOf(x) === typeOf(y)) pair(x, y)
    }
    settle()
    // What is left has moved between containers and changed, or is new.
    const free = (nodes: Node[], taken: Map<Node, Node>) => nodes.filter(node => !taken.has(node) && isMovable(node) && !node.scalar)
    for (const key of [(node: Node) => node.hash, (node: Node) => (nameOf(node) === undefined ? undefined : node.local)]) {
      const groups = groupBy(free(ys, back), key)
      const starts = new Map<Node[], number>()
      for (const x of free(xs, there)) {
        if (there.has(x)) continue
        const name = key(x)
        const y = name === undefined ? undefined : firstFree(groups.get(name), starts, back)
        if (!y || !isFree(x, y)) continue
        pair(x, y)
        settle()
      }
    }
  }
  settle()
  return { there, back }
}
