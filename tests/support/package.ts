// App packages for tests: a right one, and the same with one thing changed.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Manifest } from '../../api/server/services/packages/format.ts'
import { writePackage } from '../../api/server/services/foundation/archives/write.ts'
import { craftZip, type CraftedEntry } from './zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'tessera-package-test-'))
let made = 0
export const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

/** A file of its own with this content. */
export function fileOf(content: Buffer | string): string {
  const path = join(folder, `${made++}.amis`)
  writeFileSync(path, content)
  return path
}

export const BODIES = ['{"type":"page","title":"Orders","body":"orders"}', '{"type":"page","title":"Order","body":"order"}']

/** A menu with a group, two pages in it and a link. */
export function manifestOf(change: Record<string, unknown> = {}): Manifest {
  const item = { icon: '', link: '', visible: true, sort: 0, path: '', parentId: null, hash: null }
  return {
    format: 'tessera-app',
    formatVersion: 1,
    createdBy: 'Tessera',
    app: { key: 'orders', name: 'Orders', type: 1, description: 'Keeps orders', logo: '' },
    version: '1.2.0',
    title: 'Orders 1.2.0',
    resources: [
      { ...item, id: 'g', kind: 'group', name: 'Sales', icon: 'fa fa-cube' },
      { ...item, id: 'a', kind: 'page', name: 'Orders', path: '/orders', parentId: 'g', hash: sha256(BODIES[0]!) },
      { ...item, id: 'b', kind: 'page', name: 'Order', path: '/orders/:id', parentId: 'g', sort: 1, visible: false, hash: sha256(BODIES[1]!) },
      { ...item, id: 'c', kind: 'link', name: 'Help', link: 'https://example.test/help', sort: 1 },
    ],
    files: [],
    ...change,
  } as Manifest
}

/** The bytes of a right package, protected when a password is given. */
export async function packageOf(
  manifest: Manifest = manifestOf(),
  { bodies = BODIES, files = [] as Buffer[], rows = [] as string[], password = '' } = {},
): Promise<Buffer> {
  const byHash = new Map(bodies.map(body => [sha256(body), body]))
  const fileByHash = new Map(files.map(file => [sha256(file), file]))
  const rowsByHash = new Map(rows.map(part => [sha256(part), part]))
  const path = join(folder, `${made++}.amis`)
  await writePackage(
    path,
    manifest,
    {
      body: async hash => byHash.get(hash) ?? '{}',
      file: async hash => Readable.from([fileByHash.get(hash) ?? Buffer.alloc(0)]),
      rows: async hash => Readable.from([Buffer.from(rowsByHash.get(hash) ?? '')]),
    },
    password,
  )
  return readFileSync(path)
}

/** A package made by hand: manifest (or any text in its place), the usual bodies, and more entries. */
export function craftPackage(manifest: unknown = manifestOf(), more: CraftedEntry[] = [], bodies = BODIES): Buffer {
  return craftZip([
    { name: 'manifest.json', content: typeof manifest === 'string' ? manifest : JSON.stringify(manifest) },
    ...bodies.map(body => ({ name: `bodies/${sha256(body)}.json`, content: body })),
    ...more,
  ])
}

