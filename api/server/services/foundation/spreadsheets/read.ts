// Reads .xlsx files row by row (ECMA-376 part 1, §18): the values of cells, never formulas, styles only to tell dates and percentages from numbers.
import { fieldError } from '../../../errors.ts'
import { known, openArchive, type Archive } from './archive.ts'
import { CELL_MAX, damaged, FIELD, LIMITS, type Cell, type Limits } from './format.ts'
import { parseXml, readXml } from './xml.ts'

export interface Row {
  /** Number of the row in the sheet, from 1. */
  row: number
  /** Cells from column A; without what is empty at the end. */
  cells: Cell[]
}
export interface Sheet {
  name: string
  /** Rows that hold something, one after the other; the file is read as far as they are asked for. */
  rows(): AsyncGenerator<Row>
}
export interface OpenWorkbook {
  /** Those that are shown, in their order. */
  sheets: Sheet[]
  close(): void
}

/** What a number of a style is read as. */
type Look = 'date' | 'percent' | 'number'
interface Book {
  sheets: { name: string; path: string }[]
  strings: string[]
  /** By number of the style. */
  looks: Look[]
  since1904: boolean
}

const LAST_ROW = 1_048_576

/** `_x000D_` stands for a character that XML cannot hold. */
const unescaped = (text: string) =>
  text.includes('_x') ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_whole, code: string) => String.fromCharCode(parseInt(code, 16))) : text

async function relations(archive: Archive, of: string): Promise<Map<string, { type: string; path: string }>> {
  const folder = of.slice(0, of.lastIndexOf('/') + 1)
  const found = new Map<string, { type: string; path: string }>()
  const name = `${folder}_rels/${of.slice(folder.length)}.rels`
  if (!archive.has(name)) return found
  await parseXml(await archive.stream(name), {
    open(tag, { Id, Type = '', Target = '', TargetMode }) {
      if (tag !== 'Relationship' || !Id || TargetMode === 'External') return
      const { pathname } = new URL(Target, `file:///${folder}`)
      found.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), path: decodeURIComponent(pathname.slice(1)) })
    },
  })
  return found
}

async function readStrings(archive: Archive, path: string): Promise<string[]> {
  const strings: string[] = []
  let text = ''
  let inText = false
  let phonetic = 0
  await parseXml(await archive.stream(path), {
    open(tag) {
      if (tag === 'si') text = ''
      else if (tag === 'rPh') phonetic++
      else inText = tag === 't' && !phonetic
    },
    text(piece) {
      if (!inText) return
      text += piece
      if (text.length > CELL_MAX * 8) throw damaged()
    },
    close(tag) {
      if (tag === 't') inText = false
      else if (tag === 'rPh') phonetic--
      else if (tag === 'si') strings.push(unescaped(text).slice(0, CELL_MAX))
    },
  })
  return strings
}

/** Formats of dates and times that every program knows by number (§18.8.30). */
const DATE_FORMATS = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51, 52, 53, 54, 55, 56, 57, 58])
const PERCENT_FORMATS = new Set([9, 10])
function lookOf(code: string): Look {
  const plain = code.slice(0, 255).replace(/"[^"]*"|\\.|_.|\[(?![hms]+\])[^\]]*\]/gi, '')
  return /[ymdhs]/i.test(plain) ? 'date' : plain.includes('%') ? 'percent' : 'number'
}

async function readStyles(archive: Archive, path: string): Promise<Look[]> {
  const own = new Map<number, Look>()
  const looks: Look[] = []
  let inCells = false
  await parseXml(await archive.stream(path), {
    open(tag, { numFmtId, formatCode = '' }) {
      const id = Number(numFmtId)
      if (tag === 'numFmt') own.set(id, lookOf(formatCode))
      else if (tag === 'cellXfs') inCells = true
      else if (tag === 'xf' && inCells) looks.push(DATE_FORMATS.has(id) ? 'date' : PERCENT_FORMATS.has(id) ? 'percent' : (own.get(id) ?? 'number'))
    },
    close(tag) {
      if (tag === 'cellXfs') inCells = false
    },
  })
  return looks
}

