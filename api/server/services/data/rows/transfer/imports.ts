// Imports of rows: a file is read, its columns are matched with fields, what each row would do is shown, and then all is written in one transaction.
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { say, type Locale } from '../../../../../messages.ts'
import type { Core } from '../../../../core.ts'
import { createOngoing } from '../../../foundation/ongoing.ts'
import { ApiError, fieldError, sayField } from '../../../../errors.ts'
import type { RowInput } from '../input.ts'
import type { RowLabels } from '../labels.ts'
import { demand, personOf, type RowChange, type RowFilter } from '../rules.ts'
import { wholly, type Opened, type RowStatements } from '../statements.ts'
import { createCheck, isKey, type Checked } from './check.ts'
import { fieldsByHeader, fieldsOf, isWritable, nameOf } from './columns.ts'
import { MIMES, type Format } from './exports.ts'
import { errorFile, template } from './files.ts'
import { createLookups } from './lookups.ts'
import { GONE_AFTER_SECONDS, reasonOf, type Owner } from '../own-work.ts'
import { IMPORT_ROWS, linesOf, readRows } from './read-task.ts'
import { createImportStore } from './store.ts'
import { createTurns } from './turns.ts'
import type { Action, Choices, Counts, Outcome } from './types.ts'
import { writeRows } from './write.ts'
import { temporaryFolder } from '../../../../temporary.ts'

const BATCH = 500
/** Rows that can be taken back together. */
const TOLD_AT_ONCE = 5000
const AT_ONCE = 2
const SHOWN_VALUES = 6
const BEAT_MS = (GONE_AFTER_SECONDS * 1000) / 6

const NO_COUNTS: Counts = { create: 0, change: 0, leave: 0, error: 0 }

class Renewed extends Error {}

