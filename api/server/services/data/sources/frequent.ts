// Statements that are asked again and again are prepared: PostgreSQL then reads and plans them once a connection, which costs more than running them.
import { createHash } from 'node:crypto'
import type pg from 'pg'

/** How often a text is asked before it is worth it. */
const OFTEN = 5
/** Texts that are counted; of those asked least lately the count is forgotten. Connections end after a while, and what they prepared with them. */
const MOST_COUNTED = 300

/** “cached plan must not change result type”. */
const TYPES_CHANGED = '0A000'

export interface Statement {
  sql: string
  parameters: readonly unknown[]
}

export function createFrequent({ pool }: { pool: pg.Pool }) {
  const asked = new Map<string, number>()

  /** The rows of a statement. `version` changes with the structure of its table, since what is prepared keeps the types of its columns. */
  return async <T extends pg.QueryResultRow>({ sql, parameters }: Statement, version: string): Promise<T[]> => {
    const name = createHash('sha1').update(version).update(sql).digest('base64')
    const times = (asked.get(name) ?? 0) + 1
    asked.delete(name)
    asked.set(name, times)
    for (const oldest of asked.keys()) {
      if (asked.size <= MOST_COUNTED) break
      asked.delete(oldest)
    }
    const plain = { text: sql, values: [...parameters] }
    if (times <= OFTEN) return (await pool.query<T>(plain)).rows
    try {
      return (await pool.query<T>({ ...plain, name })).rows
    } catch (error) {
      // Columns got other types while it was asked.
      if ((error as { code?: string }).code !== TYPES_CHANGED) throw error
      return (await pool.query<T>(plain)).rows
    }
  }
}

export type Frequent = ReturnType<typeof createFrequent>
