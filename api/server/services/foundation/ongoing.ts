// Work that goes on after its call was answered: it says that somebody is there, its answer waits a moment for it, and the server waits for all of it at its end.

/** How long an answer waits for small work; larger work is asked for by the screen. */
export const PATIENCE_MS = 500

export interface Beat {
  everyMs: number
  /** Tells those who look that somebody works on it, also while it waits for its turn or for a long statement. */
  tell(): void
}

export function createOngoing() {
  const running = new Set<Promise<unknown>>()
  /** Runs it and knows of it until it is over. */
  function run<T>(work: () => Promise<T>, beat?: Beat): Promise<T> {
    const timer = beat && setInterval(() => beat.tell(), beat.everyMs)
    timer?.unref()
    const job = work().finally(() => {
      clearInterval(timer)
      running.delete(job)
    })
    running.add(job)
    return job
  }
  return {
    run,

    /** Runs what tells of its own failures, and waits no longer than an answer does. */
    async runAMoment(work: () => Promise<void>, beat?: Beat) {
      let timer: NodeJS.Timeout | undefined
      await Promise.race([run(work, beat), new Promise(resolve => (timer = setTimeout(resolve, PATIENCE_MS)))])
      clearTimeout(timer)
    },

    /** Settled when nothing is being worked on. */
    async settled() {
      await Promise.allSettled(running)
    },
  }
}
