// How wide the panel is: pulled at its edge or by the arrow keys, and kept in this browser.
import { useState, type KeyboardEvent, type PointerEvent } from 'react'

export const NARROWEST = 200
export const WIDEST = 500
const WIDTH_KEY = 'tessera.tree-panel'

const clamp = (width: number) => Math.min(WIDEST, Math.max(NARROWEST, Math.round(width)))
function keptWidth(): number {
  try {
    return clamp(Number(localStorage.getItem(WIDTH_KEY)) || 264)
  } catch {
    return 264
  }
}

/** The width, and a setter that keeps it between the limits and for the next visit. */
export function usePanelWidth(): [number, (next: number) => void] {
  const [width, setWidth] = useState(keptWidth)
  const resize = (next: number) => {
    const to = clamp(next)
    setWidth(to)
    try {
      localStorage.setItem(WIDTH_KEY, String(to))
    } catch {
      // A browser that keeps nothing forgets the width, and nothing else.
    }
  }
  return [width, resize]
}

export function Grip({ width, label, resize }: { width: number; label: string; resize(next: number): void }) {
  const pull = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture?.(event.pointerId)) return
    resize(event.clientX - (event.currentTarget.parentElement?.getBoundingClientRect().left ?? 0))
  }

  const keys = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -10, ArrowRight: 10, Home: -WIDEST, End: WIDEST }[event.key]
    if (!by) return
    event.preventDefault()
    resize(width + by)
  }
  return (
    <div
      className="tes-tree__grip"
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      aria-valuenow={width}
      tabIndex={0}
      onPointerDown={event => event.currentTarget.setPointerCapture?.(event.pointerId)}
      onPointerMove={pull}
      onKeyDown={keys}
    />
  )
}
