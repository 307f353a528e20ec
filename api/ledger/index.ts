// The ledger of screens: node ids, patches, differences in words, rebase, restore. Pure; the same on the server and in the browser.
export { apply } from './apply.ts'
export { blame } from './blame.ts'
export { conflictText, describe, nodeLabel, ownerOf, sentenceText, shownValue, wordIn, type Sentence, type Word } from './describe.ts'
export { compare, diff } from './diff.ts'
export type { Operation, Patch } from './patch.ts'
export { rebase, type Conflict, type Rebased, type Side } from './rebase.ts'
export { restoreNode } from './restore.ts'
export { LedgerError, toTree, treeJson, type Json, type JsonObject, type Node, type Tree } from './tree.ts'
