// Bundles of components: read from what somebody uploads, and kept as one file. A head says what is in it, the bytes of the files follow.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { ApiError, fieldError } from '../../errors.ts'
import { BadJson, parseJson } from '../foundation/archives/json.ts'
import { LIMITS, type Limits } from '../foundation/archives/limits.ts'
import { openZip } from '../foundation/archives/zip.ts'

const MB = 1024 * 1024
export const MAX_BYTES = 5 * MB
export const MAX_FILES = 200
const MAGIC = Buffer.from('TSCB\x01', 'latin1')
const HEAD_AT = MAGIC.length + 4
const MANIFEST = 'component.json'
const MANIFEST_BYTES = 200_000
const ENTRIES = ['index.html', 'index.js'] as const

/** What a bundle may hold, and how browsers are told of it. */
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  md: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
}
export const typeOf = (name: string): string | undefined => TYPES[/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '']

/** What a component keeps of its bundle. `file` is written like the addresses in pages, so that packages and copies take it along. */
export interface Bundle {
  file: string
  hash: string
  size: number
  entry: string
  files: { name: string; size: number }[]
}
export interface ReadBundle {
  content: Buffer
  about: Omit<Bundle, 'file'>
  /** What its component.json says; undefined where it has none. */
  manifest: Record<string, unknown> | undefined
}

const shown = (name: string) => name.replace(/[\u0000-\u001f\u007f]/g, '?').slice(0, 100)
const zipDamaged = () => fieldError('component.zipDamaged', 'file', 'The zip file cannot be read')
const tooLarge = () => fieldError('component.tooLarge', 'file', 'Unpacked, the bundle is larger than {limit} MB', { limit: MAX_BYTES / MB })
const tooMany = () => fieldError('component.tooManyFiles', 'file', 'The bundle has more than {limit} files', { limit: MAX_FILES })
const unsafeName = (name: string) =>
  fieldError('component.unsafeName', 'file', 'The file holds an entry with a name that cannot be used: {name}', { name: shown(name) })

/** Twice the files: folders and what systems put beside them are entries too. */
const ZIP_LIMITS: Limits = { ...LIMITS, entries: MAX_FILES * 2, totalBytes: MAX_BYTES, fileBytes: MAX_BYTES }

/** Refusals of packages in the words of bundles. */
function inOurWords(error: unknown): unknown {
  if (!(error instanceof ApiError) || !error.code.startsWith('package.')) return error
  if (['package.unsafeName', 'package.link', 'package.duplicateName'].includes(error.code)) return unsafeName(String(error.more.values?.name ?? ''))
  if (error.code === 'package.tooManyEntries') return tooMany()
  return ['package.entryTooLarge', 'package.tooLarge', 'package.ratio'].includes(error.code) ? tooLarge() : zipDamaged()
}

/** Put there by systems, asked for by nobody. */
const isStray = (name: string) => /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$)/.test(name)

async function unpacked(path: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  try {
    const zip = await openZip(path, ZIP_LIMITS)
    try {
      const names = [...zip.entries.keys()].filter(name => !isStray(name))
      if (names.length > MAX_FILES) throw tooMany()
      // A folder around everything is how most systems make a zip.
      const around = /^[^/]+\//.exec(names[0] ?? '')?.[0] ?? ''
      const cut = around && names.every(name => name.startsWith(around)) ? around.length : 0
      for (const name of names) files.set(name.slice(cut), (await zip.entries.get(name)?.read(MAX_BYTES)) ?? Buffer.alloc(0))
    } finally {
      zip.close()
    }
  } catch (error) {
    throw inOurWords(error)
  }
  return files
}

function manifestOf(files: ReadonlyMap<string, Buffer>): Record<string, unknown> | undefined {
  const bytes = files.get(MANIFEST)
  if (!bytes) return undefined
  const refused = (reason: string) => fieldError('component.manifest', 'file', 'component.json in the bundle cannot be used: {reason}', { reason })
  if (bytes.length > MANIFEST_BYTES) throw refused(`> ${MANIFEST_BYTES / 1000} kB`)
  try {
    const said = parseJson(bytes, 20)
    if (said && typeof said === 'object' && !Array.isArray(said)) return said as Record<string, unknown>
  } catch (error) {
    if (!(error instanceof BadJson)) throw error
  }
  throw refused('JSON')
}

/** A bundle out of an upload: a zip, or one file that is all of it. */
export async function readBundle({ name, path }: { name: string; path: string }): Promise<ReadBundle> {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase()
  const files = ending === 'zip' ? await unpacked(path) : new Map([[ending === 'js' ? 'index.js' : 'index.html', await readFile(path)]])
  for (const file of files.keys()) {
    if (!/^[\w@+ ().,~\-/]+$/u.test(file)) throw unsafeName(file)
    if (!typeOf(file)) throw fieldError('component.fileType', 'file', '“{name}” is of a kind that a component cannot have', { name: shown(file) })
  }
  const entry = ENTRIES.find(one => files.has(one))
  if (!entry) throw fieldError('component.noEntry', 'file', 'The bundle has neither index.html nor index.js')
  const listed = [...files].map(([file, bytes]) => ({ name: file, size: bytes.length })).sort((a, b) => (a.name < b.name ? -1 : 1))
  const size = listed.reduce((sum, file) => sum + file.size, 0)
  if (size > MAX_BYTES) throw tooLarge()
  const head = Buffer.from(JSON.stringify({ entry, files: listed }))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(head.length)
  const content = Buffer.concat([MAGIC, length, head, ...listed.map(file => files.get(file.name) as Buffer)])
  return { content, about: { hash: createHash('sha256').update(content).digest('hex'), size, entry, files: listed }, manifest: manifestOf(files) }
}

export interface OpenedBundle {
  entry: string
  files: ReadonlyMap<string, Buffer>
  size: number
}

/** A kept bundle; undefined for bytes that are none, which a package from elsewhere may bring. */
export function openBundle(content: Buffer): OpenedBundle | undefined {
  if (content.length > MAX_BYTES + MB || !content.subarray(0, MAGIC.length).equals(MAGIC) || content.length < HEAD_AT) return undefined
  try {
    const start = HEAD_AT + content.readUInt32BE(MAGIC.length)
    const { entry, files } = JSON.parse(content.toString('utf8', HEAD_AT, start)) as { entry: string; files: { name: string; size: number }[] }
    const opened = new Map<string, Buffer>()
    let at = start
    for (const { name, size } of files) {
      if (typeof name !== 'string' || !Number.isInteger(size) || size < 0 || at + size > content.length || !typeOf(name)) return undefined
      opened.set(name, content.subarray(at, at + size))
      at += size
    }
    return ENTRIES.some(one => one === entry) && opened.has(entry) ? { entry, files: opened, size: content.length } : undefined
  } catch {
    return undefined
  }
}
