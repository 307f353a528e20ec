// Reading a workbook or a .csv as a task: what its sheets hold is found out, and its rows are written into a file beside it, a line each.
import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { fieldError } from '../../../errors.ts'
import { isWorkbook, openCsv, openWorkbook, textOf, type Limits } from '../../foundation/spreadsheets/index.ts'
import { task } from '../../foundation/workers.ts'
import { columnStats, findRelations, type ColumnStats, type UnderstoodSheet } from './infer.ts'

export const MOST_ROWS = 100_000
const LIMITS: Limits = { rows: MOST_ROWS + 1, columns: 100, sheets: 20, unpackedBytes: 300 * 1024 * 1024 }
const CELL = 32_767

const storable = (text: string) =>
  text
    .slice(0, CELL)
    .replace(/\u0000/g, '')
    .replace(/\p{Surrogate}/gu, '\ufffd')

/** Names of the columns; one without a name that has values is called by its place. */
function namesOf(cells: string[], width: number): string[] {
  const given = new Map<string, number>()
  return Array.from({ length: width }, (_one, at) => {
    const name =
      (cells[at] ?? '')
        .replace(/\s+/g, ' ')
        .replace(/\s*[*＊]+$/u, '')
        .slice(0, 45) || `Column ${at + 1}`
    const times = (given.get(name) ?? 0) + 1
    given.set(name, times)
    return times > 1 ? `${name} ${times}` : name
  })
}

export const readSheets = task({
  name: 'starter.readSheets',
  lane: 'long',
  from: 100_000,
  /** `rows` is the file to write: lines of `[sheet, row, cells]`. */
  async run({ path, name, rows }: { path: string; name: string; rows: string }): Promise<UnderstoodSheet[]> {
    const book = (await isWorkbook(path)) ? await openWorkbook(path, LIMITS) : await openCsv(path, LIMITS)
    const out = createWriteStream(rows)
    const found: { name: string; columns: ColumnStats[]; rowCount: number }[] = []
    let total = 0
    try {
      for (const sheet of book.sheets) {
        const at = found.length
        let headers: string[] | undefined
        let stats: ReturnType<typeof columnStats>[] = []
        let rowCount = 0
        for await (const { row, cells } of sheet.rows()) {
          const texts = cells.map(cell => storable(textOf(cell)))
          if (!headers) {
            headers = namesOf(texts, texts.length)
            stats = headers.map((header, place) => columnStats(place, header))
            continue
          }
          const kept = headers.map((_header, place) => texts[place] ?? '')
          if (!kept.some(Boolean)) continue
          if (++total > MOST_ROWS)
            throw fieldError('sheet.tooManyRows', 'file', 'The file has more than {limit} rows. Split it into several files', { limit: MOST_ROWS })
          rowCount++
          for (const [place, text] of kept.entries()) stats[place]?.add(text)
          if (!out.write(`${JSON.stringify([at, row, kept])}\n`)) await once(out, 'drain')
        }
        if (!headers || !rowCount) continue
        const columns = stats.map(one => one.end(rowCount)).filter(one => one.filled > 0 || !/^Column \d+$/.test(one.column.name))
        found.push({ name: sheet.name.trim().slice(0, 50) || name.replace(/\.[^.]*$/, '').slice(0, 50), columns, rowCount })
      }
    } finally {
      book.close()
      out.end()
      await once(out, 'close')
    }
    if (!found.length) throw fieldError('data.importEmpty', 'file', 'The file has no rows to import')
    findRelations(found)
    return found.map(({ name: called, rowCount, columns }) => ({ name: called, rowCount, columns: columns.map(({ column }) => column) }))
  },
})
