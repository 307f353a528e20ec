// Writes tar archives: files, folders and links with their modes, and no time or owner of this machine, so that the same content gives the same bytes.
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'

/** `owner` is the number of an account and its group; root where absent. */
export type TarEntry = { name: string; owner?: number } & (
  | { kind: 'file'; path: string; size: number; mode: number }
  | { kind: 'text'; text: string; mode: number }
  | { kind: 'link'; to: string }
  | { kind: 'folder'; mode: number }
)

const BLOCK = 512
const TYPES = { file: '0', text: '0', link: '2', folder: '5' }
/** 2000-01-01; a real time would differ from one machine to the next. */
const TIME = 946_684_800

/** Longer names go into two fields, parted at a slash. */
function nameFields(name: string): { name: string; prefix: string } {
  if (Buffer.byteLength(name) <= 100) return { name, prefix: '' }
  for (let at = name.lastIndexOf('/', name.length - 2); at > 0; at = name.lastIndexOf('/', at - 1)) {
    const [prefix, rest] = [name.slice(0, at), name.slice(at + 1)]
    if (Buffer.byteLength(rest) <= 100 && Buffer.byteLength(prefix) <= 155) return { name: rest, prefix }
  }
  throw new Error(`the name is too long for a tar archive: ${name}`)
}

function header(entry: TarEntry, size: number): Buffer {
  const block = Buffer.alloc(BLOCK)
  const { name, prefix } = nameFields(entry.kind === 'folder' && !entry.name.endsWith('/') ? `${entry.name}/` : entry.name)
  const octal = (value: number, at: number, length: number) => block.write(value.toString(8).padStart(length - 1, '0'), at, length - 1, 'latin1')
  block.write(name, 0, 'utf8')
  octal(entry.kind === 'link' ? 0o777 : entry.mode, 100, 8)
  octal(entry.owner ?? 0, 108, 8)
  octal(entry.owner ?? 0, 116, 8)
  octal(size, 124, 12)
  octal(TIME, 136, 12)
  block.write(' '.repeat(8), 148, 'latin1')
  block.write(TYPES[entry.kind], 156, 'latin1')
  if (entry.kind === 'link') {
    if (Buffer.byteLength(entry.to) > 100) throw new Error(`the target is too long for a tar archive: ${entry.to}`)
    block.write(entry.to, 157, 'utf8')
  }
  block.write('ustar\u000000', 257, 'latin1')
  block.write(prefix, 345, 'utf8')
  let sum = 0
  for (const byte of block) sum += byte
  block.write(`${sum.toString(8).padStart(6, '0')}\u0000 `, 148, 'latin1')
  return block
}

async function* blocksOf(entries: Iterable<TarEntry> | AsyncIterable<TarEntry>): AsyncGenerator<Buffer> {
  for await (const entry of entries) {
    const text = entry.kind === 'text' ? Buffer.from(entry.text) : undefined
    const size = entry.kind === 'file' ? entry.size : (text?.length ?? 0)
    yield header(entry, size)
    if (text) yield text
    if (entry.kind === 'file') {
      let seen = 0
      for await (const chunk of createReadStream(entry.path)) {
        seen += (chunk as Buffer).length
        yield chunk as Buffer
      }
      if (seen !== size) throw new Error(`${entry.path} changed while it was read`)
    }
    if (size % BLOCK) yield Buffer.alloc(BLOCK - (size % BLOCK))
  }
  yield Buffer.alloc(2 * BLOCK)
}

/** The archive as a stream; files are read one after the other. */
export const tarOf = (entries: Iterable<TarEntry> | AsyncIterable<TarEntry>): Readable => Readable.from(blocksOf(entries), { objectMode: false })

/** How long the archive of these entries is. */
export const sizeOfTar = (entries: readonly TarEntry[]): number =>
  entries.reduce((sum, entry) => {
    const size = entry.kind === 'file' ? entry.size : entry.kind === 'text' ? Buffer.byteLength(entry.text) : 0
    return sum + BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }, 2 * BLOCK)
