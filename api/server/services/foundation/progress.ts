// How far a long call is, for whoever waits for it: told under a number that their browser made up for the call, to every process, since the next question may
// reach another. Nothing of it is kept.
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'

/** What a call is at. What its parts are (files, rows, bytes), renderers/tessera-downloader/running-call.tsx knows. */
export type Step = 'check' | 'compare' | 'pack' | 'packEngine' | 'readPages' | 'readRows' | 'seal' | 'writePages' | 'writeRows'
export interface Told {
  step: Step | ''
  done: number
  total: number
}
/** Numbers of a thread: parts done, parts in all, and 1 once it is to stop. */
export type Counter = Int32Array<SharedArrayBuffer>
export const newCounter = (): Counter => new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT))

export interface Progress {
  /** A step of so many parts begins. */
  begin(step: Step, total: number): Promise<void>
  /** So many more of its parts are done. Like each of these it ends the work, by an error, where whoever waits has given up. */
  add(count?: number): Promise<void>
  /** A step that a thread does and counts. */
  follow<T>(step: Step, counter: Counter, work: Promise<T>): Promise<T>
}

const TOPIC = 'progress'
const CANCEL = 'progress.cancel'
/** Between two messages about one call. */
const TELL_MS = 400
/** What was said of a call is forgotten so long after the last word. */
const KEPT_MS = 60_000
const NUMBER = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const cancelled = () => new ApiError('request.cancelled', 'Cancelled. Nothing was changed', 409)
/** For work that nobody looks at. */
export const UNTOLD: Progress = { begin: async () => {}, add: async () => {}, follow: (_step, _counter, work) => work }

export function createProgress({ db, bus, log }: Pick<Core, 'db' | 'bus' | 'log'>) {
  const told = new Map<string, Told & { at: number }>()
  const given = new Map<string, number>()

  function forget() {
    const before = Date.now() - KEPT_MS
    for (const [id, { at }] of told) if (at < before) told.delete(id)
    for (const [id, at] of given) if (at < before) given.delete(id)
  }
  bus.on(TOPIC, message => {
    const { id, step, done, total } = message as unknown as Told & { id: string }
    forget()
    if (step) told.set(id, { step, done, total, at: Date.now() })
    else told.delete(id)
  })
  bus.on(CANCEL, ({ id }) => {
    forget()
    given.set(String(id), Date.now())
  })
  /** That one cannot be told how far it is, is no reason to end it. */
  const tell = (id: string, what: Told) => bus.publish(db, TOPIC, { id, ...what }).catch(error => log.warn({ err: error }, 'progress cannot be told'))

  return {
    /** Progress of a call under the number that its browser gave it; without one it can still be given up. */
    of(number: string, isGivenUp: () => boolean): Progress & { end(): Promise<void> } {
      const id = NUMBER.test(number) ? number : undefined
      let now: Told = { step: '', done: 0, total: 0 }
      let last = 0
      async function look(isNew = false) {
        if (isGivenUp() || (id && given.has(id))) throw cancelled()
        if (!id || (!isNew && Date.now() - last < TELL_MS)) return
        last = Date.now()
        await tell(id, now)
      }
      return {
        async begin(step, total) {
          now = { step, done: 0, total }
          await look(true)
        },
        async add(count = 1) {
          now.done += count
          await look()
        },
        async follow(step, counter, work) {
          let failure: unknown
          const beat = setInterval(() => {
            const isNew = now.step !== step
            now = { step, done: Atomics.load(counter, 0), total: Atomics.load(counter, 1) }
            look(isNew).catch((error: unknown) => {
              failure = error
              Atomics.store(counter, 2, 1)
            })
          }, TELL_MS)
          try {
            return await work
          } catch (error) {
            throw failure ?? error
          } finally {
            clearInterval(beat)
          }
        },
        async end() {
          if (id && last) await tell(id, { step: '', done: 0, total: 0 })
        },
      }
    },
    /** What was last heard of a call. */
    get(id: string): Told {
      const { step, done, total } = told.get(id) ?? { step: '' as const, done: 0, total: 0 }
      return { step, done, total }
    },
    /** The call ends at its next part, unless it is done by then. */
    cancel: (id: string) => bus.publish(db, CANCEL, { id }),
  }
}
