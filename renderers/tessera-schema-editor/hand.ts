// Whether what the editor just emitted is somebody's doing. The editor also emits by itself: when it opens a screen, and when a part is
// selected and its panel writes down what is usual. Selecting is looking; everything else that a hand does may change something.

export type Touch = 'look' | 'change'

/** Panels hand on what was typed a moment later. */
const LATE_MS = 1000

export function createHand(now: () => number = Date.now) {
  let last: Touch | undefined
  let changedAt = -Infinity
  return {
    touch(kind: Touch) {
      last = kind
      if (kind === 'change') changedAt = now()
    },
    isAtWork: () => last === 'change' || now() - changedAt < LATE_MS,
    /** A screen was put into the editor anew: what it emits next is its own. */
    rest() {
      last = undefined
      changedAt = -Infinity
    },
  }
}
export type Hand = ReturnType<typeof createHand>

const LOOKED_AT = '.ae-Preview, .ae-Outline-panel, .ae-Breadcrumb'
const WORKED_WITH = '.ae-Editor-toolbar, .ae-Editor-toolbarPopover, [class*="Handler"], [class*="resizer"], [contenteditable]'

/** What an event on the page means for the editor in `box`. */
export function touchOf(event: Event, box: Element): Touch | undefined {
  const target = event.target as Element | null
  if (!target?.closest) return 'change'
  // The page around the editor has nothing to do with it, nor what a screen opens beside it; a finding selects its part.
  if (target.closest('.t-header, .tes-bar, .tes-dialog, .tes-beside, .tes-findings'))
    return event.type === 'pointerdown' && target.closest('.tes-findings') ? 'look' : undefined
  if (event.type === 'pointerdown') {
    const isLook = (event as PointerEvent).button === 0 && box.contains(target) && target.closest(LOOKED_AT) && !target.closest(WORKED_WITH)
    return isLook ? 'look' : 'change'
  }
  // A pointer that moves with its button down drags something.
  if (event.type === 'pointermove') return (event as PointerEvent).buttons & 1 && box.contains(target) ? 'change' : undefined
  if (event.type === 'keydown' && /^(Control|Shift|Alt|Meta|Tab|Escape|Arrow\w+|Page\w+|Home|End)$/.test((event as KeyboardEvent).key))
    return (event as KeyboardEvent).ctrlKey || (event as KeyboardEvent).metaKey ? 'change' : undefined
  return 'change'
}
export const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'input', 'paste', 'drop', 'dragstart'] as const
