// Lists of any length as JSON lines: written in parts that are named by their hash, read with a few of them in memory at a time.
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { ApiError } from '../../../errors.ts'

/** Lines of one part of a list: an entry of a zip that is looked at as a whole, and read in a moment. */
export interface Part {
  /** SHA-256 of its bytes. */
  hash: string
  count: number
}
/** A part as it lies in a file. */
export interface WrittenPart extends Part {
  path: string
  start: number
  /** Bytes. */
  size: number
}

const PART_BYTES = 8 * 1024 * 1024
const WRITE_BYTES = 256 * 1024

/** Writes lines into a file, and says where its parts are. */
export class LineWriter {
  readonly parts: WrittenPart[] = []
  bytes = 0
  count = 0
  private held = ''
  private sum: Hash = createHash('sha256')
  private inPart = 0
  private startOfPart = 0

  private constructor(
    readonly path: string,
    private readonly file: FileHandle,
  ) {}

  static async at(path: string) {
    return new LineWriter(path, await open(path, 'w', 0o600))
  }

  async add(line: string) {
    this.held += `${line}\n`
    this.count++
    this.inPart++
    if (this.held.length >= WRITE_BYTES) await this.write()
    if (this.bytes - this.startOfPart >= PART_BYTES) await this.endPart()
  }

  private async write() {
    if (!this.held) return
    const bytes = Buffer.from(this.held)
    this.held = ''
    this.sum.update(bytes)
    this.bytes += bytes.length
    await this.file.write(bytes)
  }

  private async endPart() {
    await this.write()
    if (this.inPart)
      this.parts.push({ hash: this.sum.digest('hex'), count: this.inPart, path: this.path, start: this.startOfPart, size: this.bytes - this.startOfPart })
    this.sum = createHash('sha256')
    this.inPart = 0
    this.startOfPart = this.bytes
  }

  async end() {
    await this.endPart()
    await this.file.close()
  }
}

/** The bytes of a part. */
export const partStream = ({ path, start, size }: WrittenPart): Readable => createReadStream(path, { start, end: start + size - 1 })

/** The lines of a stream, some at a time, without what ends them; one that is longer than `longest` bytes is `tooLong`. */
export async function* linesOf(source: AsyncIterable<Buffer>, longest: number, tooLong: () => ApiError): AsyncGenerator<Buffer[]> {
  let held: Buffer[] = []
  let length = 0
  for await (const chunk of source) {
    const lines: Buffer[] = []
    let from = 0
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      const piece = chunk.subarray(from, at)
      lines.push(held.length ? Buffer.concat([...held, piece]) : piece)
      held = []
      length = 0
      from = at + 1
    }
    if (from < chunk.length) {
      held.push(chunk.subarray(from))
      length += chunk.length - from
      if (length > longest) throw tooLong()
    }
    if (lines.length) yield lines
  }
  if (held.length) yield [Buffer.concat(held)]
}
