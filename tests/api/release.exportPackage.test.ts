// release.export-package, release.download-progress: an app as a protected package, read back by an import.
import { expect, it, describe, afterAll, beforeAll } from 'vitest'
import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { ownTemporaryFolder } from '../support/own-folder.ts'
import { withPackage } from '../support/open-package.ts'
import { fileOf } from '../support/package.ts'
import { sampleFiles } from '../support/sample-site.ts'
import { scenarios } from '../support/scenarios.ts'
import { makeWorld, type World } from '../support/world.ts'
ownTemporaryFolder()

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const password = 'Secret-1'
const withPages = async (world: World) => {
  await world.call('page.import', { as: 'ann', files: sampleFiles(), body: { onConflict: 'skip' } })
}

scenarios('release.exportPackage', [
  {
    name: 'has nothing to export from an empty app',
    as: 'ann',
    body: { password },
    expect: { status: 422, code: 'release.nothingToExport', errors: ['from'], stored: 'same' },
  },
  {
    name: 'wants a password (release.package-export-password)',
    given: withPages,
    as: 'ann',
    body: { from: 'dev' },
    expect: { status: 422, errors: ['password'], stored: 'same' },
  },
  { name: 'wants one that is not empty', as: 'ann', body: { password: '' }, expect: { status: 422, errors: ['password'], stored: 'same' } },
  {
    name: 'takes no other openSource than on (release.package-export-open-source)',
    as: 'ann',
    body: { password, openSource: false },
    expect: { status: 422, errors: ['openSource'] },
  },
  { name: 'knows no such version', as: 'ann', body: { password, from: '9.9.9' }, expect: { status: 422, code: 'release.sourceUnknown', errors: ['from'] } },
  {
    name: 'knows no such model to take data from',
    as: 'ann',
    body: { password, exportWithData: true, exportList: ['orders'] },
    expect: { status: 422, errors: ['exportList'] },
  },
  { name: 'keeps members without duties out', as: 'ben', body: { password }, expect: { status: 403, stored: 'same' } },
  { name: 'keeps other organisations out', as: 'dee', body: { password }, expect: { status: 403, stored: 'same' } },
  {
    name: 'answers the file with its name and size, and writes down no password',
    as: 'abe',
    body: { from: 'dev', exportWithData: false, exportList: [], exportFormList: [], password, openSource: true },
    // A file has no envelope.
    expect: { status: -1, stored: 'same' },
    then: async (reply, world) => {
      expect(reply.headers['content-disposition']).toContain('filename="shop-1.0.0.amis"')
      expect(Number(reply.headers['x-content-length'])).toBe(reply.raw.length)
      await withPackage(fileOf(reply.raw), password, async ({ manifest }) => {
        expect(manifest.app).toMatchObject({ key: 'shop', name: 'Shop', type: 1 })
        expect(manifest.resources.filter(r => r.kind === 'page')).toHaveLength(6)
      })
      const { rows } = await world.pool.query(`select input::text from audit where call = 'release.exportPackage'`)
      expect(JSON.stringify(rows)).not.toContain(password)
    },
  },
])

describe('release.exportPackage and back', () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld()
    await withPages(world)
  })
  afterAll(() => world?.close())
  const read = (raw: Buffer) => withPackage(fileOf(raw), password, async opened => opened.manifest)

  it('brings the same pages into another organisation, by hash, in the same order', async () => {
    await world.call('app.create', { as: 'dee', params: { companyKey: 'globex' }, body: { name: 'Copy', key: 'copy', type: 1 } })
    const there = { companyKey: 'globex', appUrlKey: 'copy-dev' }
    const file = (await world.call('release.exportPackage', { as: 'ann', body: { password } })).raw
    const taken = await world.call('page.import', {
      as: 'dee',
      params: there,
      files: [{ field: 'file', name: 'shop.amis', content: file }],
      body: { password },
    })
    expect(taken.data).toMatchObject({ refused: [], notes: [] })
    const [one, two] = [await read(file), await read((await world.call('release.exportPackage', { as: 'dee', params: there, body: { password } })).raw)]
    const bare = (m: typeof one) =>
      m.resources
        .map(({ name, path, hash, icon, link, visible, sort, kind }) => ({ name, path, hash, icon, link, visible, sort, kind }))
        .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    expect(bare(two)).toEqual(bare(one))
  })

  it('exports a published version as it was, whatever the pages are now', async () => {
    await world.call('release.create', { as: 'ann', params: { appUrlKey: 'shop-dev' }, body: { version: '2.0.0', title: 'Second' } })
    const before = await read((await world.call('release.exportPackage', { as: 'ann', body: { from: '2.0.0', password } })).raw)
    const [page] = (await world.call('page.list', { as: 'ann' })).data.items[0].children
    await world.call('page.update', { as: 'ann', params: { pageId: page.id }, body: { schema: { type: 'page', body: 'changed' } } })
    const after = await read((await world.call('release.exportPackage', { as: 'ann', body: { from: '2.0.0', password } })).raw)
    expect(after).toEqual(before)
    expect(after.version).toBe('2.0.0')
    expect(await read((await world.call('release.exportPackage', { as: 'ann', body: { password } })).raw)).not.toEqual(before)
  })

  it('takes the images along that pages show, and gives them new addresses', async () => {
    const up = await world.call('general.uploadImage', { as: 'ann', files: [{ field: 'file', name: 'dot.png', content: PNG, mime: 'image/png' }] })
    const address = String(up.data.url ?? up.data.value)
    expect(address).toMatch(/^\/api\/file\//)
    await world.call('page.create', { as: 'ann', body: { name: 'Picture', path: '/picture', schema: { type: 'page', body: { type: 'image', src: address } } } })
    const file = (await world.call('release.exportPackage', { as: 'ann', body: { password } })).raw
    expect((await read(file)).files).toHaveLength(1)
    await world.call('app.create', { as: 'dee', params: { companyKey: 'globex' }, body: { name: 'P', key: 'pictures', type: 1 } })
    const there = { companyKey: 'globex', appUrlKey: 'pictures-dev' }
    await world.call('page.import', { as: 'dee', params: there, files: [{ field: 'file', name: 'shop.amis', content: file }], body: { password } })
    const { schema } = (await world.call('runtime.page', { as: 'dee', params: { ...there, path: 'picture' } })).data
    expect(schema.body.src).toMatch(/^\/api\/file\//)
    expect(schema.body.src).not.toBe(address)
    const fileId = schema.body.src.split('/').at(-1)
    expect((await world.call('general.getFile', { as: 'dee', params: { fileId } })).raw.equals(PNG)).toBe(true)
    expect((await world.call('general.getFile', { as: 'ann', params: { fileId } })).http).toBe(404)
  })

  it('leaves no temporary files behind', async () => {
    await world.call('release.exportPackage', { as: 'ann', body: { password } })
    await expect.poll(() => readdirSync(tmpdir()).filter(name => name.startsWith('tessera-export-') && existsSync(`${tmpdir()}/${name}`))).toEqual([])
  })
})
