// What a list asks of the database, kept for whoever asks the same again: people limited by the same rules ask for the same pages in the same words.
import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import { TOTAL_CAP } from '../../../store/paging.ts'
import { columnsSql, namesSql } from './labels.ts'
import type { Row } from './input.ts'
import { orderOf, where, type Opened, type RowSearch } from './statements.ts'
import { tableOf } from '../sql-text.ts'

export interface ListPage extends RowSearch {
  page: number
  perPage: number
}
interface ListStatements {
  /** Counts up to one row more than the most that is told. */
  count: CompiledQuery<{ n: number }>
  /** The rows of the page; `isShort` when few rows fit the conditions. */
  page(isShort: boolean): CompiledQuery<Row>
  /** Names of people and departments among the columns of a row; undefined where they are in another database. */
  readNames?(stored: Row): Record<string, string>
}

/** Pages that are kept of those whom the same conditions limit. */
const MOST_KEPT = 200
/** Stands for the conditions of those whom nothing limits. */
const NO_CONDITIONS = {}

function make(
  { scope, model, store }: Opened,
  query: ListPage,
  keys: readonly string[],
  conditions: (RawBuilder<boolean> | undefined)[],
  by: RawBuilder<unknown>,
) {
  const { definition } = model
  const limits = where(conditions)
  const table = tableOf(store.schema, definition.table)
  const names = model.source.dialect === 'builtin' ? namesSql(scope, definition, keys, 'page') : undefined
  const pages = new Map<boolean, CompiledQuery<Row>>()

  function page(isShort: boolean): CompiledQuery<Row> {
    // Few rows of a large table are looked up by their conditions and then sorted; left to itself PostgreSQL goes through the whole order for them.
    const rows = isShort && store.engine === 'postgres' ? sql`(select * from ${table}${limits} offset 0) as fitting` : sql`${table}${limits}`
    const plain = sql<Row>`select ${columnsSql(definition, keys)} from ${rows} order by ${by} limit ${sql.lit(query.perPage)} offset ${sql.lit((query.page - 1) * query.perPage)}`
    // Names are looked up for the rows of the page alone, not for those that it skips.
    const named = names?.columns.length ? sql<Row>`select page.*, ${sql.join(names.columns)} from (${plain}) as page` : plain
    return named.compile(store.on)
  }
  return {
    count: sql<{ n: number }>`select count(*) as n from (select 1 as one from ${table}${limits} limit ${sql.lit(TOTAL_CAP + 1)}) as counted`.compile(store.on),
    page(isShort: boolean) {
      const there = pages.get(isShort) ?? page(isShort)
      pages.set(isShort, there)
      return there
    },
    readNames: names?.read,
  }
}

export function createListStatements() {
  const kept = new WeakMap<object, Map<string, ListStatements>>()

  /** The statements of a page of a model's rows; `conditions` are the asker's own first, then those of the question. */
  return (opened: Opened, query: ListPage, keys: readonly string[], conditions: (RawBuilder<boolean> | undefined)[]): ListStatements => {
    const { scope, model, store } = opened
    const by = orderOf(opened, query)
    const [own, ...asked] = conditions
    if (asked.some(Boolean)) return make(opened, query, keys, conditions, by)
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
