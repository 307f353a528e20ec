// An app as a folder: the packages of our own templates come back as they were, and what people spoil in a folder is refused with its place.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, it } from 'vitest'
import { readFolder, writeFolder } from '../../api/server/services/git/folder.ts'
import type { Packed } from '../../api/server/services/packages/index.ts'
import { withPackage } from '../support/open-package.ts'
import { BODIES, fileOf, manifestOf, sha256 } from '../support/package.ts'

const root = mkdtempSync(join(tmpdir(), 'tessera-folder-test-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let made = 0
const fresh = () => mkdtempSync(join(root, `${made++}-`))
const templates = join(import.meta.dirname, '../../api/templates')
const packagesThere = readdirSync(templates, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.amis'))

/** Everything of a manifest in an order of its own: files are told by their names, not by where they stood in a list. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) {
    const list = value.map(inOrder)
    const isNamed = list.every(one => one && typeof one === 'object')
    return isNamed ? list.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : list
  }
  if (!value || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map(key => [key, inOrder((value as Record<string, unknown>)[key])]),
  )
}
const filesOf = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
const small: Packed = {
  manifest: manifestOf(),
  body: async hash => BODIES.find(body => sha256(body) === hash) ?? '{}',
  file: async () => Readable.from([]),
}

it('has packages to try', () => expect(packagesThere.length).toBeGreaterThan(2))
it.each(packagesThere)('%s: written as a folder and read again it is the same app, and written again the same bytes', async name => {
  await withPackage(fileOf(readFileSync(join(templates, name))), undefined, async opened => {
    const packed: Packed = { manifest: opened.manifest, body: async hash => JSON.stringify(await opened.body(hash)), file: opened.file }
    const [first, second] = [fresh(), fresh()]
    await writeFolder(first, packed)
    const read = await readFolder(first)
    expect(inOrder({ ...read.manifest, createdBy: '' })).toEqual(inOrder({ ...opened.manifest, createdBy: '', rows: undefined }))
    for (const { hash } of read.manifest.resources) if (hash) expect(JSON.parse(await read.body(hash))).toEqual(await opened.body(hash))
    await writeFolder(second, read)
    expect(filesOf(second)).toEqual(filesOf(first))
    for (const file of filesOf(first))
      if (statSync(join(first, file)).isFile()) expect(readFileSync(join(second, file)).equals(readFileSync(join(first, file))), file).toBe(true)
    // One page one file, called like its address.
    expect(filesOf(first).filter(file => /^pages\/.*\.json$/.test(file))).toHaveLength(opened.manifest.resources.filter(one => one.hash).length)
  })
})

it('has a language that is called like a device of Windows in a file that Windows can have, and finds it there', async () => {
  const manifest = manifestOf()
  const texts = { first: 'en', languages: ['en', 'con'], texts: [], translations: { con: { Orders: 'Ordenes' }, en: {} } }
  const permissions = { roles: [], lists: [], overrides: [], options: [], rowRules: [] }
  const at = fresh()
  await writeFolder(at, { ...small, manifest: { ...manifest, formatVersion: 2, design: { data: { sources: [], models: [] }, permissions, texts } as never } })
  expect(filesOf(at)).toEqual(expect.arrayContaining(['languages/_con.json', 'languages/en.json']))
  expect((await readFolder(at)).manifest.design?.texts?.translations).toEqual(texts.translations)
})

it('puts two pages of one moment into two files that nothing else names', async () => {
  const [one, two] = [fresh(), fresh()]
  await writeFolder(one, small)
  const manifest = manifestOf()
  const more = { ...manifest.resources[1]!, id: 'new', path: '/new', name: 'New', sort: 9 }
  await writeFolder(two, { ...small, manifest: { ...manifest, resources: [...manifest.resources, more] } })
  const added = filesOf(two).filter(file => !filesOf(one).includes(file))
  expect(added).toEqual(['pages/new.new.json'])
  for (const file of filesOf(one).filter(name => name.endsWith('.json')))
    expect(readFileSync(join(two, file), 'utf8')).toBe(readFileSync(join(one, file), 'utf8'))
})

const spoiled: [string, (folder: string) => void, RegExp][] = [
  ['a folder of something else', folder => rmSync(join(folder, 'tessera.json')), /tessera\.json is missing/],
  ['another format', folder => writeFileSync(join(folder, 'tessera.json'), '{"format":"tessera-folder","formatVersion":99}'), /format 99/],
  ['half a file', folder => writeFileSync(join(folder, 'pages/orders.a.json'), '{"id": "a", "schema"'), /pages\/orders\.a\.json/],
  ['marks of a merge', folder => writeFileSync(join(folder, 'pages/orders.a.json'), '<<<<<<< ours\n{}\n'), /pages\/orders\.a\.json/],
  ['a page without a schema', folder => writeFileSync(join(folder, 'pages/orders.a.json'), '{"id":"a","name":"Orders"}'), /no schema/],
  ['the same page twice', folder => cpSync(join(folder, 'pages/orders.a.json'), join(folder, 'pages/copy.json')), /an id appears twice/],
  ['a parent that is gone', folder => rmSync(join(folder, 'menu/sales.g.json')), /parent is missing/],
  ['a link out of the folder', folder => symlinkSync('/etc/passwd', join(folder, 'pages/passwd.json')), /passwd\.json is no file/],
  ['a file in the place of a list', folder => writeFileSync(join(folder, 'menu/x.json'), '[]'), /menu\/x\.json: not an object/],
]
it.each(spoiled)('refuses %s, and says where', async (_name, spoil, words) => {
  const folder = fresh()
  await writeFolder(folder, small)
  expect(filesOf(folder)).toContain('pages/orders.a.json')
  spoil(folder)
  const error = (await readFolder(folder).catch((problem: unknown) => problem)) as { english?: string; more?: { values?: { where?: string }; fields?: object } }
  expect(`${error.english} ${error.more?.values?.where ?? ''} ${JSON.stringify(error.more?.fields ?? '')}`).toMatch(words)
})

it('refuses parts that saving by hand would refuse, with their place', async () => {
  await withPackage(fileOf(readFileSync(join(templates, packagesThere[0]!))), undefined, async opened => {
    const definition = { event: 'rows', model: 'main/order', changes: ['create'], actions: [] }
    const brought = { id: 'brought', kind: 'trigger' as const, key: 'brought', name: 'Brought', description: '', parentId: null, definition }
    const manifest = { ...opened.manifest, design: { ...opened.manifest.design!, resources: [brought] } }
    const folder = fresh()
    await writeFolder(folder, { manifest, body: async hash => JSON.stringify(await opened.body(hash)), file: opened.file })
    await expect(readFolder(folder)).rejects.toMatchObject({ code: 'git.badFolder', more: { values: { where: 'trigger brought: definition.actions' } } })
  })
})
