// A change of rows undone: page by page, so that it may be of any number of rows, and all of it or nothing.
import type { QueryExecutorProvider } from 'kysely'
import { ApiError, notFound } from '../../../errors.ts'
import type { Row } from './input.ts'
import { columnsOf, hereOf, isSame, isTold, unpacked, type ChangedRow, type RowHistory } from './history.ts'
import { titleOf } from './labels.ts'
import type { RowsUndone } from '../../../store/columns.ts'
import type { RowReferences } from './references.ts'
import type { RowChange } from './rules.ts'
import { idOf, rowUnknown, type Opened, type RowStatements } from './statements.ts'
import { hasColumn, type Field } from '../types.ts'
import { bound, checkValue } from '../values.ts'

/** Rows that are held at once. */
export const PAGE = 1000
/** Rows left as they are that are named. */
const MOST_NAMED = 100

export const alreadyUndone = () => new ApiError('data.undone', 'This change was taken back already', 409)
export const changeUnknown = () => notFound('data.changeUnknown', 'There is no such change, or it is older than a day')

/** A change, as far as undoing it asks for it. */
export interface Change {
  id: string
  row_count: number
}
/** One attempt to undo a change, as whoever keeps count of it is told. */
export interface Attempt {
  /** Entries of earlier attempts beside an external database of which nobody knows how they ended. */
  earlier(): Promise<string[]>
  /** What is done is written down under this id. */
  begun(undoId: string): Promise<void>
  /** Hundredths that are done. */
  touch(progress: number): Promise<void>
  /** Ends it, in the transaction that marks the change. */
  finish(came: RowsUndone, on: QueryExecutorProvider): Promise<void>
}

/** A row of a change that can be undone, by the keys that fields have now. */
export interface Undoable {
  id: string
  before: Row | null
  after: Row | null
}

/** Values as columns to write; the fields whose rules of today do not take their value. */
export function writable({ model: { definition }, store, targets }: Opened, values: Row, { all = false } = {}) {
  const columns = new Map<string, unknown>()
  const unfit: Field[] = []
  for (const field of columnsOf(definition)) {
    if (!Object.hasOwn(values, field.key) || field.readOnly) continue
    const value = values[field.key]
    if (field.type === 'autoNumber' && !all) continue
    if (value === null || value === undefined) {
      columns.set(field.column, null)
      continue
    }
    const checked = checkValue({ ...field, rules: {} }, value, targets.get(field.relation?.modelId ?? '')?.definition.primaryKey.type ?? 'uuid')
    if ('problem' in checked) unfit.push(field)
    else columns.set(field.column, bound(store.engine, checked.value))
  }
  return { columns, unfit }
}

/** Columns of a row that was deleted, to be as it was, with those that nobody types. */
function wholeRow(opened: Opened, values: Row) {
  const { definition } = opened.model
  const { columns, unfit } = writable(opened, values, { all: true })
  columns.set(definition.primaryKey.column, values.id)
  if (definition.managed) {
    for (const key of ['created_at', 'updated_at'])
      if (typeof values[key] === 'string') columns.set(key, bound(opened.store.engine, new Date(values[key] as string)))
    for (const key of ['created_by', 'updated_by', 'version']) columns.set(key, values[key] ?? null)
  }
  return { columns, unfit }
}

/** Whether a row is still as the change left it, so that undoing the change loses nothing of others. */
export function isStill(opened: Opened, row: Undoable, now: Row | undefined): boolean {
  if (!row.after) return !now
  if (!now) return false
  return columnsOf(opened.model.definition).every(
    field => !isTold(field) || (row.before && !Object.hasOwn(row.after as Row, field.key)) || isSame((row.after as Row)[field.key], now[field.key]),
  )
}

const NOTHING: ReturnType<typeof writable> = { columns: new Map(), unfit: [] }

