// Asking a vendor over HTTP: no faster than it allows, patient with its limits, with a token that is renewed once, and with an end to everything.
import { setTimeout as sleep } from 'node:timers/promises'
import { DirectoryError, type Reason, type Step } from './directory.ts'

const TIMEOUT_MS = 15_000
const ANSWER_MAX = 8 * 1024 * 1024
const PAUSE_MAX_MS = 60_000
/** Tokens are renewed before they end. */
const TOKEN_MARGIN_S = 120

export interface Pace {
  /** First pause after a failure; it doubles. */
  retryMs: number
  perSecond: number
  attempts: number
}

/** Vendors allow 20 requests a second; requests may arrive closer together than they left. */
export const PACE: Pace = { retryMs: 500, perSecond: 18, attempts: 6 }

export interface Limiter {
  turn(): Promise<void>
  /** Nobody asks for so long. */
  pause(ms: number): void
}

export function createLimiter(perSecond: number): Limiter {
  let next = 0
  return {
    async turn() {
      const now = Date.now()
      const at = Math.max(now, next)
      next = at + 1000 / perSecond
      if (at > now) await sleep(at - now)
    },
    pause(ms) {
      next = Math.max(next, Date.now() + ms)
    },
  }
}

export interface Ask {
  method: 'GET' | 'POST'
  path: string
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
}

export interface Answer {
  status: number
  headers: Headers
  json: Record<string, unknown>
}

/** What an answer means: fine, the token is over, wait, try again, or give up. */
export type Verdict = { is: 'fine' } | { is: 'token' } | { is: 'wait'; ms?: number } | { is: 'again' } | { is: 'refused'; reason: Reason }

export interface Vendor {
  address: string
  limiter: Limiter
  pace: Pace
  /** Reads what the vendor says about an answer. */
  judge(answer: Answer): Verdict
  /** Code and text of a refusal, as the vendor names it. */
  say(answer: Answer): string
  signIn(send: (ask: Ask) => Promise<Answer>): Promise<{ token: string; seconds: number }>
  /** Puts the token where the vendor wants it. */
  authorise(ask: Ask, token: string): Ask
}

/** Reads no more than allowed, whatever the answer says about its length. */
async function textOf(reply: Response, step: Step): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of reply.body ?? []) {
    size += part.length
    if (size > ANSWER_MAX) throw new DirectoryError('unexpected', 'the answer is too large', step)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

async function send(address: string, { method, path, query = {}, body, headers }: Ask, step: Step): Promise<Answer> {
  const url = new URL(`${address}${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const reply = await fetch(url, {
    method,
    // The secret goes where it was meant for and nowhere else.
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json; charset=utf-8' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await textOf(reply, step)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    json = undefined
  }
  if (json === null || typeof json !== 'object' || Array.isArray(json)) {
    // A gateway in between answers errors in HTML.
    if (reply.status === 429 || reply.status >= 500) return { status: reply.status, headers: reply.headers, json: {} }
    throw new DirectoryError('unexpected', `HTTP ${reply.status} without JSON`, step)
  }
  return { status: reply.status, headers: reply.headers, json: json as Record<string, unknown> }
}

interface Token {
  text: string
  /** Milliseconds of the clock. */
  until: number
  /** Some call was answered with it. */
  hasServed: boolean
}

export function createVendorClient(vendor: Vendor) {
  let token: Token | undefined
  let renewing: Promise<Token> | undefined

  /** Asks until there is an answer that says yes or no. */
  async function settle(ask: () => Promise<Answer>, step: Step, onToken: () => void): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= vendor.pace.attempts
      const pause = Math.min(vendor.pace.retryMs * 2 ** (attempt - 1), PAUSE_MAX_MS) * (0.75 + Math.random() / 2)
      let answer: Answer
      try {
        answer = await ask()
      } catch (error) {
        if (error instanceof DirectoryError) throw error
        const { cause, message } = error as Error & { cause?: { code?: string } }
        if (isLast) throw new DirectoryError('unreachable', String(cause?.code ?? message).slice(0, 200), step)
        await sleep(pause)
        continue
      }
      const verdict = vendor.judge(answer)
      if (verdict.is === 'fine') return answer
      if (verdict.is === 'refused') throw new DirectoryError(verdict.reason, vendor.say(answer), step)
      if (verdict.is === 'token') {
        onToken()
        continue
      }
      if (isLast) throw new DirectoryError(verdict.is === 'wait' ? 'busy' : 'unreachable', vendor.say(answer), step)
      if (verdict.is === 'wait') vendor.limiter.pause(Math.min(verdict.ms ?? Math.max(pause, vendor.pace.retryMs), PAUSE_MAX_MS))
      else await sleep(pause)
    }
  }

  const once = async (ask: Ask, step: Step) => {
    await vendor.limiter.turn()
    return send(vendor.address, ask, step)
  }

  async function freshToken(): Promise<Token> {
    const made = await vendor.signIn(ask =>
      settle(
        () => once(ask, 'signIn'),
        'signIn',
        () => {
          throw new DirectoryError('credentials', 'the token was refused', 'signIn')
        },
      ),
    )
    token = { text: made.token, until: Date.now() + Math.max(made.seconds - TOKEN_MARGIN_S, made.seconds / 2) * 1000, hasServed: false }
    return token
  }

  /** One token for all who wait for it. */
  const tokenNow = async () => {
    if (token && Date.now() < token.until) return token
    renewing ??= freshToken().finally(() => (renewing = undefined))
    return renewing
  }

  return {
    signIn: async () => void (await freshToken()),
    async call(ask: Ask, step: Step): Promise<Answer> {
      let used: Token | undefined
      let refusals = 0
      const answer = await settle(
        async () => {
          used = await tokenNow()
          return once(vendor.authorise(ask, used.text), step)
        },
        step,
        () => {
          refusals++
          // One that has served others may have ended while this call waited for its turn; one that never did is of no use to anybody.
          if ((refusals > 1 && !used?.hasServed) || refusals > vendor.pace.attempts)
            throw new DirectoryError('credentials', 'a new token was refused as well', step)
          // Somebody else may have renewed it in the meantime.
          if (token === used) token = undefined
        },
      )
      if (used) used.hasServed = true
      return answer
    },
  }
}

export type VendorClient = ReturnType<typeof createVendorClient>

/** Ends a paging that goes nowhere. */
export function pageGuard(step: Step) {
  const seen = new Set<string>()
  return (cursor: string) => {
    if (seen.has(cursor)) throw new DirectoryError('unexpected', 'the pages go round in circles', step)
    seen.add(cursor)
  }
}
