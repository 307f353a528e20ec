// A change of rows undone: page by page, so that it may be of any number of rows, and all of it or nothing.
import { sql, type QueryExecutorProvider } from 'kysely'
import { ApiError, notFound } from '../../../errors.ts'
import type { Row } from './input.ts'
import type { ExactRows, Shape } from './exact.ts'
import type { Exact } from './exact-texts.ts'
import { hereOf, type ChangedRow, type RowHistory } from './history.ts'
import { notAllowed } from '../../foundation/access/rights.ts'
import { withheld } from './fields.ts'
import { titleOf } from './labels.ts'
import type { RowsUndone } from '../../../store/columns.ts'
import type { RowReferences } from './references.ts'
import { demand, personOf, type RowChange } from './rules.ts'
import { columnsToldTo, idOf, rowUnknown, wholly, type Opened, type RowStatements } from './statements.ts'
import { isStill, ownRelations, restored, undoableOf, type Undoable } from './undoable.ts'

/** Rows that are held at once. */
export const PAGE = 1000
/** Rows left as they are that are named. */
const MOST_NAMED = 100

export const alreadyUndone = () => new ApiError('data.undone', 'This change was taken back already', 409)
export const changeUnknown = () => notFound('data.changeUnknown', 'There is no such change, or it is older than a day')

