// Work that runs later and again after a failure: pg-boss on the same database, in a schema of its own.
import { fromKysely, PgBoss, type JobWithMetadata } from 'pg-boss'
import type { Core } from '../../core.ts'
import type { Db, Trx } from '../../store/database.ts'

export interface Attempt {
  /** True when a failure now is the last one. */
  isLast: boolean
}
interface Worker {
  handle(data: object, attempt: Attempt): Promise<void>
  retryLimit: number
  retryDelaySeconds: number
  /** Alone it is no reason to open the queues at the start. */
  isLazy: boolean
  /** How long a job may wait at most. */
  pollSeconds: number
}

export function createJobs({ pool, log }: Pick<Core, 'pool' | 'log'>) {
  const workers = new Map<string, Worker>()
  const startTasks: (() => Promise<void>)[] = []
  let boss: PgBoss | undefined
  let starting: Promise<void> | undefined
  const ids: string[] = []

  async function open() {
    const next = new PgBoss({
      schema: 'pgboss',
      // Our pool serves it too, so that idle installations hold no further connections.
      db: { executeSql: (text, values) => pool.query(text, values) },
      registerInstance: false,
      schedule: false,
    })
    next.on('error', error => log.warn({ err: error }, 'job queue'))
    await next.start()
    for (const [queue, worker] of workers) {
      await next.createQueue(queue, {
        retryLimit: worker.retryLimit,
        retryDelay: worker.retryDelaySeconds,
        retryBackoff: true,
        retryDelayMax: 3600,
        expireInSeconds: 300,
      })
      await next.updateQueue(queue, { retryLimit: worker.retryLimit, retryDelay: worker.retryDelaySeconds })
      const id = await next.work(
        queue,
        { batchSize: 5, includeMetadata: true, perJobResults: true, burstWhenBatchFull: true, pollingIntervalSeconds: worker.pollSeconds } as const,
        (jobs: JobWithMetadata<object>[]) =>
          Promise.all(
            jobs.map(async job => {
              try {
                await worker.handle(job.data, { isLast: job.retryCount >= job.retryLimit })
                return { id: job.id, status: 'completed' as const }
              } catch (error) {
                log.warn({ err: error, queue, job: job.id, attempt: job.retryCount + 1 }, 'job failed')
                return { id: job.id, status: 'failed' as const, output: { message: error instanceof Error ? error.message : String(error) } }
              }
            }),
          ),
      )
      ids.push(id)
    }
    boss = next
    for (const task of startTasks) await task()
  }

  async function ready() {
    starting ??= open().catch(error => {
      starting = undefined
      log.error({ err: error }, 'the job queue does not start')
    })
    await starting
  }

  return {
    /** Names the worker of a queue; before `start`. An error thrown by it brings the job back later, until the limit. */
    work<T extends object>(
      queue: string,
      handle: (data: T, attempt: Attempt) => Promise<void>,
      retry: { limit: number; delaySeconds: number; isLazy?: boolean; pollSeconds?: number },
    ) {
      const { isLazy = false, pollSeconds = isLazy ? 5 : 1 } = retry
      workers.set(queue, { handle: handle as Worker['handle'], retryLimit: retry.limit, retryDelaySeconds: retry.delaySeconds, isLazy, pollSeconds })
    },

    /** Runs once the queues are there, such as a look for work that was left behind. */
    onStart(task: () => Promise<void>) {
      startTasks.push(task)
    },

    /**
     * Enqueues in the transaction given, so that a rollback leaves no job; an id that is already queued is not queued again, nor is a job of a
     * queue that had one within `everySeconds`. One with `afterSeconds` waits that long.
     */
    async send(
      queue: string,
      data: object,
      on: Db | Trx,
      { id, everySeconds, afterSeconds }: { id?: string; everySeconds?: number; afterSeconds?: number } = {},
    ) {
      await boss?.send(queue, data, {
        db: fromKysely(on),
        ...(id && { id }),
        ...(everySeconds && { singletonSeconds: everySeconds }),
        ...(afterSeconds && { startAfter: afterSeconds }),
      })
    },

    /** Enqueues many jobs at once, in the transaction given. */
    async sendAll(queue: string, list: { id: string; data: object }[], on: Db | Trx) {
      if (list.length) await boss?.insert(queue, list, { db: fromKysely(on) })
    },

    /** Opens the queues, if there is a worker that waits for work; a failure is logged and leaves the product running. */
    async start() {
      if ([...workers.values()].some(worker => !worker.isLazy)) await ready()
    },
    /** Looks for work at once, instead of when it is time to. */
    wake() {
      for (const id of ids) boss?.notifyWorker(id)
    },
    /** Opens the queues when they are needed for the first time. */
    open: () => ready(),

    async stop() {
      await starting
      await boss?.stop({ graceful: true, timeout: 5000 })
      boss = undefined
      starting = undefined
      ids.length = 0
    },
  }
}
