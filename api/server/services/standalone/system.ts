// What the engine needs of a system, for an image that has no other: the Node that runs this server, a shell for initdb, the libraries that the loader
// finds for them and for the programs of the engine, certificates, and an account without rights. docs/decisions/standalone-image.md tells why.
import { execFile } from 'node:child_process'
import { closeSync, existsSync, openSync, readSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ApiError } from '../../errors.ts'
import type { TarEntry } from '../foundation/archives/tar.ts'

/** The account of the image. */
export const ACCOUNT = 10001
/** What an image calls the kinds of machines. */
export const MACHINES: Partial<Record<NodeJS.Architecture, { architecture: string; variant?: string }>> = {
  x64: { architecture: 'amd64' },
  arm64: { architecture: 'arm64', variant: 'v8' },
}
/** Where a loader looks without being told. */
const KNOWN_PLACES = /^\/(usr\/)?lib(64)?(\/[a-z0-9_]+-linux-[a-z0-9]+)?$/
/** Opened by the C library when names of hosts are looked up; no program names them. */
const FOR_NAMES = ['libnss_files.so.2', 'libnss_dns.so.2', 'libresolv.so.2']
const CERTIFICATES = ['/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt', '/etc/ssl/cert.pem']

function start(path: string, bytes: number): Buffer {
  const file = openSync(path, 'r')
  try {
    const found = Buffer.alloc(bytes)
    return found.subarray(0, readSync(file, found, 0, bytes, 0))
  } finally {
    closeSync(file)
  }
}
const isProgram = (path: string) => start(path, 4).toString('latin1') === '\u007fELF'

/** The loader that a program names (PT_INTERP of its 64-bit header); undefined where it needs none. */
export function loaderOf(path: string): string | undefined {
  const head = start(path, 4096)
  if (head.length < 64 || head.toString('latin1', 0, 4) !== '\u007fELF' || head[4] !== 2) return undefined
  const [from, each, count] = [Number(head.readBigUInt64LE(32)), head.readUInt16LE(54), head.readUInt16LE(56)]
  for (let at = from, left = count; left > 0 && at + each <= head.length; at += each, left--) {
    if (head.readUInt32LE(at) !== 3) continue
    const [offset, size] = [Number(head.readBigUInt64LE(at + 8)), Number(head.readBigUInt64LE(at + 32))]
    return head.toString('latin1', offset, offset + size - 1)
  }
  return undefined
}

/** Paths of the libraries that a loader finds for a program; what it does not find, this machine does without as well. */
async function librariesOf(loader: string, path: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(loader, ['--list', path]).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }))
  return stdout.split('\n').flatMap(line => /(?:=>\s+|^\s+)(\/\S+)\s+\(0x/.exec(line)?.[1] ?? [])
}

const passwd = `root:x:0:0:root:/:/bin/sh\napp:x:${ACCOUNT}:${ACCOUNT}:app:/data:/bin/sh\n`

/** Files and folders of the system; the engine's programs are looked at for what they need. */
export async function systemFor(engine: readonly TarEntry[]): Promise<TarEntry[]> {
  const loader = process.platform === 'linux' && MACHINES[process.arch] ? loaderOf(process.execPath) : undefined
  if (!loader) throw new ApiError('release.imageHere', 'This server cannot make images: that takes Linux on x64 or arm64. Take the archive', 409)
  const files = new Map<string, string>([
    ['/usr/local/bin/node', process.execPath],
    ['/bin/sh', '/bin/sh'],
    [loader, loader],
  ])
  const programs = engine.flatMap(entry => (entry.kind === 'file' && /(\.node|\/bin\/\w+)$/.test(entry.name) && isProgram(entry.path) ? [entry.path] : []))
  const own = new Set(programs.map(path => realpathSync(path)))
  for (const path of [process.execPath, realpathSync('/bin/sh'), ...programs])
    for (const library of await librariesOf(loader, path)) if (!own.has(realpathSync(library))) files.set(library, library)
  const c = dirname([...files.keys()].find(path => /\/libc\.(so|musl)[^/]*$/.test(path)) ?? loader)
  for (const name of FOR_NAMES) if (existsSync(join(c, name))) files.set(join(c, name), join(c, name))
  // A library that this machine's settings lead the loader to is put where it looks by itself.
  for (const path of files.keys())
    if (/\.so[.\d]*$/.test(path) && path !== loader && !KNOWN_PLACES.test(dirname(path))) {
      files.delete(path)
      files.set(join(c, basename(path)), path)
    }
  const certificates = CERTIFICATES.find(path => existsSync(path))
  if (certificates) files.set('/etc/ssl/certs/ca-certificates.crt', certificates)
  const entries: TarEntry[] = [
    ...[...files].map(([name, path]): TarEntry => {
      const from = realpathSync(path)
      return { kind: 'file', name, path: from, size: statSync(from).size, mode: name.endsWith('.crt') ? 0o644 : 0o755 }
    }),
    { kind: 'text', name: '/etc/passwd', text: passwd, mode: 0o644 },
    { kind: 'text', name: '/etc/group', text: `root:x:0:\napp:x:${ACCOUNT}:\n`, mode: 0o644 },
    { kind: 'text', name: '/etc/nsswitch.conf', text: 'passwd: files\ngroup: files\nhosts: files dns\n', mode: 0o644 },
    { kind: 'folder', name: '/tmp', mode: 0o1777 },
    { kind: 'folder', name: '/data', mode: 0o700, owner: ACCOUNT },
  ]
  const folders = new Set<string>()
  for (const { name } of entries) for (let folder = dirname(name); folder !== '/'; folder = dirname(folder)) folders.add(folder)
  return [...entries, ...[...folders].map((name): TarEntry => ({ kind: 'folder', name, mode: 0o755 }))]
    .map(entry => ({ ...entry, name: entry.name.slice(1) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}
