// A session at a provider that one here comes from: what ends it there, and what the provider calls it when it ends it itself.
import { createHash } from 'node:crypto'

export interface ProviderSession {
  /** What ends it there as well, sealed; empty where that is not wanted. */
  token: string
  /** Its names. A message of the provider ends whatever bears all the names that are in it. */
  marks: string[]
}

export const NO_PROVIDER_SESSION: ProviderSession = { token: '', marks: [] }

/** A name as it is kept: neither tickets nor subjects can be read out of it. */
export const markOf = (...parts: [kind: string, issuer: string, what: 'session' | 'subject' | 'ticket' | 'message', name: string]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
