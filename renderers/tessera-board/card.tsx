// A card of a board: what its row is called, a few of its values, and a handle for those who may move it.
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { GripVerticalIcon } from 'lucide-react'
import { createObject, type RendererProps, type Schema } from 'amis-core'
import type { DataField } from '../tessera-data-table/controls.ts'
import type { Row } from '../tessera-data-table/grid/about.ts'
import { cellText, plainType } from '../tessera-data-table/grid/cell-text.ts'
import { Opener } from '../tessera-data-table/grid/menus.tsx'
import { columnOf } from '../tessera-data-table/columns.ts'
import { languageOf, sayer } from '../words.ts'
import type { Column } from './use-board.ts'

export interface CardProps extends Pick<RendererProps, 'env' | 'render' | 'classnames' | 'classPrefix' | 'onAction' | 'data'> {
  row: Row
  title: DataField | undefined
  facts: readonly DataField[]
  columns: readonly Column[]
  column: Column
  rowLink: string | undefined
  /** Nothing for those who may not. */
  move: ((to: Column) => void) | undefined
  /** Its handle gets the focus: it was moved by the keyboard. */
  isFocused: boolean
  drag(row: Row | undefined): void
}

export function Card({ row, title, facts, columns, column, rowLink, move, isFocused, drag, ...drawn }: CardProps) {
  const { env, render, data, onAction } = drawn
  const say = sayer(env)
  const box = useRef<HTMLLIElement>(null)
  const name = String((title && row[title.key]) || row._title || row.id)
  useEffect(() => {
    if (isFocused) box.current?.querySelector<HTMLElement>('.tes-board__handle button')?.focus()
  }, [isFocused])

  function keys(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const to = step && columns[columns.indexOf(column) + step]
    // What the menu opens has keys of its own.
    if (!to || !event.currentTarget.contains(event.target as Node)) return
    event.preventDefault()
    move?.(to)
  }

  const value = (field: DataField) => {
    const shown = columnOf(field, say)
    const type = plainType(field.key, shown.type, [field])
    if (type) {
      const { text, title: whole } = cellText(type, field.key, row, field, say, languageOf(env))
      return <span title={whole}>{text}</span>
    }
    return render(`fact/${field.key}`, { ...shown, label: undefined } as Schema, { data: createObject(data, row), value: row[field.key] })
  }
  const isFilled = ({ key }: DataField) => row[key] !== null && row[key] !== undefined && row[key] !== '' && !(Array.isArray(row[key]) && !row[key].length)
  return (
    <li
      ref={box}
      className="tes-board__card"
      draggable={!!move}
      onDragStart={event => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', name)
        drag(row)
      }}
      onDragEnd={() => drag(undefined)}
    >
      <div className="tes-board__name">
        {rowLink ? (
          <button
            type="button"
            className="tes-link"
            onClick={event => onAction?.(event, { type: 'button', actionType: 'link', link: rowLink } as never, createObject(data, row))}
          >
            {name}
          </button>
        ) : (
          <strong>{name}</strong>
        )}
        {move && (
          <span className="tes-board__handle" onKeyDown={keys} role="presentation">
            <Opener label={say('Move {name}', { name })} className="tes-board__opener" icon={<GripVerticalIcon size={16} aria-hidden />} {...drawn}>
              {close => (
                <ul className="tes-board__menu" aria-label={say('Move to')} ref={list => list?.querySelector('button')?.focus()}>
                  {columns.map(
                    to =>
                      to !== column && (
                        <li key={String(to.value)}>
                          <button
                            type="button"
                            className="tes-line"
                            onClick={() => {
                              close()
                              move(to)
                            }}
                          >
                            {to.label}
                          </button>
                        </li>
                      ),
                  )}
                </ul>
              )}
            </Opener>
          </span>
        )}
      </div>
      <dl>
        {facts.filter(isFilled).map(field => (
          <div key={field.key}>
            <dt>{field.name}</dt>
            <dd>{value(field)}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
