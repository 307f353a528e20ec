// The differences of two screens in sentences; the ledger is loaded when somebody first wants to know.
import { useEffect, useState } from 'react'
import type { Schema } from './calls.ts'

export interface Changes {
  /** Undefined while they are being made. */
  sentences?: string[]
  error?: string
}
export type Word = (text: string) => string

export function useChanges(before: Schema | undefined, after: Schema | undefined, locale: string, word: Word): Changes {
  const [changes, setChanges] = useState<Changes>({})
  useEffect(() => {
    if (!before || !after) return
    let here = true
    import('./ledger.ts')
      .then(({ sentences }) => sentences(before, after, locale, word))
      .then(
        found => here && setChanges({ sentences: found }),
        problem => here && setChanges({ error: (problem as Error).message }),
      )
    return () => void (here = false)
  }, [before, after, locale, word])
  return changes
}
