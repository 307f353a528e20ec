// Secrets that the server has to be able to read again, such as the key of a directory or the password of a data source: sealed with
// AES-256-GCM under a key that is not in the database, so that a copy of the database alone opens none of them.
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

interface Key {
  /** Part of every sealed text, so that it is known which key opens it. */
  id: string
  bytes: Buffer
}

const keyOf = (bytes: Buffer): Key => ({ id: createHash('sha256').update(bytes).digest('base64url').slice(0, 8), bytes })

/** Keys of a comma-separated text, each as base64 or hex; the configuration has checked them. */
const readKeys = (text: string): Key[] => text.split(',').map(part => keyOf(Buffer.from(part.trim(), /^[0-9a-f]{64}$/i.test(part.trim()) ? 'hex' : 'base64')))

/** The key of this installation; made once, and the same for processes that start at the same time. */
function keptKey(dataDir: string): Key {
  const file = join(dataDir, 'secret-key')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const fresh = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`
    writeFileSync(fresh, randomBytes(KEY_BYTES).toString('base64'), { mode: 0o600, flush: true })
    try {
      linkSync(fresh, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    rmSync(fresh)
  }
  const bytes = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  if (bytes.length !== KEY_BYTES) throw new Error(`${file} does not hold a key. Put back the file that was there, or remove it and enter the secrets again`)
  return keyOf(bytes)
}

export function createSecrets({ config }: Pick<Core, 'config'>) {
  let keys: Key[] | undefined
  /** The first one seals; all of them open, so that a key can be replaced. */
  const known = () => (keys ??= config.secretKey ? readKeys(config.secretKey) : [keptKey(config.dataDir)])

  return {
    seal(text: string): string {
      const key = known()[0] as Key
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key.bytes, iv)
      cipher.setAAD(Buffer.from(key.id))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `s1.${key.id}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`
    },

    /** A password that every process of this installation works out alike, and nobody without its key. */
    derive: (purpose: string): string =>
      createHmac('sha256', (known()[0] as Key).bytes)
        .update(purpose)
        .digest('base64url'),

    /** The text again; refused where the key is another one or a byte was changed. */
    open(sealed: string): string {
      const [version, id, content = ''] = sealed.split('.')
      const key = known().find(one => one.id === id)
      const bytes = Buffer.from(content, 'base64url')
      try {
        if (version !== 's1' || !key || bytes.length < IV_BYTES + TAG_BYTES) throw new Error('another key')
        const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, IV_BYTES))
        decipher.setAAD(Buffer.from(key.id))
        decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
        return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
      } catch {
        throw new ApiError('secret.unreadable', 'A stored secret cannot be read with the key of this installation. Enter it again', 409)
      }
    },
  }
}

export type Secrets = ReturnType<typeof createSecrets>
