// What a handler may return besides plain data.
import type { Readable } from 'node:stream'

/** A documented envelope status that is no HTTP error, such as 601 on install or 3 on company create. */
export class Special {
  constructor(
    readonly status: number,
    readonly english: string,
    readonly data: Record<string, unknown> = {},
    /** Fill the places of the text. */
    readonly values: Record<string, string | number> = {},
  ) {}
}

/** A file to download (or to show, with `inline`), streamed. */
export class FileAnswer {
  constructor(
    readonly content: Readable | Buffer,
    /** `isPrivate`: no cache keeps it. `isFixed`: its address never gives anything else. */
    readonly options: { name: string; mime: string; size?: number; inline?: boolean; etag?: string; maxAge?: number; isFixed?: boolean; isPrivate?: boolean },
  ) {}
}

/** A browser redirect. */
export class Redirect {
  constructor(readonly to: string) {}
}

export type SendEvent = (event: string, data: Record<string, unknown>) => void

/** A stream of server-sent events; `subscribe` answers the function that stops it. */
export class EventAnswer {
  constructor(
    readonly subscribe: (send: SendEvent) => () => void,
    readonly options: {
      seconds: number
      /** Asked now and then whether it is still for whoever listens; else whether that person's session goes on. */
      isStillFor?: () => Promise<boolean>
    },
  ) {}
}

/** An answer of the SCIM protocol: a resource or a list, without the envelope. */
export class ScimAnswer {
  constructor(
    readonly body: Record<string, unknown> | undefined,
    readonly options: { status?: number; location?: string; version?: string } = {},
  ) {}
}
