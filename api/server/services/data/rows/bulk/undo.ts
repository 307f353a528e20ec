// Undoing a change of rows: few rows with the answer, many as a background job that tells how far it is, is tried again after a failure, and is recovered
// when the process that did it is gone. The change is claimed by one at a time, and marked with the transaction that undid it.
import type { RowsUndone } from '../../../../store/columns.ts'
import { reasonOf, type Owner } from '../own-work.ts'
import { alreadyUndone, type RowUndo } from '../undo.ts'
import type { Opened } from '../statements.ts'
import { createTurns } from '../transfer/turns.ts'
import type { BackgroundJobs } from './background.ts'
import type { BulkStore, Lost } from './store.ts'

/** Rows that are undone before the call is answered. */
export const AT_ONCE = 1000
/** Of these, how many this process works on; each keeps a connection and asks for another to say how far it is. */
const FEW_AT_ONCE = 5

const NOTHING: RowsUndone = { count: 0, leftCount: 0, left: [], relations: { filled: 0, left: 0, leftTitles: [] }, otherwise: [] }

export function createBulkUndo(parts: { background: BackgroundJobs; ownerOf(opened: Opened): Owner; store: BulkStore; rowUndo: RowUndo }) {
  const { background, ownerOf, store, rowUndo } = parts
  const inTurn = createTurns(FEW_AT_ONCE)

  async function work(opened: Opened, id: string, changeId: string): Promise<RowsUndone> {
    const change = await rowUndo.find(opened, changeId)
    if (change.undone_at) throw alreadyUndone()
    return rowUndo.undo(opened, change, {
      earlier: () => store.unsettled(changeId),
      async begun(undoId) {
        if (opened.model.source.dialect !== 'builtin') await store.begun(id, undoId)
      },
      touch: progress => store.touch(id, progress),
      finish: (came, on) => store.finish(id, { count: change.row_count, changed: came.count, changeId: '', undone: came }, on),
    })
  }
  const inBackground = (opened: Opened, id: string, changeId: string) => background.start(opened, id, () => work(opened, id, changeId))

  return {
    /** Undoes a change; of many rows the answer may come before that is done, and names the work. */
    async start(opened: Opened, changeId: string): Promise<RowsUndone & { job: string }> {
      const change = await rowUndo.find(opened, changeId)
      rowUndo.checkRight(opened, change)
      if (change.undone_at) throw alreadyUndone()
      const owner = ownerOf(opened)
      const id = await store.addUndo(owner, { changeId, count: change.row_count })
      if (change.row_count <= AT_ONCE)
        try {
          return { job: '', ...(await background.alive(id, () => inTurn(() => rowUndo.asked(opened, () => work(opened, id, changeId))))) }
        } catch (error) {
          await store.forget(id)
          throw error
        }
      await inBackground(opened, id, changeId)
      const { state, result } = await store.get(owner, id)
      return state === 'done' && result?.undone ? { job: '', ...result.undone } : { job: id, ...NOTHING }
    },

    /** Goes on with one that was taken from the store. */
    again: inBackground,

    /** Goes on with what whoever worked on it left behind, for as long as the person who asked for it still may. */
    async recover(open: (lost: Lost) => Promise<Opened | undefined>) {
      for (const lost of await store.lost()) {
        const { id, change_id: changeId } = lost
        try {
          const opened = await open(lost)
          if (opened) await inBackground(opened, id, changeId)
          else await store.fail(id, { english: 'Whoever asked for this may not do it any more' })
        } catch (error) {
          await store.fail(id, reasonOf(error))
        }
      }
    },
  }
}
