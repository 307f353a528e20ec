// What a page shows of other hosts: pictures, media, frames and documents, with the host of each.
import type { HostKind } from '../outside-hosts.ts'
import { drawnNames, regionIn, type Region } from './safety.ts'

type Json = Record<string, unknown>
export interface Shown {
  host: string
  kind: HostKind | 'documents'
}

const KEYS = /^(src|poster|originalSrc|thumb|avatar|defaultImage|logo|brandImage)$/
const TYPES = /^(static-)?(image|images|video|audio|iframe|avatar)$/
/** The first picture, film, sound or frame in a piece of HTML. */
const HTML = /<(img|iframe|video|audio|source|embed)\b[^<>]{0,500}?\ssrc=["']?(?:https?:)?\/\/([^/?#\s"'>]+)/i
/** What a part or an element shows; anything else is a picture. */
const SHOWS: Record<string, Shown['kind']> = {
  iframe: 'frames',
  video: 'media',
  audio: 'media',
  source: 'media',
  embed: 'documents',
  'pdf-viewer': 'documents',
  'office-viewer': 'documents',
}

/** What one text of a part shows of another host; undefined where it shows nothing of any. */
export function shownOf(key: string, value: string, owner: Json): Shown | undefined {
  if (!value.includes('//')) return undefined
  const type = String(owner.type).replace(/^static-/, '')
  if (KEYS.test(key) || (key === 'image' && typeof owner.type !== 'string') || (key === 'value' && TYPES.test(String(owner.type)))) {
    const host = /^\s*(?:https?:)?\/\/([^/?#\s]+)/i.exec(value)?.[1]
    return host ? { host, kind: ((key === 'src' || key === 'value') && SHOWS[type]) || 'pictures' } : undefined
  }
  const [, element = '', host] = HTML.exec(value) ?? []
  return host ? { host, kind: SHOWS[element.toLowerCase()] ?? 'pictures' } : undefined
}

/** Everything that a page shows of other hosts, each once. */
export function shownIn(screen: unknown): Shown[] {
  const found = new Map<string, Shown>()
  const drawn = drawnNames(screen)
  function walk(node: unknown, region: Region) {
    if (!node || typeof node !== 'object' || region === 'data' || region === 'chart') return
    const own = (Array.isArray(node) ? {} : node) as Json
    for (const [key, value] of Object.entries(node)) {
      if (typeof value === 'string') {
        const shown = region === 'parts' || region === 'options' ? shownOf(key, value, own) : undefined
        if (shown) found.set(`${shown.kind} ${shown.host.toLowerCase()}`, { ...shown, host: shown.host.toLowerCase() })
      } else walk(value, Array.isArray(node) ? region : regionIn(region, key, own, value, drawn))
    }
  }
  walk(screen, 'parts')
  return [...found.values()].sort((a, b) => a.host.localeCompare(b.host) || a.kind.localeCompare(b.kind))
}
