// .csv files (RFC 4180) as people's programs write and read them, row by row: with or without a mark of UTF-8, in GB18030, with commas, semicolons or tabs.
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { fieldError } from '../../../errors.ts'
import { CELL_MAX, FIELD, LIMITS, type Cell, type Limits } from './format.ts'
import type { OpenWorkbook, Row } from './read.ts'

export const CSV_MIME = 'text/csv; charset=utf-8'

/** What a program would take for a formula; an apostrophe before it makes it a text. */
const WOULD_BE_FORMULA = /^[=+\-@\t\r]/
const MADE_TEXT = /^'(?=[=+\-@\t\r])/

const quoted = (text: string) => (/[",\r\n;\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

function textOf(cell: Cell): string {
  if (cell === null || cell === '') return ''
  if (cell instanceof Date) return cell.toISOString().replace('.000Z', 'Z')
  if (typeof cell === 'string') return quoted(WOULD_BE_FORMULA.test(cell) ? `'${cell}` : cell)
  return String(cell)
}

/** The bytes of a file; rows are asked for while the stream is read. The mark at its start tells Excel that it is UTF-8. */
export function writeCsv(headers: readonly string[], rows: Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>): Readable {
  async function* lines() {
    let held = `\ufeff${headers.map(textOf).join(',')}\r\n`
    for await (const cells of rows) {
      held += `${cells.map(textOf).join(',')}\r\n`
      if (held.length < 65_536) continue
      yield held
      held = ''
    }
    yield held
  }
  return Readable.from(lines(), { objectMode: false })
}

const unreadable = () => fieldError('sheet.notText', FIELD, 'The file is no text. Save it as .csv in UTF-8 and choose it again')

/** How the bytes of a file are read: its mark, UTF-8 when all of it is, else what Chinese programs write. */
async function encodingOf(path: string): Promise<string> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let first: Buffer | undefined
  try {
    for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
      if (!first) {
        first = piece
        if (piece[0] === 0xff && piece[1] === 0xfe) return 'utf-16le'
        if (piece[0] === 0xfe && piece[1] === 0xff) return 'utf-16be'
      }
      if (piece.includes(0)) throw unreadable()
      utf8.decode(piece, { stream: true })
    }
    utf8.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'gb18030'
    throw error
  }
}

/** The sign between cells: the one that the first line has most of, outside quotes. */
function signOf(line: string): string {
  const plain = line.replace(/"[^"]*"?/g, '')
  const count = (sign: string) => plain.split(sign).length - 1
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',')
}

async function* texts(path: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}

async function* rowsOf(path: string, encoding: string, limits: Limits): AsyncGenerator<Row> {
  let sign = ''
  let held = ''
  let cell = ''
  let cells: Cell[] = []
  let inQuotes = false
  /** The sign before may have been the end of a quoted cell, or the first of two quotes. */
  let wasQuote = false
  let isQuoted = false
  let wasReturn = false
  let row = 1
  let count = 0
  const ready: Row[] = []

  const endCell = () => {
    const value = isQuoted ? cell : cell.trim()
    if (cells.length >= limits.columns && value)
      throw fieldError('sheet.tooManyColumns', FIELD, 'A sheet has more than {limit} columns', { limit: limits.columns })
    if (cells.length < limits.columns) cells.push(value.replace(MADE_TEXT, '').slice(0, CELL_MAX) || null)
    cell = ''
    isQuoted = false
  }
  const endRow = () => {
    endCell()
    while (cells.length && cells.at(-1) === null) cells.pop()
    if (cells.length) {
      if (++count > limits.rows)
        throw fieldError('sheet.tooManyRows', FIELD, 'The file has more than {limit} rows. Split it into several files', { limit: limits.rows })
      ready.push({ row, cells })
    }
    cells = []
    row++
  }
  const take = (text: string) => {
    for (const char of text) {
      if (inQuotes) {
        if (wasQuote) {
          wasQuote = false
          if (char === '"') {
            cell += '"'
            continue
          }
          inQuotes = false
        } else if (char === '"') {
          wasQuote = true
          continue
        } else {
          if (cell.length < CELL_MAX) cell += char
          continue
        }
      }
      const wasCarriage = wasReturn
      wasReturn = char === '\r'
      if (char === '\n' && wasCarriage) continue
      if (char === '"' && !cell.trim() && !isQuoted) {
        cell = ''
        inQuotes = true
        isQuoted = true
      } else if (char === sign) endCell()
      else if (char === '\n' || char === '\r') endRow()
      else if (cell.length < CELL_MAX) cell += char
    }
  }

  for await (const text of texts(path, encoding)) {
    if (!sign) {
      held += text
      // The whole first line is looked at before anything is cut.
      if (!/[\r\n]/.test(held) && held.length < 65_536 && text) continue
      sign = signOf(/^[^\r\n]*/.exec(held)?.[0] ?? '')
      take(held)
      held = ''
    } else take(text)
    yield* ready.splice(0)
  }
  if (held) {
    sign ||= signOf(held)
    take(held)
  }
  inQuotes = false
  if (cell || cells.length) endRow()
  yield* ready.splice(0)
}

/** Opens a .csv file as a workbook of one sheet. */
export async function openCsv(path: string, limits: Limits = LIMITS): Promise<OpenWorkbook> {
  const encoding = await encodingOf(path)
  return { sheets: [{ name: '', rows: () => rowsOf(path, encoding, limits) }], close() {} }
}

/** Whether a file is a zip, as .xlsx files are, or of an older Excel, whatever it is called. */
export async function isWorkbook(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const head = Buffer.alloc(4)
    await file.read(head, 0, 4, 0)
    return head.subarray(0, 2).toString('latin1') === 'PK' || head.readUInt32BE(0) === 0xd0cf11e0
  } finally {
    await file.close()
  }
}
