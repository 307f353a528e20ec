// Background jobs on very many rows, which go on after their call was answered: a few pieces at a time, each of which says that it is alive.
import type { Core } from '../../../../core.ts'
import { createOngoing } from '../../../foundation/ongoing.ts'
import { reasonOf } from '../own-work.ts'
import type { Opened, RowStatements } from '../statements.ts'
import { createTurns } from '../transfer/turns.ts'
import { LOST_AFTER_SECONDS, type BulkStore } from './store.ts'

/** Each keeps a connection while it works. */
const AT_ONCE = 2
const BEAT_MS = (LOST_AFTER_SECONDS * 1000) / 6

export function createBackgroundJobs({ log }: Pick<Core, 'log'>, { store, statements }: { store: BulkStore; statements: RowStatements }) {
  const inTurn = createTurns(AT_ONCE)
  const ongoing = createOngoing()

  const beatOf = (id: string) => ({
    everyMs: BEAT_MS,
    tell: () => void store.beat(id).catch(error => log.warn({ err: error, bulk: id }, 'work on rows did not say that it goes on')),
  })

  return {
    /** Runs it; meanwhile it says that somebody works on it. */
    alive: <T>(id: string, run: () => Promise<T>): Promise<T> => ongoing.run(run, beatOf(id)),

    /** Runs a background job; the answer waits a moment for it. Why it stopped is kept with it. */
    async start(opened: Opened, id: string, work: () => Promise<unknown>) {
      await ongoing.runAMoment(async () => {
        try {
          await inTurn(() => statements.ask(opened, work))
        } catch (error) {
          const told = reasonOf(error)
          if (!told) log.warn({ err: error, bulk: id }, 'a change of many rows stopped')
          await store.fail(id, told).catch(cause => log.error({ err: cause, bulk: id }, 'a change of rows left as it was'))
        } finally {
          opened.recount()
        }
      }, beatOf(id))
    },

    /** Settled when nothing is being worked on. */
    settled: ongoing.settled,
  }
}

export type BackgroundJobs = ReturnType<typeof createBackgroundJobs>
