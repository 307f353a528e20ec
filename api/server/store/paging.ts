// Totals of long lists: counting everything is what makes a list slow, so counting stops beyond a limit and says so.
import { sql, type Expression } from 'kysely'
import type { Db } from './database.ts'

export const TOTAL_CAP = 10_000

/** Counts the rows of a query that its caller limited to TOTAL_CAP + 1. */
export async function cappedTotal(db: Db, rows: Expression<unknown>): Promise<{ total: number; totalIsCapped?: true }> {
  const { n } = (await sql<{ n: number }>`select count(*)::int as n from ${rows} as counted`.execute(db)).rows[0] as { n: number }
  return n > TOTAL_CAP ? { total: TOTAL_CAP, totalIsCapped: true } : { total: n }
}

/** A pattern for `ilike` that finds the keywords as they were typed. */
export const containing = (keywords: string) => `%${keywords.trim().replace(/[\\%_]/g, '\\$&')}%`
