// The ledger as the services ask it: small screens are compared here, large ones in a thread (ledger-task.ts).
import type { Conflict, JsonObject, Side } from '../../../../ledger/index.ts'
import type { Core } from '../../../core.ts'
import { schemaOf } from '../../foundation/contents.ts'
import {
  blameScreens,
  bringBack,
  compareScreens,
  rebaseScreen,
  writeScreenBack,
  type CompareQuestion,
  type Reader,
  type Told,
  type ToldConflict,
} from './ledger-task.ts'
import { textOf } from './store.ts'

export type { Reader, Told, ToldConflict } from './ledger-task.ts'

const sizeOf = (...texts: readonly string[]) => texts.reduce((sum, text) => sum + text.length, 0)
export interface Marks {
  before: { path: string; kind: 'changed' | 'removed' | 'added' }[]
  after: { path: string; kind: 'changed' | 'removed' | 'added' }[]
}

export function createLedger({ config, workers }: Pick<Core, 'config' | 'workers'>) {
  const compare = (a: JsonObject, b: JsonObject, wants: Omit<CompareQuestion, 'before' | 'after'>) => {
    const [before, after] = [textOf(a), textOf(b)]
    return workers.do(compareScreens, { before, after, ...wants }, sizeOf(before, after))
  }
  async function rebased(base: JsonObject, ours: JsonObject, theirs: JsonObject, more: { choices?: Readonly<Record<string, Side>>; reader?: Reader }) {
    const texts = { base: textOf(base), ours: textOf(ours), theirs: textOf(theirs) }
    const { result, conflicts, patch } = await workers.do(rebaseScreen, { ...texts, ...more }, sizeOf(texts.base, texts.ours, texts.theirs))
    return { result: schemaOf(result) as JsonObject, conflicts, patch }
  }

  return {
    /** What is different, in sentences. */
    sentences: async (a: JsonObject, b: JsonObject, reader: Reader): Promise<Told[]> => JSON.parse((await compare(a, b, { reader })).sentences) as Told[],
    /** The same, and where it is in both. */
    async difference(a: JsonObject, b: JsonObject, reader: Reader): Promise<{ sentences: Told[]; marks: Marks }> {
      const { sentences, marks } = await compare(a, b, { reader, withMarks: true })
      return { sentences: JSON.parse(sentences) as Told[], marks: JSON.parse(marks) as Marks }
    },
    /** The same, with the JSON text of the patch that leads from one to the other. */
    async patch(a: JsonObject, b: JsonObject, reader: Reader): Promise<{ sentences: Told[]; patch: string }> {
      const { sentences, patch } = await compare(a, b, { reader, withPatch: true })
      return { sentences: JSON.parse(sentences) as Told[], patch }
    },
    /** Our changes on a newer screen; without conflicts the patch from it, as JSON text. */
    async rebase(base: JsonObject, ours: JsonObject, theirs: JsonObject, choices?: Readonly<Record<string, Side>>) {
      const { result, conflicts, patch } = await rebased(base, ours, theirs, { ...(choices && { choices }) })
      return { result, conflicts: JSON.parse(conflicts) as Conflict[], patch }
    },
    /** What contradicts a newer screen, in words, and what would become of our changes. */
    async conflicts(base: JsonObject, ours: JsonObject, theirs: JsonObject, reader: Reader) {
      const { result, conflicts } = await rebased(base, ours, theirs, { reader })
      return { result, conflicts: JSON.parse(conflicts) as ToldConflict[] }
    },
    /** The screen with one part as an older one has it. */
    async restore(current: JsonObject, older: JsonObject, nodeId: string): Promise<JsonObject> {
      const texts = { current: textOf(current), older: textOf(older) }
      return schemaOf(await workers.do(bringBack, { ...texts, nodeId }, sizeOf(texts.current, texts.older))) as JsonObject
    },
    /** The screen without what happened to one part between two others. */
    async undo(current: JsonObject, before: JsonObject, after: JsonObject, nodeId: string): Promise<JsonObject> {
      const texts = { current: textOf(current), older: textOf(before), newer: textOf(after) }
      return schemaOf(await workers.do(bringBack, { ...texts, nodeId }, sizeOf(texts.current, texts.older, texts.newer))) as JsonObject
    },
    /** The parts of the last screen that some step changed, with the last such step. */
    async blame(screens: readonly JsonObject[], reader: Reader) {
      const texts = screens.map(textOf)
      return JSON.parse(await workers.do(blameScreens, { screens: texts, reader }, sizeOf(...texts))) as { node: string; label: string; step: number }[]
    },
    /** The file under schemas/ that gives this screen. */
    writeBack(file: string, screen: JsonObject): Promise<string> {
      const schema = textOf(screen)
      return workers.do(writeScreenBack, { file, schema, schemasDir: config.schemasDir }, schema.length)
    },
  }
}
export type ScreenLedger = ReturnType<typeof createLedger>
