// The rows that are in view, and room for the others. Apart from the grid, so that scrolling draws these alone and not the toolbars.
import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, type MutableRefObject, type RefObject } from 'react'
import type { Say } from '../../words.ts'
import type { Cursor, GridAbout, Row } from './about.ts'
import type { Saved } from './cell-editor.tsx'
import { GroupRow } from './group-row.tsx'
import { HEAD as GROUP, isHead, type Figure } from './groups.ts'
import type { Placed } from './layout.ts'
import { GridRow, type Drawing } from './row.tsx'
import type { Rows } from './use-rows.ts'

/** How high a row is, and the heads; as in ../grid.css. */
const ROW = 40
const HEAD = 37
/** What a card is taken to be until it is measured: its first line, and one for each column. */
const CARD = 64
const LINE = 24
/** Where nothing can be measured, as in a place that is not shown yet. */
const UNMEASURED = 800

interface Props {
  about: GridAbout
  drawing: RefObject<Drawing>
  say: Say
  /** In which figures are written. */
  language: string
  rows: Rows
  /** What heads of groups tell, and how they are opened and closed. */
  figures: readonly Figure[]
  toggle(id: Row['id']): void
  columns: readonly Placed[]
  chosen: ReadonlySet<Row['id']>
  choose: ((row: Row, isChosen: boolean) => void) | undefined
  cursor: Cursor | undefined
  /** Whether the focus is to follow the cursor. */
  focus: MutableRefObject<boolean>
  close(move: -1 | 0 | 1, saved?: Saved): void
  scroller: RefObject<HTMLDivElement>
  /** Rows are cards, one below the other. */
  isCards: boolean
  placeholder: string | undefined
}

export function Body({
  about,
  drawing,
  say,
  language,
  rows,
  figures,
  toggle,
  columns,
  chosen,
  choose,
  cursor,
  focus,
  close,
  scroller,
  isCards,
  placeholder,
}: Props) {
  // oxlint-disable-next-line react/incompatible-library -- the compiler leaves this component as it is, which is what the library asks for
  const virtual = useVirtualizer({
    count: rows.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isCards ? CARD + LINE * columns.length : ROW),
    overscan: isCards ? 4 : 12,
    scrollPaddingStart: isCards ? 0 : HEAD,
    observeElementRect: (instance, tell) => observeElementRect(instance, rect => tell(rect.height ? rect : { ...rect, height: UNMEASURED })),
  })
  const drawn = virtual.getVirtualItems()
  const [from, to] = [drawn[0]?.index ?? 0, drawn.at(-1)?.index ?? 0]
  const { need } = rows
  useEffect(() => need(from, to))

  useEffect(() => {
    if (!focus.current || !cursor || cursor.isOpen) return
    const index = rows.indexOf(cursor.id)
    const cells = scroller.current?.querySelectorAll<HTMLElement>(`tr[data-index="${index}"] td[data-key]`) ?? []
    const cell = [...cells].find(({ dataset }) => dataset.key === cursor.key || dataset.key === GROUP)
    // It is drawn once it is in view.
    if (index >= 0) virtual.scrollToIndex(index)
    if (!cell) return
    focus.current = false
    ;(cell.querySelector<HTMLElement>('button[aria-expanded]') ?? cell).focus()
  })

  const width = columns.length + (choose ? 1 : 0)
  const hasCursor = drawn.some(({ index }) => cursor && rows.at(index)?.id === cursor.id)
  return (
    <tbody>
      <Room height={drawn[0]?.start ?? 0} />
      {drawn.map(({ index }) => {
        const row = rows.at(index)
        if (!row) return <Room key={`wait ${index}`} height={ROW} isWaiting />
        if (isHead(row))
          return (
            <GroupRow
              key={row.id}
              head={row}
              index={index}
              measure={isCards ? virtual.measureElement : undefined}
              width={width}
              fields={about.fields}
              figures={figures}
              say={say}
              language={language}
              isHere={cursor?.id === row.id || (index === from && !hasCursor)}
              toggle={() => toggle(row.id)}
            />
          )
        return (
          <GridRow
            key={row.id}
            about={about}
            drawing={drawing}
            say={say}
            row={row}
            index={index}
            measure={isCards ? virtual.measureElement : undefined}
            columns={columns}
            isChosen={chosen.has(row.id)}
            choose={choose}
            cursor={cursor?.id === row.id ? cursor : undefined}
            isEntry={index === from && !hasCursor}
            close={close}
          />
        )
      })}
      <Room height={virtual.getTotalSize() - (drawn.at(-1)?.end ?? 0)} />
      {rows.problem && (
        <tr>
          <td colSpan={width} role="alert" className="tes-grid__more">
            {rows.problem}{' '}
            <button type="button" className="tes-data-done__undo" onClick={rows.again}>
              {say('Try again')}
            </button>
          </td>
        </tr>
      )}
      {!rows.count && placeholder && (
        <tr className="cxd-Table-placeholder">
          <td colSpan={width}>{placeholder}</td>
        </tr>
      )}
    </tbody>
  )
}

/** The height of rows that are not drawn. */
function Room({ height, isWaiting }: { height: number; isWaiting?: boolean }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden className={isWaiting ? 'tes-grid__waiting' : 'tes-grid__room'}>
      <td style={{ height }} />
    </tr>
  )
}
