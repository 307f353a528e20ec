// Another installation, spoken to over HTTP: its address is checked like that of a data source, what it answers is believed no further than it can be read.
import { setTimeout as wait } from 'node:timers/promises'
import type { Locale } from '../../../messages.ts'
import type { Config } from '../../config.ts'
import { ApiError } from '../../errors.ts'
import { send, SendError } from '../api/index.ts'

const ANSWER_BYTES = 8 * 1024 * 1024
const ANSWER_MS = 120_000
/** Waiting times between tries, where the connection breaks. */
export const PAUSES_MS: readonly number[] = [300, 1_000, 3_000, 8_000]

export interface Peer {
  name: string
  address: string
  token: string
}
export type Said = Record<string, unknown>

/** The connection to it failed, and may be better later. */
export class LinkError extends ApiError {}

const answerless = (peer: Peer) => new ApiError('sync.noTessera', '{service} does not answer as Tessera does', 502, { values: { service: peer.name } })

export function createAsk({ config }: { config: Pick<Config, 'privateDataSources'> }, pauses: readonly number[]) {
  async function once(peer: Peer, call: string, body: object, locale: Locale): Promise<Said> {
    const url = new URL(`${peer.address}/api/sync/v1/${call}`)
    const headers = { 'content-type': 'application/json', accept: 'application/json', 'accept-language': locale, 'user-agent': 'Tessera' }
    const signal = AbortSignal.timeout(ANSWER_MS)
    const answer = await send(
      { method: 'POST', url, headers, body: JSON.stringify({ token: peer.token, ...body }) },
      { mayBePrivate: config.privateDataSources, maxBytes: ANSWER_BYTES, signal },
    )
    let said: { status?: unknown; msg?: unknown; code?: unknown; data?: unknown } | null
    try {
      said = JSON.parse(answer.body.toString('utf8')) as typeof said
    } catch {
      throw answerless(peer)
    }
    if (typeof said !== 'object' || said === null || typeof said.status !== 'number') throw answerless(peer)
    if (said.status === 429 || said.status === 503)
      throw new LinkError('sync.busy', '{service} has too much to do. Try again later', 503, { values: { service: peer.name } })
    if (said.status !== 0)
      throw new ApiError(typeof said.code === 'string' && said.code.startsWith('sync.') ? said.code : 'sync.refused', '{service} says: {text}', 409, {
        values: { service: peer.name, text: String(said.msg).slice(0, 300) },
      })
    if (typeof said.data !== 'object' || said.data === null) throw answerless(peer)
    return said.data as Said
  }

  /** One call; where the connection breaks it is made again some times, so each call may come twice. */
  return async function ask(peer: Peer, call: string, body: object, locale: Locale, between: () => Promise<void> = async () => {}): Promise<Said> {
    for (let tries = 0; ; tries++) {
      try {
        return await once(peer, call, body, locale)
      } catch (error) {
        const isLink = error instanceof LinkError || (error instanceof SendError && error.again)
        const pause = pauses[tries]
        if (isLink && pause !== undefined) {
          await wait(pause)
          await between()
        } else if (error instanceof SendError)
          throw new (error.again ? LinkError : ApiError)('sync.unreachable', '{service} cannot be reached: {reason}', 502, {
            values: { service: peer.name, reason: error.english },
          })
        else throw error
      }
    }
  }
}
export type Ask = ReturnType<typeof createAsk>
