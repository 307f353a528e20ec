// The body of a list of rows: amis' list asks, filters and chooses; this draws. Cells are reached by the keyboard and changed in their place.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { createObject, type Schema } from 'amis-core'
import { renderer } from '../../register.tsx'
import { languageOf, sayer, type Say } from '../../words.ts'
import { isFile } from '../values.ts'
import { ROWS_OR_PAGES, ROWS_TOGETHER, type Cursor, type GridAbout, type GridProps, type Place, type Row } from './about.ts'
import { Body } from './body.tsx'
import type { Saved } from './cell-editor.tsx'
import { GroupMenu } from './group-menu.tsx'
import { figuresIn, groupsIn, HEAD, isHead } from './groups.ts'
import { Head, Order } from './head.tsx'
import { CARDS, CHECK_WIDTH, placed, titleFirst } from './layout.ts'
import { ColumnsMenu } from './menus.tsx'
import type { Drawing } from './row.tsx'
import { useColumns } from './use-columns.ts'
import { useGroups } from './use-groups.ts'
import { useRows } from './use-rows.ts'
import '../grid.css'

/** What keys of its own; a key pressed there is not one of the grid. */
const CONTROLS = 'a, button, input, select, textarea, label, [role="dialog"], [contenteditable="true"], [role="separator"]'

const NO_ROWS: Row[] = []

