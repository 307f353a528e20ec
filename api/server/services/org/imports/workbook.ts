// The files of an import: reading what was uploaded, writing the template and the sheet of errors.
import type { Readable } from 'node:stream'
import { dictionaryWords, say, type Locale } from '../../../../messages.ts'
import { fieldError } from '../../../errors.ts'
import {
  firstRow,
  headersOf,
  looksLike,
  openWorkbook,
  readTable,
  writeWorkbook,
  type Cell,
  type Sheet,
  type SheetToWrite,
} from '../../foundation/spreadsheets/index.ts'
import { COLUMNS, SHEETS, type ColumnKey, type Kind } from './columns.ts'
import type { GivenRow } from './types.ts'

/** Rows of both sheets together. */
export const ROWS_MAX = 20_000
const KINDS: readonly Kind[] = ['department', 'member']
/** Sheets that our own files carry and that hold nothing to import. */
const NOT_READ = ['How to fill in', 'Errors']

const isCalled = (sheet: Sheet, english: string) => [english, ...dictionaryWords(english)].some(name => name.toLowerCase() === sheet.name.trim().toLowerCase())

/** What a sheet holds: by its name, else by its columns. Undefined for one that is empty or ours to pass over. */
async function kindOf(sheet: Sheet): Promise<Kind | undefined> {
  if (NOT_READ.some(name => isCalled(sheet, name))) return undefined
  const named = KINDS.find(kind => isCalled(sheet, SHEETS[kind]))
  if (named) return named
  const headers = await firstRow(sheet)
  if (!headers) return undefined
  const kind = KINDS.find(one => looksLike(headers, COLUMNS[one]))
  if (kind) return kind
  throw fieldError('org.importSheet', 'file', 'Sheet “{sheet}” holds neither departments nor members. Use the sheets of the template', {
    sheet: sheet.name.slice(0, 50),
  })
}

/** All rows of a file. Its columns must be right; what is wrong in a row stays with the row. */
export async function readImport(path: string): Promise<GivenRow[]> {
  const rows: GivenRow[] = []
  const book = await openWorkbook(path)
  try {
    const kinds = new Set<Kind>()
    for (const sheet of book.sheets) {
      const kind = await kindOf(sheet)
      if (!kind) continue
      if (kinds.has(kind)) throw fieldError('org.importSheetTwice', 'file', 'The file has two sheets with the same columns')
      kinds.add(kind)
      for await (const { row, values, problems } of readTable<ColumnKey>(sheet, COLUMNS[kind])) {
        if (rows.length >= ROWS_MAX)
          throw fieldError('sheet.tooManyRows', 'file', 'The file has more than {limit} rows. Split it into several files', { limit: ROWS_MAX })
        rows.push({ kind, row, values, problems })
      }
    }
  } finally {
    book.close()
  }
  if (!rows.length) throw fieldError('org.importEmpty', 'file', 'The file has no rows to import')
  // Departments first, as they are applied and shown.
  return rows.sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))
}

const sheet = (kind: Kind, rows: SheetToWrite['rows'], locale: Locale): SheetToWrite => ({
  name: say(locale, SHEETS[kind]),
  columns: headersOf(COLUMNS[kind], locale),
  rows,
})

/** Sheets to fill in, and one that explains their columns. */
export function template(locale: Locale): Readable {
  const help = KINDS.flatMap(kind =>
    COLUMNS[kind].map(column => [
      say(locale, SHEETS[kind]),
      say(locale, column.header),
      say(locale, column.isRequired ? 'Required' : 'Optional'),
      say(locale, column.hint ?? ''),
    ]),
  )
  const columns = [
    { header: say(locale, 'Sheet'), width: 16 },
    { header: say(locale, 'Column'), width: 18 },
    { header: say(locale, 'Required'), width: 12 },
    { header: say(locale, 'What to write'), width: 120 },
  ]
  return writeWorkbook([...KINDS.map(kind => sheet(kind, [], locale)), { name: say(locale, 'How to fill in'), columns, rows: help }])
}

/** A workbook of the departments and members as they are, which an import takes again. */
export const directoryBook = (rows: Record<Kind, SheetToWrite['rows']>, locale: Locale): Readable =>
  writeWorkbook(KINDS.map(kind => sheet(kind, rows[kind], locale)))

/** What is wrong, row by row, and the rows themselves to be put right and imported again. */
export function errorBook(rows: readonly GivenRow[], locale: Locale): Readable {
  const reasons = rows.flatMap(({ kind, values, problems }) =>
    problems.map(({ row, column, reason, values: filling }): Cell[] => [
      say(locale, SHEETS[kind]),
      row,
      say(locale, COLUMNS[kind].find(one => one.key === column)?.header ?? ''),
      say(locale, reason, filling),
      values[column as ColumnKey] ?? '',
    ]),
  )
  const columns = [
    { header: say(locale, 'Sheet'), width: 16 },
    { header: say(locale, 'Row'), width: 8 },
    { header: say(locale, 'Column'), width: 18 },
    { header: say(locale, 'Reason'), width: 70 },
    { header: say(locale, 'Value'), width: 40 },
  ]
  const again = KINDS.filter(kind => rows.some(row => row.kind === kind)).map(kind =>
    sheet(
      kind,
      rows.filter(row => row.kind === kind).map(row => COLUMNS[kind].map(column => row.values[column.key] ?? '')),
      locale,
    ),
  )
  return writeWorkbook([{ name: say(locale, 'Errors'), columns, rows: reasons }, ...again])
}
