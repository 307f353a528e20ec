// Reading an uploaded file of rows as a task: 100,000 rows of 300 columns take half a minute. What is read is written beside it as JSON texts, one a
// line, which the database takes as they are.
import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { dictionaryWords } from '../../../../../messages.ts'
import { fieldError } from '../../../../errors.ts'
import { isWorkbook, openCsv, openWorkbook, textOf, type Limits, type OpenWorkbook, type Sheet } from '../../../foundation/spreadsheets/index.ts'
import { task } from '../../../foundation/workers.ts'
import type { GivenRow } from './types.ts'

/** Rows of a file, without the one with the headers. */
export const IMPORT_ROWS = 100_000
const LIMITS: Limits = { rows: IMPORT_ROWS + 1, columns: 300, sheets: 20, unpackedBytes: 300 * 1024 * 1024 }
/** Name of the sheet that explains the others. */
export const HELP = 'How to fill in'
const CELL = 32_767
const SAMPLES = 3
/** Rows, or characters, of one line. */
const BATCH = 1000
const BATCH_CHARACTERS = 1_000_000

const storable = (text: string) =>
  text
    .slice(0, CELL)
    .replace(/\u0000/g, '')
    .replace(/\p{Surrogate}/gu, '\ufffd')

/** The first sheet that holds something and is none of ours to explain. */
async function sheetOf(book: OpenWorkbook): Promise<Sheet | undefined> {
  const isHelp = (name: string) => [HELP, ...dictionaryWords(HELP)].includes(name.trim())
  for (const sheet of book.sheets) {
    if (isHelp(sheet.name)) continue
    for await (const _row of sheet.rows()) return sheet
  }
  return undefined
}

export interface ReadFile {
  headers: string[]
  /** Some values of each column. */
  samples: string[][]
  count: number
}
const empty = () => fieldError('data.importEmpty', 'file', 'The file has no rows to import')

export const readRows = task({
  name: 'data.readRows',
  lane: 'long',
  // Packed: what is in it may be a hundred times as large.
  from: 12_000,
  /** Whatever the file is called, its bytes say what it is. */
  async run({ path, target }: { path: string; target: string }): Promise<ReadFile> {
    const book = (await isWorkbook(path)) ? await openWorkbook(path, LIMITS) : await openCsv(path, LIMITS)
    try {
      const lines = (await sheetOf(book))?.rows()
      const first = await lines?.next()
      if (!lines || !first || first.done) throw empty()
      const headers = first.value.cells.map(cell => storable(textOf(cell)).slice(0, 200))
      const samples: string[][] = headers.map(() => [])
      let count = 0
      async function* texts(source: NonNullable<typeof lines>) {
        let batch: GivenRow[] = []
        let characters = 0
        const line = () => `${JSON.stringify(batch.splice(0))}\n`
        for await (const { row, cells } of source) {
          const found = headers.map((_header, at) => storable(textOf(cells[at])))
          if (!found.some(Boolean)) continue
          batch.push({ n: count++, row, cells: found })
          for (const [at, text] of found.entries()) {
            characters += text.length
            if (text && (samples[at]?.length ?? SAMPLES) < SAMPLES) samples[at]?.push(text.slice(0, 60))
          }
          if (batch.length < BATCH && characters < BATCH_CHARACTERS) continue
          characters = 0
          yield line()
        }
        if (batch.length) yield line()
      }
      await pipeline(Readable.from(texts(lines)), createWriteStream(target))
      if (!count) throw empty()
      return { headers, samples, count }
    } finally {
      book.close()
    }
  },
})

/** What the task wrote, line by line. */
export async function* linesOf(target: string): AsyncGenerator<string> {
  let held: string[] = []
  for await (const piece of createReadStream(target, 'utf8') as AsyncIterable<string>) {
    const [end = '', ...begun] = piece.split('\n')
    held.push(end)
    for (const start of begun) {
      yield held.join('')
      held = [start]
    }
  }
}
