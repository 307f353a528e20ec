// A page of a list and how much there is of it, for lists of instances and of tasks alike.
import { sql, type SelectQueryBuilder } from 'kysely'
import type { Db } from '../../store/database.ts'
import { cappedTotal } from '../../store/paging.ts'
import type { TablesInApp } from '../../store/scoped-tables.ts'
import type { FlowScope } from './cases.ts'
import { seek } from './search.ts'

export interface Paging {
  page: number
  perPage: number
}

export const newest = (at: string, id: string) => [
  { by: at, dir: 'desc' as const },
  { by: id, dir: 'desc' as const },
]

export function createPaged({ db }: { db: Db }) {
  async function paged<Row>(
    { page, perPage }: Paging,
    rows: { limit(n: number): { offset(n: number): { execute(): Promise<Row[]> } } },
    counted: Parameters<typeof cappedTotal>[1] | (() => ReturnType<typeof cappedTotal>),
  ) {
    const [found, total] = await Promise.all([
      rows
        .limit(perPage)
        .offset((page - 1) * perPage)
        .execute(),
      typeof counted === 'function' ? counted() : cappedTotal(db, counted),
    ])
    return { found, told: { ...total, page, perPage } }
  }

  /** One page of a list, newest first; of those with the words in their title where there are words. */
  async function searched<At extends keyof TablesInApp, DB, From extends keyof DB, Row>(
    scope: FlowScope,
    { page, perPage, words }: Paging & { words: string },
    {
      rows,
      list,
      order,
      no,
      counted,
    }: {
      rows: SelectQueryBuilder<TablesInApp, At, object>
      list: SelectQueryBuilder<DB, From, Row>
      order: readonly { by: string; dir: 'asc' | 'desc' }[]
      no?: string
      counted: () => ReturnType<typeof cappedTotal>
    },
  ) {
    const sorted = order.reduce((all, { by, dir }) => all.orderBy(sql.ref(by), dir), list)
    if (!words) return paged({ page, perPage }, sorted, counted)
    const { keys, ...total } = await seek(db, scope, { rows, order, words, page, perPage, ...(no && { no }) })
    const isOne = sql<boolean>`(flow_case.id, ${no ? sql.ref(no) : sql`0`}) in (
      select id, no from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as each (id uuid, no integer))`
    return { found: keys.length ? await sorted.where(isOne).execute() : [], told: { ...total, page, perPage } }
  }

  return { paged, searched }
}
