// Where components are drawn: addresses that nobody can guess, and the files behind them. A frame without an origin sends no cookies, so the address alone
// says that somebody who may see the component was given it.
import type { Scope } from '../../store/database.ts'
import type { createFiles } from '../foundation/files.ts'
import type { Secrets } from '../foundation/secrets.ts'
import { openBundle, typeOf, type OpenedBundle } from './bundle.ts'
import { SDK, SDK_NAME } from './sdk.ts'

const HOUR = 3_600_000
/** A page that stays open goes on for this long. */
const VALID_MS = 24 * HOUR
/** Bytes of opened bundles in memory. */
const KEPT_BYTES = 48 * 1024 * 1024
const KEPT_ADDRESSES = 5_000
const FILE = /^\/api\/file\/([0-9a-f-]{36})$/

interface Sealed extends Scope {
  fileId: string
  until: number
  /** Of a component in a share: its key, or PREVIEW before it is shared. */
  share?: string
}
/** Stands for a share that is not made yet. */
export const PREVIEW = 'preview'

const START = /^(?:\s+|<!--[\s\S]*?-->)*(?:<!doctype[^>]*>)?(?:\s+|<!--[\s\S]*?-->)*(?:<html[^>]*>)?\s*(?:<head(?:\s[^>]*)?>)?/i
const HEAD = `<meta charset="utf-8"><script src="${SDK_NAME}"></script>`
/** The document of a bundle, with what a component finds there before anything of its own. */
export function documentOf({ entry, files }: OpenedBundle): string {
  const own = files.get(entry)?.toString('utf8') ?? ''
  if (entry === 'index.html') {
    const start = START.exec(own)?.[0].length ?? 0
    return own.slice(0, start) + HEAD + own.slice(start)
  }
  const style = files.has('index.css') ? '<link rel="stylesheet" href="index.css">' : ''
  return (
    `<!doctype html><html><head>${HEAD}<meta name="viewport" content="width=device-width,initial-scale=1">${style}</head>` +
    '<body><div id="root"></div><script type="module" src="index.js"></script></body></html>'
  )
}

export function createFrames({ files, secrets }: { files: ReturnType<typeof createFiles>; secrets: Secrets }) {
  const addresses = new Map<string, string>()
  const opened = new Map<string, OpenedBundle>()
  let kept = 0

  async function open({ fileId, companyId, appId }: Sealed): Promise<OpenedBundle | undefined> {
    const file = await files.find(fileId)
    if (!file || file.companyId !== companyId || file.appId !== appId) return undefined
    const there = opened.get(file.hash)
    if (there) {
      opened.delete(file.hash)
      opened.set(file.hash, there)
      return there
    }
    const parts: Buffer[] = []
    for await (const part of files.content(file.hash)) parts.push(part as Buffer)
    const bundle = openBundle(Buffer.concat(parts))
    if (!bundle) return undefined
    opened.set(file.hash, bundle)
    kept += bundle.size
    for (const [oldest, { size }] of opened) {
      if (kept <= KEPT_BYTES) break
      opened.delete(oldest)
      kept -= size
    }
    return bundle
  }

  function unsealed(token: string): Sealed | undefined {
    try {
      const sealed = JSON.parse(secrets.open(token)) as Sealed
      return sealed.until > Date.now() && typeof sealed.fileId === 'string' ? sealed : undefined
    } catch {
      return undefined
    }
  }

  return {
    /** Where a bundle is drawn, for a day; the same for an hour, so that browsers keep what they have. In a share it is an address of that share alone. */
    addressOf({ companyId, appId }: Scope, file: string, share?: string): string {
      const fileId = FILE.exec(file)?.[1]
      if (!fileId) return ''
      const hour = Math.floor(Date.now() / HOUR)
      const at = `${hour} ${appId} ${fileId} ${share ?? ''}`
      let address = addresses.get(at)
      if (!address) {
        const sealed: Sealed = { companyId, appId, fileId, until: hour * HOUR + VALID_MS, ...(share && { share }) }
        address = `/component-frame/${secrets.seal(JSON.stringify(sealed))}/`
        addresses.set(at, address)
        if (addresses.size > KEPT_ADDRESSES) addresses.delete(addresses.keys().next().value as string)
      }
      return address
    },

    /** The share that an address was made for, and whose it is; undefined for every other address. */
    shareOf(token: string): { share: string; companyId: string } | undefined {
      const { share, companyId } = unsealed(token) ?? {}
      return share && companyId ? { share, companyId } : undefined
    },

    /** What is at an address below a frame's own: its document at '', else a file of its bundle. */
    async fileAt(token: string, name: string): Promise<{ type: string; content: string | Buffer } | undefined> {
      const sealed = unsealed(token)
      const bundle = sealed && (await open(sealed))
      if (!bundle) return undefined
      if (name === '') return { type: 'text/html; charset=utf-8', content: documentOf(bundle) }
      if (name === SDK_NAME) return { type: 'text/javascript; charset=utf-8', content: SDK }
      const content = bundle.files.get(name)
      return content && { type: typeOf(name) ?? 'application/octet-stream', content }
    },
  }
}
