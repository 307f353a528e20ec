// A connection that goes to the database less often: a trip costs both sides more than most statements do.
import pg from 'pg'

/**
 * `/* flow.load *\/ select …`: a statement that begins so is planned once for each connection, under that name. Its text never varies.
 * `/* flow.hold, with the next *\/ …`: besides, nobody looks at its answer, so it is sent together with the statement after it in its transaction, which fails
 * where this one does.
 */
const NAMED = /^\/\* ([\w.]+)(, with the next)? \*\/ /
const nothing = () => ({ command: '', rowCount: 0, rows: [], fields: [] })

type Ask = (this: pg.Client, ...asked: unknown[]) => Promise<unknown>

export class ThriftyClient extends pg.Client {
  /** In a transaction that began with the word alone. */
  #isInside = false
  /** What goes with the next statement. */
  #held: unknown[] = []

  constructor(options?: pg.ClientConfig) {
    super(options)
    // Statements are sent without waiting for the answer to the one before; the answers come in their order.
    Object.assign(this, { pipeline: true })
  }

  override query(...all: never[]): never {
    return this.#query(all) as never
  }

  #query(all: unknown[]): Promise<unknown> {
    const [text, values, ...more] = all
    if (typeof text !== 'string' || more.length) return this.#send(all)
    if (/^begin$/i.test(text)) {
      this.#isInside = true
      return this.#hold('begin')
    }
    const isEnd = /^(commit|rollback)$/i.test(text)
    if (isEnd) this.#isInside = false
    if (/^rollback/i.test(text) || isEnd) {
      const hasBegun = this.#held[0] !== 'begin'
      // Nothing was asked in it, or what was asked last comes to nothing.
      if (!hasBegun && (this.#held.length === 1 || /^rollback/i.test(text))) {
        this.#held = []
        return Promise.resolve(nothing())
      }
      if (/^rollback/i.test(text)) this.#held = []
    }
    const [, name, isHeld] = (Array.isArray(values) && NAMED.exec(text)) || []
    if (name === undefined) return this.#send(all)
    const named = { name, text, values }
    return isHeld && this.#isInside ? this.#hold(named) : this.#send([named])
  }

  #hold(what: unknown): Promise<unknown> {
    this.#held.push(what)
    return Promise.resolve(nothing())
  }

  #send(asked: unknown[]): Promise<unknown> {
    const ask = super.query as unknown as Ask
    const held = this.#held
    if (!held.length) return ask.apply(this, asked)
    this.#held = []
    const { stream } = (this as unknown as { connection: { stream: { cork(): void; uncork(): void } } }).connection
    stream.cork()
    try {
      const before = held.map(one => ask.call(this, one))
      const answer = ask.apply(this, asked)
      // The first that fails is the one that says why: what comes after it in a transaction is refused for no other reason.
      return Promise.all([answer, ...before]).then(([its]) => its)
    } finally {
      stream.uncork()
    }
  }
}
