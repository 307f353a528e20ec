// Work that comes while other work is under way is done in one transaction with what else comes meanwhile: what each of them asks and writes is one statement for all, and
// they reach the disk together. Work that comes alone waits for nobody. Whatever fails among others is done again by itself, so that nobody's failure is anybody else's.
import { CompiledQuery, Transaction, type DatabaseConnection, type Dialect, type Driver, type QueryExecutorProvider } from 'kysely'
import type { Db, Trx } from './database.ts'

/** Transactions under way from which on work waits for one of them to end, and for how long at most. */
const UNDER_WAY = 2
const PATIENCE_MS = 20
/** Works that share a transaction. */
const MOST = 16

type Work<T> = (trx: Trx) => Promise<T>
interface Waiting {
  key: string | undefined
  work: Work<unknown>
  done(value: unknown): void
  failed(error: unknown): void
}
type Ask = (items: readonly unknown[], trx: Trx) => Promise<readonly unknown[]>
type Write = (items: readonly unknown[], trx: Trx) => Promise<unknown>

/** What a transaction is told that holds for all in it: work that says so is done by itself. */
const FOR_ALL = /\b(?:savepoint|rollback|set local|set_config|pg_advisory\w*)\b/i

/** Thrown by work that cannot be done beside others: it is done again by itself. */
export class NotTogether extends Error {}

/** When all is done that came with what came now. */
const soon = () => new Promise<void>(done => setImmediate(done))
/** What is asked for a key while others ask the same at this moment is asked once, and answers all of them. */
export function atOnce<Key, Answer>(keyOf: (asked: Key) => string, ask: (asked: Key) => Promise<Answer>): (asked: Key) => Promise<Answer> {
  const asking = new Map<string, Promise<Answer>>()
  return asked => {
    const key = keyOf(asked)
    const begun = asking.get(key)
    if (begun) return begun
    const answer = soon().then(() => {
      asking.delete(key)
      return ask(asked)
    })
    asking.set(key, answer)
    return answer
  }
}

// A transaction is asked by its executor alone: it makes no others, and has no connections to end.
const [dialect, driver] = [{}, {}] as [Dialect, Driver]

/** One transaction of several. */
class Shared {
  isBroken = false
  #connection: DatabaseConnection
  #trx: Trx
  #asked = new Map<Ask, { item: unknown; done(value: unknown): void; failed(error: unknown): void }[]>()
  #written = new Map<Write, unknown[]>()
  #flushed: Promise<unknown> = Promise.resolve()

  constructor(
    readonly db: Db,
    connection: DatabaseConnection,
  ) {
    this.#connection = connection
    this.#trx = this.transaction(async () => {})
  }

  /** The transaction as one of them knows it; `before` each statement of its own. */
  transaction(before: (sql: string) => Promise<unknown>): Trx {
    const its: DatabaseConnection = {
      executeQuery: async query => {
        if (FOR_ALL.test(query.sql)) {
          // Whoever takes the refusal for another may go on.
          this.isBroken = true
          throw new NotTogether('It holds for the whole transaction')
        }
        await before(query.sql)
        try {
          return await this.#connection.executeQuery(query)
        } catch (error) {
          this.isBroken = true
          throw error
        }
      },
      streamQuery: () => {
        throw new NotTogether('Rows are not streamed in a transaction of several')
      },
    }
    const executor = this.db.getExecutor().withConnectionProvider({ provideConnection: run => run(its) })
    return new Transaction({ config: { dialect }, dialect, driver, executor })
  }

  ask(how: Ask, item: unknown): Promise<unknown> {
    return new Promise((done, failed) => {
      const waiting = this.#asked.get(how)
      if (waiting) return void waiting.push({ item, done, failed })
      const list = [{ item, done, failed }]
      this.#asked.set(how, list)
      void soon()
        .then(async () => {
          this.#asked.delete(how)
          await this.flush()
          const answers = await how(
            list.map(one => one.item),
            this.#trx,
          )
          for (const [at, one] of list.entries()) one.done(answers[at])
        })
        .catch(error => {
          for (const one of list) one.failed(error)
        })
    })
  }

