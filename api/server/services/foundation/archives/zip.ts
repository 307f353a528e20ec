// Zip files of strangers: names, sizes and ratios are checked against what really comes out, never against what the zip claims.
import { open } from 'node:fs/promises'
import { Transform, type Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import * as yauzl from 'yauzl'
import { ApiError, fieldError } from '../../../errors.ts'
import { LIMITS, type Limits } from './limits.ts'

export interface ZipEntry {
  name: string
  /** The content, refused beyond `limit` bytes. */
  stream(limit: number): Promise<Readable>
  read(limit: number): Promise<Buffer>
}
export interface OpenedZip {
  entries: Map<string, ZipEntry>
  /** What its entries say they unpack to, in all and those below a folder: good enough to tell how far something is. */
  claimed(below?: string): number
  close(): void
}

/** Bytes that came out of the archive so far. */
interface Budget {
  spent: number
  byName: Map<string, number>
}

const shown = (name: string) => name.replace(/[\u0000-\u001f\u007f]/g, '?').slice(0, 100)
const MB = 1024 * 1024
const damaged = () => fieldError('package.damaged', 'file', 'The file is damaged or incomplete. Export or copy it again')
const known = (error: unknown) => (error instanceof ApiError ? error : damaged())

/** The name of an entry, refused unless it is a plain relative path below the root of the archive. */
function safeName(entry: yauzl.Entry): string {
  const name = yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true)
  const parts = name.replace(/\/$/, '').split('/')
  const unsafe =
    !name || name.length > 500 || /[\u0000-\u001f\u007f\\]/.test(name) || /^([a-zA-Z]:|\/)/.test(name) || parts.some(p => p === '' || p === '.' || p === '..')
  if (unsafe) throw fieldError('package.unsafeName', 'file', 'The file holds an entry with an unsafe name: {name}', { name: shown(name) })
  // The upper half of the attributes is the Unix mode of the entry; only plain files and folders are taken.
  const type = (entry.externalFileAttributes >>> 16) & 0o170000
  if (entry.versionMadeBy >> 8 === 3 && type !== 0 && type !== 0o100000 && type !== 0o040000)
    throw fieldError('package.link', 'file', 'The file holds a link or a device where a plain file is expected: {name}', { name: shown(name) })
  if (entry.isEncrypted() || ![0, 8].includes(entry.compressionMethod))
    throw fieldError('package.zipMethod', 'file', '“{name}” in the file is packed in a way that cannot be read here', { name: shown(name) })
  return name
}

async function firstBytesAreZip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.toString('latin1', 0, 2) === 'PK'
  } finally {
    await file.close()
  }
}

/** `onBytes` hears of what comes out of it; what it throws ends the reading. */
export async function openZip(path: string, limits: Limits = LIMITS, onBytes?: (bytes: number) => void): Promise<OpenedZip> {
  if (!(await firstBytesAreZip(path))) throw fieldError('package.notZip', 'file', 'This is not an app package: the file is no zip archive')
  let zip: yauzl.ZipFile
  try {
    zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true })
  } catch {
    throw damaged()
  }
  const entries = new Map<string, ZipEntry>()
  const budget: Budget = { spent: 0, byName: new Map() }
  const claims = new Map<string, number>()
  try {
    if (zip.entryCount > limits.entries)
      throw fieldError('package.tooManyEntries', 'file', 'The file holds more than {limit} entries', { limit: limits.entries })
    const names = new Set<string>()
    for await (const entry of zip.eachEntry()) {
      const name = safeName(entry)
      // Two names that differ by case or by Unicode form only would meet on many file systems.
      const same = name.replace(/\/$/, '').normalize('NFC').toLowerCase()
      if (names.has(same)) throw fieldError('package.duplicateName', 'file', 'The file holds two entries of the same name: {name}', { name: shown(name) })
      names.add(same)
      if (names.size > limits.entries) throw fieldError('package.tooManyEntries', 'file', 'The file holds more than {limit} entries', { limit: limits.entries })
      if (name.endsWith('/')) continue
      entries.set(name, entryOf(zip, entry, name, limits, budget, onBytes))
      claims.set(name, entry.uncompressedSize)
    }
  } catch (error) {
    zip.close()
    throw known(error)
  }
  return {
    entries,
    claimed: (below = '') => [...claims].reduce((sum, [name, size]) => (name.startsWith(below) ? sum + size : sum), 0),
    close: () => zip.close(),
  }
}

function entryOf(zip: yauzl.ZipFile, entry: yauzl.Entry, name: string, limits: Limits, budget: Budget, onBytes?: (bytes: number) => void): ZipEntry {
  async function stream(limit: number): Promise<Readable> {
    let size = 0
    let sum = 0
    // Reading an entry again does not count twice.
    budget.spent -= budget.byName.get(name) ?? 0
    budget.byName.set(name, 0)
    const guard = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length
        sum = crc32(chunk, sum)
        budget.spent += chunk.length
        budget.byName.set(name, size)
        if (size > limit)
          return done(
            fieldError('package.entryTooLarge', 'file', '“{name}” in the file is larger than {limit} MB', {
              name: shown(name),
              limit: Math.round((limit / MB) * 10) / 10,
            }),
          )
        if (budget.spent > limits.totalBytes)
          return done(
            fieldError('package.tooLarge', 'file', 'Unpacked, the file would be larger than {limit} MB', { limit: Math.round(limits.totalBytes / MB) }),
          )
        if (size > limits.ratioFromBytes && size > entry.compressedSize * limits.ratio)
          return done(
            fieldError('package.ratio', 'file', '“{name}” in the file unpacks to far more than it should, so the file was not opened', { name: shown(name) }),
          )
        try {
          onBytes?.(chunk.length)
        } catch (error) {
          return done(error as Error)
        }
        return done(null, chunk)
      },
      flush(done) {
        done(sum === entry.crc32 ? null : damaged())
      },
    })
    let source: Readable
    try {
      source = await zip.openReadStreamPromise(entry)
    } catch (error) {
      throw known(error)
    }
    source.on('error', error => guard.destroy(known(error)))
    guard.on('close', () => source.destroy())
    return source.pipe(guard)
  }
  return {
    name,
    stream,
    async read(limit) {
      const chunks: Buffer[] = []
      try {
        for await (const chunk of await stream(limit)) chunks.push(chunk as Buffer)
      } catch (error) {
        throw known(error)
      }
      return Buffer.concat(chunks)
    },
  }
}
