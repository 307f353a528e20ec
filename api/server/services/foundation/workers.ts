// Work that what a person sends can make long: done in threads beside the one that answers, with limits of time and memory (decisions/worker-threads.md).
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import { Piscina } from 'piscina'
import { ApiError } from '../../errors.ts'
import { projectRoot } from '../../root.ts'

/** A piece of work on plain values: it asks no database and knows no service, so it can be done in any thread. */
export interface Task<Input, Output> {
  /** Its name in the list of api/server/worker.ts. */
  name: string
  /** Somebody waits for it and looks on, or it takes as long as a large file does: neither kind holds up the other. */
  lane: keyof typeof LANES
  /** Size of the input, in characters or bytes, from which a thread does it; anything smaller is done sooner than it is handed over. */
  from: number
  run(input: Input): Output | Promise<Output>
}
export const task = <Input, Output>(given: Task<Input, Output>) => given

/** How long one piece of work may take once it is begun, and how many may wait. Half of the processors each, and one at least. */
export const LANES = {
  quick: { seconds: 10, waiting: 50 },
  long: { seconds: 120, waiting: 20 },
}
const THREADS = Math.max(1, Math.floor(availableParallelism() / 2))
const HEAP_MB = 512
const IDLE_MS = 60_000
/** Threads give way to the one that answers, where the system knows such a thing. */
const NICE = 5

/** What a thread is told, and what it answers: errors of ours do not keep their class on the way. */
export interface Order {
  name: string
  input: unknown
  begun: MessagePort
}
export type Answer = { output: unknown } | { refused: Pick<ApiError, 'code' | 'english' | 'status' | 'more'> }

const tooLong = () => new ApiError('server.tooLong', 'This takes too long here. Make it smaller, or split it into several', 422)
const tooMuchMemory = () => new ApiError('server.tooMuchMemory', 'This needs more memory than there is for it. Make it smaller, or split it into several', 422)
const busy = () => new ApiError('server.busy', 'The server is busy with other large work. Try again in a moment', 503)
const interrupted = () => new ApiError('server.interrupted', 'This was interrupted on our side. Try again', 503)

/** The built server has the thread's file beside its own; sources are read by tsx. */
const entry = join(projectRoot, import.meta.url.endsWith('.ts') ? 'scripts/worker.mjs' : 'dist/server/worker.js')

export interface WorkerOptions {
  log: Pick<FastifyBaseLogger, 'warn'>
  lanes?: Record<keyof typeof LANES, { seconds: number; waiting: number }>
  heapMb?: number
}

export function createWorkers({ log, lanes = LANES, heapMb = HEAP_MB }: WorkerOptions) {
  const pools = new Map<keyof typeof LANES, Piscina>()
  /** Pieces of work that are done or wait; piscina's own limit leaves out those that can be ended. */
  const underWay = { quick: 0, long: 0 }
  let isClosed = false
  /** Work done in threads so far, by name: what tests ask whether something was. */
  const done = new Map<string, number>()

  /** Made with the first large thing: most installations rarely have one. */
  function poolOf(lane: keyof typeof LANES): Piscina {
    const made =
      pools.get(lane) ??
      new Piscina({
        filename: entry,
        minThreads: 0,
        maxThreads: THREADS,
        idleTimeout: IDLE_MS,
        resourceLimits: { maxOldGenerationSizeMb: heapMb },
        niceIncrement: NICE,
        // A thread that waits goes on to end its files and ports.
        atomics: 'disabled',
      })
    pools.set(lane, made)
    return made
  }

  async function inThread<Input, Output>({ name, lane }: Task<Input, Output>, input: Input): Promise<Output> {
    if (isClosed) throw interrupted()
    if (underWay[lane] >= THREADS + lanes[lane].waiting) throw busy()
    underWay[lane]++
    const pool = poolOf(lane)
    const { port1: onBegun, port2: begun } = new MessageChannel()
    const stop = new AbortController()
    let late: NodeJS.Timeout | undefined
    onBegun.once('message', () => (late = setTimeout(() => stop.abort(), lanes[lane].seconds * 1000)))
    onBegun.unref()
    try {
      const order: Order = { name, input, begun }
      const answer = (await pool.run(order, { signal: stop.signal, transferList: [begun] })) as Answer
      if ('refused' in answer) throw new ApiError(answer.refused.code, answer.refused.english, answer.refused.status, answer.refused.more)
      done.set(name, (done.get(name) ?? 0) + 1)
      return answer.output as Output
    } catch (error) {
      throw explained(error, name)
    } finally {
      underWay[lane]--
      clearTimeout(late)
      onBegun.close()
    }
  }

  /** What became of a thread, in words for whoever waits for it. */
  function explained(error: unknown, name: string): unknown {
    if (error instanceof ApiError) return error
    const { name: kind, code, message = '' } = error as { name?: string; code?: string; message?: string }
    if (code === 'ERR_WORKER_OUT_OF_MEMORY') return told(tooMuchMemory(), error, name)
    if (kind === 'AbortError') return told(tooLong(), error, name)
    if (/worker exited|Terminating worker/i.test(message)) return told(interrupted(), error, name)
    return error
  }
  function told(refusal: ApiError, error: unknown, name: string) {
    log.warn({ err: error, task: name }, refusal.english)
    return refusal
  }

  return {
    /** Does a piece of work here, or in a thread where its input is large. */
    do: async <Input, Output>(given: Task<Input, Output>, input: Input, size: number): Promise<Output> =>
      size < given.from ? given.run(input) : inThread(given, input),
    done: (name: string) => done.get(name) ?? 0,
    /** Work that is under way comes to nothing. */
    async close() {
      isClosed = true
      await Promise.all([...pools.values()].map(pool => pool.destroy()))
    },
  }
}
export type Workers = ReturnType<typeof createWorkers>
