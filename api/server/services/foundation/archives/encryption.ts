// The wrapping of a package that has a password: a header, then AES-256-GCM chunks whose order and end are authenticated.
//
//   "TESSERA\x01" · log2(N) u8 · r u8 · p u8 · salt 16 · nonce prefix 7 · chunk size u32 · SHA-256 of all this, first 8 · HMAC 32
//   chunk: ciphertext · tag 16; nonce = prefix · number u32 · 1 on the last chunk else 0; the header is additional data
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { fieldError } from '../../../errors.ts'
import { UNTOLD, type Progress } from '../progress.ts'

const MAGIC = Buffer.from('TESSERA\x01', 'latin1')
const SALT_AT = MAGIC.length + 3
const PREFIX_AT = SALT_AT + 16
const CHUNK_AT = PREFIX_AT + 7
const SUM_AT = CHUNK_AT + 4
const MAC_AT = SUM_AT + 8
const HEADER = MAC_AT + 32
const TAG = 16
const COST = { log2N: 15, r: 8, p: 1 }
/** What a header may ask for, so that a crafted file cannot take the memory or the day. */
const MAX_SCRYPT_BYTES = 64 * 1024 * 1024
const MAX_CHUNK = 1024 * 1024

const damaged = () => fieldError('package.damaged', 'file', 'The file is damaged or incomplete. Export or copy it again')

/** Two keys from a password: one for the content, one that tells a wrong password from a damaged file. */
async function keysOf(password: string, salt: Buffer, { log2N, r, p }: typeof COST): Promise<{ content: Buffer; check: Buffer }> {
  const N = 2 ** log2N
  const bytes = await new Promise<Buffer>((resolve, reject) =>
    scrypt(password.normalize('NFC'), salt, 64, { N, r, p, maxmem: 128 * N * r + 1024 * 1024 * 2 }, (error, key) => (error ? reject(error) : resolve(key))),
  )
  return { content: bytes.subarray(0, 32), check: bytes.subarray(32) }
}

function nonce(header: Buffer, n: number, last: boolean): Buffer {
  const bytes = Buffer.alloc(12)
  header.copy(bytes, 0, PREFIX_AT, CHUNK_AT)
  bytes.writeUInt32BE(n, 7)
  bytes[11] = last ? 1 : 0
  return bytes
}

/** Pieces of exactly `size` bytes, the last one shorter, each with whether it is the last. */
async function* pieces(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<{ bytes: Buffer; last: boolean }> {
  let held: Buffer[] = []
  let length = 0
  for await (const data of source) {
    held.push(data)
    length += data.length
    if (length <= size) continue
    let all = Buffer.concat(held)
    for (; all.length > size; all = all.subarray(size)) yield { bytes: all.subarray(0, size), last: false }
    held = [all]
    length = all.length
  }
  yield { bytes: Buffer.concat(held), last: true }
}

export async function encryptFile(from: string, to: string, password: string, progress: Progress = UNTOLD) {
  await progress.begin('seal', Math.ceil((await stat(from)).size / 1024))
  const header = Buffer.alloc(HEADER)
  MAGIC.copy(header)
  header.set([COST.log2N, COST.r, COST.p], MAGIC.length)
  randomBytes(16 + 7).copy(header, SALT_AT)
  header.writeUInt32BE(64 * 1024, CHUNK_AT)
  createHash('sha256').update(header.subarray(0, SUM_AT)).digest().copy(header, SUM_AT, 0, 8)
  const { content, check } = await keysOf(password, header.subarray(SALT_AT, PREFIX_AT), COST)
  createHmac('sha256', check).update(header.subarray(0, MAC_AT)).digest().copy(header, MAC_AT)
  await pipeline(
    createReadStream(from),
    async function* (source) {
      yield header
      let n = 0
      for await (const { bytes, last } of pieces(source as AsyncIterable<Buffer>, 64 * 1024)) {
        await progress.add(Math.ceil(bytes.length / 1024))
        const cipher = createCipheriv('aes-256-gcm', content, nonce(header, n++, last)).setAAD(header)
        yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
      }
    },
    createWriteStream(to, { mode: 0o600 }),
  )
}

/** True when the file starts like a package with a password. */
export async function isEncrypted(path: string): Promise<boolean> {
  const start = await head(path, MAGIC.length)
  return start.equals(MAGIC)
}

async function head(path: string, length: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Writes the zip inside to `to`; a wrong password, a changed byte, a missing or moved piece each refuse. */
export async function decryptFile(from: string, to: string, password: string) {
  const header = await head(from, HEADER)
  if (header.length < HEADER) throw damaged()
  const sum = createHash('sha256').update(header.subarray(0, SUM_AT)).digest().subarray(0, 8)
  if (!timingSafeEqual(sum, header.subarray(SUM_AT, MAC_AT))) throw damaged()
  const cost = { log2N: header.readUInt8(MAGIC.length), r: header.readUInt8(MAGIC.length + 1), p: header.readUInt8(MAGIC.length + 2) }
  const size = header.readUInt32BE(CHUNK_AT)
  const costly = cost.log2N < 10 || cost.log2N > 20 || !cost.r || !cost.p || cost.p > 4 || 128 * 2 ** cost.log2N * cost.r > MAX_SCRYPT_BYTES
  if (costly || size < 1024 || size > MAX_CHUNK)
    throw fieldError('package.unknownEncryption', 'file', 'The package is encrypted in a way that this version of Tessera cannot read')
  const { content, check } = await keysOf(password, header.subarray(SALT_AT, PREFIX_AT), cost)
  const mac = createHmac('sha256', check).update(header.subarray(0, MAC_AT)).digest()
  if (!timingSafeEqual(mac, header.subarray(MAC_AT))) throw fieldError('package.wrongPassword', 'password', 'The package password is wrong')
  await pipeline(
    createReadStream(from, { start: HEADER }),
    async function* (source) {
      let n = 0
      for await (const { bytes, last } of pieces(source as AsyncIterable<Buffer>, size + TAG)) {
        if (bytes.length < TAG) throw damaged()
        const decipher = createDecipheriv('aes-256-gcm', content, nonce(header, n++, last), { authTagLength: TAG }).setAAD(header)
        decipher.setAuthTag(bytes.subarray(bytes.length - TAG))
        try {
          yield Buffer.concat([decipher.update(bytes.subarray(0, bytes.length - TAG)), decipher.final()])
        } catch {
          throw damaged()
        }
      }
    },
    createWriteStream(to, { mode: 0o600 }),
  )
}
