// Finding instances by a part of their title, in lists of any length. What many have is found among the newest; what few have, by what each title is written with.
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Db } from '../../store/database.ts'
import { containing } from '../../store/paging.ts'
import type { TablesInApp } from '../../store/scoped-tables.ts'
import type { FlowScope } from './cases.ts'

/** So many of a list are looked at one by one, in its order. */
const NEWEST = 2_000
/** What is found is counted to here. */
const FOUND_CAP = 1_000

export interface Key {
  id: string
  /** Number of the task; 0 where the list is one of instances. */
  no: number
}
interface Sought<At extends keyof TablesInApp> {
  /** The list without the words; `flow_case` is in it. */
  rows: SelectQueryBuilder<TablesInApp, At, object>
  /** The column with the number of the task. */
  no?: string
  order: readonly { by: string; dir: 'asc' | 'desc' }[]
  words: string
  page: number
  perPage: number
}

const isLike = (words: string) => sql<boolean>`flow_case.title ilike ${containing(words)}`
/**
 * A part of the title, found by the pieces of letters of which it consists (flow_grams in the database). The database asks for the pieces by an index, and of each
 * row that it comes across otherwise for the part first, since that is cheaper.
 */
export function written({ appId, tag }: FlowScope, words: string): RawBuilder<boolean> {
  const pieces = sql<boolean>`flow_grams(flow_case.app_id::text || flow_case.tag, flow_case.title) @> flow_grams(${appId + tag}, ${words.trim()})`
  // A single letter of ASCII is no piece.
  return words.trim().length < 2 && words.trim() < '\u0080' ? isLike(words) : sql<boolean>`${isLike(words)} and ${pieces}`
}

/** By what the database knows of all titles: each piece of the words is in so many that few of a list would be found sooner by looking at the list itself. */
async function isCommon(db: Db, { appId, tag }: FlowScope, words: string, many: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean | null }>`
    select min(coalesce(m.share, 0)) * (select reltuples from pg_class where oid = 'flow_case'::regclass) > ${many} as is
    from unnest(flow_grams(${appId + tag}, ${words.trim()})) as g (piece)
    left join (select e.piece, e.share from pg_stats s, unnest(s.most_common_elems::text::bigint[], s.most_common_elem_freqs) as e (piece, share)
      where s.schemaname = current_schema() and s.tablename = 'flow_case_words') m on m.piece = g.piece`.execute(db)
  // What has no pieces is a letter.
  return rows[0]?.is ?? true
}

/** Which of a list have the words in their title, one page of them, and how many there are. */
export async function seek<At extends keyof TablesInApp>(
  db: Db,
  scope: FlowScope,
  { rows, no, order, words, page, perPage }: Sought<At>,
  newest = NEWEST,
): Promise<{ keys: Key[]; total: number; totalIsCapped?: true }> {
  const keyed = rows.select([
    sql<string>`flow_case.id`.as('id'),
    (no ? sql<number>`${sql.ref(no)}` : sql<number>`0`).as('no'),
    sql<string>`flow_case.title`.as('title'),
    ...order.map(({ by }, at) => sql`${sql.ref(by)}`.as(`by${at}`)),
  ])
  const sorted = order.reduce((all, { by, dir }) => all.orderBy(sql.ref(by), dir), keyed)
  const near = await sql<{ hits: [string, number][]; seen: number }>`
    with newest as materialized (select id, no, title, row_number() over () as n from ${sorted.limit(newest + 1)} as sorted),
    hit as (select id, no, n from newest where title ilike ${containing(words)} order by n limit ${FOUND_CAP + 1})
    select coalesce((select jsonb_agg(jsonb_build_array(id, no) order by n) from hit), '[]') as hits, (select count(*)::int from newest) as seen`.execute(db)
  const { hits = [], seen = 0 } = near.rows[0] ?? {}
  const [from, to] = [(page - 1) * perPage, page * perPage]
  const keyOf = ([id, its]: [string, number]): Key => ({ id, no: its })
  const pageOf = (all: [string, number][]) => all.slice(0, FOUND_CAP).slice(from, to).map(keyOf)
  if (hits.length > FOUND_CAP) return { keys: pageOf(hits), total: FOUND_CAP, totalIsCapped: true }
  if (seen <= newest) return { keys: pageOf(hits), total: hits.length }

  // What some of the newest have, or many of all, more of those before them may: further on, as long as it takes.
  const isOften = await isCommon(db, scope, words, newest * 10)
  if (isOften || hits.length >= newest / 50) {
    const far = await sql<Key>`
      select id, no from ${sorted.limit(newest * 25)} as sorted where title ilike ${containing(words)} limit ${FOUND_CAP + 1}`.execute(db)
    if (far.rows.length > FOUND_CAP) return { keys: pageOf(far.rows.map(row => [row.id, row.no])), total: FOUND_CAP, totalIsCapped: true }
  }

  // Planned as if all were wanted, and stopped early: a plan for some would go through the list in its order, which may be all of it.
  const all = sql`with all_of_them as materialized (${keyed.where(isOften ? isLike(words) : written(scope, words))})`
  const by = sql.join(order.map(({ dir }, at) => sql`${sql.ref(`by${at}`)} ${sql.raw(dir)}`))
  const some = await sql<Key>`${all} select id, no from (select * from all_of_them limit ${FOUND_CAP + 1}) as few order by ${by}`.execute(db)
  const found = some.rows.map(({ id, no: its }): [string, number] => [id, its])
  if (found.length <= FOUND_CAP) return { keys: pageOf(found), total: found.length }
  const capped = { total: FOUND_CAP, totalIsCapped: true } as const
  if (hits.length >= to) return { keys: pageOf(hits), ...capped }
  const rest = await sql<Key>`${all} select id, no from all_of_them order by ${by} limit ${perPage} offset ${from}`.execute(db)
  return { keys: rest.rows.map(({ id, no: its }) => ({ id, no: its })), ...capped }
}