async function readBook(archive: Archive, limits: Limits): Promise<Book> {
  const workbook = [...(await relations(archive, '')).values()].find(one => one.type === 'officeDocument')?.path
  if (!workbook) throw damaged()
  const parts = await relations(archive, workbook)
  const sheets: Book['sheets'] = []
  let since1904 = false
  await parseXml(await archive.stream(workbook), {
    open(tag, attributes) {
      if (tag === 'workbookPr') since1904 = ['1', 'true'].includes(attributes.date1904 ?? '')
      if (tag !== 'sheet' || (attributes.state ?? 'visible') !== 'visible') return
      const id = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1]
      const part = parts.get(id ?? '')
      // A sheet may be a chart, too.
      if (part?.type === 'worksheet') sheets.push({ name: attributes.name ?? '', path: part.path })
      if (sheets.length > limits.sheets) throw fieldError('sheet.tooManySheets', FIELD, 'The file has more than {limit} sheets', { limit: limits.sheets })
    },
  })
  const path = (type: string) => [...parts.values()].find(part => part.type === type && archive.has(part.path))?.path
  const [strings, styles] = [path('sharedStrings'), path('styles')]
  return {
    sheets,
    since1904,
    strings: strings ? await readStrings(archive, strings) : [],
    looks: styles ? await readStyles(archive, styles) : [],
  }
}

/** Column of a reference such as `AB12`, from 0; undefined for what is none. */
function columnOf(reference: string): number | undefined {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference)?.[1]
  return letters === undefined ? undefined : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

const DAY_MS = 86_400_000
function dateOf(serial: number, since1904: boolean): Date | number {
  // The first calendar counts a 29 February 1900, which there was not.
  const days = since1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial
  const date = new Date(Date.UTC(1899, 11, 30) + Math.round(days * DAY_MS))
  return Number.isNaN(date.getTime()) ? serial : date
}

function valueOf(type: string, style: number, text: string, book: Book): Cell {
  if (type === 's') return book.strings[Number(text)] ?? null
  if (type === 'str' || type === 'inlineStr') return unescaped(text).slice(0, CELL_MAX)
  if (text === '') return null
  if (type === 'b') return text === '1' || text === 'true'
  if (type === 'd') return Number.isNaN(Date.parse(text)) ? text : new Date(text.endsWith('Z') ? text : `${text}Z`)
  if (type === 'e') return text
  const value = Number(text)
  if (!Number.isFinite(value)) return text
  const look = book.looks[style]
  // As people see it: 0.125 in such a cell is 12.5%.
  if (look === 'percent') return `${Number((value * 100).toPrecision(15))}%`
  return look === 'date' ? dateOf(value, book.since1904) : value
}

async function* rowsOf(archive: Archive, path: string, book: Book, limits: Limits): AsyncGenerator<Row> {
  const ready: Row[] = []
  let count = 0
  let row = 0
  let cells: Cell[] = []
  let column = -1
  let type = ''
  let style = 0
  let text = ''
  let inValue = false
  let phonetic = 0
  const reading = readXml(await archive.stream(path), {
    open(tag, { r, t = '', s = '0' }) {
      if (tag === 'row') {
        row = r ? Number(r) : row + 1
        if (!(row >= 1 && row <= LAST_ROW)) throw damaged()
        cells = []
        column = -1
      } else if (tag === 'c') {
        column = columnOf(r ?? '') ?? column + 1
        type = t
        style = Number(s)
        text = ''
      } else if (tag === 'rPh') phonetic++
      else inValue = tag === 'v' || (tag === 't' && type === 'inlineStr' && !phonetic)
    },
    text(piece) {
      if (!inValue) return
      text += piece
      if (text.length > CELL_MAX * 8) throw damaged()
    },
    close(tag) {
      if (tag === 'v' || tag === 't') inValue = false
      else if (tag === 'rPh') phonetic--
      else if (tag === 'c') {
        const value = valueOf(type, style, text, book)
        if (value === null || value === '') return
        if (column >= limits.columns) throw fieldError('sheet.tooManyColumns', FIELD, 'A sheet has more than {limit} columns', { limit: limits.columns })
        while (cells.length < column) cells.push(null)
        cells[column] = value
      } else if (tag === 'row' && cells.length) {
        if (++count > limits.rows)
          throw fieldError('sheet.tooManyRows', FIELD, 'The file has more than {limit} rows. Split it into several files', { limit: limits.rows })
        ready.push({ row, cells })
      }
    },
  })
  for await (const _ of reading) yield* ready.splice(0)
}

/** Opens a file that was uploaded; close it when it was read. What cannot be read is refused at the field `file`. */
export async function openWorkbook(path: string, limits: Limits = LIMITS): Promise<OpenWorkbook> {
  const archive = await openArchive(path, limits)
  try {
    const book = await readBook(archive, limits)
    if (!book.sheets.length) throw damaged()
    return {
      sheets: book.sheets.map(sheet => ({ name: sheet.name, rows: () => rowsOf(archive, sheet.path, book, limits) })),
      close: () => archive.close(),
    }
  } catch (error) {
    archive.close()
    throw known(error)
  }
}