export function RowsGrid(props: GridProps) {
  const { grid: about, columns: all, selected = [], selectable, orderBy = '', orderDir = '', loading, placeholder } = props
  const { env, render, classnames: cx, classPrefix, data, itemAction, onAction, onSelect, onQuery, dispatchEvent } = props
  const say = sayer(env)
  const listed = data as { next?: string; total?: number }
  const { groupBy, figures: measured } = props.query ?? {}
  const by = useMemo(() => groupsIn(groupBy, about.fields), [groupBy, about.fields])
  const figures = useMemo(() => figuresIn(measured, about.fields), [measured, about.fields])
  const read = { ...(props.items && { items: props.items }), query: props.query ?? {}, env }
  const groups = useGroups(about, by, figures, read)
  const plain = useRows(about, { ...read, ...(listed.next && { next: listed.next }), ...(listed.total && { total: listed.total }) })
  const rows = by.length ? groups : plain
  /** What is chosen by one click at the top: the rows that the list itself asked for. */
  const page = props.items ?? NO_ROWS
  const columns = useColumns(all, about.columnsKey, about.look)
  const scroller = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(0)
  const [cursor, setCursor] = useState<Cursor>()
  const drawing = useRef<Drawing>({ env, render, classnames: cx, classPrefix, onAction, data })
  drawing.current = { env, render, classnames: cx, classPrefix, onAction, data }

  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    const measure = () => setRoom(box.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  const left = selectable ? CHECK_WIDTH : 0
  const { shown, frozen } = columns
  const isCards = room > 0 && room <= CARDS
  const layout = useMemo(() => {
    const all = placed(shown, about.fields, room - left, { frozen: isCards ? [] : frozen, left })
    return isCards ? titleFirst(all, about.fields) : all
  }, [shown, frozen, about.fields, room, left, isCards])
  const width = layout.reduce((sum, one) => sum + one.width, left)

  /** Columns go on beneath those that stay in view. */
  const isWide = !isCards && room > 0 && width > room

  const { shows } = about
  const asked = useRef(props.query)
  asked.current = props.query
  const begin = JSON.stringify(props.query)
  // Before its first question a list is asked with nothing.
  useEffect(() => {
    if (asked.current && Object.keys(asked.current).length) shows(asked.current)
  }, [begin, shows])
  // Another list, or another page of it, begins at its first row.
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0
  }, [begin])

  /** What the keyboard is on, without opening anything: the focus follows. */
  const focus = useRef(false)
  const goTo = useCallback((place: Place, isOpen = false) => {
    focus.current = !isOpen
    setCursor({ ...place, isOpen })
  }, [])

  // Read by what rows keep, which is made once.
  const now = useRef({ rows, page, layout, cursor, selected, about })
  now.current = { rows, page, layout, cursor, selected, about }

  const choose = useCallback(
    (chosen: Row[]) => {
      const ids = new Set(chosen.map(({ id }) => id))
      const others = now.current.page.filter(({ id }) => !ids.has(id))
      onSelect(chosen, others)
      void dispatchEvent('selectedChange', createObject(drawing.current.data, { selectedItems: chosen, unSelectedItems: others }))
    },
    [onSelect, dispatchEvent],
  )
  const chooseRow = useCallback(
    (row: Row, isChosen: boolean) => choose([...now.current.selected.filter(({ id }) => id !== row.id), ...(isChosen ? [row] : [])]),
    [choose],
  )
  const chosen = new Set(selected.map(({ id }) => id))
  const areAll = page.length > 0 && page.every(({ id }) => chosen.has(id))

  /** The next cell that can be opened, in the order of reading. */
  function nextOpen({ id, key }: Place, move: -1 | 1): Place | undefined {
    const keys = now.current.layout.flatMap(({ column: { name } }) => (name && now.current.about.editable.includes(name) ? [name] : []))
    const { rows: all } = now.current
    const at = keys.indexOf(key) + move
    if (keys[at] !== undefined) return { id, key: keys[at] as string }
    let next = all.indexOf(id) + move
    while (isHead(all.at(next))) next += move
    const row = all.at(next)
    const name = move > 0 ? keys[0] : keys.at(-1)
    return row && name !== undefined ? { id: row.id, key: name } : undefined
  }

  const close = useCallback(
    (move: -1 | 0 | 1, saved?: Saved) => {
      const at = now.current.cursor
      if (!at) return
      const next = move ? nextOpen(at, move) : undefined
      goTo(next ?? at, !!next)
      if (!saved) return
      void now.current.rows.refresh(at.id)
      const { hasUndo, noted } = now.current.about
      noted({ text: say('One row was changed'), ...(hasUndo && saved.changeId && { changeId: saved.changeId }) })
    },
    [goTo, say],
  )

  const placeOf = (target: EventTarget | null): Place | undefined => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('td[data-key]') : null
    const row = rows.at(Number(cell?.closest<HTMLElement>('tr')?.dataset.index))
    return cell?.dataset.key && row ? { id: row.id, key: cell.dataset.key } : undefined
  }
  const isControl = ({ target, currentTarget }: { target: EventTarget; currentTarget: Element }) => {
    const found = (target as Element).closest(CONTROLS)
    return !!found && currentTarget.contains(found)
  }
  const headOf = ({ key, id }: Place) => {
    const row = key === HEAD ? rows.at(rows.indexOf(id)) : undefined
    return isHead(row) ? row : undefined
  }
  function open(place: Place) {
    if (about.editable.includes(place.key)) return goTo(place, true)
    // Files and pictures are changed in the form of the row.
    const field = about.fields.find(({ key }) => key === place.key)
    const row = rows.at(rows.indexOf(place.id))
    if (row && field && !field.readOnly && isFile(field) && about.form) onAction?.(undefined, about.form as never, createObject(data, row))
  }

  function keys(event: KeyboardEvent<HTMLTableElement>) {
    const place = placeOf(event.target)
    const head = place && headOf(place)
    if (isControl(event) && !head) return
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z') {
      if (about.undoLast()) event.preventDefault()
      return
    }
    if (!place || event.ctrlKey || event.metaKey || event.altKey) return
    const steps: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }
    const step = steps[event.key]
    const names = layout.flatMap(({ column: { name } }) => name ?? [])
    if (head && step && !step[0]) {
      if (head._group.isOpen !== step[1] > 0) groups.toggle(head.id)
    } else if (step) {
      const row = rows.at(rows.indexOf(place.id) + step[0])
      const column = names.indexOf(head && cursor ? cursor.key : place.key)
      const key = names[Math.max(column, 0) + step[1]]
      if (row && key !== undefined) goTo({ id: row.id, key })
    } else if (head) return
    else if (event.key === 'Home' || event.key === 'End') goTo({ ...place, key: (event.key === 'Home' ? names[0] : names.at(-1)) ?? place.key })
    else if (event.key === 'Enter' || event.key === 'F2') open(place)
    else if (event.key === ' ' && selectable) {
      const row = rows.at(rows.indexOf(place.id))
      if (row) chooseRow(row, !chosen.has(row.id))
    } else return
    event.preventDefault()
  }

  function press(event: MouseEvent<HTMLTableElement>) {
    if (isControl(event)) return
    const place = placeOf(event.target)
    if (place && !(cursor?.isOpen && cursor.id === place.id && cursor.key === place.key)) setCursor({ ...place, isOpen: false })
    const row = rows.at(rows.indexOf(place?.id))
    if (itemAction && row && !isHead(row)) onAction?.(event, itemAction as never, createObject(data, row))
  }

  const sort = (by: string, dir: string) => void onQuery({ orderBy: by, orderDir: dir })
  const toolbar = (one: Schema | string) => {
    const type = typeof one === 'string' ? one : one.type
    if (type === 'columns-toggler') return <ColumnsMenu columns={columns} all={all} {...drawing.current} />
    if (type === ROWS_TOGETHER)
      return <GroupMenu fields={about.fields} groups={by} figures={figures} change={next => void onQuery(next)} openAll={groups.openAll} {...drawing.current} />
    if (type === ROWS_OR_PAGES) return <RowsOrPages about={about} say={say} />
    return undefined
  }
  // Of groups, the rows that are read are not those of the list's first page.
  const choice = selectable && !by.length && (
    <label className="tes-grid__box">
      <input type="checkbox" checked={areAll} aria-label={say('Choose all rows shown')} onChange={event => choose(event.target.checked ? [...page] : [])} />
    </label>
  )
  return (
    <div className={cx('Table', 'tes-grid', isCards && 'is-cards', by.length > 0 && 'is-grouped', isWide && 'is-wide')} aria-busy={loading}>
      <div className={cx('Table-toolbar', 'Table-headToolbar')}>{props.headerToolbarRender?.(props, toolbar)}</div>
      {isCards && <Order columns={columns.shown} orderBy={orderBy} orderDir={orderDir} say={say} sort={sort} />}
      <div className={cx('Table-content', 'tes-grid__scroll')} ref={scroller}>
        {/* Cells are reached by the keyboard, and open where they stand. */}
        <table
          role="grid"
          className={cx('Table-table', itemAction && 'has-action')}
          {...(!isCards && { style: { width } })}
          aria-multiselectable={selectable || undefined}
          aria-rowcount={rows.isMore ? -1 : rows.count + 1}
          onKeyDown={keys}
          onClick={press}
          onDoubleClick={event => {
            const place = placeOf(event.target)
            if (place && !isControl(event)) open(place)
          }}
        >
          <colgroup>
            {selectable && <col style={{ width: CHECK_WIDTH }} />}
            {layout.map(one => (
              <col key={one.column.name ?? one.column.type} style={{ width: one.width }} />
            ))}
          </colgroup>
          <Head
            columns={layout}
            sizes={columns}
            orderBy={orderBy}
            orderDir={orderDir}
            say={say}
            sort={sort}
            choice={choice || (selectable && <span />) || undefined}
          />
          <Body
            about={about}
            drawing={drawing}
            say={say}
            language={languageOf(env)}
            rows={rows}
            figures={figures}
            toggle={groups.toggle}
            columns={layout}
            chosen={chosen}
            choose={selectable ? chooseRow : undefined}
            cursor={cursor}
            focus={focus}
            close={close}
            scroller={scroller}
            key={isCards ? 'cards' : 'rows'}
            isCards={isCards}
            placeholder={loading ? '' : placeholder}
          />
        </table>
      </div>
      <div className={cx('Table-toolbar', 'Table-footToolbar')}>{props.footerToolbarRender?.(props, toolbar)}</div>
    </div>
  )
}

