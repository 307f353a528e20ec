// The page tree as plain data: finding, searching and moving nodes. Nothing here knows the screen.

export interface PageNode {
  id: string
  parentId: string | null
  kind: 'page' | 'group' | 'link'
  name: string
  path: string
  icon: string
  link: string
  visible: boolean
  sort: number
  version: number
  hasDraft: boolean
  updatedAt: string
  updatedBy: string
  children: PageNode[]
}

export interface Row {
  node: PageNode
  depth: number
  /** Place among its siblings, and how many there are: what a screen reader says. */
  at: number
  of: number
}

/** Where a node lands relative to another one. */
export type Zone = 'before' | 'after' | 'inside'
export type Direction = 'up' | 'down' | 'in' | 'out'

export function walk(nodes: PageNode[], visit: (node: PageNode, parent: PageNode | null) => void, parent: PageNode | null = null) {
  for (const node of nodes) {
    visit(node, parent)
    walk(node.children, visit, node)
  }
}

export function find(nodes: PageNode[], id: string): PageNode | undefined {
  for (const node of nodes) {
    const hit = node.id === id ? node : find(node.children, id)
    if (hit) return hit
  }
  return undefined
}

/** How many pages, groups and links are below a node. */
export function countBelow(node: PageNode): number {
  return node.children.reduce((sum, child) => sum + 1 + countBelow(child), 0)
}

/** The first page in reading order: what the designer opens when the address names none. */
export function firstPage(nodes: PageNode[]): PageNode | undefined {
  for (const node of nodes) {
    const hit = node.kind === 'page' ? node : firstPage(node.children)
    if (hit) return hit
  }
  return undefined
}

/** Nodes whose name or path holds the words, with the ancestors that lead to them. */
export function search(nodes: PageNode[], words: string): PageNode[] {
  const wanted = words.trim().toLowerCase()
  if (!wanted) return nodes
  const keep = (node: PageNode): PageNode[] => {
    if (node.name.toLowerCase().includes(wanted) || node.path.toLowerCase().includes(wanted)) return [node]
    const children = node.children.flatMap(keep)
    return children.length ? [{ ...node, children }] : []
  }
  return nodes.flatMap(keep)
}

/** The rows on screen from top to bottom. */
export function rows(nodes: PageNode[], isOpen: (id: string) => boolean, depth = 0): Row[] {
  return nodes.flatMap((node, i) => [
    { node, depth, at: i + 1, of: nodes.length },
    ...(node.children.length && isOpen(node.id) ? rows(node.children, isOpen, depth + 1) : []),
  ])
}

export function replace(nodes: PageNode[], id: string, change: Partial<PageNode>): PageNode[] {
  return nodes.map(node => (node.id === id ? { ...node, ...change } : { ...node, children: replace(node.children, id, change) }))
}

function without(nodes: PageNode[], id: string): PageNode[] {
  return nodes.filter(node => node.id !== id).map(node => ({ ...node, children: without(node.children, id) }))
}

/** Links lead elsewhere and hold nothing; imported sites have pages below pages, so pages may hold others. */
export const mayHold = (node: PageNode) => node.kind !== 'link'

const contains = (node: PageNode, id: string): boolean => node.id === id || node.children.some(child => contains(child, id))

export function mayMove(nodes: PageNode[], id: string, targetId: string, zone: Zone): boolean {
  const moved = find(nodes, id)
  const target = find(nodes, targetId)
  if (!moved || !target || contains(moved, targetId)) return false
  return zone !== 'inside' || mayHold(target)
}

/** The tree after a move, or undefined when it is not allowed. Parents and places are renumbered. */
export function move(nodes: PageNode[], id: string, targetId: string, zone: Zone): PageNode[] | undefined {
  if (!mayMove(nodes, id, targetId, zone)) return undefined
  const moved = find(nodes, id) as PageNode
  const insert = (siblings: PageNode[]): PageNode[] =>
    siblings.flatMap(node => {
      if (node.id !== targetId) return [{ ...node, children: insert(node.children) }]
      if (zone === 'inside') return [{ ...node, children: [...node.children, moved] }]
      return zone === 'before' ? [moved, node] : [node, moved]
    })
  return renumber(insert(without(nodes, id)))
}

export function renumber(nodes: PageNode[], parentId: string | null = null): PageNode[] {
  return nodes.map((node, sort) => ({ ...node, parentId, sort, children: renumber(node.children, node.id) }))
}

function siblingsOf(nodes: PageNode[], id: string): { siblings: PageNode[]; parent: PageNode | null } {
  let parent: PageNode | null = null
  walk(nodes, (node, above) => {
    if (node.id === id) parent = above
  })
  return { siblings: (parent as PageNode | null)?.children ?? nodes, parent }
}

/** One step with the keyboard: past a neighbour, into the group above, or out behind its own group. */
export function step(nodes: PageNode[], id: string, direction: Direction): PageNode[] | undefined {
  const { siblings, parent } = siblingsOf(nodes, id)
  const at = siblings.findIndex(node => node.id === id)
  const before = siblings[at - 1]
  const after = siblings[at + 1]
  if (direction === 'up') return before ? move(nodes, id, before.id, 'before') : parent ? move(nodes, id, parent.id, 'before') : undefined
  if (direction === 'down') return after ? move(nodes, id, after.id, 'after') : parent ? move(nodes, id, parent.id, 'after') : undefined
  if (direction === 'in') return before && mayHold(before) ? move(nodes, id, before.id, 'inside') : undefined
  return parent ? move(nodes, id, parent.id, 'after') : undefined
}

/** What saveOrder is told: every node with its parent and place. */
export function order(nodes: PageNode[]): { id: string; parentId: string | null; sort: number }[] {
  const list: { id: string; parentId: string | null; sort: number }[] = []
  walk(renumber(nodes), node => list.push({ id: node.id, parentId: node.parentId, sort: node.sort }))
  return list
}

/** Part of a row under the pointer: the middle of what may hold others means inside. */
export function zoneAt(offset: number, height: number, target: PageNode): Zone {
  const part = offset / height
  if (mayHold(target) && part > 0.25 && part < 0.75) return 'inside'
  return part < 0.5 ? 'before' : 'after'
}
