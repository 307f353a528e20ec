// An app of a workbook or a .csv: its sheets are understood, and what a person says about them becomes models, rows and pages, all or none.
import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { say, type Locale } from '../../../../messages.ts'
import type { Core } from '../../../core.ts'
import { ApiError, notFound, sayField, type FieldText } from '../../../errors.ts'
import { createTurns, schemaOf, type Data, type DataScope, type DesignedModel } from '../../data/index.ts'
import { createOngoing } from '../../foundation/ongoing.ts'
import { writeWorkbook, XLSX_MIME, type Cell } from '../../foundation/spreadsheets/index.ts'
import { buildModels, type BuiltSheet, type SheetChoice } from './build.ts'
import { createSheetStore, GONE_AFTER_SECONDS, type Made, type Owner } from './store.ts'
import { partsOf } from './infer.ts'
import { readSheets } from './sheets-task.ts'
import { BATCH, createWriter } from './write.ts'
import type { Trx } from '../../../store/database.ts'

const AT_ONCE = 1
const BEAT_MS = (GONE_AFTER_SECONDS * 1000) / 6
const MOST_OPTIONS = 201
/** Cells with several choices, to find the choices in. */
const MOST_COMBINED = 10_000

export type { SheetChoice } from './build.ts'

interface Making {
  /** Makes the pages of models, in the transaction that makes the models; answers where to go on. */
  pages(source: { id: string; key: string }, models: readonly DesignedModel[], trx: Trx): Promise<string>
  /** Refuses who may not change the source that the models come into. */
  check(sourceId: string): void
  /** Says who may change the rows. */
  share(): Promise<void>
  /** Publishes what was made, where that was asked for. */
  publish?: (title: string) => Promise<unknown>
  appUrl: string
}

