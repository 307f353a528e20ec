import type { Envelope } from '../envelope.ts'

/** A call that was refused or failed; `code` stays the same when texts change. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: Record<string, string>
  readonly data: Record<string, unknown>
  constructor(envelope: Envelope) {
    super(envelope.msg || `HTTP ${envelope.status}`)
    this.name = 'CallError'
    this.status = envelope.status
    this.code = envelope.code ?? ''
    this.errors = envelope.errors ?? {}
    this.data = envelope.data ?? {}
  }
}
