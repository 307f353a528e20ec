// Rows as a file: what a list shows, all pages of it, from one moment of the database. The file is written aside first, so that a slow download keeps no
// connection, and a failure is an answer and not half a file.
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql, type QueryExecutorProvider } from 'kysely'
import { say, type Locale } from '../../../../../messages.ts'
import { fieldError } from '../../../../errors.ts'
import { CSV_MIME, writeCsv, writeWorkbook, XLSX_MIME, type Cell } from '../../../foundation/spreadsheets/index.ts'
import type { Row } from '../input.ts'
import { demand } from '../rules.ts'
import { answerOf, columnsSql, type RowLabels } from '../labels.ts'
import { listed, orderOf, where, type Opened, type RowSearch, type RowStatements } from '../statements.ts'
import { tableOf } from '../../sql-text.ts'
import { quoted, type Field } from '../../types.ts'
import { cellOf, fieldsOf, nameOf } from './columns.ts'
import { createTurns } from './turns.ts'
import { temporaryFolder } from '../../../../temporary.ts'

export type Format = 'xlsx' | 'csv'
/** What a sheet holds below its first row. */
export const EXPORT_ROWS = 1_000_000
const PAGE = 1000
/** Each keeps a connection while it reads. */
const AT_ONCE = 2

export const MIMES: Record<Format, string> = { xlsx: XLSX_MIME, csv: CSV_MIME }

export function createExports({ labels, statements }: { labels: RowLabels; statements: RowStatements }) {
  const inTurn = createTurns(AT_ONCE)

  /** Rows page by page; PostgreSQL keeps the question open meanwhile, MySQL a snapshot. */
  async function* pages(opened: Opened, search: RowSearch, fields: readonly Field[], on: QueryExecutorProvider): AsyncGenerator<Row[]> {
    const { model, store, scope, asker, targets } = opened
    const { definition } = model
    const keys = fields.map(field => field.key)
    const many = fields.filter(field => field.type === 'relationMany').map(field => field.key)
    const question = sql`select ${columnsSql(definition, keys)} from ${tableOf(store.schema, definition.table)}${where(await statements.conditions(opened, search))} order by ${orderOf(opened, search)}`
    const isPg = store.engine === 'postgres'
    if (isPg) await sql`declare exported no scroll cursor for ${question} limit ${sql.lit(EXPORT_ROWS)}`.execute(on)
    for (let at = 0; at < EXPORT_ROWS; at += PAGE) {
      const next = isPg ? sql<Row>`fetch forward ${sql.lit(PAGE)} from exported` : sql<Row>`${question} limit ${sql.lit(PAGE)} offset ${sql.lit(at)}`
      const { rows } = await next.execute(on)
      if (!rows.length) return
      const answered = rows.map(row => answerOf(definition, row, keys))
      await labels.add(scope, store, model, answered, asker, targets, many)
      yield answered
      if (rows.length < PAGE) return
    }
  }

  return {
    /** The rows of a list in chosen columns; the content removes its file when it was read. */
    async file(opened: Opened, { fields: chosen, format, ...search }: RowSearch & { fields?: string; format: Format }, locale: Locale) {
      demand(opened, 'exportRows')
      const { definition } = opened.model
      const known = fieldsOf(definition)
      const keys = listed(chosen)
      const unknown = keys.find(key => !known.some(field => field.key === key))
      if (unknown !== undefined) throw fieldError('data.fieldUnknown', 'fields', 'There is no field {name}', { name: quoted(unknown) })
      const fields = keys.length ? keys.flatMap(key => known.find(field => field.key === key) ?? []) : definition.fields
      const headers = fields.map(field => nameOf(field, locale))

      async function* rows(on: QueryExecutorProvider): AsyncGenerator<Cell[]> {
        for await (const page of pages(opened, search, fields, on))
          for (const row of page) yield fields.map(field => cellOf(field, row, opened.targets, locale))
      }
      const folder = await temporaryFolder('export')
      const remove = () => rm(folder, { recursive: true, force: true })
      const path = join(folder, 'rows')
      try {
        await inTurn(() =>
          statements.ask(opened, () =>
            opened.store.transaction(async on => {
              const content =
                format === 'csv'
                  ? writeCsv(headers, rows(on))
                  : writeWorkbook([{ name: opened.model.name, columns: headers.map(header => ({ header })), rows: rows(on) }])
              await pipeline(content, createWriteStream(path))
            }),
          ),
        )
        const { size } = await stat(path)
        const content = createReadStream(path)
        content.once('close', remove)
        return { content, size, mime: MIMES[format], name: `${opened.model.name || say(locale, 'Data')}.${format}` }
      } catch (error) {
        await remove()
        throw error
      }
    },
  }
}