/** A change, as far as undoing it asks for it. */
export interface Change {
  id: string
  /** Ids of the fields that it changed in rows that were there before. */
  fields: readonly string[]
  kind: 'create' | 'update' | 'delete' | 'import' | 'restore' | 'undo'
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

/** A row that was put back, as the history is told of it. */
interface Told {
  id: string
  before: Row | null
  isThere: boolean
  exact: { before: Exact; after: Exact } | undefined
}

export function createRowUndo(parts: { exactRows: ExactRows; history: RowHistory; statements: RowStatements; references: RowReferences }) {
  const { exactRows, history, statements, references } = parts
  const { ask, byIds, limit, plain, putMany, setEach } = statements

  /** Whose changes may be looked at and undone: a limited person, only their own. */
  async function whose(opened: Opened) {
    const { id } = personOf(opened)
    return (await limit(opened)) ? id : undefined
  }

  /** What rows are called: today, where the asker sees them; else by what the change knows of them. */
  async function titler(opened: Opened, rows: readonly Undoable[], on: QueryExecutorProvider) {
    const { definition } = opened.narrow(opened.model)
    const ids = rows.map(row => idOf(opened, row.id))
    const seen = new Map((await byIds(opened, ids, on)).map(row => [String(row.id), row]))
    return (row: Undoable) => titleOf(definition, seen.get(row.id) ?? { id: row.id, ...(row.before ?? row.after) })
  }

  async function find(opened: Opened, changeId: string) {
    const change = await history.change(opened.scope, opened.model, changeId, await whose(opened))
    if (!change) throw changeUnknown()
    return change
  }

  /** What the database has now of the columns that these changes changed. */
  async function exactNow(opened: Opened, shape: Shape, rows: readonly Undoable[], on: QueryExecutorProvider): Promise<Map<string, Exact>> {
    const there = rows.filter(row => row.before && row.after && row.exactAfter)
    const columns = new Set(there.flatMap(row => Object.keys(row.exactAfter ?? {})))
    const ids = there.map(row => idOf(opened, row.id))
    return columns.size ? exactRows.read(opened, shape, ids, on, columns) : new Map<string, Exact>()
  }

  /** Relations among the rows of a model, which are filled once all of the rows are there. */
  function later(opened: Opened, shape: Shape) {
    const own = ownRelations(opened.model)
    const waiting: { id: unknown; columns: Map<string, unknown> }[] = []
    return {
      /** Takes them out of a row's columns; true when there were any. */
      hold(columns: Map<string, unknown>, id: unknown): boolean {
        const filled = [...own].filter(column => (columns.get(column) ?? null) !== null && String(columns.get(column)) !== String(id))
        if (!filled.length) return false
        waiting.push({ id, columns: new Map(filled.map(column => [column, columns.get(column)])) })
        for (const column of filled) columns.set(column, null)
        return true
      },
      async fill(on: QueryExecutorProvider) {
        for (let at = 0; at < waiting.length; at += PAGE)
          await setEach(opened, waiting.slice(at, at + PAGE), on, { silently: true, writing: exactRows.writing(shape) })
      },
    }
  }

  /** Undoes the change in rows that are still as it left them; others are skipped. */
  async function undoRows(opened: Opened, rows: readonly Undoable[], relations: ReturnType<typeof later>, shape: Shape, on: QueryExecutorProvider) {
    const ids = rows.map(row => idOf(opened, row.id))
    const nowById = new Map((await plain(opened, ids, on, { lock: true })).map(row => [String(row.id), row]))
    const exactNowById = await exactNow(opened, shape, rows, on)
    const done: (Told & { waits: boolean })[] = []
    const expected = new Map<string, Exact>()
    const skipped: Undoable[] = []
    const gone: unknown[] = []
    const added: Map<string, unknown>[] = []
    const changed: { id: unknown; columns: Map<string, unknown> }[] = []
    for (const row of rows) {
      const now = nowById.get(row.id)
      const id = idOf(opened, row.id)
      const { columns, unfit } = restored(opened, row)
      if (unfit.length || !isStill(opened, row, now, exactNowById.get(row.id))) {
        skipped.push(row)
        continue
      }
      let waits = false
      if (!row.before) gone.push(id)
      else if (!row.after) {
        waits = relations.hold(columns, id)
        added.push(columns)
      } else changed.push({ id, columns })
      const { exactBefore, exactAfter } = row
      if (exactBefore && row.before) {
        const filled = Object.entries(exactBefore).filter(([column, text]) => !waits || (columns.get(column) ?? null) === text)
        expected.set(row.id, Object.fromEntries(filled))
      }
      const exact = row.before && row.after && exactBefore && exactAfter ? { before: exactAfter, after: exactBefore } : undefined
      done.push({ id: row.id, before: now ?? null, isThere: !!row.before, waits, exact })
    }
    if (gone.length) {
      const chosen = sql<boolean>`${sql.id(opened.model.definition.primaryKey.column)} in (${sql.join(gone)})`
      if ((await exactRows.losses(opened, { deletes: true }, chosen, on)).length)
        throw new ApiError('data.rowInUse', 'Other rows have relations to this one', 409)
    }
    await statements.checkRules(opened, 'DELETE', gone, on)
    await statements.checkRules(
      opened,
      'UPDATE',
      changed.map(row => row.id),
      on,
    )
    const erased = await references.erase(opened, gone, on)
    const writing = exactRows.writing(shape)
    await exactRows.inExactMode(opened, on, async () => {
      await putMany(opened, added, on, { withOwnNumbers: true, writing })
      await setEach(opened, changed, on, { writing })
    })
    return { done, skipped, erased, otherwise: await exactRows.changedColumns(opened, shape, expected, on) }
  }

  /** How the rows are now; a limited person puts none where they cannot see it. */
  async function asTold(opened: Opened, rows: readonly Told[], on: QueryExecutorProvider): Promise<RowChange['rows']> {
    const there = rows.filter(row => row.isThere).map(row => idOf(opened, row.id))
    const after = new Map((await byIds(opened, there, on)).map(row => [String(row.id), row]))
    if (after.size < there.length) throw rowUnknown()
    const ids = (wasThere: boolean) => rows.filter(row => row.isThere && !!row.before === wasThere).map(row => idOf(opened, row.id))
    await statements.checkRules(opened, 'INSERT', ids(false), on)
    await statements.checkRules(opened, 'UPDATE', ids(true), on)
    return rows.map(({ id, before, exact }) => ({ id, before, after: after.get(id) ?? null, ...(exact && { exact }) }))
  }

  /** Does it, in a transaction; answers what it came to, and the entry of the history, which is not ended yet. */
  async function work(asked: Opened, { id: changeId, row_count: rowCount }: Change, job: Attempt, on: QueryExecutorProvider) {
    const opened = wholly(asked)
    const { scope, model } = opened
    const here = hereOf(model, on)
    const entry = await history.begin({ kind: 'update', as: 'undo', scope, model, by: personOf(opened).id }, on)
    try {
      await job.begun(entry.id)
      const shape = await exactRows.shapeOf(opened, on)
      const relations = later(opened, shape)
      const otherwise = new Set<string>()
      const emptied = (await history.caused(changeId, here)).reduce((sum, one) => sum + one.row_count, 0)
      const left: RowsUndone['left'] = []
      const held: Told[] = []
      let [count, leftCount, seen] = [0, 0, 0]
      const touch = (rows: number) => job.touch(Math.min(99, Math.floor(((seen += rows) / Math.max(1, rowCount + held.length + emptied)) * 100)))
      for await (const page of history.rowsOf(changeId, PAGE, here)) {
        const rows = page.map(one => undoableOf(model, shape, one))
        const { done, skipped, erased, otherwise: columns } = await undoRows(opened, rows, relations, shape, on)
        for (const column of columns) otherwise.add(column)
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
      const came: RowsUndone = { count, leftCount, left, relations: refilled, otherwise: columnsToldTo(asked, [...otherwise]) }
      return { came, entry }
    } catch (error) {
      // In our database it goes with the transaction.
      if (model.source.dialect !== 'builtin') await entry.drop()
      throw error
    }
  }

  /** Rows of a change beside what is there now. */
  function look(opened: Opened, page: readonly ChangedRow[]) {
    return opened.store.transaction(async on => {
      const shape = await exactRows.shapeOf(opened, on)
      const rows = page.map(one => undoableOf(opened.model, shape, one))
      const ids = rows.map(row => idOf(opened, row.id))
      const now = new Map((await plain(opened, ids, on)).map(row => [String(row.id), row]))
      return { rows, now, exact: await exactNow(opened, shape, rows, on) }
    })
  }

  /** Whether what an earlier attempt wrote down came to be in the external database: the first row that says so, this way or that. */
  async function cameToBe(asked: Opened, undoId: string): Promise<boolean> {
    const opened = wholly(asked)
    for await (const page of history.rowsOf(undoId, PAGE)) {
      const { rows, now, exact } = await look(opened, page)
      for (const row of rows) {
        const isDone = isStill(opened, row, now.get(row.id), exact.get(row.id))
        const reversed = { id: row.id, before: row.after, after: row.before, exactBefore: row.exactAfter, exactAfter: row.exactBefore }
        const isNot = isStill(opened, reversed, now.get(row.id), exact.get(row.id))
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
      otherwise: [],
    }
  }

  /** Undoing needs the rights for what it does: it puts back what was deleted, takes away what was added. */
  function checkRight(opened: Opened, { kind, fields }: Pick<Change, 'kind' | 'fields'>) {
    const keptFrom = withheld(opened.model)
    // Putting back what a field was is writing it.
    if (fields.some(id => keptFrom.has(id))) throw notAllowed()
    if (kind === 'delete') return demand(opened, 'createRows')
    demand(opened, 'editRows')
    if (kind === 'import' || kind === 'create') demand(opened, 'deleteRows')
  }

  return {
    whose,
    checkRight,
    asked: ask,
    find,
    titler,

    /** The rows of a change, page by page, and whether each is still as it left it. */
    async *pages(opened: Opened, changeId: string): AsyncGenerator<(Undoable & { isStill: boolean })[]> {
      for await (const page of history.rowsOf(changeId, PAGE)) {
        const { rows, now, exact } = await ask(opened, () => look(opened, page))
        yield rows.map(row => ({ ...row, isStill: isStill(opened, row, now.get(row.id), exact.get(row.id)) }))
      }
    },

    /** Undoes a change of many rows, but for rows that were changed again since. All of it or nothing; afterwards the asker sees each of the rows. */
    async undo(opened: Opened, change: Change, job: Attempt): Promise<RowsUndone> {
      checkRight(opened, change)
      const { model, store } = opened
      const mark = async (on: QueryExecutorProvider) => {
        if (!(await history.markUndone(change.id, personOf(opened).id, on))) throw alreadyUndone()
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
