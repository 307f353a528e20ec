// What a list asks of the database, kept for whoever asks the same again: people limited by the same rules ask for the same pages in the same words.
import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import { TOTAL_CAP } from '../../../store/paging.ts'
import { columnSql } from '../formula-sql.ts'
import { columnsSql, namesSql } from './labels.ts'
import type { Row } from './input.ts'
import { behind, canMark, readMark, SORT_TEXT, SORT_VALUE, textOf } from './after.ts'
import { orderOf, sortOf, where, type Opened, type RowSearch } from './statements.ts'
import { tableOf } from '../sql-text.ts'

export interface ListPage extends RowSearch {
  page: number
  perPage: number
  /** Mark of the row behind which the page begins, in place of its number. */
  after?: string
}
interface ListStatements {
  /** Counts up to one row more than the most that is told. */
  count: CompiledQuery<{ n: number }>
  /** The rows of the page; `isShort` when few rows fit the conditions. */
  page(isShort: boolean): CompiledQuery<Row>
  /** Behind a mark, what the page goes on with when it is not full: rows without the value that rows are ordered by. */
  rest?(isShort: boolean, left: number): CompiledQuery<Row>
  /** Names of people and departments among the columns of a row; undefined where they are in another database. */
  readNames?(stored: Row): Record<string, string>
}

/** Pages that are kept of those whom the same conditions limit. */
const MOST_KEPT = 200
/** Stands for the conditions of those whom nothing limits. */
const NO_CONDITIONS = {}

function make(
  opened: Opened,
  query: ListPage,
  keys: readonly string[],
  conditions: (RawBuilder<boolean> | undefined)[],
  by: RawBuilder<unknown>,
): ListStatements {
  const { scope, model, store } = opened
  const { definition } = model
  const limits = where(conditions)
  const table = tableOf(store.schema, definition.table)
  const names = model.source.dialect === 'builtin' ? namesSql(scope, definition, keys, 'page') : undefined
  const { field } = sortOf(opened, query)
  const [first, second] = query.after ? behind(opened, query, readMark(query, query.after)) : []
  const pages = new Map<boolean, CompiledQuery<Row>>()
  // The rows of the page alone are asked how they are marked and for names, not those that it skips.
  const around = [
    ...(field && canMark(opened, field) ? [sql`${textOf(opened, sql.id('page', SORT_VALUE))} as ${sql.id(SORT_TEXT)}`] : []),
    ...(names?.columns ?? []),
  ]

  function page(isShort: boolean, part: RawBuilder<boolean> | undefined, perPage: number): CompiledQuery<Row> {
    // Few rows of a large table are looked up by their conditions and then sorted; left to itself PostgreSQL goes through the whole order for them.
    const isApart = isShort && store.engine === 'postgres'
    const rows = isApart
      ? sql`(select * from ${table}${limits} offset 0) as fitting${where([part])}`
      : sql`${table}${part ? where([...conditions, part]) : limits}`
    const columns = field ? sql`${columnsSql(definition, keys)}, ${columnSql(field)} as ${sql.id(SORT_VALUE)}` : columnsSql(definition, keys)
    const skipped = query.after ? 0 : (query.page - 1) * query.perPage
    const plain = sql<Row>`select ${columns} from ${rows} order by ${by} limit ${sql.lit(perPage)} offset ${sql.lit(skipped)}`
    const all = around.length ? sql<Row>`select page.*, ${sql.join(around)} from (${plain}) as page` : plain
    return all.compile(store.on)
  }
  return {
    count: sql<{ n: number }>`select count(*) as n from (select 1 as one from ${table}${limits} limit ${sql.lit(TOTAL_CAP + 1)}) as counted`.compile(store.on),
    page(isShort: boolean) {
      const there = pages.get(isShort) ?? page(isShort, first, query.perPage)
      pages.set(isShort, there)
      return there
    },
    ...(second && { rest: (isShort: boolean, left: number) => page(isShort, second, left) }),
    ...(names && { readNames: names.read }),
  }
}

export function createListStatements() {
  const kept = new WeakMap<object, Map<string, ListStatements>>()

  /** The statements of a page of a model's rows; `conditions` are the asker's own first, then those of the question. */
  return (opened: Opened, query: ListPage, keys: readonly string[], conditions: (RawBuilder<boolean> | undefined)[]): ListStatements => {
    const { scope, model, store } = opened
    const by = orderOf(opened, query)
    const [own, ...asked] = conditions
    // Nor are pages behind a mark, of which each is asked for once.
    if (asked.some(Boolean) || query.after) return make(opened, query, keys, conditions, by)
    // The conditions that limit somebody are the same object for as long as they stay the same.
    const of = own ?? NO_CONDITIONS
    const pages = kept.get(of) ?? new Map<string, ListStatements>()
    kept.set(of, pages)
    const { companyId, appId, tag } = scope
    const { source, hash, id } = model
    const key = JSON.stringify([
      companyId,
      appId,
      tag,
      source.id,
      source.dialect,
      store.schema,
      id,
      hash,
      keys,
      query.orderBy,
      query.orderDir,
      query.page,
      query.perPage,
    ])
    const found = pages.get(key) ?? make(opened, query, keys, conditions, by)
    pages.delete(key)
    pages.set(key, found)
    for (const oldest of pages.keys()) {
      if (pages.size <= MOST_KEPT) break
      pages.delete(oldest)
    }
    return found
  }
}
