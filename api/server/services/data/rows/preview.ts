// A change of many rows tried and taken back, for whoever is about to do it.
import type { QueryExecutorProvider } from 'kysely'
import { ApiError } from '../../../errors.ts'
import { rowError } from './errors.ts'
import { filledOtherwise, type ExactRows, type Outlook, type Shape } from './exact.ts'
import type { Exact } from './exact-texts.ts'
import type { Row, RowInput } from './input.ts'
import { demand } from './rules.ts'
import { amongIds, columnsToldTo, idsOf, locked, wholly, type Opened, type RowStatements } from './statements.ts'
import { ownRelations } from './undoable.ts'

interface Parts {
  exactRows: ExactRows
  input: RowInput
  statements: RowStatements
}

export function createPreview({ exactRows, input, statements }: Parts) {
  const { ask, checkLinks, checkRules, erase, plain, putMany, set } = statements

  /** Puts deleted rows back as undoing would, in a transaction that is taken back; tells what would be different. */
  async function tryBack(opened: Opened, shape: Shape, exact: ReadonlyMap<string, Exact>, on: QueryExecutorProvider): Promise<Outlook> {
    // Relations among the rows are filled when all of them are there.
    const own = ownRelations(opened.model)
    const rows = [...exact].map(
      ([id, row]) => [id, Object.fromEntries(Object.entries(row).map(([column, text]) => [column, own.has(column) ? null : text]))] as const,
    )
    try {
      await exactRows.inExactMode(opened, on, () =>
        putMany(
          opened,
          rows.map(([, row]) => new Map<string, unknown>(Object.entries(row))),
          on,
          { withOwnNumbers: true, writing: exactRows.writing(shape) },
        ),
      )
      const columns = columnsToldTo(opened, await exactRows.changedColumns(opened, shape, new Map(rows), on))
      if (!columns.length) return { isPossible: true, notes: [] }
      return { isPossible: true, notes: [filledOtherwise(columns)] }
    } catch (error) {
      const told = rowError(opened, error)
      if (!(told instanceof ApiError)) throw told
      const { reason } = told.more.values ?? {}
      // Its own words are told as far as the asker may read them: those about a value that is taken name the value.
      if (reason !== undefined) return { isPossible: false, notes: [{ english: 'The database would not take the rows back: {reason}', values: { reason } }] }
      return {
        isPossible: false,
        notes: [{ english: 'The database would not take the rows back' }, ...(told.code === 'data.rejected' ? [] : [{ english: told.english }])],
      }
    }
  }

  /** What a change of many rows would do, tried and taken back: the rows as they are and as they would be, and whether it could be undone. */
  return async function preview(
    opened: Opened,
    ids: readonly string[],
    change: { values: Row } | 'delete',
  ): Promise<{ before: Row[]; after: Row[]; undo: Outlook }> {
    demand(opened, change === 'delete' ? 'deleteRows' : 'editRows')
    const { scope, model, store, targets } = opened
    const keys = idsOf(opened, ids)
    const columns = change === 'delete' ? undefined : await input.checkOne(scope, model, change.values, 'update', targets)
    const all = wholly(opened)
    const seen = { before: [] as Row[], after: [] as Row[], undo: { isPossible: true, notes: [] } as Outlook }
    const rollback = new Error('tried')
    await ask(opened, () =>
      store.transaction(async on => {
        seen.before = await locked(statements, all, keys, on)
        const found = seen.before.map(row => row.id)
        await checkRules(all, columns ? 'UPDATE' : 'DELETE', found, on)
        if (columns) await checkLinks(all, columns, on)
        const shape = await exactRows.shapeOf(all, on)
        const about = columns ? { columns: new Set(columns.keys()) } : { deletes: true as const }
        seen.undo = await exactRows.outlook(all, shape, about, amongIds(all, found), on)
        if (shape.withoutTransactions) {
          // Nothing can be tried where nothing can be taken back.
          if (change !== 'delete') seen.after = seen.before.map(row => ({ ...row, ...change.values }))
          throw rollback
        }
        if (columns) {
          if (columns.size) await set(all, found, columns, on)
          await checkRules(all, 'UPDATE', found, on)
          seen.after = await plain(all, found, on)
        } else {
          const exact = seen.undo.isPossible ? await exactRows.read(all, shape, found, on) : undefined
          await erase(all, found, on)
          if (exact) {
            const { isPossible, notes } = await tryBack(all, shape, exact, on)
            seen.undo = { isPossible, notes: [...notes, ...seen.undo.notes] }
          }
        }
        throw rollback
      }),
    ).catch(error => {
      if (error !== rollback) throw error
    })
    return seen
  }
}
