// What a screen asked the server for when it was last opened here is asked for together with the navigation, while the screen is still being drawn.
// Each answer is handed out once, to exactly the same request, so nothing is older than the navigation; nothing is asked ahead while something is being saved.

export interface Ahead<Answer> {
  /** Somebody goes to this address (path and query). */
  begin(address: string): void
  /** The answer that is on its way already, if the screen asks for what it asked for last time. */
  take(url: string): Promise<Answer> | undefined
  /** Something is being changed; answers under way may be from before. */
  changing<Result>(change: () => Promise<Result>): Promise<Result>
  /** Somebody else is here. */
  forget(): void
}

/** Requests later than this belong to what the person does on the screen. */
const LEARN_MS = 1500
/** An answer that nobody wanted by then is not kept. */
const KEEP_MS = 3000
const MOST_REQUESTS = 4
const MOST_ADDRESSES = 200

export function createAhead<Answer>(send: (url: string) => Promise<Answer>, now = () => performance.now()): Ahead<Answer> {
  const learned = new Map<string, string[]>()
  const early = new Map<string, { answer: Promise<Answer>; at: number }>()
  let learning: { urls: string[]; from: number } | undefined
  let changes = 0
  return {
    begin(address) {
      early.clear()
      const urls = learned.get(address) ?? []
      const next = { urls: [], from: now() }
      learning = next
      learned.delete(address)
      learned.set(address, next.urls)
      if (learned.size > MOST_ADDRESSES) learned.delete(learned.keys().next().value as string)
      if (changes) return
      for (const url of urls) {
        const answer = send(url)
        // Whoever takes it hears of it.
        answer.catch(() => {})
        early.set(url, { answer, at: now() })
      }
    },
    take(url) {
      if (learning && now() - learning.from < LEARN_MS && learning.urls.length < MOST_REQUESTS && !learning.urls.includes(url)) learning.urls.push(url)
      const found = early.get(url)
      early.delete(url)
      return found && now() - found.at < KEEP_MS ? found.answer : undefined
    },
    async changing(change) {
      changes++
      early.clear()
      try {
        return await change()
      } finally {
        changes--
        early.clear()
      }
    },
    forget() {
      learned.clear()
      early.clear()
      learning = undefined
    },
  }
}
