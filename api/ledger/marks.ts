// Where in two screens their difference is, for pictures that outline it.
import { compare } from './diff.ts'
import { ownerOf } from './describe.ts'
import { match } from './match.ts'
import { toTree, type JsonObject, type Node } from './tree.ts'

export interface Mark {
  /** JSON path such as `body[1].columns[0]`; empty is the screen itself. */
  path: string
  kind: 'changed' | 'removed' | 'added'
}

export function pathOf(node: Node): string {
  if (!node.parent) return ''
  const slot = node.parent.slots.get(node.slot)
  const own = `${node.slot}${slot?.list ? `[${slot.items.indexOf(node)}]` : ''}`
  const above = pathOf(node.parent)
  return above ? `${above}.${own}` : own
}

/** The parts of both screens that differ, each once; what moved is marked in both. */
export function marksOf(before: JsonObject, after: JsonObject): { before: Mark[]; after: Mark[] } {
  const difference = compare(toTree(before), toTree(after))
  const { patch, a, b, matching, idOf } = difference
  const old = new Map<string, Mark>()
  const now = new Map<string, Mark>()
  const note = (marks: Map<string, Mark>, node: Node | undefined, kind: Mark['kind']) => {
    if (!node) return
    const path = pathOf(ownerOf(node).owner)
    if (!marks.has(path)) marks.set(path, { path, kind })
  }
  const fresh = new Map([...b.byId.values()].filter(node => !matching.back.has(node)).map(node => [idOf(node), node]))
  for (const step of patch) {
    const node = a.byId.get(step.id)
    if (step.op === 'insert') note(now, fresh.get(step.id), 'added')
    else if (step.op === 'remove') note(old, node, 'removed')
    else {
      note(old, node, 'changed')
      note(now, node && matching.there.get(node), 'changed')
    }
  }
  return { before: [...old.values()], after: [...now.values()] }
}

/** Where the parts are in another screen that nodes of the first belong to; what is not there has no place. */
export function placesOf(base: JsonObject, other: JsonObject, ids: readonly string[]): Map<string, string> {
  const tree = toTree(base)
  const there = match(tree, toTree(other)).there
  return new Map(
    ids.flatMap(id => {
      const node = tree.byId.get(id)
      const owner = node && there.get(ownerOf(node).owner)
      return owner ? [[id, pathOf(owner)] as const] : []
    }),
  )
}
