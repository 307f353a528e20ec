// Changes and deletions of all rows that match a list's conditions: looked at first, then done in one transaction, page by page, and taken back as a whole.
import { sql, type QueryExecutorProvider } from 'kysely'
import { say, type Locale } from '../../../../../messages.ts'
import type { Core } from '../../../../core.ts'
import { ApiError } from '../../../../errors.ts'
import { undoTold, type ExactRows, type Outlook } from '../exact.ts'
import type { RowHistory } from '../history.ts'
import type { Columns, Row, RowInput } from '../input.ts'
import { answerOf, columnsSql, titleOf } from '../labels.ts'
import type { RowReferences } from '../references.ts'
import { MAX_BULK, where, wholly, type Opened, type RowStatements } from '../statements.ts'
import type { RowTexts } from '../texts.ts'
import type { RowUndo } from '../undo.ts'
import type { Rows } from '../rows.ts'
import { tableOf } from '../../sql-text.ts'
import { hasColumn, isJson } from '../../types.ts'
import { demand, personOf } from '../rules.ts'
import { answered } from '../../values.ts'
import type { Owner } from '../own-work.ts'
import { createBackgroundJobs } from './background.ts'
import { createBulkStore, type Wanted } from './store.ts'
import { createBulkUndo } from './undo.ts'

/** Rows of one change, which one transaction holds. */
export const MOST_MATCHING = 100_000
const PAGE = 1000
/** Relations of other rows that one deletion writes down. */
const MOST_RELATIONS = 300_000
const MOST_TITLES = 10
const MOST_LINES = 20

export interface Matching {
  filter?: string
  keywords?: string
}

