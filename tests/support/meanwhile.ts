// What somebody else does in the middle of a call, made certain: their transaction holds a row, the call comes to wait for it, they are through first.
import type { World } from './world.ts'

const LONGEST = 5000

/**
 * Begins a transaction with `change` (SQL, values), starts the call, lets the transaction end once the call waits for a lock or has ended, and gives what
 * came of it. `waited` is false for a call that went on beside the open transaction.
 */
export async function meanwhile<T>(world: World, change: [string, unknown[]][], call: () => Promise<T>): Promise<{ waited: boolean; reply: T }> {
  const other = await world.pool.connect()
  try {
    await other.query('begin')
    for (const [text, values] of change) await other.query(text, values)
    let isOver = false
    const asked = call().finally(() => (isOver = true))
    let waited = false
    for (const from = Date.now(); !isOver && !waited && Date.now() - from < LONGEST;) {
      const { rows } = await world.pool.query(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      waited = rows.length > 0
    }
    await other.query('commit')
    return { waited, reply: await asked }
  } finally {
    other.release()
  }
}
