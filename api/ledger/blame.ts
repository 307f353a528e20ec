// Who last changed each part of a screen: the versions gone through one after the other, each change carried on to the next.
import { ownerOf } from './describe.ts'
import { compare } from './diff.ts'
import { subtree, toTree, type JsonObject, type Node } from './tree.ts'

/** The parts of the last screen that some step changed, in their order, with the number of the last such step; 1 leads from the first screen to the second. */
export function blame(screens: readonly JsonObject[]): { node: Node; step: number }[] {
  let tree = toTree(screens[0] ?? {})
  let last = new Map<Node, number>()
  for (const [step, screen] of screens.entries()) {
    if (step === 0) continue
    const next = toTree(screen)
    const { patch, matching } = compare(tree, next)
    const carried = new Map<Node, number>()
    for (const [node, from] of last) {
      const now = matching.there.get(node)
      if (now) carried.set(now, from)
    }
    const touch = (node: Node | undefined) => {
      if (node) carried.set(ownerOf(node).owner, step)
    }
    // What is new has no counterpart, and what it stands in has changed only by holding it.
    for (const node of subtree(next.root)) if (!matching.back.has(node)) touch(node)
    for (const change of patch) {
      const node = tree.byId.get(change.id)
      if (change.op === 'remove') touch(node?.parent && matching.there.get(node.parent))
      else if (change.op !== 'insert') touch(node && matching.there.get(node))
    }
    tree = next
    last = carried
  }
  return subtree(tree.root).flatMap(node => {
    const step = last.get(node)
    return step === undefined ? [] : [{ node, step }]
  })
}
