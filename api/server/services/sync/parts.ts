// An app as parts under their hashes, and a head that names them: what the other side has already need not be sent. Pure; both sides speak it.
import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { ApiError } from '../../errors.ts'
import type { AppDesign } from '../data/index.ts'
import { parseJson } from '../foundation/archives/json.ts'
import { LIMITS } from '../foundation/archives/limits.ts'
import { checkManifest, type Manifest } from '../packages/index.ts'

/** Goes up when a side that knows the former would misread what is said. */
export const PROTOCOL = 1
/** What a piece holds at most, so that one request stays small and a broken connection costs little. */
export const PIECE_BYTES = 192 * 1024
/** Of the head, packed and not. */
export const HEAD_BYTES = LIMITS.manifestBytes

export const hashOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

type Refs = string[]
/** The manifest of a package, with its larger parts by hash. */
export interface Head {
  protocol: number
  manifest: Omit<Manifest, 'design' | 'rows'>
  design: {
    sources: AppDesign['data']['sources']
    models: Refs
    resources: Refs
    permissions: string
    texts: string
    themes?: Refs
    chosenTheme?: string
  } | null
  /** Bytes of everything that is named. */
  sizes: Record<string, number>
}
export interface Parted {
  /** Packed. */
  head: Buffer
  hash: string
  sizes: ReadonlyMap<string, number>
  /** The text of a part that is neither a page nor a file. */
  own: ReadonlyMap<string, string>
}

/** The same app gives the same bytes. */
export function partedOf(manifest: Manifest, bodySizes: ReadonlyMap<string, number>): Parted {
  const own = new Map<string, string>()
  const sizes = new Map<string, number>(bodySizes)
  const add = (value: unknown) => {
    const text = JSON.stringify(value)
    const hash = hashOf(text)
    own.set(hash, text)
    sizes.set(hash, Buffer.byteLength(text))
    return hash
  }
  for (const { hash, size } of manifest.files) sizes.set(hash, size)
  const { design, rows: _rows, ...rest } = manifest
  const head: Head = {
    protocol: PROTOCOL,
    manifest: rest,
    design: design
      ? {
          sources: design.data.sources,
          models: design.data.models.map(add),
          resources: (design.resources ?? []).map(add),
          permissions: add(design.permissions),
          texts: design.texts ? add(design.texts) : '',
          ...(design.themes && { themes: design.themes.map(add) }),
          ...(design.chosenTheme && { chosenTheme: design.chosenTheme }),
        }
      : null,
    sizes: Object.fromEntries([...sizes].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
  const packed = gzipSync(JSON.stringify(head), { level: 9 })
  return { head: packed, hash: hashOf(packed), sizes, own }
}

const lies = () => new ApiError('sync.headUnreadable', 'The list of parts of the app cannot be read', 422)
const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
const isHashes = (value: unknown): value is string[] => Array.isArray(value) && value.length <= LIMITS.entries && value.every(isHash)

/** What a head says, as far as it can be told without its parts. */
export function readHead(packed: Buffer): Head {
  let head: Head
  try {
    head = parseJson(gunzipSync(packed, { maxOutputLength: HEAD_BYTES }), LIMITS.depth) as Head
  } catch {
    throw lies()
  }
  const { design, sizes, manifest } = head ?? {}
  if (typeof sizes !== 'object' || sizes === null || typeof manifest !== 'object' || manifest === null) throw lies()
  const isDesign =
    design === null ||
    (typeof design === 'object' &&
      Array.isArray(design.sources) &&
      isHashes(design.models) &&
      isHashes(design.resources) &&
      isHash(design.permissions) &&
      (design.texts === '' || isHash(design.texts)) &&
      (design.themes === undefined || isHashes(design.themes)))
  if (!isDesign || !Array.isArray(manifest.resources) || !Array.isArray(manifest.files)) throw lies()
  const entries = Object.entries(sizes)
  const isSize = ([hash, size]: [string, unknown]) => isHash(hash) && Number.isInteger(size) && (size as number) >= 0 && (size as number) <= LIMITS.fileBytes
  if (entries.length > LIMITS.entries || !entries.every(isSize)) throw lies()
  if (entries.reduce((sum, [, size]) => sum + size, 0) > LIMITS.totalBytes)
    throw new ApiError('sync.tooLarge', 'The app is larger than {limit} MB', 413, { values: { limit: LIMITS.totalBytes / 1024 / 1024 } })
  if (namedBy(head).some(hash => sizes[hash] === undefined)) throw lies()
  return head
}

/** Hashes of everything that a head names. */
export function namedBy({ manifest, design }: Head): string[] {
  const of = (list: readonly { hash?: unknown }[]) => list.flatMap(one => (isHash(one?.hash) ? [one.hash] : []))
  return [
    ...new Set([
      ...of(manifest.resources),
      ...of(manifest.files),
      ...(design ? [...design.models, ...design.resources, design.permissions, ...(design.texts ? [design.texts] : []), ...(design.themes ?? [])] : []),
    ]),
  ]
}

/** The whole manifest again, checked like that of a package. */
export async function manifestOf({ manifest, design }: Head, bytes: (hash: string) => Promise<Buffer>): Promise<Manifest> {
  const value = async (hash: string): Promise<unknown> => {
    try {
      return parseJson(await bytes(hash), LIMITS.depth)
    } catch (error) {
      throw error instanceof ApiError ? error : lies()
    }
  }
  const all = async (hashes: readonly string[]) => {
    const list: unknown[] = []
    for (const hash of hashes) list.push(await value(hash))
    return list
  }
  const whole = design && {
    data: { sources: design.sources, models: await all(design.models) },
    permissions: await value(design.permissions),
    resources: await all(design.resources),
    ...(design.texts && { texts: await value(design.texts) }),
    ...(design.themes && { themes: await all(design.themes) }),
    ...(design.chosenTheme !== undefined && { chosenTheme: design.chosenTheme }),
  }
  try {
    return checkManifest({ ...manifest, ...(whole && { design: whole }) })
  } catch (error) {
    // A refusal of a form names its field; here is none.
    throw error instanceof ApiError ? new ApiError(error.code, error.english, 422, error.more.values && { values: error.more.values }) : error
  }
}
