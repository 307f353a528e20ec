// One line of the tree: what opens it, its label (whole in a tooltip where it may be cut), a number, the button of its menu.
import type { CSSProperties, DragEventHandler } from 'react'
import type { Row } from './rows.ts'

/** From this width on a label may be cut, and shows itself whole in a tooltip. */
export const TOOLTIP_FROM = 130

interface Props {
  row: Row
  isChosen: boolean
  isActive: boolean
  isDraggable: boolean
  /** Where what is dragged would land. */
  drop: 'before' | 'after' | undefined
  count: string
  /** Empty where there is no menu. */
  moreLabel: string
  choose(): void
  toggle(): void
  openMenu(from: Element): void
  onDragStart: DragEventHandler
  onDragOver: DragEventHandler
  onDragLeave: DragEventHandler
  onDrop: DragEventHandler
  onDragEnd: DragEventHandler
}

export function TreeRow({ row, isChosen, isActive, isDraggable, drop, count, moreLabel, choose, toggle, openMenu, ...drag }: Props) {
  const { node } = row
  return (
    <div
      id={`tree-${node.id}`}
      data-id={node.id}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-posinset={row.place}
      aria-setsize={row.of}
      aria-selected={isChosen}
      aria-expanded={row.hasChildren ? row.isOpen : undefined}
      className={`tes-tree__row${isChosen ? ' is-chosen' : ''}${isActive ? ' is-active' : ''}${drop ? ` is-${drop}` : ''}`}
      style={{ '--tes-depth': row.depth } as CSSProperties}
      draggable={isDraggable}
      onClick={choose}
      {...drag}
    >
      <span
        className={`tes-tree__twist${row.isOpen ? ' is-open' : ''}${row.hasChildren ? '' : ' is-none'}`}
        onClick={event => {
          if (!row.hasChildren) return
          event.stopPropagation()
          toggle()
        }}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M6 4l4 4-4 4" />
        </svg>
      </span>
      <span
        className="tes-tree__label"
        onMouseEnter={event => {
          const label = event.currentTarget
          label.title = node.hint || (label.scrollWidth >= TOOLTIP_FROM ? node.label : '')
        }}
      >
        {node.label}
      </span>
      {count && <span className="tes-tree__count">{count}</span>}
      {moreLabel && (
        <button
          type="button"
          tabIndex={-1}
          className="tes-tree__more"
          aria-haspopup="menu"
          aria-label={moreLabel}
          onClick={event => {
            event.stopPropagation()
            openMenu(event.currentTarget)
          }}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="3" cy="8" r="1.25" />
            <circle cx="8" cy="8" r="1.25" />
            <circle cx="13" cy="8" r="1.25" />
          </svg>
        </button>
      )}
    </div>
  )
}