/** Every way in which a package can be wrong that a caller must refuse, with the code of the refusal and the field that carries it. */
export async function badPackages(): Promise<{ name: string; content: Buffer; code: string; password?: string; field?: string }[]> {
  const locked = await packageOf(manifestOf(), { password: 'Secret-1' })
  const good = await packageOf()
  const changed = Buffer.from(locked)
  changed[changed.length - 20] = (changed[changed.length - 20] ?? 0) ^ 1
  const header = Buffer.from(locked)
  header[20] = (header[20] ?? 0) ^ 1
  const wrongHash = manifestOf()
  const page = wrongHash.resources[1]!
  page.hash = sha256('other')
  const notJson = '{"type":'
  const deep = `{"a":${'['.repeat(300)}${']'.repeat(300)}}`
  const withBody = (body: string) => {
    const manifest = manifestOf()
    manifest.resources[1]!.hash = sha256(body)
    return craftPackage(manifest, [], [body, BODIES[1]!])
  }
  const resources = (change: (list: Record<string, unknown>[]) => void) => {
    const manifest = manifestOf()
    change(manifest.resources as unknown as Record<string, unknown>[])
    return craftPackage(manifest)
  }
  return [
    { name: 'no zip', content: Buffer.from('hello, this is text'), code: 'package.notZip' },
    { name: 'nothing at all', content: Buffer.alloc(0), code: 'package.notZip' },
    { name: 'a zip cut off', content: good.subarray(0, good.length - 40), code: 'package.damaged' },
    { name: 'a zip without a manifest', content: craftZip([{ name: 'hello.txt', content: 'hi' }]), code: 'package.noManifest' },
    { name: 'a manifest of another product', content: craftPackage({ format: 'other' }), code: 'package.unknownFormat' },
    { name: 'a format of the future', content: craftPackage({ ...manifestOf(), formatVersion: 4 }), code: 'package.unknownVersion' },
    { name: 'an unknown kind', content: resources(list => (list[0]!.kind = 'robot')), code: 'package.unknownKind' },
    { name: 'an unknown field', content: craftPackage({ ...manifestOf(), extra: 1 }), code: 'package.badManifest' },
    { name: 'a path used twice', content: resources(list => (list[2]!.path = '/orders')), code: 'package.badManifest' },
    { name: 'an id used twice', content: resources(list => (list[2]!.id = 'a')), code: 'package.badManifest' },
    { name: 'a parent that is missing', content: resources(list => (list[2]!.parentId = 'nobody')), code: 'package.badManifest' },
    { name: 'a circle of parents', content: resources(list => (list[0]!.parentId = 'a')), code: 'package.badManifest' },
    {
      name: 'a tree deeper than an app may be',
      content: resources(list => {
        for (let i = 0; i < 8; i++) list.push({ ...list[0], id: `g${i}`, parentId: i ? `g${i - 1}` : 'g' })
        list[1]!.parentId = 'g7'
      }),
      code: 'package.badManifest',
    },
    { name: 'a page without a body', content: resources(list => (list[1]!.hash = null)), code: 'package.badManifest' },
    { name: 'a manifest that is no JSON', content: craftPackage('{"format":'), code: 'package.badJson' },
    { name: 'a manifest nested too deeply', content: craftPackage(deep), code: 'package.tooDeep' },
    { name: 'a body that is missing', content: craftPackage(manifestOf(), [], [BODIES[0]!]), code: 'package.missingEntry' },
    {
      name: 'a body with another content',
      content: craftPackage(wrongHash, [{ name: `bodies/${sha256('other')}.json`, content: '{"x":1}' }], [BODIES[1]!]),
      code: 'package.hashMismatch',
    },
    { name: 'a body that is no JSON', content: withBody(notJson), code: 'package.badJson' },
    { name: 'a body that is no object', content: withBody('[1]'), code: 'package.badJson' },
    { name: 'a body nested too deeply', content: withBody(deep), code: 'package.tooDeep' },
    { name: 'something that the manifest does not name', content: craftPackage(manifestOf(), [{ name: 'run.sh', content: 'rm' }]), code: 'package.unlisted' },
    { name: 'a name that climbs out', content: craftPackage(manifestOf(), [{ name: '../evil', content: 'x' }]), code: 'package.unsafeName' },
    { name: 'an absolute name', content: craftPackage(manifestOf(), [{ name: '/etc/passwd', content: 'x' }]), code: 'package.unsafeName' },
    { name: 'a drive letter', content: craftPackage(manifestOf(), [{ name: 'c:/x', content: 'x' }]), code: 'package.unsafeName' },
    { name: 'a backslash', content: craftPackage(manifestOf(), [{ name: 'a\\..\\b', content: 'x' }]), code: 'package.unsafeName' },
    { name: 'a name used twice', content: craftPackage(manifestOf(), [{ name: 'Manifest.json', content: '{}' }]), code: 'package.duplicateName' },
    { name: 'a symbolic link', content: craftPackage(manifestOf(), [{ name: 'link', content: '/etc/passwd', mode: 0o120777 }]), code: 'package.link' },
    { name: 'a zip password', content: craftPackage(manifestOf(), [{ name: 'x', content: 'x', claims: { flags: 1 } }]), code: 'package.zipMethod' },
    {
      name: 'a wrong checksum',
      content: craftZip([{ name: 'manifest.json', content: JSON.stringify(manifestOf()), claims: { crc: 1 } }]),
      code: 'package.damaged',
    },
    {
      name: 'a size that lies',
      content: craftZip([{ name: 'manifest.json', content: JSON.stringify(manifestOf()), claims: { size: 10 } }]),
      code: 'package.damaged',
    },
    {
      name: 'an entry that is too large',
      content: withBody(JSON.stringify({ a: Array.from({ length: 500_000 }, (_, i) => `${i}#`) })),
      code: 'package.entryTooLarge',
    },
    {
      name: 'an entry that is too large and claims to be small',
      content: craftZip([{ name: 'manifest.json', content: Buffer.alloc(40_000_000, ' '), claims: { size: 100 } }]),
      code: 'package.damaged',
    },
    { name: 'a zip bomb', content: craftZip([{ name: 'manifest.json', content: Buffer.alloc(12_000_000, ' ') }]), code: 'package.ratio' },
    { name: 'too many entries', content: craftZip(Array.from({ length: 20_001 }, (_, i) => ({ name: `bodies/${i}` }))), code: 'package.tooManyEntries' },
    { name: 'no password for a protected package', content: locked, code: 'package.passwordRequired', field: 'password' },
    { name: 'a wrong password', content: locked, password: 'secret-1', code: 'package.wrongPassword', field: 'password' },
    { name: 'a protected package with a changed byte', content: changed, password: 'Secret-1', code: 'package.damaged' },
    { name: 'a protected package with a changed header', content: header, password: 'Secret-1', code: 'package.damaged' },
    { name: 'a protected package cut off', content: locked.subarray(0, locked.length - 30), password: 'Secret-1', code: 'package.damaged' },
    { name: 'a protected package cut off in its header', content: locked.subarray(0, 40), password: 'Secret-1', code: 'package.damaged' },
  ]
}
