// What is done to a theme in the editor: each change is a step that can be taken back.
// oxlint-disable no-restricted-imports -- themes are pure functions, as what is known of models and flows, and may be used anywhere
import type { ThemeDocument } from '../../api/theme/document.ts'

export interface Work {
  now: ThemeDocument
  before: { document: ThemeDocument; words: string }[]
  after: { document: ThemeDocument; words: string }[]
  /** Steps of one drag, which are taken back as one. */
  run: string
}
export type Act =
  | { do: 'open'; document: ThemeDocument }
  | { do: 'change'; document: ThemeDocument; words: string; run?: string }
  | { do: 'undo' }
  | { do: 'redo' }
  /** Several steps back, or forth above zero. */
  | { do: 'step'; steps: number }
/** Steps that are kept. */
const MOST = 200

export const begun = (now: ThemeDocument): Work => ({ now, before: [], after: [], run: '' })

export function worked(work: Work, act: Act): Work {
  switch (act.do) {
    case 'open':
      return begun(act.document)
    case 'change': {
      const { document, words, run = '' } = act
      if (isSame(document, work.now)) return work
      const goesOn = run !== '' && run === work.run
      return { now: document, run, after: [], before: goesOn ? work.before : [...work.before, { document: work.now, words }].slice(-MOST) }
    }
    case 'undo': {
      const last = work.before.at(-1)
      return last ? { now: last.document, run: '', before: work.before.slice(0, -1), after: [...work.after, { document: work.now, words: last.words }] } : work
    }
    case 'step': {
      let at = work
      for (let i = Math.abs(act.steps); i > 0; i--) at = worked(at, { do: act.steps < 0 ? 'undo' : 'redo' })
      return at
    }
    case 'redo': {
      const next = work.after.at(-1)
      return next ? { now: next.document, run: '', before: [...work.before, { document: work.now, words: next.words }], after: work.after.slice(0, -1) } : work
    }
  }
}

/** Equal in every value, whatever order its names stand in. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false
  const [a, b] = [Object.entries(one), other as Record<string, unknown>]
  return a.length === Object.keys(b).length && a.every(([key, value]) => key in b && isSame(value, b[key]))
}
