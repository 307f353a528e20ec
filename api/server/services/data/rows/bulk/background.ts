// Background jobs on very many rows, which go on after their call was answered: a few pieces at a time, each of which says that it is alive.
import type { Core } from '../../../../core.ts'
import { reasonOf } from '../own-work.ts'
import type { Opened, RowStatements } from '../statements.ts'
import { createTurns } from '../transfer/turns.ts'
import { LOST_AFTER_SECONDS, type BulkStore } from './store.ts'

/** Each keeps a connection while it works. */
const AT_ONCE = 2
/** How long an answer waits for a small one; a longer one is asked for by the screen. */
const PATIENCE_MS = 500
const BEAT_MS = (LOST_AFTER_SECONDS * 1000) / 6

export function createBackgroundJobs({ log }: Pick<Core, 'log'>, { store, statements }: { store: BulkStore; statements: RowStatements }) {
  const inTurn = createTurns(AT_ONCE)
  const running = new Set<Promise<unknown>>()

  /** Says that somebody works on it, also while it waits for its turn or for a long statement. */
  async function alive<T>(id: string, run: () => Promise<T>): Promise<T> {
    const timer = setInterval(() => void store.beat(id).catch(error => log.warn({ err: error, bulk: id }, 'work on rows did not say that it goes on')), BEAT_MS)
    timer.unref()
    const job = run().finally(() => {
      clearInterval(timer)
      running.delete(job)
    })
    running.add(job)
    return job
  }

  return {
    alive,

    /** Runs a background job; the answer waits a moment for it. Why it stopped is kept with it. */
    async start(opened: Opened, id: string, work: () => Promise<unknown>) {
      const job = alive(id, async () => {
        try {
          await inTurn(() => statements.ask(opened, work))
        } catch (error) {
          const told = reasonOf(error)
          if (!told) log.warn({ err: error, bulk: id }, 'a change of many rows stopped')
          await store.fail(id, told).catch(cause => log.error({ err: cause, bulk: id }, 'a change of rows left as it was'))
        } finally {
          opened.recount()
        }
      })
      let timer: NodeJS.Timeout | undefined
      await Promise.race([job, new Promise(resolve => (timer = setTimeout(resolve, PATIENCE_MS)))])
      clearTimeout(timer)
    },

    /** Settled when nothing is being worked on. */
    async settled() {
      await Promise.allSettled(running)
    },
  }
}

export type BackgroundJobs = ReturnType<typeof createBackgroundJobs>
