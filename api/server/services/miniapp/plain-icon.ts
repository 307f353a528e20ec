// A picture for apps without one of their own: stores and phones want one, 192 by 192.
import { crc32, deflateSync } from 'node:zlib'

const SIZE = 192
const [RED, GREEN, BLUE] = [0x1a, 0x5f, 0xd0]

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const made = Buffer.alloc(body.length + 8)
  made.writeUInt32BE(data.length, 0)
  body.copy(made, 4)
  made.writeUInt32BE(crc32(body), body.length + 4)
  return made
}

/** One colour, as PNG. */
export function plainIcon(): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(SIZE, 0)
  head.writeUInt32BE(SIZE, 4)
  // Eight bits of red, green and blue.
  head.set([8, 2, 0, 0, 0], 8)
  const line = Buffer.concat([Buffer.from([0]), Buffer.concat(Array.from({ length: SIZE }, () => Buffer.from([RED, GREEN, BLUE])))])
  const lines = Buffer.concat(Array.from({ length: SIZE }, () => line))
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', head), chunk('IDAT', deflateSync(lines)), chunk('IEND', Buffer.alloc(0))])
}
