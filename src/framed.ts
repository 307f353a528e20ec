// Frames: what is drawn in one, and around what.
import { isFramable, mayStandIn, pagesShownAt, type Match } from '../api/routes.ts'

/** Whether what an address shows may be drawn here: in a window of its own, or in a frame of pages that it belongs to. */
export function mayBeDrawn(match: Match, frame: Window = window): boolean {
  if (frame.top === frame) return true
  if (!isFramable(match.route)) return false
  const shown = pagesShownAt(match)
  if (!shown) return true
  for (let inner = frame; inner !== inner.parent; inner = inner.parent) {
    try {
      if (!mayStandIn(inner.parent.location.pathname, shown)) return false
    } catch {
      // A page of somewhere else.
      return false
    }
  }
  return true
}
