// What the grid is told by the table that it draws, beside what amis' list hands to its body.
import type { RendererProps, Schema } from 'amis-core'
import type { Column, Shown } from '../columns-kept.ts'
import type { DataField } from '../controls.ts'
import type { Done } from '../row-changes.ts'

/** Rows asked for at once while one scrolls. */
export const PAGE = 100
/** In a toolbar: rows that come while one scrolls, or pages. */
export const ROWS_OR_PAGES = 'tessera-rows-or-pages'
/** In a toolbar: by which fields rows are put together. */
export const ROWS_TOGETHER = 'tessera-rows-together'

export type Row = Record<string, unknown> & { id: string | number; _labels?: Record<string, string>; _title?: string }
export type GridColumn = Schema &
  Column & { label?: string; sortable?: boolean; width?: number | string; buttons?: Schema[]; align?: string; className?: string }

export interface GridAbout {
  /** Address of the model's rows. */
  base: string
  fields: readonly DataField[]
  /** Keys of the fields whose cells this person may change in their place. */
  editable: readonly string[]
  /** Opens the form of a row, for those who may change it. */
  form?: Schema
  /** Relations to many whose rows come along. */
  relations: string
  /** What the list is asked with, besides the page, of what people filter and order by. */
  asked(query: Record<string, unknown>): Record<string, string>
  /** Told what the list is asked with. */
  shows(asked: Record<string, unknown>): void
  /** Rows come while one scrolls, in place of pages. */
  isEndless: boolean
  setEndless(isEndless: boolean): void
  /** Rows say which version they are of. */
  managed: boolean
  /** Under which name the browser keeps the columns. */
  columnsKey: string
  /** What the view says of its columns. */
  look: Partial<Shown>
  /** A change can be taken back by this person. */
  hasUndo: boolean
  /** Told of a change that the grid shows already. */
  noted(what: Done): void
  /** Takes back the last change that was made in a cell; false when there is none. */
  undoLast(): boolean
}

export interface GridProps extends RendererProps {
  grid: GridAbout
  columns: GridColumn[]
  items?: Row[]
  selected?: Row[]
  selectable?: boolean
  itemAction?: Schema
  query?: Record<string, unknown>
  orderBy?: string
  orderDir?: string
  loading?: boolean
  placeholder?: string
  onSelect(chosen: Row[], others: Row[]): void
  onQuery(values: Record<string, unknown>): unknown
  headerToolbarRender?(props: object, toolbar: (one: Schema | string) => unknown): React.ReactNode
  footerToolbarRender?(props: object, toolbar: (one: Schema | string) => unknown): React.ReactNode
}

/** One cell: its row and its column. */
export interface Place {
  id: Row['id']
  key: string
}
/** Where the keyboard is, and whether the cell is open to be changed. */
export interface Cursor extends Place {
  isOpen: boolean
}
