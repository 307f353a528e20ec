// Messages between the processes that share a database, over LISTEN/NOTIFY: cache invalidation and open consoles.
import { EventEmitter } from 'node:events'
import pg from 'pg'
import { sql } from 'kysely'
import type { Db, Trx } from './database.ts'

const CHANNEL = 'tessera'

export interface Bus {
  /** Tells every process, this one too, once the transaction commits. The payload stays far below PostgreSQL's 8,000 bytes. */
  publish(db: Db | Trx, topic: string, payload: Record<string, unknown>): Promise<void>
  /** Returns the function that stops listening. */
  on(topic: string, listener: (payload: Record<string, unknown>) => void): () => void
  close(): Promise<void>
}

/** Listens on a connection of its own and reconnects when it breaks; `reconnected` tells caches that they may have missed something. */
export async function openBus(options: pg.ClientConfig): Promise<Bus> {
  const events = new EventEmitter().setMaxListeners(0)
  let client: pg.Client | undefined
  let closed = false

  async function listen() {
    const next = new pg.Client({ ...options, application_name: 'tessera bus' })
    next.on('notification', message => {
      const { topic, payload } = JSON.parse(message.payload ?? '{}') as { topic: string; payload: Record<string, unknown> }
      events.emit(topic, payload)
    })
    next.on('error', () => {})
    next.on('end', () => {
      if (!closed && client === next) void again()
    })
    await next.connect()
    await next.query(`listen ${CHANNEL}`)
    client = next
    if (closed) await next.end()
  }
  async function again() {
    for (let wait = 100; !closed; wait = Math.min(wait * 2, 5000)) {
      await new Promise(done => setTimeout(done, wait).unref())
      try {
        await listen()
        events.emit('reconnected', {})
        return
      } catch {
        // The server is still away; the loop tries again.
      }
    }
  }
  await listen()

  return {
    async publish(db, topic, payload) {
      await sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ topic, payload })})`.execute(db)
    },
    on(topic, listener) {
      events.on(topic, listener)
      return () => events.off(topic, listener)
    },
    async close() {
      closed = true
      await client?.end()
    },
  }
}
