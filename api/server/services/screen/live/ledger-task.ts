// What the ledger finds out about screens, as tasks: differences, rebases, who changed what, the file that a screen goes back into. Screens come and go
// as JSON texts; two of two megabytes that differ everywhere take seconds.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  blame,
  compare,
  conflictText,
  describe,
  LedgerError,
  marksOf,
  nodeLabel,
  rebase,
  restoreNode,
  sentenceText,
  toTree,
  undo,
  wordIn,
  type Conflict,
  type JsonObject,
  type Side,
} from '../../../../ledger/index.ts'
import type { Locale } from '../../../../messages.ts'
import { ApiError } from '../../../errors.ts'
import { task } from '../../foundation/workers.ts'
import { writeBack } from './write-back.ts'

/** All screens of a question together, in characters; comparing two of half of it takes some five milliseconds. */
const LARGE = 60_000

const read = (text: string) => JSON.parse(text) as JsonObject

/** In whose language, and what the screen's own texts are in it. */
export interface Reader {
  locale: Locale
  words: Readonly<Record<string, string>>
}
export interface Told {
  code: string
  node: string
  values: Record<string, string | number>
  text: string
}
export type ToldConflict = Conflict & { label: string; text: string }

export const compareScreens = task({
  name: 'screen.compare',
  lane: 'quick',
  from: LARGE,
  /** Answers JSON of what was asked for. */
  run({ before, after, reader, withMarks = false, withPatch = false }: CompareQuestion): Compared {
    const [a, b] = [read(before), read(after)]
    const difference = compare(toTree(a), toTree(b))
    const sentences = reader && describe(difference, reader.locale, wordIn(reader.words)).map(one => ({ ...one, text: sentenceText(one, reader.locale) }))
    return {
      sentences: JSON.stringify(sentences ?? []),
      marks: withMarks ? JSON.stringify(marksOf(a, b)) : '',
      patch: withPatch ? JSON.stringify(difference.patch) : '',
    }
  },
})
export interface CompareQuestion {
  before: string
  after: string
  /** Left out where nobody reads sentences. */
  reader?: Reader
  withMarks?: boolean
  withPatch?: boolean
}
export interface Compared {
  sentences: string
  marks: string
  patch: string
}

export const rebaseScreen = task({
  name: 'screen.rebase',
  lane: 'quick',
  from: LARGE,
  run({ base, ours, theirs, choices = {}, reader }: RebaseQuestion): { result: string; conflicts: string; patch: string } {
    const [before, below] = [read(base), read(theirs)]
    const { result, conflicts } = rebase(before, read(ours), below, choices)
    const tree = reader && conflicts.length ? toTree(before) : undefined
    return {
      result: JSON.stringify(result),
      conflicts: JSON.stringify(
        tree && reader ? conflicts.map(one => ({ ...one, ...conflictText(one, tree, { locale: reader.locale, word: wordIn(reader.words) }) })) : conflicts,
      ),
      patch: conflicts.length ? '' : JSON.stringify(compare(toTree(below), toTree(result)).patch),
    }
  },
})
export interface RebaseQuestion {
  base: string
  ours: string
  theirs: string
  choices?: Readonly<Record<string, Side>>
  /** Left out where nobody reads the conflicts. */
  reader?: Reader
}

export const bringBack = task({
  name: 'screen.bringBack',
  lane: 'quick',
  from: LARGE,
  /** One part as it was in `older`; or, with `newer`, with what happened to it between the two taken back. */
  run({ current, older, newer, nodeId }: { current: string; older: string; newer?: string; nodeId: string }): string {
    try {
      const [now, then] = [read(current), read(older)]
      return JSON.stringify(newer === undefined ? restoreNode(now, then, nodeId) : undo(now, then, read(newer), nodeId))
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error
      throw newer === undefined
        ? new ApiError('screen.unknownNode', 'This part cannot be brought back', 422, { fields: { nodeId: 'This part cannot be brought back' } })
        : new ApiError('screen.nothingToUndo', 'This part is like that already', 422, { fields: { nodeId: 'This part is like that already' } })
    }
  },
})

export const blameScreens = task({
  name: 'screen.blame',
  lane: 'quick',
  from: LARGE,
  /** JSON of the changed parts: their node, their label, and the step that changed them last. */
  run({ screens, reader }: { screens: readonly string[]; reader: Reader }): string {
    const word = wordIn(reader.words)
    return JSON.stringify(blame(screens.map(read)).map(({ node, step }) => ({ node: node.id, label: nodeLabel(node, reader.locale, word), step })))
  },
})

export const writeScreenBack = task({
  name: 'screen.writeBack',
  lane: 'quick',
  from: LARGE,
  run: ({ file, schema, schemasDir }: { file: string; schema: string; schemasDir: string }): Promise<string> =>
    writeBack(file, read(schema), name => readFile(join(schemasDir, name), 'utf8')),
})
