// The parts of an .xlsx file: a zip of a stranger, where only what is asked for is unpacked, and no more than was announced.
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import * as yauzl from 'yauzl'
import { ApiError, fieldError } from '../../../errors.ts'
import { damaged, FIELD, tooLarge, type Limits } from './format.ts'

/** More than a workbook with a picture in each cell of a page has. */
const ENTRIES = 2000
const OLE2 = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
/** How far into a file the directory of an OLE2 container is looked for. */
const OLE2_DIRECTORY = 4 * 1024 * 1024

export interface Archive {
  has(name: string): boolean
  /** The text of a part as it is unpacked. */
  stream(name: string): Promise<Readable>
  close(): void
}

/** Programs save a workbook with a password, and old ones any workbook, in another container than a zip. */
async function refuseOtherKinds(path: string) {
  const file = await open(path)
  try {
    const head = Buffer.alloc(8)
    await file.read(head, 0, 8, 0)
    if (head.subarray(0, 2).toString('latin1') === 'PK') return
    if (!head.equals(OLE2)) throw fieldError('sheet.notXlsx', FIELD, 'This is no .xlsx file')
    const { buffer, bytesRead } = await file.read(Buffer.alloc(OLE2_DIRECTORY), 0, OLE2_DIRECTORY, 0)
    if (buffer.subarray(0, bytesRead).includes(Buffer.from('EncryptedPackage', 'utf16le')))
      throw fieldError('sheet.encrypted', FIELD, 'The file is protected by a password. Save it without one and choose it again')
    throw fieldError('sheet.oldFormat', FIELD, 'This is a file of an older Excel. Save it as .xlsx and choose it again')
  } finally {
    await file.close()
  }
}

export const known = (error: unknown) => (error instanceof ApiError ? error : damaged())

export async function openArchive(path: string, limits: Limits): Promise<Archive> {
  await refuseOtherKinds(path)
  let zip: yauzl.ZipFile
  try {
    // With validateEntrySizes a part that unpacks to more than it announces is an error, so the sizes can be added up first.
    zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
  } catch {
    throw damaged()
  }
  const entries = new Map<string, yauzl.Entry>()
  try {
    if (zip.entryCount > ENTRIES) throw damaged()
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName.toLowerCase()
      // Two parts of one name: which of them a program shows is anybody's guess.
      if (entries.has(name) || entry.isEncrypted() || ![0, 8].includes(entry.compressionMethod)) throw damaged()
      entries.set(name, entry)
    }
  } catch (error) {
    zip.close()
    throw known(error)
  }
  let left = limits.unpackedBytes
  const counted = new Set<yauzl.Entry>()
  return {
    has: name => entries.has(name.toLowerCase()),
    async stream(name) {
      const entry = entries.get(name.toLowerCase())
      if (!entry) throw damaged()
      if (!counted.has(entry)) left -= entry.uncompressedSize
      counted.add(entry)
      if (left < 0) throw tooLarge(limits.unpackedBytes)
      try {
        return (await zip.openReadStreamPromise(entry)).setEncoding('utf8')
      } catch {
        throw damaged()
      }
    },
    close: () => zip.close(),
  }
}
