// The edge of a column's head: pulled, or moved by the arrow keys; a double click lets the column be as wide as its field asks for.
import { useRef, type KeyboardEvent } from 'react'
import type { Say } from '../../words.ts'
import { NARROWEST, WIDEST, type Columns } from './use-columns.ts'

const STEP = 10

export function Grip({ name, label, width, columns, say }: { name: string; label: string; width: number; columns: Columns; say: Say }) {
  /** Where it was taken, and how wide the column was then. */
  const taken = useRef<{ at: number; width: number }>()
  const keys = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
    if (!by) return
    event.preventDefault()
    event.stopPropagation()
    columns.resize(name, width + by)
  }
  return (
    <div
      className="tes-grid__grip"
      role="separator"
      aria-orientation="vertical"
      aria-label={say('Width of {name}', { name: label })}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      aria-valuenow={width}
      tabIndex={0}
      onKeyDown={keys}
      onDoubleClick={() => columns.resize(name, undefined)}
      onPointerDown={event => {
        event.preventDefault()
        taken.current = { at: event.clientX, width }
        event.currentTarget.setPointerCapture?.(event.pointerId)
      }}
      onPointerMove={event => {
        if (taken.current) columns.resize(name, taken.current.width + event.clientX - taken.current.at, { isKept: false })
      }}
      onPointerUp={event => {
        if (taken.current && event.clientX !== taken.current.at) columns.resize(name, taken.current.width + event.clientX - taken.current.at)
        taken.current = undefined
      }}
      onPointerCancel={() => (taken.current = undefined)}
    />
  )
}
