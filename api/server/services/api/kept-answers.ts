// Answers that are kept for a while, within a bound of memory: the ones asked for least lately go first.
import { createHash } from 'node:crypto'

const MOST_BYTES = 32 * 1024 * 1024
const MOST_ONE = 2 * 1024 * 1024

interface Kept {
  text: string
  until: number
}

export function createKeptAnswers() {
  const kept = new Map<string, Kept>()
  let bytes = 0
  const drop = (key: string) => {
    bytes -= kept.get(key)?.text.length ?? 0
    kept.delete(key)
  }
  return {
    keyOf: (parts: unknown) => createHash('sha256').update(JSON.stringify(parts)).digest('base64'),

    get(key: string): Record<string, unknown> | undefined {
      const found = kept.get(key)
      if (!found) return undefined
      if (found.until <= Date.now()) {
        drop(key)
        return undefined
      }
      kept.delete(key)
      kept.set(key, found)
      return JSON.parse(found.text) as Record<string, unknown>
    },

    put(key: string, data: Record<string, unknown>, seconds: number) {
      const text = JSON.stringify(data)
      if (text.length > MOST_ONE) return
      drop(key)
      kept.set(key, { text, until: Date.now() + seconds * 1000 })
      bytes += text.length
      for (const oldest of kept.keys()) {
        if (bytes <= MOST_BYTES) break
        drop(oldest)
      }
    },
  }
}
