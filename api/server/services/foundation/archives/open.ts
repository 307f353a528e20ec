// Opens a zip that somebody uploaded, decrypted where it is protected.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fieldError } from '../../../errors.ts'
import { decryptFile, isEncrypted } from './encryption.ts'
import { LIMITS, type Limits } from './limits.ts'
import { openZip, type OpenedZip } from './zip.ts'
import { temporaryFolder } from '../../../temporary.ts'

/** Opens `path`, hands the zip and where it lies in the open to `use`, and leaves nothing behind. */
export async function withZip<T>(
  path: string,
  password: string | undefined,
  use: (zip: OpenedZip, plain: string) => Promise<T>,
  limits: Limits = LIMITS,
): Promise<T> {
  let folder: string | undefined
  let zip: OpenedZip | undefined
  try {
    let plain = path
    if (await isEncrypted(path)) {
      if (!password) throw fieldError('package.passwordRequired', 'password', 'This package is protected. Enter its password')
      folder = await temporaryFolder('package')
      plain = join(folder, 'plain.zip')
      await decryptFile(path, plain, password)
    }
    zip = await openZip(plain, limits)
    return await use(zip, plain)
  } finally {
    zip?.close()
    if (folder) await rm(folder, { recursive: true, force: true })
  }
}
