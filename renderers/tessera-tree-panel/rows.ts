// A tree as the rows one sees: what is open, what a search finds, what a new order makes of it.

export interface TreeNode {
  id: string
  label: string
  /** What is said about it when the pointer rests on it. */
  hint?: string
  parentId?: string | null
  children?: TreeNode[]
}
export interface Row<N extends TreeNode = TreeNode> {
  node: N
  depth: number
  /** Place among its siblings, from 1 on, and how many there are. */
  place: number
  of: number
  isOpen: boolean
  hasChildren: boolean
}

const childrenOf = <N extends TreeNode>(node: N) => (node.children ?? []) as N[]

/** The ids of a tree from the top down. */
export const idsOf = <N extends TreeNode>(nodes: readonly N[]): string[] => nodes.flatMap(node => [node.id, ...idsOf(childrenOf(node))])

/** The rows from the top down. A search opens what leads to a match and leaves out the rest. */
export function rowsOf<N extends TreeNode>(nodes: readonly N[], open: ReadonlySet<string>, search = ''): Row<N>[] {
  const wanted = search.trim().toLowerCase()
  const found = new Set<string>()
  const find = (node: N): boolean => {
    const below = childrenOf(node).map(find).some(Boolean)
    const isFound = below || node.label.toLowerCase().includes(wanted)
    if (isFound) found.add(node.id)
    return isFound
  }
  if (wanted) nodes.forEach(find)
  const rows: Row<N>[] = []
  const walk = (level: readonly N[], depth: number) => {
    const shown = wanted ? level.filter(node => found.has(node.id)) : level
    shown.forEach((node, at) => {
      const children = childrenOf(node)
      const isOpen = wanted ? children.some(child => found.has(child.id)) : open.has(node.id)
      rows.push({ node, depth, place: at + 1, of: shown.length, isOpen: isOpen && children.length > 0, hasChildren: children.length > 0 })
      if (isOpen) walk(children, depth + 1)
    })
  }
  walk(nodes, 0)
  return rows
}

/** Ids of the nodes above one, from the top down; undefined where it is not in the tree. */
export function pathTo<N extends TreeNode>(nodes: readonly N[], id: string): string[] | undefined {
  for (const node of nodes) {
    if (node.id === id) return []
    const below = pathTo(childrenOf(node), id)
    if (below) return [node.id, ...below]
  }
  return undefined
}

export function nodeOf<N extends TreeNode>(nodes: readonly N[], id: string): N | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node : nodeOf(childrenOf(node), id)
    if (found) return found
  }
  return undefined
}

/** The siblings of a node, itself among them. */
export function levelOf<N extends TreeNode>(nodes: readonly N[], id: string): readonly N[] {
  if (nodes.some(node => node.id === id)) return nodes
  for (const node of nodes) {
    const found = levelOf(childrenOf(node), id)
    if (found.length) return found
  }
  return []
}

/** The ids of a level after one of them was put at another place. */
export function moved(ids: readonly string[], id: string, to: number): string[] {
  const rest = ids.filter(one => one !== id)
  rest.splice(Math.max(0, Math.min(to, rest.length)), 0, id)
  return rest
}

/** The tree with one level in another order. */
export function reordered<N extends TreeNode>(nodes: readonly N[], ids: readonly string[]): N[] {
  if (nodes.some(node => node.id === ids[0])) return ids.flatMap(id => nodes.find(node => node.id === id) ?? [])
  return nodes.map(node => (node.children?.length ? { ...node, children: reordered(childrenOf(node), ids) } : node))
}
