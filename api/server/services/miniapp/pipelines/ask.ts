// One question to the server of a pipeline, and what its answers mean alike at all of them.
import type { Told } from '../../../store/columns.ts'
import { neverSent, send, SendError, type Incoming } from '../../api/index.ts'

const ANSWER_BYTES = 4 * 1024 * 1024

/** Why a pipeline did not do as asked. `again`: it may go better later, nothing was done by it; `afterSeconds` is what the other side says of later. */
export class Refused extends Error {
  constructor(
    readonly told: Told,
    readonly again = false,
    readonly afterSeconds = 0,
  ) {
    super(told.english)
  }
}

export const KINDS = ['gitlab', 'gitea', 'jenkins'] as const
export type Kind = (typeof KINDS)[number]
const NAMES: Record<Kind, string> = { gitlab: 'GitLab', gitea: 'Gitea', jenkins: 'Jenkins' }

export interface Pipeline {
  kind: Kind
  address: string
  project: string
  branch: string
  workflow: string
  account: string
  token: string
}
/** What is known of a run, kept with its push: the clients go on with it in whatever process comes next. */
export interface Run {
  id?: string
  url?: string
  /** Place in a queue, before there is a run. */
  queued?: string
  /** How far the log of each job was read. */
  read?: Record<string, number>
  /** Jobs whose log was read to its end. */
  ended?: string[]
  /** How often it was looked for, where the other side did not name it. */
  sought?: number
}
export interface Look {
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
  run: Run
  text: string
}
export interface Client {
  /** Whether the project is there and the token is taken; refused where not. */
  check(): Promise<void>
  begin(push: string, variables: Readonly<Record<string, string>>): Promise<Run>
  look(push: string, run: Run): Promise<Look>
  /** False where this version of the other side stops no run from outside. */
  stop(run: Run): Promise<boolean>
}
export interface Limits {
  mayBePrivate: boolean
  answerMs: number
}
export interface Question {
  method?: 'GET' | 'POST'
  path: string
  body?: unknown
  form?: Record<string, string>
  headers?: Record<string, string>
  /** Statuses besides 2xx that are answers. */
  takes?: readonly number[]
}

const soon = (after: string | undefined) => {
  const seconds = Number(after)
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 300) : 0
}

export function createAsk({ kind, address }: Pick<Pipeline, 'kind' | 'address'>, auth: Record<string, string>, { mayBePrivate, answerMs }: Limits) {
  const name = NAMES[kind]

  async function ask({ method = 'GET', path, body, form, headers, takes = [] }: Question): Promise<Incoming> {
    const text = form ? new URLSearchParams(form).toString() : body === undefined ? undefined : JSON.stringify(body)
    const answer = await send(
      {
        method,
        url: new URL(`${address}${path}`),
        headers: {
          accept: 'application/json, text/plain',
          'user-agent': 'Tessera',
          ...auth,
          ...headers,
          ...(text !== undefined && { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' }),
        },
        body: text ?? (method === 'POST' ? '' : undefined),
      },
      { mayBePrivate, maxBytes: ANSWER_BYTES, signal: AbortSignal.timeout(answerMs) },
    ).catch((error: unknown) => {
      // What was asked with POST may have been done though no answer came.
      throw error instanceof SendError ? new Refused({ english: error.english }, error.again && (method === 'GET' || neverSent(error))) : error
    })
    const { status } = answer
    if ((status >= 200 && status < 300) || takes.includes(status)) return answer
    if (status === 401 || status === 403) throw new Refused({ english: '{server} refuses the access token ({status})', values: { server: name, status } })
    if (status === 404) throw new Refused({ english: '{server} knows no such project, branch or pipeline (404)', values: { server: name } })
    throw new Refused(
      { english: '{server} answers {status}', values: { server: name, status } },
      status === 429 || status === 503 || (method === 'GET' && status >= 500),
      soon(answer.headers['retry-after']),
    )
  }

  const rubbish = () => new Refused({ english: '{server} does not answer as {server} does. Look at the address', values: { server: name } })

  /** An object, or a list where one is wanted. */
  async function askJson(question: Question): Promise<Record<string, unknown>> {
    const { body } = await ask(question)
    let said: unknown
    try {
      said = JSON.parse(body.toString('utf8'))
    } catch {
      throw rubbish()
    }
    if (typeof said !== 'object' || said === null) throw rubbish()
    return said as Record<string, unknown>
  }
  return { ask, askJson, rubbish }
}

const ANSI = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]`, 'g')
/** A log as text: without colours, marks of sections and what a line was before it was written over. */
export const plainLog = (text: string) =>
  text
    .replace(ANSI, '')
    .replace(/section_(?:start|end):\d+:\S*\r?/g, '')
    .replace(/\r\n/g, '\n')
    .replace(/[^\n]*\r(?=[^\n])/g, '')
    .replaceAll('\r', '')

/** What a log has more than before, up to its last whole line while it grows. */
export function more(log: string, from: number, isEnded: boolean): { text: string; to: number } {
  const end = isEnded ? log.length : log.lastIndexOf('\n') + 1
  return end > from ? { text: log.slice(from, end), to: end } : { text: '', to: from }
}
export const idOf = (value: unknown): string => (typeof value === 'number' || typeof value === 'string' ? String(value) : '')
