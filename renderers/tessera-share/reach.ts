// What a shared content reaches through the page around it: public answers, asked for without the visitor's cookies, and links that the visitor clicks.
import type { Said, Told } from './protocol.ts'

/** Questions of one content at a time, and how much of an answer is handed on. */
const MOST_AT_ONCE = 20
const MOST_BYTES = 20 * 1024 * 1024

const refused = (ask: number, msg: string): Told => ({ ask, status: 403, data: { status: 403, msg } })

/** The address to ask at: of this origin and no other, and never the console itself. */
export function publicAddress(url: unknown, origin = location.origin): string | undefined {
  if (typeof url !== 'string' || url.length > 8000) return undefined
  try {
    const target = new URL(url, origin)
    return target.origin === origin && /^https?:$/.test(target.protocol) && !target.username ? target.href : undefined
  } catch {
    return undefined
  }
}

/** Where a clicked link leads: another site, a mail, a call, a page of this one; nothing that ends a session or runs code. */
export function linkAddress(href: unknown, origin = location.origin): string | undefined {
  if (typeof href !== 'string' || href.length > 8000) return undefined
  try {
    const target = new URL(href, origin)
    if (!/^(https?|mailto|tel):$/.test(target.protocol)) return undefined
    return target.origin === origin && /^\/(logout|auth|api)(\/|$)/i.test(target.pathname) ? undefined : target.href
  } catch {
    return undefined
  }
}

/** The id of a file that the content shows as a picture. */
const fileId = (url: unknown) => (typeof url === 'string' ? /^\/api\/file\/([0-9a-f-]{36})$/.exec(publicPath(url))?.[1] : undefined)
const publicPath = (url: string) => (URL.canParse(url, location.origin) ? new URL(url, location.origin).pathname : '')

interface Options {
  /** Where the pictures are that the content names, by their id. */
  fileAt(id: string): string
  /** Sentence for what is refused. */
  refusal: string
  onDrawn(): void
}

/** Answers the questions of one frame; the port is the frame's alone. */
export function serve(port: MessagePort, { fileAt, refusal, onDrawn }: Options) {
  let open = 0
  async function get(ask: number, url: string): Promise<Told> {
    const address = publicAddress(url)
    if (!address) return refused(ask, refusal)
    // Without cookies, so that the answer is what anybody gets; a redirect could leave this origin.
    const answer = await fetch(address, {
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      headers: { accept: 'application/json' },
    })
    if (Number(answer.headers.get('content-length') ?? 0) > MOST_BYTES) return refused(ask, refusal)
    const text = await answer.text()
    return { ask, status: answer.status, data: text.length > MOST_BYTES ? '' : (parse(text) ?? text) }
  }
  /** The one question that the unlocking cookie of this share goes along with: its path lets it go nowhere else. */
  async function file(ask: number, url: string): Promise<Told> {
    const id = fileId(url)
    if (!id) return refused(ask, refusal)
    const answer = await fetch(fileAt(id), { credentials: 'same-origin', redirect: 'error' })
    return answer.ok ? { ask, status: 200, data: await answer.blob() } : { ask, status: answer.status, data: null }
  }
  port.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    if (!data || typeof data !== 'object') return
    if (data.kind === 'drawn') return onDrawn()
    if (data.kind === 'open') {
      const address = linkAddress(data.href)
      // Only what a person clicked: a content cannot open windows by itself.
      if (address && navigator.userActivation?.isActive !== false) window.open(address, '_blank', 'noopener,noreferrer')
      return
    }
    if ((data.kind !== 'get' && data.kind !== 'file') || typeof data.ask !== 'number') return
    const { kind, ask, url } = data
    if (open >= MOST_AT_ONCE) return port.postMessage(refused(ask, refusal))
    open++
    void (kind === 'get' ? get(ask, url) : file(ask, url))
      .catch((error: Error): Told => ({ ask, status: 503, data: { status: 503, msg: error.message } }))
      .then(told => port.postMessage(told))
      .finally(() => open--)
  })
  port.start()
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
