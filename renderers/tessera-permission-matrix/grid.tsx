// The grid of boxes: only the rows and columns in view are in the page. One stop for the keyboard, arrows inside (ARIA grid).
import { memo, useCallback, useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import type { Say } from '../words.ts'
import type { Box } from './matrix.ts'

export const ROW = 32
const BEYOND = 8

export interface Place {
  row: number
  column: number
}
const START: Place = { row: 0, column: 0 }
export interface Column {
  key: string
  label: string
  hint?: string
  /** Heading over neighbours of one group, where there are several. */
  group?: string
}
export interface GridRow {
  key: string
  label: string
  depth: number
  isGroup: boolean
}
interface Props {
  label: string
  rows: readonly GridRow[]
  columns: readonly Column[]
  columnWidth: number
  /** The box of a row and a column; undefined where there is none. */
  boxAt(row: number, column: number): Box | undefined
  /** Another verdict to set beside a box, when two roles are compared. */
  otherAt?(row: number, column: number): boolean | undefined
  /** Changes with every change of a box, so that rows know to draw themselves again. */
  version: number
  onToggle(places: Place[]): void
  onReset(places: Place[]): void
  onWhy?(place: Place): void
  /** Opens the menu of a row that is no group. */
  onMenu?(row: number): void
  say: Say
}

const between = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))

/** Class and words of a box, so that its state is told by more than colour. */
function wordsOf(box: Box, other: boolean | undefined, say: Say): string {
  const verdict = box.allowed ? say('Allowed') : say('Not allowed')
  const why = {
    default: say('by default'),
    inherited: say('set for all environments'),
    here: say('set here'),
    changed: say('not saved yet'),
  }[box.source]
  const locked = box.locked ? `, ${say('cannot be changed')}` : ''
  const beside = other === undefined || other === box.allowed ? '' : `, ${say('the other role differs')}`
  return `${verdict}, ${why}${locked}${beside}`
}

interface RowProps {
  row: GridRow
  at: number
  top: number
  from: number
  to: number
  columns: readonly Column[]
  columnWidth: number
  /** Column that the keyboard is at, if it is in this row. */
  active: number
  selectedFrom: number
  selectedTo: number
  boxAt: Props['boxAt']
  otherAt: Props['otherAt']
  version: number
  onMenu: Props['onMenu']
  say: Say
}
const Row = memo(function Row({ row, at, top, from, to, columns, columnWidth, active, selectedFrom, selectedTo, boxAt, otherAt, onMenu, say }: RowProps) {
  const cells = []
  for (let column = from; column < to; column++) {
    const box = boxAt(at, column)
    const other = otherAt?.(at, column)
    const isSelected = column >= selectedFrom && column <= selectedTo
    cells.push(
      <div
        key={column}
        role="gridcell"
        aria-colindex={column + 2}
        aria-selected={isSelected}
        className={isSelected ? 'is-selected' : undefined}
        style={{ left: column * columnWidth, width: columnWidth }}
      >
        <span
          role={box ? 'checkbox' : undefined}
          aria-checked={box?.allowed}
          aria-disabled={box?.locked || undefined}
          aria-label={box ? `${row.label}, ${columns[column]?.label}: ${wordsOf(box, other, say)}` : undefined}
          title={box ? wordsOf(box, other, say) : undefined}
          tabIndex={active === column ? 0 : -1}
          data-place={`${at} ${column}`}
          className={
            box
              ? `tes-matrix__box is-${box.allowed ? 'yes' : 'no'} is-${box.source}${box.locked ? ' is-locked' : ''}${other !== undefined && other !== box.allowed ? ' is-unlike' : ''}`
              : 'tes-matrix__none'
          }
        />
      </div>,
    )
  }
  return (
    <div role="row" aria-rowindex={at + 2} className={`tes-matrix__row${row.isGroup ? ' is-group' : ''}`} style={{ transform: `translateY(${top}px)` }}>
      <div role="rowheader" aria-colindex={1} className="tes-matrix__head" style={{ paddingLeft: 8 + row.depth * 16 }} title={row.label}>
        <span>{row.label}</span>
        {onMenu && !row.isGroup && (
          <button
            type="button"
            tabIndex={-1}
            className="tes-matrix__more"
            aria-label={say('Permissions of {name}', { name: row.label })}
            onClick={() => onMenu(at)}
          >
            +
          </button>
        )}
      </div>
      <div className="tes-matrix__cells" role="presentation">
        {cells}
      </div>
    </div>
  )
})

