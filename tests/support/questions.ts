// What a piece of work asks the database, as the statements that the process sends meanwhile.
import pg from 'pg'
import { vi } from 'vitest'

/** What the process asks by the clock, whatever is done: the beat of the line that listens, and what keeps a session in use from expiring. */
const BY_THE_CLOCK = /^select 1$|^update "session" set "seen_at"/

export async function questionsOf<T>(run: () => Promise<T>): Promise<{ asked: string[]; answer: T }> {
  const asked: string[] = []
  const query = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...input: unknown[]) {
    const [first] = input
    const text = typeof first === 'string' ? first : ((first as { text?: string } | undefined)?.text ?? '')
    if (text && !BY_THE_CLOCK.test(text)) asked.push(text)
    return Reflect.apply(query, this, input)
  } as never)
  try {
    return { asked, answer: await run() }
  } finally {
    spy.mockRestore()
  }
}