export function createSheets({ db, log, workers }: Pick<Core, 'db' | 'log' | 'workers'>, { data }: { data: Data }) {
  const store = createSheetStore(db)
  const inTurn = createTurns(AT_ONCE)
  const ongoing = createOngoing()

  async function shown(owner: Owner, id: string, locale: Locale) {
    const row = await store.get(owner, id)
    const { reason } = row
    return {
      id: row.id,
      state: row.state,
      progress: row.progress,
      fileName: row.file_name,
      sheets: row.sheets.map((sheet, at) => ({ ...sheet, sheet: at })),
      result: row.result,
      reason: reason ? say(locale, reason.english, reason.values) : '',
    }
  }

  /** Different values of a column that becomes a choice though it was not taken for one. */
  async function optionsOf(id: string, sheet: number, at: number, isSeveral: boolean): Promise<string[]> {
    const { rows } = await sql<{ value: string }>`
      select cells ->> ${sql.lit(at)}::int as value from sheet_start_row where start_id = ${id} and sheet = ${sheet} and cells ->> ${sql.lit(at)}::int <> ''
      group by 1 order by min(row) limit ${sql.lit(isSeveral ? MOST_COMBINED : MOST_OPTIONS)}`.execute(db)
    const values = rows.map(({ value }) => value)
    return isSeveral ? [...new Set(values.flatMap(partsOf))].slice(0, MOST_OPTIONS) : values
  }

  async function make(owner: Owner, id: string, choices: readonly SheetChoice[], { pages, check, share, publish, appUrl }: Making) {
    const row = await store.get(owner, id)
    const scope: DataScope = { companyId: owner.companyId, appId: owner.appId, tag: 'dev' }
    const source = (await data.sources.list(scope)).find(one => one.dialect === 'builtin')
    if (!source) throw notFound('data.sourceUnknown', 'There is no such data source')
    check(source.id)
    const options = new Map<string, string[]>()
    for (const { sheet, columns } of choices)
      for (const { at, type } of columns)
        if (type === 'enum' || type === 'multiEnum') options.set(`${sheet} ${at}`, await optionsOf(id, sheet, at, type === 'multiEnum'))
    const total = choices.reduce((sum, { sheet }) => sum + (row.sheets[sheet]?.rowCount ?? 0), 0) || 1
    let built: BuiltSheet[] = []
    const result: Made = { rows: [], url: '', appUrl, isPublished: false }
    await db.transaction().execute(async trx => {
      const all = await data.models.locked(scope, source.id, trx)
      built = buildModels(choices, row.sheets, { sourceId: source.id, all, options: (sheet, at) => options.get(`${sheet} ${at}`) ?? [] })
      await data.models.addMany(
        scope,
        owner.userId,
        source.id,
        built.map(({ model }) => model),
        trx,
      )
      await data.schema.applyRelease(scope, source, await data.models.designed(scope, source.id, trx), owner.userId, {}, trx)
      let done = 0
      for (const { sheet, model, columns } of built) {
        const write = createWriter(schemaOf(scope.appId, scope.tag), model.definition, columns, owner.userId)
        const told = { name: model.name, created: 0, errors: 0 }
        for await (const rows of store.batches(id, sheet, BATCH)) {
          const { created, bad } = await write(rows, trx)
          told.created += created
          told.errors += bad.length
          await store.keepProblems(id, sheet, bad, trx)
          await store.touch(id, Math.min(95, Math.floor(((done += rows.length) / total) * 95)))
        }
        result.rows.push(told)
      }
      result.url = await pages(
        source,
        built.map(({ model }) => model),
        trx,
      )
      await store.setResult(id, result, trx)
    })
    await share()
    if (publish) {
      await publish(row.file_name.slice(0, 100))
      await bringRows(scope, id, built)
      result.isPublished = true
    }
    await store.finish(id, result)
  }

  /** The rows of dev in the environment that people use, which has the same new and empty tables. */
  async function bringRows(scope: DataScope, id: string, built: readonly BuiltSheet[]) {
    let refused: FieldText | undefined
    await data.devRows.copy(
      scope,
      'latest',
      built.map(({ model }) => model.id),
      async told => {
        if ('reason' in told) refused ??= told.reason
        await store.touch(id, 98)
      },
      error => log.warn({ err: error, sheets: id }, 'rows were not brought along'),
    )
    if (refused) throw typeof refused === 'string' ? new Error(refused) : new ApiError('release.rowsRefused', refused.english, 409, { values: refused.values })
  }

  return {
    async read(owner: Owner, file: { path: string; name: string; size: number }, locale: Locale) {
      const rows = `${file.path}.rows`
      try {
        const sheets = await workers.do(readSheets, { path: file.path, name: file.name, rows }, file.size)
        return await shown(owner, await store.add(owner, file.name, sheets, rows), locale)
      } finally {
        await rm(rows, { force: true })
      }
    },

    get: shown,

    /** Begins to make an app of it; the answer may come before all is written, and tells how far it is. */
    async make(owner: Owner, id: string, choices: readonly SheetChoice[], making: Making, locale: Locale) {
      await store.take(owner, id)
      const tell = () => void store.beat(id).catch(error => log.warn({ err: error, sheets: id }, 'a file did not say that it goes on'))
      await ongoing.runAMoment(
        () =>
          inTurn(() => make(owner, id, choices, making)).catch(async (error: unknown) => {
            log.warn({ err: error, sheets: id }, 'making an app of a file stopped')
            const told = error instanceof ApiError ? { english: error.english, ...(error.more.values && { values: error.more.values }) } : null
            await store.fail(id, told).catch(cause => log.error({ err: cause, sheets: id }, 'a file left as it was'))
          }),
        { everyMs: BEAT_MS, tell },
      )
      return shown(owner, id, locale)
    },

    /** The rows that were left out, a sheet each as in the file, with what is wrong behind them. */
    async errors(owner: Owner, id: string, locale: Locale) {
      const { sheets, file_name: fileName } = await store.get(owner, id)
      const bad = await store.problems(id)
      if (!bad.length) throw new ApiError('data.importNoErrors', 'No row has an error', 404)
      const content = writeWorkbook(
        sheets.flatMap((sheet, at) => {
          const rows = bad.filter(one => one.sheet === at)
          if (!rows.length) return []
          const width = Math.max(...sheet.columns.map(column => column.at)) + 1
          const names = Array.from({ length: width }, (_one, place) => sheet.columns.find(column => column.at === place)?.name ?? '')
          return [
            {
              name: sheet.name,
              columns: [...names, say(locale, 'Row of the file'), say(locale, 'What is wrong')].map(header => ({ header })),
              rows: rows.map(({ row, cells, problems }): Cell[] => [
                ...names.map((_name, place) => cells[place] ?? ''),
                row,
                problems.map(({ column, text }) => `${column}: ${sayField(text, locale)}`).join('; '),
              ]),
            },
          ]
        }),
      )
      return { content, mime: XLSX_MIME, name: `${fileName.replace(/\.(xlsx|csv|txt)$/i, '')} - ${say(locale, 'Errors')}.xlsx` }
    },

    removeExpired: () => store.removeExpired(),

    /** Settled when nothing is being made. */
    async settled() {
      await ongoing.settled()
    },
  }
}
