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
const NEW_LINE = 10

/** Writes lines into a file, and says where its parts are. */
export class LineWriter {
  readonly parts: WrittenPart[] = []
  bytes = 0
  count = 0
  /** Filled again and again: texts and buffers of their own would be many times as much until they are collected. */
  private readonly held = Buffer.allocUnsafeSlow(WRITE_BYTES)
  private filled = 0
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
    const size = Buffer.byteLength(line) + 1
    if (this.filled + size > WRITE_BYTES) await this.write()
    if (size > WRITE_BYTES) await this.put(Buffer.from(`${line}\n`))
    else {
      this.held.write(line, this.filled)
      this.filled += size
      this.held[this.filled - 1] = NEW_LINE
    }
    this.count++
    this.inPart++
    if (this.bytes + this.filled - this.startOfPart >= PART_BYTES) await this.endPart()
  }

  private async put(bytes: Buffer) {
    this.sum.update(bytes)
    this.bytes += bytes.length
    await this.file.write(bytes)
  }

  private async write() {
    if (!this.filled) return
    await this.put(this.held.subarray(0, this.filled))
    this.filled = 0
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
export const partStream = ({ path, start, size }: WrittenPart): Readable => createReadStream(path, { start, end: start + size - 1, highWaterMark: WRITE_BYTES })

/** The lines of a stream, some at a time, without what ends them; one that is longer than `longest` bytes is `tooLong`. */
export async function* linesOf(source: AsyncIterable<Buffer>, longest: number, tooLong: () => ApiError): AsyncGenerator<Buffer[]> {
  let held: Buffer[] = []
  let length = 0
  for await (const chunk of source) {
    const lines: Buffer[] = []
    let from = 0
    for (let at = chunk.indexOf(NEW_LINE); at >= 0; at = chunk.indexOf(NEW_LINE, from)) {
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
