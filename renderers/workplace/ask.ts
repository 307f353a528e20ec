// Calls of a workplace over env.request (never env.fetcher: it fills in the ${…} of what it sends).

interface Envelope {
  status: number
  msg?: string
  code?: string
  data?: unknown
  errors?: Record<string, string>
}
export type Request = (api: { url: string; method: string; data?: unknown; config?: object }) => Promise<{ data?: unknown; status?: number }>

/** A call that was refused or failed, with all that was said. */
export class CallFailed extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly data: Record<string, unknown>,
    readonly errors: Record<string, string>,
  ) {
    super(message)
  }
  /** The server did not answer at all: worth trying again, as it is. */
  get isOffline() {
    return this.status === 0 || this.code === 'transport.offline' || this.code === 'transport.noEnvelope' || this.status >= 502
  }
}

/** Asks a call; what is not all right is thrown. */
export async function ask<T>(request: Request, method: string, url: string, data?: unknown): Promise<T> {
  let answer
  try {
    answer = await request({ url, method, ...(data !== undefined && { data }) })
  } catch (error) {
    throw new CallFailed(0, 'network', (error as Error).message, {}, {})
  }
  const envelope = (answer.data ?? {}) as Envelope
  const told = (envelope.data ?? {}) as Record<string, unknown>
  if (envelope.status !== 0) throw new CallFailed(envelope.status, envelope.code ?? '', envelope.msg ?? '', told, envelope.errors ?? {})
  return told as T
}
