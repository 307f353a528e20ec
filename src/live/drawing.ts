// A screen that blocks the page can say nothing more: its name is written down before it is drawn and taken away when it stands.
import type { Screen } from '../boot.ts'
import { visit } from './visit.ts'

const KEY = 'tessera-drawing'
/** A page that answers for so long has drawn its screen. */
const STANDS_AFTER_MS = 3000
/** Who comes back later did not come back because of that. */
const FORGET_AFTER_MS = 600_000

interface Drawing {
  id: string
  hash: string
  at: number
}

function leftBehind(): Drawing | undefined {
  const text = visit.get(KEY)
  visit.remove(KEY)
  if (!text) return undefined
  try {
    const left = JSON.parse(text) as Drawing
    return Date.now() - left.at < FORGET_AFTER_MS ? left : undefined
  } catch {
    return undefined
  }
}

/** The screen during which this window was closed by force, if that happened just now. */
export const stuckScreen = leftBehind()

const done = () => visit.remove(KEY)
// Leaving on purpose while a screen comes up is no accident. A blocked page never gets here.
window.addEventListener('pagehide', done)

/** Called before a changed screen is drawn; answers the function to call when it is gone. */
export function beginDrawing({ id, hash }: Pick<Screen, 'id' | 'hash'>): () => void {
  visit.set(KEY, JSON.stringify({ id, hash, at: Date.now() } satisfies Drawing))
  const timer = setTimeout(done, STANDS_AFTER_MS)
  return () => {
    clearTimeout(timer)
    done()
  }
}