/** What the list says to its body alone: a control in a cell has a `valueField` and a `placeholder` of its own. */
RowsGrid.propsList = [
  'columns grid items fullItems itemAction itemActions placeholder loading offset host query orderBy orderDir selectable',
  'selected multiple strictMode valueField primaryField hideQuickSaveBtn autoGenerateFilter autoFillHeight',
  'keepItemSelectionOnPageChange maxKeepItemSelectionLength maxItemSelectionLength filterItemIndex filterCanAccessSuperData',
  'headerToolbarRender footerToolbarRender onSelect onQuery onSave onSaveOrder onItemChange onDbClick onPopOverOpened',
  'onPopOverClosed onSearchableFromReset onSearchableFromSubmit onSearchableFromInit',
].flatMap(names => names.split(' '))

/** How one goes on behind the rows that are seen. */
function RowsOrPages({ about: { isEndless, setEndless }, say }: { about: GridAbout; say: Say }) {
  const ways = [
    [true, say('Scroll')],
    [false, say('Pages|rows')],
  ] as const
  return (
    <span className="tes-grid__ways" role="group" aria-label={say('How rows are shown')}>
      {ways.map(([way, label]) => (
        <button key={label} type="button" aria-pressed={way === isEndless} onClick={() => setEndless(way)}>
          {label}
        </button>
      ))}
    </span>
  )
}

export default renderer('tessera-rows-grid', RowsGrid)