  write(how: Write, item: unknown) {
    const list = this.#written.get(how)
    if (list) list.push(item)
    else this.#written.set(how, [item])
  }
  /** Sends what is to be written. */
  flush(): Promise<unknown> {
    if (!this.#written.size) return this.#flushed
    const written = [...this.#written]
    this.#written.clear()
    this.#flushed = this.#flushed.then(async () => {
      for (const [how, items] of written) await how(items, this.#trx)
    })
    return this.#flushed
  }
}

interface Member {
  shared: Shared
  hasWritten: boolean
}
const members = new WeakMap<QueryExecutorProvider, Member>()
const READS = /^\s*(\/\*.*?\*\/\s*)?select (?!pg_notify)/i

/** A question of which those who share a transaction and ask it at the same moment send one; `how` answers each of the items, in their order. `writes`: it changes rows. */
export const askedTogether =
  <Item, Answer, On extends QueryExecutorProvider>(how: (items: readonly Item[], on: On | Trx) => Promise<readonly Answer[]>, { writes = false } = {}) =>
  async (item: Item, on: On): Promise<Answer> => {
    const member = members.get(on)
    if (!member) return (await how([item], on))[0] as Answer
    member.hasWritten ||= writes
    return (await member.shared.ask(how as Ask, item)) as Answer
  }

/** What is written so that those who share a transaction write it in one statement: before anything else is asked, and before it ends. */
export const writtenTogether =
  <Item, On extends QueryExecutorProvider>(how: (items: readonly Item[], on: On | Trx) => Promise<unknown>) =>
  async (item: Item, on: On): Promise<void> => {
    const member = members.get(on)
    if (!member) return void (await how([item], on))
    member.hasWritten = true
    member.shared.write(how as Write, item)
  }

/** Whether others share this transaction: what is seen in it may come to nothing. */
export const isShared = (on: QueryExecutorProvider) => members.has(on)

/** True where the server said that a transaction came to nothing; where a connection ended, nobody knows. */
const isUndone = (error: unknown) => /^(2[1-8]|3[ABDF0]|4[024]|5[45]|P0|XX)...$/.test((error as { code?: string }).code ?? '')

function createTogether(db: Db) {
  const waiting: Waiting[] = []
  let underWay = 0
  let isLooking = false

  const alone = ({ work, done, failed }: Waiting) => db.transaction().execute(work).then(done, failed)

  async function shared(list: readonly Waiting[]) {
    let isEnding = false
    let apart: Waiting[] = []
    const results: { one: Waiting; value: unknown }[] = []
    try {
      await db.getExecutor().provideConnection(async connection => {
        const say = (text: string) => connection.executeQuery(CompiledQuery.raw(text))
        await say('begin')
        try {
          const its = new Shared(db, connection)
          await Promise.all(
            list.map(async one => {
              const member: Member = { shared: its, hasWritten: false }
              const trx = its.transaction(async text => {
                member.hasWritten ||= !READS.test(text)
                await its.flush()
              })
              members.set(trx, member)
              try {
                results.push({ one, value: await one.work(trx) })
              } catch {
                // What it has asked for so far changed nothing for the others.
                if (member.hasWritten) its.isBroken = true
                apart.push(one)
              }
            }),
          )
          if (its.isBroken) throw new NotTogether('One of them failed')
          await its.flush()
          isEnding = true
          await say('commit')
        } catch (error) {
          await say('rollback')
          throw error
        }
      })
    } catch (error) {
      // Whether it ended before its connection did nobody knows: nothing is done twice.
      if (isEnding && !isUndone(error)) for (const { one } of results) one.failed(error)
      else apart = [...list]
      results.length = 0
    }
    for (const { one, value } of results) one.done(value)
    await Promise.all(apart.map(alone))
  }

  /** Of those who wait, as many as leave the others a transaction each; what has the same key is done one after the other. */
  function taken(): Waiting[] {
    const most = Math.min(MOST, Math.ceil(waiting.length / Math.max(1, UNDER_WAY - underWay)))
    const keys = new Set<string>()
    const list: Waiting[] = []
    for (let at = 0; at < waiting.length && list.length < most;) {
      const one = waiting[at] as Waiting
      if (one.key !== undefined && keys.has(one.key)) at++
      else {
        if (one.key !== undefined) keys.add(one.key)
        list.push(one)
        waiting.splice(at, 1)
      }
    }
    return list
  }

  function look() {
    while (waiting.length && underWay < UNDER_WAY) {
      const list = taken()
      underWay++
      let isCounted = true
      const over = () => {
        if (!isCounted) return
        isCounted = false
        underWay--
        look()
      }
      // Some wait for what others hold: nobody else waits for that.
      const patience = setTimeout(over, PATIENCE_MS)
      const [only] = list
      void (list.length === 1 && only ? alone(only) : shared(list)).finally(() => {
        clearTimeout(patience)
        over()
      })
    }
  }

  return <T>(key: string | undefined, work: Work<T>): Promise<T> =>
    new Promise<T>((done, failed) => {
      waiting.push({ key, work, done: done as (value: unknown) => void, failed })
      if (isLooking) return
      isLooking = true
      setImmediate(() => {
        isLooking = false
        look()
      })
    })
}

const known = new WeakMap<Db, ReturnType<typeof createTogether>>()
/**
 * Does work in a transaction, and with what else comes at the same time in one. It may be done twice, the first time to no end: what it does beside the transaction
 * has to bear that. Work with the same key is never done in the same transaction.
 */
export function together<T>(db: Db, key: string | undefined, work: Work<T>): Promise<T> {
  const its = known.get(db) ?? createTogether(db)
  known.set(db, its)
  return its(key, work)
}
