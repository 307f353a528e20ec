// How wide the columns are: a width for each, known before rows are there, so that nothing moves while rows come and go.
import type { CSSProperties } from 'react'
import type { DataField } from '../controls.ts'
import type { GridColumn } from './about.ts'

const WIDTHS: Partial<Record<string, number>> = {
  boolean: 96,
  integer: 110,
  decimal: 120,
  autoNumber: 96,
  date: 120,
  time: 100,
  datetime: 150,
  enum: 130,
  user: 140,
  department: 150,
  longText: 280,
  relationMany: 220,
}
const WIDTH = 200
const PICTURE = 40
const PICTURE_COLUMN = 84
export const CHECK_WIDTH = 44
const OPERATION_WIDTH = 120
/** What a letter of a heading takes, with room for the sign of its order. */
const LETTER = 8
const HEAD = 52
const MOST = 420

const headWidth = (label: string) => HEAD + [...label].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 255 ? 13 : LETTER), 0)

export interface Placed {
  column: GridColumn
  width: number
  /** Of its head and cells: numbers stand at the right, some stay in view at a side. */
  className: string
  style?: CSSProperties
}

/** The columns with their widths; room that is left goes to those that nobody gave a width. */
export function placed(
  columns: readonly GridColumn[],
  fields: readonly DataField[],
  room: number,
  { frozen, left: edge }: { frozen: readonly string[]; left: number },
): Placed[] {
  const types = new Map(fields.map(({ key, type }) => [key, type]))
  const all = columns.map(column => {
    // Of a picture it says how large that is.
    const set = column.type === 'image' && Number(column.width) <= PICTURE ? PICTURE_COLUMN : Number(column.width)
    if (column.type === 'operation') return { column, width: set || OPERATION_WIDTH, isFree: false }
    if (set > 0) return { column, width: set, isFree: false }
    const type = types.get(column.name ?? '') ?? (column.name?.endsWith('_at') ? 'datetime' : undefined)
    const width = Math.max((type && WIDTHS[type]) ?? WIDTH, Math.min(headWidth(String(column.label ?? '')), MOST))
    return { column, width, isFree: true }
  })
  const left = room - all.reduce((sum, { width }) => sum + width, 0)
  const free = all.filter(({ isFree }) => isFree)
  const more = left > 0 && free.length ? Math.floor(left / free.length) : 0
  let start = edge
  return all.map(({ column, width: own, isFree }) => {
    const width = isFree ? own + more : own
    // Where the place is narrow, the columns that are not frozen keep half of it.
    const stays = frozen.includes(column.name ?? '') && start + width <= (room + edge) / 2
    const style = stays ? { style: { left: start } } : {}
    if (stays) start += width
    const side = column.align === 'right' ? ' is-number' : ''
    return { column, width, className: column.type === 'operation' ? 'tes-grid__end' : `${stays ? 'tes-grid__stays' : ''}${side}`.trim(), ...style }
  })
}

/** Where there is less room, rows are cards. */
export const CARDS = 640

/** As a card has them: what the row is called comes first. */
export function titleFirst(columns: readonly Placed[], fields: readonly DataField[]): Placed[] {
  const of = (test: (field: DataField) => boolean) => columns.find(({ column }) => fields.some(field => field.key === column.name && test(field)))
  const title = of(field => field.isTitle) ?? of(field => field.type === 'text') ?? columns[0]
  return columns.length ? [{ ...(title as Placed), className: 'is-title' }, ...columns.filter(one => one !== title)] : []
}
