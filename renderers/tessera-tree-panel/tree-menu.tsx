// The menu of a node, beside what it was opened from: arrows, Escape, and why an entry cannot be chosen.
import { useEffect, useRef, type KeyboardEvent } from 'react'

export interface MenuItem {
  /** Name of the event that the choice sends, with the node as its data. */
  event: string
  label: string
  visibleOn?: string
  /** Template over the node: a text is why the item cannot be chosen. */
  reason?: string
}
interface Props {
  at: { x: number; y: number }
  items: (MenuItem & { why: string })[]
  pick(event: string): void
  close(): void
}

export function TreeMenu({ at, items, pick, close }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.querySelector('button')?.focus()
    const away = (event: Event) => !box.current?.contains(event.target as Node) && close()
    document.addEventListener('pointerdown', away)
    return () => document.removeEventListener('pointerdown', away)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it opens; it closes what it was opened with
  }, [])
  const keys = (event: KeyboardEvent) => {
    const all = [...(box.current?.querySelectorAll('button') ?? [])]
    const here = all.indexOf(document.activeElement as HTMLButtonElement)
    if (event.key === 'ArrowDown') all[(here + 1) % all.length]?.focus()
    else if (event.key === 'ArrowUp') all[(here - 1 + all.length) % all.length]?.focus()
    else if (event.key === 'Escape' || event.key === 'Tab') close()
    else return
    event.preventDefault()
  }
  return (
    <div ref={box} className="tes-tree__menu" role="menu" style={{ left: at.x, top: at.y }} onKeyDown={keys}>
      {items.map(({ event, label, why }) => (
        <button key={event} type="button" role="menuitem" aria-disabled={why ? true : undefined} title={why || undefined} onClick={() => !why && pick(event)}>
          {label}
          {why && <small>{why}</small>}
        </button>
      ))}
    </div>
  )
}
