// How many rows a list has, asked of the database once for many pages and people: counting is what makes a list of a large table slow.
import { TOTAL_CAP } from '../../../store/paging.ts'

/** What is counted exactly is forgotten with the next change here, and soon where another process made it. */
const EXACT_MS = 3_000
/** That there are more than are counted stays true for longer than this. */
const CAPPED_MS = 20_000
const MOST_KEPT = 2_000

interface Kept {
  model: string
  until: number
  isCapped: boolean
  total: Promise<number>
}

export function createRowTotals({ now = Date.now } = {}) {
  const kept = new Map<string, Kept>()

  return {
    /** The total of a question about a model, with its values; counted when nobody asked the same just now. */
    of(model: string, question: { sql: string; parameters: readonly unknown[] }, count: () => Promise<number>): Promise<number> {
      const key = `${model} ${question.sql} ${JSON.stringify(question.parameters)}`
      const there = kept.get(key)
      if (there && there.until > now()) return there.total
      const total = count()
      const entry: Kept = { model, until: Infinity, isCapped: false, total }
      kept.delete(key)
      kept.set(key, entry)
      total.then(
        n => {
          entry.isCapped = n > TOTAL_CAP
          entry.until = now() + (entry.isCapped ? CAPPED_MS : EXACT_MS)
        },
        () => kept.get(key) === entry && kept.delete(key),
      )
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST_KEPT) break
        kept.delete(oldest)
      }
      return total
    },

    /** Rows of a model were changed: what is being counted may not know of it. After very many of them, what was too much to count may not be so any more. */
    forget(model: string, { isCapped = false } = {}) {
      for (const [key, entry] of kept) if (entry.model === model && (isCapped || !entry.isCapped)) kept.delete(key)
    },
  }
}

export type RowTotals = ReturnType<typeof createRowTotals>
