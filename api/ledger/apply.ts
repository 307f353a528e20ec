// Carrying out a patch.
import { TEXT, type Operation, type Patch, type Place } from './patch.ts'
import { detached, giveIds, LedgerError, subtree, toTree, treeJson, type JsonObject, type Node, type Tree } from './tree.ts'

function detach(node: Node) {
  const items = node.parent?.slots.get(node.slot)?.items
  const at = items?.indexOf(node) ?? -1
  if (at >= 0) items?.splice(at, 1)
  node.parent = undefined
}

function addKey(node: Node, key: string) {
  if (!node.keys.includes(key)) node.keys.push(key)
}

function reshape(node: Node, key: string, as: 'list' | 'one' | 'none') {
  const slot = node.slots.get(key)
  if (as === 'none') {
    node.slots.delete(key)
    return
  }
  node.props.delete(key)
  if (slot) slot.list = as === 'list'
  else node.slots.set(key, { list: as === 'list', items: [] })
  addKey(node, key)
}

const isInside = (node: Node | undefined, outer: Node): boolean => node !== undefined && (node === outer || isInside(node.parent, outer))

/** Where in the list a place is. */
function indexOf(items: Node[], place: Place): number {
  if (place.after === null && place.before === null) return 0
  const after = items.findIndex(item => item.id === place.after)
  if (after >= 0) return after + 1
  const before = items.findIndex(item => item.id === place.before)
  if (before >= 0) return before
  return place.after === null ? 0 : items.length
}

/** Ids that a patch names, of nodes that it adds, takes away or changes. */
export const namedIds = (patch: Patch): Set<string> => new Set(patch.map(step => step.id))

/**
 * Changes the tree; answers the operations that found no node, or would put a node into itself. `awaited` are the ids that no
 * node inside an added one may take: those of this patch, and of one that follows.
 */
export function applyTo(tree: Tree, patch: Patch, awaited: ReadonlySet<string> = namedIds(patch)): Operation[] {
  const missed: Operation[] = []
  // Where moved nodes were, for those that turn out to have nowhere to go.
  const origins = new Map<Node, { parent: Node; slot: string; at: number }>()
  for (const step of patch) {
    const node = step.op === 'move' ? tree.byId.get(step.id) : undefined
    if (!node?.parent) continue
    origins.set(node, { parent: node.parent, slot: node.slot, at: node.parent.slots.get(node.slot)?.items.indexOf(node) ?? 0 })
  }
  for (const node of origins.keys()) detach(node)
  for (const step of patch) {
    if (step.op !== 'remove') continue
    const node = tree.byId.get(step.id)
    if (!node || node === tree.root) {
      missed.push(step)
      continue
    }
    detach(node)
    for (const gone of subtree(node)) tree.byId.delete(gone.id)
  }
  const put = (node: Node, place: Place): boolean => {
    const parent = tree.byId.get(place.parent)
    if (!parent || parent.scalar || isInside(parent, node)) return false
    if (!parent.slots.has(place.slot))
      reshape(parent, place.slot, parent.props.has(place.slot) || place.after !== null || place.before !== null ? 'list' : 'one')
    const slot = parent.slots.get(place.slot)
    if (!slot) return false
    // A second object where one was: the slot becomes a list, so that nothing is lost.
    if (!slot.list && slot.items.length) slot.list = true
    slot.items.splice(indexOf(slot.items, place), 0, node)
    node.parent = parent
    node.slot = place.slot
    return true
  }
  for (const step of patch) {
    if (step.op === 'remove') continue
    const node = tree.byId.get(step.id)
    if (step.op === 'insert') {
      const made = detached(step.node)
      giveIds(made, tree.byId, step.id, awaited)
      if (put(made, step.at)) continue
      missed.push(step)
      for (const one of subtree(made)) tree.byId.delete(one.id)
    } else if (!node) missed.push(step)
    else if (step.op === 'move') {
      if (put(node, step.at)) continue
      missed.push(step)
      const from = origins.get(node)
      const items = from?.parent.slots.get(from.slot)?.items
      if (!from || !items || isInside(from.parent, node)) continue
      items.splice(Math.min(from.at, items.length), 0, node)
      node.parent = from.parent
      node.slot = from.slot
    } else if (step.op === 'shape') reshape(node, step.slot, step.as)
    else if (step.op === 'unset') node.props.delete(step.prop)
    else if (step.prop === TEXT && node.scalar) node.scalar = { value: step.value }
    else {
      node.slots.delete(step.prop)
      node.props.set(step.prop, step.value)
      addKey(node, step.prop)
    }
  }
  return missed
}

/** The screen that a patch makes of another; throws where the patch belongs to a different one. */
export function apply(patch: Patch, screen: JsonObject): JsonObject {
  const tree = toTree(screen)
  const missed = applyTo(tree, patch)
  if (missed.length) throw new LedgerError(`the patch does not fit: ${missed.length} of ${patch.length} steps find no place`)
  return treeJson(tree)
}
