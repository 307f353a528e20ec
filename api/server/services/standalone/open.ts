// The application that this installation runs and nothing else, a file or the folder of a remote-platform export: what it says of itself, and the package
// in it.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../../config.ts'
import { StartError } from '../../database/start-error.ts'
import { ApiError } from '../../errors.ts'
import { withZip } from '../foundation/archives/open.ts'
import { writePackage } from '../foundation/archives/write.ts'
import { readFolder } from '../git/index.ts'
import { hashOfFile } from '../packages/index.ts'
import { ABOUT, PACKAGE, readAbout, type About } from './about.ts'
import { CONTENT } from './remote.ts'
import { temporaryFolder } from '../../temporary.ts'

const ABOUT_BYTES = 8 * 1024 * 1024
const PACKAGE_BYTES = 512 * 1024 * 1024

const sentence = ({ english, more }: ApiError) =>
  Object.entries(more.values ?? {}).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, String(value)), english)
const isFolder = (path: string) => statSync(path).isDirectory()
const notOurs = (file: string) => new StartError(`${file} is no application that this version of Tessera can run. Download the application file again`)

async function withFolder<T>(folder: string, use: (about: About, unpack: (to: string) => Promise<void>) => Promise<T>): Promise<T> {
  const about = existsSync(join(folder, ABOUT)) ? readAbout(await readFile(join(folder, ABOUT))) : undefined
  if (!about) throw notOurs(folder)
  return use(about, async to => {
    const { manifest, ...content } = await readFolder(join(folder, CONTENT))
    await writePackage(to, manifest, content)
  })
}

/** The same for the same content, whatever the folder is called and whoever put it there. */
async function hashOfFolder(folder: string): Promise<string> {
  const hash = createHash('sha256')
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
  for (const file of files.sort()) {
    hash.update(`${relative(folder, file)}\0${statSync(file).size}\0`)
    for await (const part of createReadStream(file)) hash.update(part as Buffer)
  }
  return hash.digest('hex')
}

/** Opens an application file; says in one sentence why it cannot be used. */
export async function withApplication<T>(file: string, use: (about: About, unpack: (to: string) => Promise<void>) => Promise<T>): Promise<T> {
  if (!existsSync(file)) throw new StartError(`APP_FILE: there is no file ${file}`)
  const opened = isFolder(file) ? withFolder(file, use) : withFile(file, use)
  return opened.catch((error: unknown) => {
    throw error instanceof ApiError && /^(package|git)\./.test(error.code) ? new StartError(`${file} cannot be read: ${sentence(error)}`) : error
  })
}

function withFile<T>(file: string, use: (about: About, unpack: (to: string) => Promise<void>) => Promise<T>): Promise<T> {
  return withZip(file, undefined, async zip => {
    const entry = zip.entries.get(ABOUT)
    const app = zip.entries.get(PACKAGE)
    const about = entry && readAbout(await entry.read(ABOUT_BYTES))
    if (!about || !app) throw notOurs(file)
    return use(about, async to => pipeline(await app.stream(PACKAGE_BYTES), createWriteStream(to, { mode: 0o600 })))
  })
}

/** The configuration with the application that it names. */
export async function withStandalone(config: Config): Promise<Config> {
  if (!config.appFile || config.standalone) return config
  const sha256 = existsSync(config.appFile) ? await (isFolder(config.appFile) ? hashOfFolder : hashOfFile)(config.appFile) : ''
  return withApplication(config.appFile, async ({ organisation, app, version }) => ({
    ...config,
    organisationName: organisation.name,
    siteName: config.siteName === 'Tessera' ? app.name : config.siteName,
    standalone: { file: config.appFile, sha256, company: organisation, app: { key: app.key, name: app.name }, version },
  }))
}

/** The package of an application as a file, for as long as it is used. */
export async function withPackageOf<T>(file: string, use: (about: About, path: string) => Promise<T>): Promise<T> {
  const folder = await temporaryFolder('application')
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
