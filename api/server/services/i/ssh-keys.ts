// Keys in the forms that OpenSSH reads and writes.
import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'

const MAGIC = 'openssh-key-v1\0'
const TYPES = /^(ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(256|384|521))$/
const b64 = (text = '') => Buffer.from(text, 'base64url')

/** A value with its length before it. */
const field = (value: Buffer | string) => {
  const bytes = Buffer.from(value as string)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}
/** A number as SSH writes it: without leading zeros, with one where it would look negative. */
function mpint(bytes: Buffer): Buffer {
  let start = 0
  while (start < bytes.length - 1 && bytes[start] === 0) start++
  const short = bytes.subarray(start)
  return field((short[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.from([0]), short]) : short)
}

export interface KeyPair {
  publicKey: string
  privateKey: string
}

/** A new ed25519 pair; the comment stands at the end of the public key. */
export function makeKeyPair(comment: string): KeyPair {
  const { privateKey } = generateKeyPairSync('ed25519')
  const { d, x } = privateKey.export({ format: 'jwk' })
  const [seed, point] = [b64(d), b64(x)]
  const blob = Buffer.concat([field('ssh-ed25519'), field(point)])
  const check = randomBytes(4)
  const open = Buffer.concat([check, check, field('ssh-ed25519'), field(point), field(Buffer.concat([seed, point])), field(comment)])
  const padding = Buffer.from(Array.from({ length: (8 - (open.length % 8)) % 8 }, (_none, at) => at + 1))
  const count = Buffer.from([0, 0, 0, 1])
  const content = Buffer.concat([Buffer.from(MAGIC), field('none'), field('none'), field(''), count, field(blob), field(Buffer.concat([open, padding]))])
  const lines = content.toString('base64').match(/.{1,70}/g) ?? []
  return {
    publicKey: `ssh-ed25519 ${blob.toString('base64')} ${comment}`,
    privateKey: `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines.join('\n')}\n-----END OPENSSH PRIVATE KEY-----\n`,
  }
}

/** Type and content of a line of a public key; undefined when it is none. */
export function publicBlob(line: string): Buffer | undefined {
  const [type = '', content = ''] = line.trim().split(/\s+/)
  if (!TYPES.test(type) || /[\r\n]/.test(line.trim()) || !/^[A-Za-z0-9+/]+={0,2}$/.test(content)) return undefined
  const blob = Buffer.from(content, 'base64')
  return blob.length > 40 && blob.subarray(0, type.length + 4).equals(field(type)) ? blob : undefined
}

function blobOf(key: KeyObject): Buffer | undefined {
  const { kty, crv, x, y, n, e } = createPublicKey(key).export({ format: 'jwk' })
  if (kty === 'OKP' && crv === 'Ed25519') return Buffer.concat([field('ssh-ed25519'), field(b64(x))])
  if (kty === 'RSA') return Buffer.concat([field('ssh-rsa'), mpint(b64(e)), mpint(b64(n))])
  const curve = { 'P-256': 'nistp256', 'P-384': 'nistp384', 'P-521': 'nistp521' }[crv ?? '']
  if (kty !== 'EC' || !curve) return undefined
  return Buffer.concat([field(`ecdsa-sha2-${curve}`), field(curve), field(Buffer.concat([Buffer.from([4]), b64(x), b64(y)]))])
}

/** The public part that stands in a private key without a passphrase; undefined when it is none. */
export function blobOfPrivate(text: string): Buffer | undefined {
  const pem = `${text.trim()}\n`
  const openssh = /^-----BEGIN OPENSSH PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END OPENSSH PRIVATE KEY-----\s*$/.exec(pem)
  try {
    if (!openssh) return blobOf(createPrivateKey(pem))
    let rest = Buffer.from((openssh[1] ?? '').replace(/\s/g, ''), 'base64')
    if (rest.subarray(0, MAGIC.length).toString() !== MAGIC) return undefined
    rest = rest.subarray(MAGIC.length)
    const take = () => {
      const length = rest.readUInt32BE(0)
      if (length > rest.length - 4) throw new RangeError('shorter than it says')
      const value = rest.subarray(4, 4 + length)
      rest = rest.subarray(4 + length)
      return value
    }
    const cipher = take().toString()
    take()
    take()
    if (cipher !== 'none' || rest.readUInt32BE(0) !== 1) return undefined
    rest = rest.subarray(4)
    const blob = take()
    // The part that signs has to be of the same key; for the others it is the type that tells.
    rest = take()
    if (!rest.subarray(0, 4).equals(rest.subarray(4, 8))) return undefined
    rest = rest.subarray(8)
    const type = take()
    if (!blob.subarray(0, type.length + 4).equals(field(type))) return undefined
    if (type.toString() === 'ssh-ed25519') {
      const point = take()
      const seed = take().subarray(0, 32)
      const derived = blobOf(
        createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d: seed.toString('base64url'), x: point.toString('base64url') }, format: 'jwk' }),
      )
      return derived?.equals(blob) ? blob : undefined
    }
    return blob
  } catch {
    return undefined
  }
}