export function createImports(
  { db, log, workers }: Pick<Core, 'db' | 'log' | 'workers'>,
  parts: { input: RowInput; statements: RowStatements; labels: RowLabels; rowFilter: RowFilter },
) {
  const { statements } = parts
  const store = createImportStore(db)
  const lookups = createLookups({ db, rowFilter: parts.rowFilter })
  const inTurn = createTurns(AT_ONCE)
  const ongoing = createOngoing()
  /** Whose import it is; each call about one asks it. */
  function ownerOf(opened: Opened): Owner {
    demand(opened, 'importRows')
    return { ...opened.scope, modelId: opened.model.id, userId: personOf(opened).id }
  }
  /** An import does nothing that its rows could not be changed to one by one. */
  function checkMode(opened: Opened, mode: Choices['mode']) {
    if (mode !== 'update') demand(opened, 'createRows')
    if (mode !== 'insert') demand(opened, 'editRows')
  }

  async function shown(opened: Opened, id: string, locale: Locale) {
    const row = await store.get(ownerOf(opened), id)
    const { definition } = opened.model
    return {
      id: row.id,
      state: row.state,
      progress: row.progress,
      fileName: row.file_name,
      rowCount: row.row_count,
      columns: row.columns.map(({ name, sample }, at) => ({ name, sample: sample.join(', '), field: row.fields[at] ?? '' })),
      fields: fieldsOf(definition)
        .filter(isWritable)
        .map(field => ({ value: field.key, label: nameOf(field, locale), isKey: isKey(field) })),
      mode: row.mode,
      keyField: row.key_field,
      counts: row.counts ?? NO_COUNTS,
      isRenewed: row.is_renewed,
      reason: row.reason ? say(locale, row.reason.english, row.reason.values) : '',
      result: row.result,
      expiresAt: row.expires_at.toISOString(),
    }
  }

  /** Runs a background job, and says that somebody is there also while it waits for its turn; the answer waits a moment for it. */
  async function inBackground(id: string, work: () => Promise<void>) {
    const tell = () => void store.beat(id).catch(error => log.warn({ err: error, import: id }, 'an import did not say that it goes on'))
    await ongoing.runAMoment(
      () =>
        inTurn(work).catch(async (error: unknown) => {
          log.warn({ err: error, import: id }, 'an import of rows stopped')
          await store.fail(id, reasonOf(error)).catch(cause => log.error({ err: cause, import: id }, 'import left as it was'))
        }),
      { everyMs: BEAT_MS, tell },
    )
  }

  /** Finds out what each row would do, and keeps it. */
  async function check(opened: Opened, id: string, rowCount: number, choices: Choices, locale: Locale, isRenewed = false) {
    const checkBatch = createCheck(opened, choices, { ...parts, lookups, locale })
    let done = 0
    for await (const rows of store.batches(id, BATCH)) {
      await store.keep(id, await statements.ask(opened, () => checkBatch(rows, opened.store.on)))
      await store.touch(id, Math.min(99, Math.floor(((done += rows.length) / rowCount) * 100)))
    }
    await store.planned(id, isRenewed)
  }

  /** Writes all rows, unless what they would do has changed since it was shown: then that is shown again. */
  async function write(opened: Opened, id: string, rowCount: number, choices: Choices, locale: Locale) {
    const all = wholly(opened)
    const { model, scope } = all
    const checkBatch = createCheck(opened, choices, { ...parts, lookups, locale })
    const result = { created: 0, changed: 0 }
    const isOurs = model.source.dialect === 'builtin'
    await statements.ask(opened, () =>
      opened.store.transaction(async on => {
        let done = 0
        let told: RowChange['rows'] = []
        let isPossible = true
        const tell = async () => {
          if (told.length) await statements.changed({ kind: 'update', as: 'import', isBulk: isPossible, scope, model, by: personOf(opened).id, rows: told }, on)
          told = []
          isPossible = true
        }
        for await (const rows of store.batches(id, BATCH)) {
          const checked: Checked[] = await checkBatch(rows, on)
          if (checked.some(({ action }, at) => action !== rows[at]?.action)) throw new Renewed()
          const written = await writeRows(all, checked, statements, on)
          told.push(...written.told)
          isPossible &&= written.isPossible
          for (const { action } of checked) {
            if (action === 'create') result.created++
            if (action === 'change') result.changed++
          }
          if (told.length >= TOLD_AT_ONCE) await tell()
          await store.touch(id, Math.min(99, Math.floor(((done += rows.length) / rowCount) * 100)))
        }
        await tell()
        if (isOurs) await store.finish(id, result, on)
        else await store.isWorking(id)
      }),
    )
    if (!isOurs) await store.finish(id, result, db)
  }

  function checkChoices(opened: Opened, columns: number, { mode, keyField, fields }: Choices) {
    const known = fieldsOf(opened.model.definition).filter(isWritable)
    if (fields.length !== columns) throw fieldError('data.importColumns', 'fields', 'Say for each column where it goes')
    const chosen = fields.filter(Boolean)
    if (chosen.some(key => !known.some(field => field.key === key))) throw fieldError('data.importColumns', 'fields', 'Not one of the choices')
    if (new Set(chosen).size < chosen.length) throw fieldError('data.importColumns', 'fields', 'Two columns go into the same field')
    if (!chosen.some(key => key !== 'id')) throw fieldError('data.importColumns', 'fields', 'Choose at least one field')
    if (mode === 'insert') return
    const field = known.find(one => one.key === keyField)
    if (!field || !isKey(field)) throw fieldError('data.importKey', 'keyField', 'Choose a field whose values are unique')
    if (!chosen.includes(keyField)) throw fieldError('data.importKey', 'keyField', 'No column goes into this field')
  }

  return {
    template(opened: Opened, format: Format, locale: Locale) {
      demand(opened, 'importRows')
      const { model } = opened
      const name = model.name || say(locale, 'Data')
      return { content: template(name, model.definition, format, locale), mime: MIMES[format], name: `${name}.${format}` }
    },

    /** Reads a file and keeps its rows; where its columns go is a proposal. */
    async read(opened: Opened, file: { path: string; name: string }, locale: Locale) {
      const { definition } = opened.model
      const owner = ownerOf(opened)
      const folder = await temporaryFolder('import')
      try {
        const target = join(folder, 'rows')
        const read = await workers.do(readRows, { path: file.path, target }, (await stat(file.path)).size)
        const fields = fieldsByHeader(definition, read.headers).map(key => key ?? '')
        const id = await store.add(owner, file.name, read, { mode: 'insert', keyField: '', fields }, linesOf(target))
        return await shown(opened, id, locale)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },

    get: shown,

    async list(opened: Opened) {
      return (await store.list(ownerOf(opened))).map(row => ({
        id: row.id,
        fileName: row.file_name,
        state: row.state,
        progress: row.progress,
        rowCount: row.row_count,
        counts: row.counts ?? NO_COUNTS,
        result: row.result,
        createdAt: row.startedAt.toISOString(),
        expiresAt: row.expires_at.toISOString(),
      }))
    },

    /** Takes the choices and finds out what each row would do. */
    async plan(opened: Opened, id: string, choices: Choices, locale: Locale) {
      const row = await store.get(ownerOf(opened), id)
      checkMode(opened, choices.mode)
      checkChoices(opened, row.columns.length, choices)
      await store.take(ownerOf(opened), id, 'checking', choices)
      await inBackground(id, () => check(opened, id, row.row_count, choices, locale))
      return shown(opened, id, locale)
    },

    /** Writes what was shown; the answer may come before all is written, and tells how far it is. */
    async confirm(opened: Opened, id: string, locale: Locale) {
      const row = await store.get(ownerOf(opened), id)
      checkMode(opened, row.mode)
      const { create = 0, change = 0 } = row.counts ?? ({} as Partial<Counts>)
      if (row.state === 'read') throw new ApiError('data.importNotPlanned', 'Look at what the import would do first', 409)
      if ((row.state === 'planned' || row.state === 'failed') && !(create + change))
        throw new ApiError('data.importNothing', 'There is nothing to import: no row creates or changes anything', 409)
      await store.take(ownerOf(opened), id, 'working')
      const choices: Choices = { mode: row.mode, keyField: row.key_field, fields: row.fields }
      await inBackground(id, async () => {
        try {
          await write(opened, id, row.row_count, choices, locale)
        } catch (error) {
          if (!(error instanceof Renewed)) throw error
          await check(opened, id, row.row_count, choices, locale, true)
        }
      })
      return shown(opened, id, locale)
    },

    async rows(opened: Opened, id: string, filter: { action?: Action; page: number; perPage: number }, locale: Locale) {
      const row = await store.get(ownerOf(opened), id)
      const known = fieldsOf(opened.model.definition)
      const label = (key: string) => {
        const field = known.find(one => one.key === key)
        return field ? nameOf(field, locale) : key
      }
      const counts = row.counts as Counts | null
      const items = await store.page(id, filter)
      return {
        total: counts ? (filter.action ? counts[filter.action] : row.row_count) : row.row_count,
        page: filter.page,
        perPage: filter.perPage,
        items: items.map(({ n, row: number, cells, action, outcome }) => ({
          id: String(n),
          row: number,
          action: action ?? 'leave',
          values: row.fields
            .flatMap((key, at) => (key && cells[at] ? [{ label: label(key), text: (cells[at] as string).slice(0, 100) }] : []))
            .slice(0, SHOWN_VALUES),
          changes: (outcome?.changes ?? []).map(({ field, from, to }) => ({ label: label(field), from, to })),
          problems: (outcome?.problems ?? []).map(({ field, text }) => ({
            column: label(field),
            reason: sayField(text, locale),
            value: (cells[row.fields.indexOf(field)] ?? '').slice(0, 100),
          })),
        })),
      }
    },

    cancel: (opened: Opened, id: string) => store.remove(ownerOf(opened), id),

    /** The rows with errors as a file. */
    async errors(opened: Opened, id: string, format: Format, locale: Locale) {
      const row = await store.get(ownerOf(opened), id)
      if (!row.counts?.error) throw new ApiError('data.importNoErrors', 'No row has an error', 404)
      const known = fieldsOf(opened.model.definition)
      async function* rows() {
        for await (const { problems, ...one } of store.errors(id)) {
          const told = problems.map(({ field, text }) => {
            const found = known.find(each => each.key === field)
            return [found ? nameOf(found, locale) : field, sayField(text, locale)].filter(Boolean).join(': ')
          })
          yield { ...one, reasons: told.join('; ') }
        }
      }
      const name = `${row.file_name.replace(/\.(xlsx|csv|txt)$/i, '')} - ${say(locale, 'Errors')}.${format}`
      return {
        content: errorFile(
          row.columns.map(one => one.name),
          rows(),
          format,
          locale,
        ),
        mime: MIMES[format],
        name,
      }
    },

    removeExpired: () => store.removeExpired(),

    /** Settled when nothing is being checked or written. */
    async settled() {
      await ongoing.settled()
    },
  }
}
export { IMPORT_ROWS, type Outcome }