export function createRowUndo({ history, statements, references }: { history: RowHistory; statements: RowStatements; references: RowReferences }) {
  const { ask, byIds, limit, plain, putMany, setEach } = statements

  /** Whose changes may be looked at and undone: a limited person, only their own. */
  const whose = async (opened: Opened) => ((await limit(opened)) ? opened.asker.user.id : undefined)

  /** What rows are called: today, where the asker sees them; else by what the change knows of them. */
  async function titler(opened: Opened, rows: readonly Undoable[], on: QueryExecutorProvider) {
    const { definition } = opened.model
    const ids = rows.map(row => idOf(opened, row.id))
    const seen = new Map((await byIds(opened, ids, on)).map(row => [String(row.id), row]))
    return (row: Undoable) => titleOf(definition, seen.get(row.id) ?? { id: row.id, ...(row.before ?? row.after) })
  }

  async function find(opened: Opened, changeId: string) {
    const change = await history.change(opened.scope, opened.model, changeId, await whose(opened))
    if (!change) throw changeUnknown()
    return change
  }
  const undoable = ({ model: { definition } }: Opened, rows: readonly ChangedRow[]): Undoable[] =>
    rows.map(one => ({ id: one.rowId, before: one.before && unpacked(definition, one.before), after: one.after && unpacked(definition, one.after) }))

  /** Relations among the rows of a model, which are filled once all of the rows are there. */
  function later(opened: Opened) {
    const { definition } = opened.model
    const own = definition.fields.filter(field => hasColumn(field) && !field.required && field.relation?.modelId === opened.model.id)
    const waiting: { id: unknown; columns: Map<string, unknown> }[] = []
    return {
      /** Takes them out of a row's columns; true when there were any. */
      hold(columns: Map<string, unknown>, id: unknown): boolean {
        const filled = own.filter(({ column }) => (columns.get(column) ?? null) !== null && String(columns.get(column)) !== String(id))
        if (!filled.length) return false
        waiting.push({ id, columns: new Map(filled.map(({ column }) => [column, columns.get(column)])) })
        for (const { column } of filled) columns.set(column, null)
        return true
      },
      async fill(on: QueryExecutorProvider) {
        for (let at = 0; at < waiting.length; at += PAGE) await setEach(opened, waiting.slice(at, at + PAGE), on, { silently: true })
      },
    }
  }

  /** Undoes the change in rows that are still as it left them; others are skipped. */
  async function undoRows(opened: Opened, rows: readonly Undoable[], relations: ReturnType<typeof later>, on: QueryExecutorProvider) {
    const ids = rows.map(row => idOf(opened, row.id))
    const nowById = new Map((await plain(opened, ids, on, { lock: true })).map(row => [String(row.id), row]))
    const done: { id: string; before: Row | null; isThere: boolean; waits: boolean }[] = []
    const skipped: Undoable[] = []
    const gone: unknown[] = []
    const added: Map<string, unknown>[] = []
    const changed: { id: unknown; columns: Map<string, unknown> }[] = []
    for (const row of rows) {
      const now = nowById.get(row.id)
      const id = idOf(opened, row.id)
      const { columns, unfit } = !row.before ? NOTHING : row.after ? writable(opened, row.before) : wholeRow(opened, row.before)
      if (unfit.length || !isStill(opened, row, now)) {
        skipped.push(row)
        continue
      }
      let waits = false
      if (!row.before) gone.push(id)
      else if (!row.after) {
        waits = relations.hold(columns, id)
        added.push(columns)
      } else changed.push({ id, columns })
      done.push({ id: row.id, before: now ?? null, isThere: !!row.before, waits })
    }
    const erased = await references.erase(opened, gone, on)
    await putMany(opened, added, on, { withOwnNumbers: true })
    await setEach(opened, changed, on)
    return { done, skipped, erased }
  }

  /** How the rows are now; a limited person puts none where they cannot see it. */
  async function asTold(
    opened: Opened,
    rows: readonly { id: string; before: Row | null; isThere: boolean }[],
    on: QueryExecutorProvider,
  ): Promise<RowChange['rows']> {
    const there = rows.filter(row => row.isThere).map(row => idOf(opened, row.id))
    const after = new Map((await byIds(opened, there, on)).map(row => [String(row.id), row]))
    if (after.size < there.length) throw rowUnknown()
    return rows.map(({ id, before }) => ({ id, before, after: after.get(id) ?? null }))
  }

  /** Does it, in a transaction; answers what it came to, and the entry of the history, which is not ended yet. */
  async function work(opened: Opened, { id: changeId, row_count: rowCount }: Change, job: Attempt, on: QueryExecutorProvider) {
    const { scope, model, asker } = opened
    const here = hereOf(model, on)
    const entry = await history.begin({ kind: 'update', as: 'undo', scope, model, by: asker.user.id }, on)
    try {
      await job.begun(entry.id)
      const relations = later(opened)
      const emptied = (await history.caused(changeId, here)).reduce((sum, one) => sum + one.row_count, 0)
      const left: RowsUndone['left'] = []
      const held: { id: string; before: Row | null; isThere: boolean }[] = []
      let [count, leftCount, seen] = [0, 0, 0]
      const touch = (rows: number) => job.touch(Math.min(99, Math.floor(((seen += rows) / Math.max(1, rowCount + held.length + emptied)) * 100)))
      for await (const page of history.rowsOf(changeId, PAGE, here)) {
        const { done, skipped, erased } = await undoRows(opened, undoable(opened, page), relations, on)
        count += done.length
        leftCount += skipped.length
        const named = skipped.slice(0, MOST_NAMED - left.length)
        const titleNow = await titler(opened, named, on)
        left.push(...named.map(row => ({ id: row.id, title: titleNow(row) })))
        for (const row of done) if (row.waits) held.push(row)
        const told = done.filter(row => !row.waits)
        await entry.add(await asTold(opened, told, on))
        await erased.tell(entry.id)
        await touch(page.length)
      }
      if (!count) throw new ApiError('data.nothingToUndo', 'All of these rows were changed again since. Nothing is taken back', 409)
      await relations.fill(on)
      for (let at = 0; at < held.length; at += PAGE) {
        const some = held.slice(at, at + PAGE)
        await entry.add(await asTold(opened, some, on))
        await touch(some.length)
      }
      const refilled = await references.refill(opened, { changeId, undoId: entry.id }, on, touch)
      const came: RowsUndone = { count, leftCount, left, relations: refilled }
      return { came, entry }
    } catch (error) {
      // In our database it goes with the transaction.
      if (model.source.dialect !== 'builtin') await entry.drop()
      throw error
    }
  }

  /** Whether what an earlier attempt wrote down came to be in the external database: the first row that says so, this way or that. */
  async function cameToBe(opened: Opened, undoId: string): Promise<boolean> {
    for await (const page of history.rowsOf(undoId, PAGE)) {
      const rows = undoable(opened, page)
      const ids = rows.map(row => idOf(opened, row.id))
      const now = new Map((await plain(opened, ids, opened.store.on)).map(row => [String(row.id), row]))
      for (const row of rows) {
        const isDone = isStill(opened, row, now.get(row.id))
        const isNot = isStill(opened, { id: row.id, before: row.after, after: row.before }, now.get(row.id))
        if (isDone !== isNot) return isDone
      }
    }
    return false
  }

  /** What an earlier attempt came to, as far as it was written down. */
  async function cameTo({ scope }: Opened, change: Change, undoId: string): Promise<RowsUndone> {
    await history.endOf(undoId)
    const [count, filled] = await Promise.all([history.countOf(scope, undoId), history.caused(undoId)])
    return {
      count,
      leftCount: change.row_count - count,
      left: [],
      relations: { filled: filled.reduce((sum, one) => sum + one.row_count, 0), left: 0, leftTitles: [] },
    }
  }

  return {
    whose,
    asked: ask,
    find,
    titler,

    /** The rows of a change, page by page. */
    async *pages(opened: Opened, changeId: string): AsyncGenerator<Undoable[]> {
      for await (const page of history.rowsOf(changeId, PAGE)) yield undoable(opened, page)
    },

    /** Undoes a change of many rows, but for rows that were changed again since. All of it or nothing; afterwards the asker sees each of the rows. */
    async undo(opened: Opened, change: Change, job: Attempt): Promise<RowsUndone> {
      const { model, store, asker } = opened
      const mark = async (on: QueryExecutorProvider) => {
        if (!(await history.markUndone(change.id, asker.user.id, on))) throw alreadyUndone()
      }
      if (model.source.dialect === 'builtin')
        return store.transaction(async on => {
          await mark(on)
          const { came, entry } = await work(opened, change, job, on)
          await entry.end()
          await job.finish(came, on)
          return came
        })
      // An external database is through before ours knows of it; whoever was stopped between the two left an entry that tells.
      for (const undoId of await job.earlier()) {
        if (await cameToBe(opened, undoId)) {
          const came = await cameTo(opened, change, undoId)
          await history.together(async on => {
            await mark(on)
            await job.finish(came, on)
          })
          return came
        }
        await history.drop(opened.scope, undoId)
      }
      const { came, entry } = await store.transaction(on => work(opened, change, job, on))
      await entry.end()
      await history.together(async on => {
        await mark(on)
        await job.finish(came, on)
      })
      return came
    },
  }
}

export type RowUndo = ReturnType<typeof createRowUndo>
