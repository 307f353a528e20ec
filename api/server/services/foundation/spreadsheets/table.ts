// A sheet as a table: the first row names the columns, each further row is one thing. What is wrong is collected per cell.
import { dictionaryWords, say, type Locale } from '../../../../messages.ts'
import { fieldError } from '../../../errors.ts'
import { FIELD, type Cell } from './format.ts'
import type { Sheet } from './read.ts'

export interface Column<K extends string = string> {
  key: K
  /** In English; written in the person's language and understood in all of ours. */
  header: string
  /** Each row must fill it. */
  isRequired?: boolean
  /** The column need not be there at all; without it a required column must. */
  isOptional?: boolean
  maxLength?: number
  /** What is wrong with a filled cell, in English, if anything. */
  check?(text: string): Reason | undefined
  /** For whoever fills in the template, in English. */
  hint?: string
  /** In characters. */
  width?: number
}

/** An English sentence, which is the key of its translations; values fill its places. */
export interface Reason {
  reason: string
  values?: Record<string, string | number>
}
/** One thing wrong in one cell; a problem of the whole row names no column. */
export interface CellProblem extends Reason {
  /** Number of the row as the person sees it. */
  row: number
  /** Key of the column. */
  column: string
}
export interface TableRow<K extends string = string> {
  row: number
  /** Texts of the cells, trimmed; empty where there is nothing, undefined where the sheet has no such column. */
  values: Partial<Record<K, string>>
  problems: CellProblem[]
}

const UNSTORABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]|\p{Surrogate}/u
const FORMULA_ERROR = /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!)$/

/** What a person reads in a cell. */
export function textOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date)
    return cell
      .toISOString()
      .replace(/T00:00:00\.000Z$/, '')
      .replace(/^(.{10})T(.{8}).*$/, '$1 $2')
  // Sheets keep 15 digits; what comes after is the noise of their arithmetic.
  if (typeof cell === 'number') return String(Number(cell.toPrecision(15)))
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  return cell
    .replace(/[\u00a0\u2007\u202f\u3000]/g, ' ')
    .replace(/[\u200b\u2060\ufeff]/g, '')
    .trim()
}

const plain = (header: string) => header.replace(/[\s*＊]+$/u, '').toLowerCase()

/** What a column may be called: its key, and its header in every language. */
const namesOf = (column: Column) => [column.key, column.header, ...dictionaryWords(column.header)].map(plain)

/** Which column stands at which place of the first row. */
function columnsOf<K extends string>(headers: Cell[], columns: readonly Column<K>[], sheet: string): (Column<K> | undefined)[] {
  const places = headers.map(cell => {
    const header = plain(textOf(cell))
    return header ? columns.find(column => namesOf(column).includes(header)) : undefined
  })
  const unknown = headers.map(textOf).filter((header, at) => header && !places[at])
  const names = (list: string[]) => list.slice(0, 5).join(', ').slice(0, 200)
  if (unknown.length)
    throw fieldError('sheet.unknownColumns', FIELD, 'Sheet “{sheet}” has columns that are not known here: {columns}', { sheet, columns: names(unknown) })
  const twice = columns.find(column => places.filter(place => place === column).length > 1)
  if (twice) throw fieldError('sheet.columnTwice', FIELD, 'Sheet “{sheet}” has the column “{column}” twice', { sheet, column: twice.header })
  const missing = columns.filter(column => column.isRequired && !column.isOptional && !places.includes(column))
  if (missing.length)
    throw fieldError('sheet.missingColumns', FIELD, 'Sheet “{sheet}” lacks the column {columns}', { sheet, columns: names(missing.map(one => one.header)) })
  return places
}

/** True when a first row has all columns that must be there and none that is unknown. */
export function looksLike(headers: Cell[], columns: readonly Column[]): boolean {
  try {
    columnsOf(headers, columns, '')
    return true
  } catch {
    return false
  }
}

function check(column: Column, cell: Cell | undefined): { text: string; problem?: Reason } {
  const text = textOf(cell)
  if (!text) return { text, ...(column.isRequired && { problem: { reason: 'Required' } }) }
  const limit = column.maxLength ?? 1000
  // Cut off, so that what is kept of a row has a bound.
  if (text.length > limit) return { text: text.slice(0, limit), problem: { reason: 'No more than {limit} characters', values: { limit } } }
  if (UNSTORABLE.test(text))
    return { text: text.replace(/[\u0000-\u001f]|\p{Surrogate}/gu, '?'), problem: { reason: 'Contains characters that cannot be stored' } }
  if (FORMULA_ERROR.test(text)) return { text, problem: { reason: 'The formula of this cell has an error' } }
  const problem = column.check?.(text)
  return { text, ...(problem && { problem }) }
}

/**
 * Rows below the one with the column names. A sheet without rows gives none; unknown, doubled and missing columns refuse the file. Rows whose
 * cells are all blank are passed over.
 */
export async function* readTable<K extends string>(sheet: Sheet, columns: readonly Column<K>[]): AsyncGenerator<TableRow<K>> {
  let places: (Column<K> | undefined)[] | undefined
  for await (const { row, cells } of sheet.rows()) {
    if (!places) {
      places = columnsOf(cells, columns, sheet.name.slice(0, 50))
      continue
    }
    const values: Partial<Record<K, string>> = {}
    const problems: CellProblem[] = []
    for (const [at, column] of places.entries()) {
      if (!column) continue
      const { text, problem } = check(column, cells[at])
      values[column.key] = text
      if (problem) problems.push({ row, column: column.key, ...problem })
    }
    if (Object.values(values).some(Boolean)) yield { row, values, problems }
  }
}

/** The first row of a sheet, for telling sheets apart. */
export async function firstRow(sheet: Sheet): Promise<Cell[] | undefined> {
  for await (const { cells } of sheet.rows()) return cells
  return undefined
}

/** Headers of a sheet to fill in; what must be filled carries a star. */
export const headersOf = (columns: readonly Column[], locale: Locale) =>
  columns.map(column => ({ header: `${say(locale, column.header)}${column.isRequired ? ' *' : ''}`, width: column.width }))
