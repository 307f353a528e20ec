// Pages of an app: the tree with groups and links, saved versions, drafts, and who is editing what.
import type { Core } from '../../core.ts'
import type { createContents } from '../foundation/contents.ts'
import { createPageDrafts } from './drafts.ts'
import { createModelUses } from './model-uses.ts'
import { createPagePresence } from './presence.ts'
import { createPageTree } from './tree.ts'
import { createPageVersions } from './versions.ts'

export type { PageNode } from './rows.ts'
export { lockTree } from './rows.ts'
export { writeTreeChanges, type TreeEntry } from './tree-changes.ts'
export { MAX_DEPTH, MAX_PAGES, treeOf, type OrderEntry, type PageKind } from './rules.ts'
export type { NewPage, PageChange } from './tree.ts'

export { createMatcher, freePath, normalPath, pathFromName, pathProblem, pathShape } from './paths.ts'
export { pagesFor } from './rules.ts'

export function createPages(core: Pick<Core, 'db' | 'pool'>, contents: ReturnType<typeof createContents>) {
  return {
    ...createPageTree(core, contents),
    ...createPageDrafts(core),
    ...createPageVersions(core),
    ...createPagePresence(core),
    ...createModelUses(core, contents),
  }
}