export function Grid({ label, rows, columns, columnWidth, boxAt, otherAt, version, onToggle, onReset, onWhy, onMenu, say }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ row: 0, rows: 30, column: 0, columns: 8 })
  const [focus, setFocus] = useState(START)
  const [anchor, setAnchor] = useState(START)

  const look = useCallback(() => {
    const element = scroller.current
    if (!element) return
    const head = element.querySelector<HTMLElement>('.tes-matrix__corner')?.offsetWidth ?? 240
    const row = Math.max(0, Math.floor(element.scrollTop / ROW / BEYOND) * BEYOND - BEYOND)
    const column = Math.max(0, Math.floor(element.scrollLeft / columnWidth) - 2)
    const next = {
      row,
      rows: Math.ceil(element.clientHeight / ROW) + 3 * BEYOND,
      column,
      columns: Math.ceil(Math.max(0, element.clientWidth - head) / columnWidth) + 5,
    }
    setView(now => (now.row === next.row && now.rows === next.rows && now.column === next.column && now.columns === next.columns ? now : next))
  }, [columnWidth])
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const watch = new ResizeObserver(look)
    watch.observe(element)
    return () => watch.disconnect()
  }, [look])
  // What is found begins at the top, with the keyboard on its first box.
  useLayoutEffect(() => {
    setFocus(START)
    setAnchor(START)
    if (scroller.current?.scrollTop) scroller.current.scrollTop = 0
    look()
  }, [rows, columns.length, look])

  const lastRow = Math.min(rows.length, view.row + view.rows)
  const lastColumn = Math.min(columns.length, view.column + view.columns)
  const selected = {
    top: Math.min(anchor.row, focus.row),
    bottom: Math.max(anchor.row, focus.row),
    left: Math.min(anchor.column, focus.column),
    right: Math.max(anchor.column, focus.column),
  }
  const isMany = selected.top !== selected.bottom || selected.left !== selected.right

  const chosen = (): Place[] => {
    const places: Place[] = []
    for (let row = selected.top; row <= selected.bottom; row++)
      for (let column = selected.left; column <= selected.right; column++) places.push({ row, column })
    return places
  }

  function moveTo(row: number, column: number, extend: boolean) {
    const place = { row: between(row, 0, rows.length - 1), column: between(column, 0, columns.length - 1) }
    setFocus(place)
    if (!extend) setAnchor(place)
    const element = scroller.current
    if (!element) return
    const top = place.row * ROW
    const room = element.clientHeight - 2 * ROW
    if (top < element.scrollTop) element.scrollTop = top
    else if (top > element.scrollTop + room) element.scrollTop = top - room
    const head = element.querySelector<HTMLElement>('.tes-matrix__corner')?.offsetWidth ?? 240
    const left = place.column * columnWidth
    const width = element.clientWidth - head - columnWidth
    if (left < element.scrollLeft) element.scrollLeft = left
    else if (left > element.scrollLeft + width) element.scrollLeft = left - width
    look()
    requestAnimationFrame(() => element.querySelector<HTMLElement>(`[data-place="${place.row} ${place.column}"]`)?.focus({ preventScroll: true }))
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!(event.target as HTMLElement).dataset.place) return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / ROW) - 2)
    const all = event.ctrlKey || event.metaKey
    const steps: Record<string, [number, number]> = {
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
      ArrowRight: [0, 1],
      ArrowLeft: [0, -1],
      PageDown: [page, 0],
      PageUp: [-page, 0],
      Home: [all ? -rows.length : 0, -columns.length],
      End: [all ? rows.length : 0, columns.length],
    }
    const step = steps[event.key]
    if (step) moveTo(focus.row + step[0], focus.column + step[1], event.shiftKey)
    else if (event.key === ' ' || event.key === 'Enter') onToggle(chosen())
    else if (event.key === 'Delete' || event.key === 'Backspace') onReset(chosen())
    else if (event.key === '?' && onWhy) onWhy(focus)
    else if (event.key === 'a' && all) {
      setAnchor({ row: 0, column: 0 })
      setFocus({ row: rows.length - 1, column: columns.length - 1 })
    } else return
    event.preventDefault()
  }

  function onClick(event: MouseEvent) {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[role=gridcell]')
    const box = cell?.querySelector<HTMLElement>('[data-place]')
    if (!box) return
    const [row = 0, column = 0] = (box.dataset.place ?? '').split(' ').map(Number)
    if (event.shiftKey) return moveTo(row, column, true)
    const inside = isMany && row >= selected.top && row <= selected.bottom && column >= selected.left && column <= selected.right
    if (inside) return onToggle(chosen())
    moveTo(row, column, false)
    onToggle([{ row, column }])
  }

  /** A column's head chooses the whole column. */
  function chooseColumn(column: number) {
    setAnchor({ row: rows.length - 1, column })
    setFocus({ row: 0, column })
    const element = scroller.current
    if (!element) return
    // The keyboard is at the chosen boxes then, so that Space changes them.
    element.scrollTop = 0
    look()
    requestAnimationFrame(() => element.querySelector<HTMLElement>(`[data-place="0 ${column}"]`)?.focus({ preventScroll: true }))
  }
  const hasGroups = new Set(columns.map(({ group }) => group)).size > 1

  const drawn = []
  for (let at = view.row; at < lastRow; at++) {
    const row = rows[at] as GridRow
    const isIn = at >= selected.top && at <= selected.bottom && isMany
    drawn.push(
      <Row
        key={row.key}
        row={row}
        at={at}
        top={at * ROW}
        from={view.column}
        to={lastColumn}
        columns={columns}
        columnWidth={columnWidth}
        active={at === focus.row ? focus.column : -1}
        selectedFrom={isIn ? selected.left : -1}
        selectedTo={isIn ? selected.right : -1}
        boxAt={boxAt}
        otherAt={otherAt}
        version={version}
        onMenu={onMenu}
        say={say}
      />,
    )
  }
  const width = columns.length * columnWidth
  return (
    <div
      ref={scroller}
      className="tes-matrix__scroll"
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable="true"
      onScroll={look}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div role="row" aria-rowindex={1} className={`tes-matrix__heads${hasGroups ? ' has-groups' : ''}`}>
        <div role="columnheader" aria-colindex={1} className="tes-matrix__corner">
          {isMany ? say('{count} boxes chosen', { count: (selected.bottom - selected.top + 1) * (selected.right - selected.left + 1) }) : say('Name')}
        </div>
        <div className="tes-matrix__cells" role="presentation" style={{ width }}>
          {columns.slice(view.column, lastColumn).map((column, n) => (
            <div key={column.key} role="columnheader" aria-colindex={view.column + n + 2} style={{ left: (view.column + n) * columnWidth, width: columnWidth }}>
              {hasGroups && column.group !== columns[view.column + n - 1]?.group && <small className="tes-matrix__group">{column.group}</small>}
              <button type="button" tabIndex={-1} title={column.hint ?? column.label} onClick={() => chooseColumn(view.column + n)}>
                {column.label}
              </button>
            </div>
          ))}
        </div>
      </div>
      <div className="tes-matrix__body" role="presentation" style={{ height: rows.length * ROW, '--width': `${width}px` } as React.CSSProperties}>
        {drawn}
      </div>
    </div>
  )
}
