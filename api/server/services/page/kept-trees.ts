// Trees of pages as they were last read, kept in memory while the app's tree revision stays the same.

/** Nodes kept in all; a node is about 700 bytes. The trees asked for least recently go first. */
const MOST_NODES = 200_000
/** A person's new name reaches `updatedBy` after this long at the latest; the revision counts changes of pages alone. */
const MOST_AGE_MS = 60_000

export function createKeptTrees<Tree>(mostNodes = MOST_NODES) {
  const kept = new Map<string, { revision: number; tree: Tree; nodes: number; at: number }>()
  let total = 0
  const remove = (appId: string) => {
    total -= kept.get(appId)?.nodes ?? 0
    kept.delete(appId)
  }
  return {
    get(appId: string, revision: number): Tree | undefined {
      const found = kept.get(appId)
      if (!found) return undefined
      if (found.revision !== revision || Date.now() - found.at > MOST_AGE_MS) {
        remove(appId)
        return undefined
      }
      kept.delete(appId)
      kept.set(appId, found)
      return found.tree
    },
    /** `tree` is at least as new as `revision`: the revision was read first. */
    set(appId: string, revision: number, tree: Tree, nodes: number) {
      remove(appId)
      kept.set(appId, { revision, tree, nodes, at: Date.now() })
      total += nodes
      for (const oldest of kept.keys()) {
        if (total <= mostNodes) break
        remove(oldest)
      }
    },
  }
}
