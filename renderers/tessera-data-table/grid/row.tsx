// A row of the grid. Most cells are plain text; what opens a picture or other rows is drawn by amis.
import { memo, useCallback, useEffect, useRef, type RefObject } from 'react'
import { createObject, type RendererProps, type Schema } from 'amis-core'
import { languageOf, type Say } from '../../words.ts'
import { reasonUrl } from '../controls.ts'
import type { Cursor, GridAbout, Row } from './about.ts'
import { CellEditor, type Saved } from './cell-editor.tsx'
import { cellText, plainType } from './cell-text.ts'
import type { Placed } from './layout.ts'
import { RowMenu } from './menus.tsx'
import { EmptyFormula } from '../../tessera-value/empty-formula.tsx'

/** What amis hands to the grid for drawing; other objects at each change of its store, so rows take them when they need them. */
export type Drawing = Pick<RendererProps, 'env' | 'render' | 'classnames' | 'classPrefix' | 'onAction' | 'data'>

export interface RowProps {
  about: GridAbout
  drawing: RefObject<Drawing>
  say: Say
  row: Row
  index: number
  /** Of a card, which is as high as what it says. */
  measure?: ((row: HTMLElement | null) => void) | undefined
  columns: readonly Placed[]
  isChosen: boolean
  choose?: ((row: Row, isChosen: boolean) => void) | undefined
  cursor?: Cursor | undefined
  /** Its first cell is where Tab enters the grid. */
  isEntry: boolean
  close(move: -1 | 0 | 1, saved?: Saved): void
}

function Actions({ buttons, row, drawing }: { buttons: readonly Schema[]; row: Row; drawing: Drawing }) {
  const { classnames: cx, onAction, data } = drawing
  return (
    <div className={cx('OperationField')}>
      {buttons.map((button, at) =>
        button.type === 'dropdown-button' ? (
          <RowMenu key={at} menu={button} row={row} {...drawing} />
        ) : (
          <button
            key={at}
            type="button"
            className={cx('Button', 'Button--link', 'Button--size-default')}
            onClick={event => onAction?.(event, button as never, createObject(data, row))}
          >
            {button.label}
          </button>
        ),
      )}
    </div>
  )
}

/** A text that is empty is what a formula made of it. */
const isNothing = (value: unknown) => value === null || value === undefined

/** Cells that say something else than before are lit for a moment. */
function useFresh(line: RefObject<HTMLTableRowElement | null>, row: Row) {
  const before = useRef(row)
  useEffect(() => {
    const was = before.current
    before.current = row
    if (was === row) return
    for (const cell of line.current?.querySelectorAll<HTMLElement>('td[data-key]') ?? []) {
      const { key = '' } = cell.dataset
      if (JSON.stringify(was[key]) === JSON.stringify(row[key])) continue
      cell.addEventListener('animationend', () => cell.classList.remove('is-fresh'), { once: true })
      cell.classList.add('is-fresh')
    }
  }, [line, row])
}

export const GridRow = memo(function GridRow(props: RowProps) {
  const { about, drawing: kept, say, row, index, measure, columns, isChosen, choose, cursor, isEntry, close } = props
  const drawing = kept.current as Drawing
  const { env, render, data } = drawing
  const named = String(row._title ?? row.id)
  const line = useRef<HTMLTableRowElement | null>(null)
  useFresh(line, row)
  const place = useCallback(
    (at: HTMLTableRowElement | null) => {
      line.current = at
      measure?.(at)
    },
    [measure],
  )
  return (
    <tr ref={place} data-index={index} className={isChosen ? 'is-checked' : undefined} aria-selected={choose ? isChosen : undefined}>
      {choose && (
        <td className="tes-grid__check">
          <label className="tes-grid__box">
            <input
              type="checkbox"
              checked={isChosen}
              aria-label={say('Choose {name}', { name: named })}
              onChange={event => choose(row, event.target.checked)}
            />
          </label>
        </td>
      )}
      {columns.map(({ column, className: around, style }, at) => {
        const { name = '', type } = column
        if (type === 'operation')
          return (
            <td key="operation" className={around} style={style}>
              <Actions buttons={column.buttons ?? []} row={row} drawing={drawing} />
            </td>
          )
        const field = about.fields.find(({ key }) => key === name)
        const isHere = cursor?.key === name
        const isOpen = isHere && cursor.isOpen
        const plain = plainType(name, type, about.fields)
        const told = plain && cellText(plain, name, row, field, say, languageOf(env))
        const className = [around, isOpen ? 'is-open' : '', about.editable.includes(name) ? 'is-editable' : '']
        return (
          <td
            key={name}
            data-key={name}
            data-label={measure && column.label}
            className={className.filter(Boolean).join(' ')}
            style={style}
            tabIndex={isHere || (isEntry && !at) ? 0 : -1}
            aria-readonly={!about.editable.includes(name)}
          >
            {isOpen && field ? (
              <CellEditor key={`${row.id} ${name}`} about={about} field={field} row={row} close={close} env={env} render={render} />
            ) : field?.formula !== undefined && isNothing(row[name]) ? (
              <EmptyFormula key={`${row.id} ${String(row.version)}`} url={reasonUrl(about.base, row.id, name)} isHere={isHere} env={env} />
            ) : told ? (
              <span className="tes-data-text" title={told.title}>
                {told.text}
              </span>
            ) : (
              render(`cell/${name}`, { ...column, label: undefined, width: column.type === 'image' ? column.width : undefined } as Schema, {
                data: createObject(data, row),
                value: row[name],
              })
            )}
          </td>
        )
      })}
    </tr>
  )
})
