// Taking back what one change did to one part, whatever has been changed since.
import { applyTo } from './apply.ts'
import { ownerOf } from './describe.ts'
import { compare } from './diff.ts'
import { rebase } from './rebase.ts'
import { LedgerError, same, subtree, toTree, treeJson, type JsonObject, type Node } from './tree.ts'

/** The current screen without what happened to a part between two others; `id` is the one in the sentences of their difference. */
export function undo(current: JsonObject, before: JsonObject, after: JsonObject, id: string): JsonObject {
  const old = toTree(before)
  const next = toTree(after)
  const forth = compare(old, next)
  const then = old.byId.get(id)
  const now = then ? forth.matching.there.get(then) : subtree(next.root).find(node => !forth.matching.back.has(node) && forth.idOf(node) === id)
  if (!then && !now) throw new LedgerError(`there is no node ${id}`)
  const back = compare(next, old)
  const isIts = (node: Node | undefined) => node !== undefined && [then, now].includes(ownerOf(node).owner)
  const came = new Map([...old.byId.values()].filter(node => !back.matching.back.has(node)).map(node => [back.idOf(node), node]))
  const steps = back.patch.filter(step => isIts(step.op === 'insert' ? came.get(step.id) : next.byId.get(step.id)))
  const undone = toTree(after)
  applyTo(undone, steps)
  const theirs = treeJson(undone)
  const { conflicts } = rebase(after, current, theirs)
  // Who asks for the old part wants it, even where it was changed again.
  const { result } = rebase(after, current, theirs, Object.fromEntries(conflicts.map(one => [one.key, 'theirs' as const])))
  if (same(result, current)) throw new LedgerError('it is like that already')
  return result
}