export function createBulk(
  { db, log }: Pick<Core, 'db' | 'log'>,
  parts: {
    exactRows: ExactRows
    history: RowHistory
    input: RowInput
    references: RowReferences
    rows: Rows
    statements: RowStatements
    rowUndo: RowUndo
    texts: RowTexts
  },
) {
  const { exactRows, history, input, references, rows, statements, rowUndo, texts } = parts
  const { ask } = statements
  const store = createBulkStore(db)
  const background = createBackgroundJobs({ log }, { store, statements })
  const ownerOf = (opened: Opened): Owner => ({ ...opened.scope, modelId: opened.model.id, userId: personOf(opened).id })
  /** Changing needs another right than deleting. */
  const checkRight = (opened: Opened, values: unknown) => demand(opened, values ? 'editRows' : 'deleteRows')
  const undo = createBulkUndo({ background, ownerOf, store, rowUndo })
  const tableIn = ({ store: there, model: { definition } }: Opened) => tableOf(there.schema, definition.table)
  const tooMany = () =>
    new ApiError('data.tooManyMatch', 'More than {limit} rows match. Narrow the filter, and do it in several steps', 422, {
      values: { limit: MOST_MATCHING.toLocaleString('en') },
    })

  async function shown(opened: Opened, id: string, locale: Locale) {
    const row = await store.get(ownerOf(opened), id)
    return {
      id: row.id,
      state: row.state,
      progress: row.progress,
      count: row.row_count,
      isDeletion: !row.row_values && !row.change_id,
      isUndo: !!row.change_id,
      reason: row.reason ? say(locale, row.reason.english, row.reason.values) : '',
      result: row.result && { count: row.result.count, changed: row.result.changed, changeId: row.result.changeId },
      // One that ended before this was told has none.
      undone: row.result?.undone ? { ...row.result.undone, otherwise: row.result.undone.otherwise ?? [] } : null,
    }
  }

  async function counted(opened: Opened, matching: Matching): Promise<number> {
    const limits = where(await statements.conditions(opened, matching))
    const question = sql<{
      n: number
    }>`select count(*) as n from (select 1 as one from ${tableIn(opened)}${limits} limit ${sql.lit(MOST_MATCHING + 1)}) as counted`
    const n = Number((await question.execute(opened.store.on)).rows[0]?.n ?? 0)
    if (n > MOST_MATCHING) throw tooMany()
    return n
  }

  /** Which values become which in how many rows; of many different ones the most frequent. */
  async function linesOf(opened: Opened, matching: Matching, columns: Columns, locale: Locale) {
    const { definition } = opened.model
    const limits = where(await statements.conditions(opened, matching))
    const lines = []
    for (const field of definition.fields.filter(one => hasColumn(one) && columns.has(one.column) && !isJson(one.type))) {
      const column = sql.id(field.column)
      const question = sql<{ value: unknown; n: number }>`
        select ${column} as value, count(*) as n from ${tableIn(opened)}${limits} group by ${column} order by n desc limit ${sql.lit(MOST_LINES + 1)}`
      const groups = (await question.execute(opened.store.on)).rows.map(({ value, n }) => ({ value: answered(field, value), n: Number(n) }))
      const next = columns.get(field.column)
      const textOf = await texts.reader(
        opened,
        [next, ...groups.map(group => group.value)].map(value => ({ [field.key]: value })),
        locale,
      )
      const to = textOf(field, next)
      for (const { value, n } of groups) {
        const from = textOf(field, value)
        if (from !== to) lines.push({ field: field.key, name: field.name, type: field.type, from, to, count: n })
      }
    }
    return lines.sort((a, b) => b.count - a.count).slice(0, MOST_LINES)
  }

  /** Rows that hold all of these values already. */
  async function sameAlready(opened: Opened, matching: Matching, columns: Columns): Promise<number> {
    const { definition } = opened.model
    if (definition.fields.some(field => isJson(field.type) && columns.has(field.column))) return 0
    const same = [...columns].map(([column, value]) => (value === null ? sql<boolean>`${sql.id(column)} is null` : sql<boolean>`${sql.id(column)} = ${value}`))
    const question = sql<{ n: number }>`select count(*) as n from ${tableIn(opened)}${where([...(await statements.conditions(opened, matching)), ...same])}`
    return Number((await question.execute(opened.store.on)).rows[0]?.n ?? 0)
  }

  /** Whether it can be undone. */
  async function outlookOf(opened: Opened, matching: Matching, columns: Columns | null, count: number, on: QueryExecutorProvider): Promise<Outlook> {
    const limits = (await statements.conditions(opened, matching)).filter(part => part !== undefined)
    const chosen = limits.length ? sql<boolean>`(${sql.join(limits, sql` and `)})` : sql<boolean>`1 = 1`
    const shape = await exactRows.shapeOf(opened, on)
    return exactRows.outlook(opened, shape, columns ? { columns: new Set(columns.keys()) } : { deletes: true }, chosen, on, { isWhole: count <= PAGE })
  }

  /**
   * Does it, and tells the history of rows. Which rows match, with the asker's rules, is settled before the first of them changes: a deletion empties
   * relations by which later ones match. When others match than were shown, nothing is done.
   */
  async function work(asked: Opened, id: string, wanted: Wanted) {
    const columns = wanted.values && (await input.checkOne(asked.scope, asked.model, wanted.values, 'update', asked.targets))
    const limits = await statements.conditions(asked, wanted)
    const opened = wholly(asked)
    const { scope, model, store: there } = opened
    const key = sql.id(model.definition.primaryKey.column)
    const isHere = model.source.dialect === 'builtin'

    /** The rows that match, which nobody else changes from here on. */
    async function matching(on: QueryExecutorProvider): Promise<unknown[]> {
      const question = sql<Row>`select ${key} as id from ${tableIn(opened)}${where(limits)} order by ${key} limit ${sql.lit(wanted.count + 1)} for update`
      const { rows: found } = await question.execute(on)
      if (found.length !== wanted.count)
        throw new ApiError('data.matchChanged', 'Other rows match now than were shown. Nothing was changed. Look at it again', 409)
      return found.map(row => row.id)
    }

    const result = await there.transaction(async on => {
      const all = await matching(on)
      if (columns) await statements.checkLinks(opened, columns, on)
      const shape = await exactRows.shapeOf(opened, on)
      let isPossible = columns ? true : (await outlookOf(asked, wanted, null, all.length, on)).isPossible
      const entry = await history.begin({ kind: columns ? 'update' : 'delete', isBulk: true, scope, model, by: personOf(opened).id }, on)
      try {
        let [count, changed, relations] = [0, 0, MOST_RELATIONS]
        while (count < all.length) {
          const ids = all.slice(count, count + PAGE)
          const before = await statements.plain(opened, ids, on, { lock: true })
          count += ids.length
          await statements.checkRules(opened, columns ? 'UPDATE' : 'DELETE', ids, on)
          if (columns) {
            const exactly = await statements.tracked(opened, ids, () => columns, on)
            isPossible &&= exactly.isPossible
            if (columns.size) await statements.set(opened, ids, columns, on)
            await statements.checkRules(opened, 'UPDATE', ids, on)
            const different = await exactly.changed(before)
            changed += different.length
            await entry.add(different)
          } else {
            const exact = isPossible ? await exactRows.keep(opened, shape, ids, on) : undefined
            isPossible = !!exact
            const erased = await references.erase(opened, ids, on, relations)
            relations -= erased.count
            changed += before.length
            await entry.add(before.map(row => ({ id: row.id as string, before: row, after: null, exact: { before: exact?.get(String(row.id)) } })))
            await erased.tell(entry.id)
          }
          await store.touch(id, Math.min(99, Math.floor((count / wanted.count) * 100)))
        }
        if (changed) await entry.end({ isFinal: !isPossible })
        else await entry.drop()
        const done = { count, changed, changeId: changed && isPossible ? entry.id : '' }
        if (isHere) await store.finish(id, done, on)
        return done
      } catch (error) {
        // In our database it goes with the transaction.
        if (!isHere) await entry.drop()
        throw error
      }
    })
    if (!isHere) await store.finish(id, result, db)
  }

  return {
    /** What changing or deleting all rows that match would do. The first of them are tried, in a transaction that is taken back. */
    async preview(opened: Opened, matching: Matching, values: Row | null, locale: Locale) {
      checkRight(opened, values)
      const { scope, model, targets } = opened
      const columns = values && (await input.checkOne(scope, model, values, 'update', targets))
      return ask(opened, async () => {
        const count = await counted(opened, matching)
        const { definition } = model
        const limits = where(await statements.conditions(opened, matching))
        const first = sql<Row>`select ${columnsSql(definition)} from ${tableIn(opened)}${limits} order by ${sql.id(definition.primaryKey.column)} limit ${sql.lit(MAX_BULK)}`
        const sample = (await first.execute(opened.store.on)).rows.map(row => answerOf(definition, row))
        const ids = sample.map(row => String(row.id))
        const tried = ids.length ? (await rows.preview(opened, ids, values ? { values } : 'delete')).undo : undefined
        const undo = count > ids.length ? await opened.store.transaction(on => outlookOf(opened, matching, columns, count, on)) : undefined
        const notes = new Map([...(undo?.notes ?? []), ...(tried?.notes ?? [])].map(note => [note.english + (note.values?.table ?? ''), note]))
        return {
          undo: undoTold({ isPossible: (tried?.isPossible ?? true) && (undo?.isPossible ?? true), notes: [...notes.values()].reverse() }, locale),
          count,
          changed: columns ? count - (columns.size ? await sameAlready(opened, matching, columns) : count) : count,
          lines: columns?.size ? await linesOf(opened, matching, columns, locale) : [],
          titles: sample.slice(0, MOST_TITLES).map(row => titleOf(definition, row)),
        }
      })
    },

    /** Changes or deletes all rows that match, as many as were shown; the answer may come before all is done, and tells how far it is. */
    async start(opened: Opened, wanted: Wanted, locale: Locale) {
      checkRight(opened, wanted.values)
      const { scope, model, targets } = opened
      if (wanted.values) await input.checkOne(scope, model, wanted.values, 'update', targets)
      // What is no condition is said at once.
      await statements.conditions(opened, wanted)
      if (wanted.count > MOST_MATCHING) throw tooMany()
      const id = await store.add(ownerOf(opened), wanted)
      await background.start(opened, id, () => work(opened, id, wanted))
      return shown(opened, id, locale)
    },

    undo: undo.start,
    undoing: store.undoing,
    recover: undo.recover,

    get: shown,

    /** Tries one again that failed. */
    async retry(opened: Opened, id: string, locale: Locale) {
      const found = await store.get(ownerOf(opened), id)
      if (!found.change_id) checkRight(opened, found.row_values)
      const { filter, keywords, row_values: values, row_count: count, change_id: changeId } = await store.take(ownerOf(opened), id)
      if (changeId) await undo.again(opened, id, changeId)
      else await background.start(opened, id, () => work(opened, id, { filter, keywords, values, count }))
      return shown(opened, id, locale)
    },

    removeExpired: () => store.removeExpired(),

    settled: background.settled,
  }
}

export type Bulk = ReturnType<typeof createBulk>
