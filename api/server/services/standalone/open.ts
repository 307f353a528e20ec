// The application file that this installation runs and nothing else: what it says of itself, and the package in it.
import { createWriteStream, existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../../config.ts'
import { StartError } from '../../database/start-error.ts'
import { ApiError } from '../../errors.ts'
import { withZip } from '../foundation/archives/open.ts'
import { hashOfFile } from '../packages/index.ts'
import { ABOUT, PACKAGE, readAbout, type About } from './about.ts'

const ABOUT_BYTES = 8 * 1024 * 1024
const PACKAGE_BYTES = 512 * 1024 * 1024

/** Opens an application file; says in one sentence why it cannot be used. */
export async function withApplication<T>(file: string, use: (about: About, unpack: (to: string) => Promise<void>) => Promise<T>): Promise<T> {
  if (!existsSync(file)) throw new StartError(`APP_FILE: there is no file ${file}`)
  return withZip(file, undefined, async zip => {
    const entry = zip.entries.get(ABOUT)
    const app = zip.entries.get(PACKAGE)
    const about = entry && readAbout(await entry.read(ABOUT_BYTES))
    if (!about || !app) throw new StartError(`${file} is no application that this version of Tessera can run. Download the application file again`)
    return use(about, async to => pipeline(await app.stream(PACKAGE_BYTES), createWriteStream(to, { mode: 0o600 })))
  }).catch((error: unknown) => {
    throw error instanceof ApiError && error.code.startsWith('package.') ? new StartError(`${file} cannot be read: ${error.english}`) : error
  })
}

/** The configuration with the application that it names. */
export async function withStandalone(config: Config): Promise<Config> {
  if (!config.appFile || config.standalone) return config
  const sha256 = existsSync(config.appFile) ? await hashOfFile(config.appFile) : ''
  return withApplication(config.appFile, async ({ organisation, app, version }) => ({
    ...config,
    organisationName: organisation.name,
    siteName: config.siteName === 'Tessera' ? app.name : config.siteName,
    standalone: { file: config.appFile, sha256, company: organisation, app: { key: app.key, name: app.name }, version },
  }))
}

/** The package of an application as a file, for as long as it is used. */
export async function withPackageOf<T>(file: string, use: (about: About, path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-application-'))
  try {
    const path = join(folder, PACKAGE)
    const about = await withApplication(file, async (found, unpack) => {
      await unpack(path)
      return found
    })
    return await use(about, path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
