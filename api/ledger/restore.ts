// Bringing back one node, with what it holds, as it was in an older version.
import { match } from './match.ts'
import { detached, LedgerError, toJson, toTree, treeJson, type JsonObject, type Node } from './tree.ts'

/** The current screen with one node as the older one has it; `id` is the node's id in either of them. */
export function restoreNode(current: JsonObject, older: JsonObject, id: string): JsonObject {
  const now = toTree(current)
  const then = toTree(older)
  const { there, back } = match(then, now)
  const counterpart = now.byId.get(id)
  const wanted = then.byId.get(id) ?? (counterpart && back.get(counterpart))
  if (!wanted) throw new LedgerError(`the older version has no node ${id}`)
  if (!wanted.parent) return older
  const copy = detached(toJson(wanted))
  const present = there.get(wanted)
  if (present?.parent) {
    const items = present.parent.slots.get(present.slot)?.items as Node[]
    items[items.indexOf(present)] = copy
    return treeJson(now)
  }
  const parent = there.get(wanted.parent)
  if (!parent) throw new LedgerError(`what held node ${id} is gone as well`)
  const former = wanted.parent.slots.get(wanted.slot)
  const siblings = former?.items ?? []
  let slot = parent.slots.get(wanted.slot)
  if (!slot) {
    slot = { list: former?.list ?? true, items: [] }
    parent.props.delete(wanted.slot)
    parent.slots.set(wanted.slot, slot)
    if (!parent.keys.includes(wanted.slot)) parent.keys.push(wanted.slot)
  }
  const before = siblings
    .slice(0, siblings.indexOf(wanted))
    .map(one => slot.items.indexOf(there.get(one) as Node))
    .filter(at => at >= 0)
    .at(-1)
  if (!slot.list) slot.items = [copy]
  else slot.items.splice(before === undefined ? 0 : before + 1, 0, copy)
  return treeJson(now)
}
