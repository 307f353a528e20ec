// Messages between the processes that share a database, over LISTEN/NOTIFY: cache invalidation and open consoles.
import { EventEmitter } from 'node:events'
import pg from 'pg'
import { sql } from 'kysely'
import { cutOff, withSettings, type Db, type Trx } from './database.ts'

const CHANNEL = 'tessera'
/** Between two questions whether the database is still there. */
const BEAT_MS = 1000
/** Without an answer for so long, a second connection is tried: is it the database or the way to it? */
const SILENCE_MS = 3000
/** The longest between two tries to connect. */
const RETRY_MS = 1000

export interface Bus {
  /** Tells every process, this one too, once the transaction commits. The payload stays far below PostgreSQL's 8,000 bytes. */
  publish(db: Db | Trx, topic: string, payload: Record<string, unknown>): Promise<void>
  /** Tells this process alone, at once: what it has just committed need not come back to it first. */
  tell(topic: string, payload: Record<string, unknown>): void
  /** Returns the function that stops listening. */
  on(topic: string, listener: (payload: Record<string, unknown>) => void): () => void
  /** False while the database is away or silent; known without asking it. */
  readonly isAlive: boolean
  close(): Promise<void>
}

/**
 * Listens on a connection of its own and reconnects when it breaks. It also asks every second whether the database answers: a network that swallows
 * packets ends no connection, and would keep whoever waits for an answer for minutes. Topics of its own: `silent` when connections made so far are
 * worth nothing any more, `reconnected` when it listens again and something may have been missed.
 */
export async function openBus(options: pg.ClientConfig): Promise<Bus> {
  const events = new EventEmitter().setMaxListeners(0)
  let client: pg.Client | undefined
  let closed = false
  /** When the question that waits for an answer was asked; 0 without one. */
  let askedAt = 0

  /** A connection that has answered a question. */
  async function reach(question: string): Promise<pg.Client> {
    const next = new pg.Client({
      ...options,
      options: withSettings(options.options),
      application_name: 'tessera bus',
      keepAlive: true,
      connectionTimeoutMillis: SILENCE_MS,
    })
    next.on('error', () => {})
    const late = setTimeout(() => cutOff(next), 2 * SILENCE_MS)
    try {
      await next.connect()
      await next.query(question)
      return next
    } catch (error) {
      cutOff(next)
      throw error
    } finally {
      clearTimeout(late)
    }
  }
  async function listen() {
    const next = await reach(`listen ${CHANNEL}`)
    next.on('notification', message => {
      const { topic, payload } = JSON.parse(message.payload ?? '{}') as { topic: string; payload: Record<string, unknown> }
      events.emit(topic, payload)
    })
    next.on('end', () => {
      if (client !== next) return
      client = undefined
      if (!closed) void again()
    })
    askedAt = 0
    client = next
    if (closed) await next.end()
  }
  async function again() {
    for (let wait = 50; !closed; wait = Math.min(wait * 2, RETRY_MS)) {
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

  /** Nothing came back for too long. A database that is merely busy is slow on a new connection, too, and is left to its work for a while. */
  async function judge(silent: pg.Client) {
    const second = await reach('select 1').catch(() => undefined)
    await second?.end().catch(() => {})
    const isHopeless = second !== undefined || Date.now() - askedAt > 4 * SILENCE_MS
    if (client !== silent || !askedAt || !isHopeless) return
    events.emit('silent', {})
    cutOff(silent)
  }
  let judging: Promise<void> | undefined
  const beat = setInterval(() => {
    const asked = client
    if (!asked) return
    if (!askedAt) {
      askedAt = Date.now()
      const answered = () => {
        if (client === asked) askedAt = 0
      }
      // A question that failed came with the end of its connection, which has its own listener.
      asked.query('select 1').then(answered, () => {})
    } else if (Date.now() - askedAt > SILENCE_MS) judging ??= judge(asked).finally(() => (judging = undefined))
  }, BEAT_MS)
  beat.unref()
  await listen()

  return {
    async publish(db, topic, payload) {
      await sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ topic, payload })})`.execute(db)
    },
    tell(topic, payload) {
      events.emit(topic, payload)
    },
    on(topic, listener) {
      events.on(topic, listener)
      return () => events.off(topic, listener)
    },
    get isAlive() {
      return client !== undefined && (!askedAt || Date.now() - askedAt < 2 * BEAT_MS)
    },
    async close() {
      closed = true
      clearInterval(beat)
      await client?.end()
    },
  }
}
