// Zip files made byte by byte, so that they can lie: names, sizes, kinds of entries and checksums as a test wants them.
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'

export interface CraftedEntry {
  name: string
  content?: Buffer | string
  /** What the headers say instead of the truth. */
  claims?: { size?: number; crc?: number; flags?: number; method?: number }
  /** Unix mode, such as 0o120777 for a symbolic link. */
  mode?: number
}

export function craftZip(entries: CraftedEntry[]): Buffer {
  const parts: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const { name, content = '', claims = {}, mode = 0o100644 } of entries) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes, { level: 9 })
    const title = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(claims.flags ?? 0x0800, 2)
    common.writeUInt16LE(claims.method ?? 8, 4)
    common.writeUInt32LE(0x00210000, 6)
    common.writeUInt32LE(claims.crc ?? crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(claims.size ?? bytes.length, 18)
    common.writeUInt16LE(title.length, 22)
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), common, title, packed)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE((mode << 16) >>> 0, 6)
    tail.writeUInt32LE(offset, 10)
    central.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, tail, title)
    offset += 4 + common.length + title.length + packed.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, directory, end])
}

/** Names and texts of a zip, read from its list of contents. */
export function bytesOf(zip: Buffer): Record<string, Buffer> {
  const files: Record<string, Buffer> = {}
  for (let at = zip.indexOf('PK\u0001\u0002'); at >= 0 && zip.readUInt32LE(at) === 0x02014b50;) {
    const [size, name, extra, comment, local] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
      zip.readUInt32LE(at + 42),
    ]
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(start, start + size)
    files[zip.toString('utf8', at + 46, at + 46 + name)] = zip.readUInt16LE(at + 10) ? inflateRawSync(bytes) : bytes
    at += 46 + name + extra + comment
  }
  return files
}

/** The same as texts. */
export const filesOf = (zip: Buffer): Record<string, string> =>
  Object.fromEntries(Object.entries(bytesOf(zip)).map(([name, bytes]) => [name, bytes.toString()]))
