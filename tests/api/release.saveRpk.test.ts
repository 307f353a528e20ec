// release.rpk-link: the rpk package of a quick app's release, uploaded or named by an address; release.getRpk: for phones, by a token in the address.
import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { DEV } from '../support/models.ts'
import { addPage } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'
import { craftZip } from '../support/zip.ts'

const manifest = (more: object = {}) => JSON.stringify({ package: 'app.tessera.acme.shop', versionName: '1.0.0', router: { entry: 'pages/home' }, ...more })
const rpk = (text = manifest(), script = 'app.js') =>
  craftZip([
    { name: 'manifest.json', content: text },
    { name: script, content: 'x' },
  ])
const upload = (content: Buffer, name = 'shop.rpk') => [{ field: 'file', name, content, mime: 'application/octet-stream' }]
let id = ''
const at = async () => ({ params: { ...DEV, releaseId: id } })
const told = async (world: World) => (await world.call('release.get', { as: 'ann', params: { ...DEV, releaseId: id } })).data
const same = 'same' as const
const ask = { as: 'ann' as const, given: at }

scenarios('release.saveRpk', [
  {
    name: 'is for quick apps',
    as: 'ann',
    given: async world => {
      await addPage(world, { name: 'Orders', path: '/orders' })
      ;({ id } = await publish(world, { version: '1.0.0', title: 'First' }))
      return at()
    },
    body: { rpkLink: 'https://files.example.com/a.rpk' },
    expect: { status: 409, code: 'release.notQuickapp', stored: same },
  },
  {
    name: 'knows no such release',
    as: 'ann',
    given: async world => {
      await world.db.updateTable('app').set({ type: 3 }).where('id', '=', world.ids.shop).execute()
      return { params: { ...DEV, releaseId: uuidv7() } }
    },
    body: { rpkLink: '/a.rpk' },
    expect: { status: 404, code: 'release.unknown', stored: same },
  },
  { ...ask, name: 'keeps members without duties out', as: 'ben', body: { rpkLink: '/a.rpk' }, expect: { status: 403, stored: same } },
  ...['javascript:alert(1)', '//evil.example.com/a.rpk', 'a.rpk', 'https://'].map(rpkLink => ({
    ...ask,
    name: `takes no address such as ${rpkLink}`,
    body: { rpkLink },
    expect: { status: 422, errors: ['rpkLink'], stored: same },
  })),
  {
    ...ask,
    name: 'takes a file or an address',
    body: { rpkLink: '/a.rpk' },
    files: upload(rpk()),
    expect: { status: 422, code: 'release.rpkBoth', errors: ['rpkLink'], stored: same },
  },
  { ...ask, name: 'takes no other ending', files: upload(rpk(), 'shop.zip'), expect: { status: 422, errors: ['file'], stored: same } },
  ...(
    [
      ['what is no archive', Buffer.from('hello')],
      ['an archive without a manifest', craftZip([{ name: 'app.js', content: 'x' }])],
      ['a manifest that cannot be read', rpk('{')],
      ['a manifest without pages', rpk(manifest({ router: undefined }))],
      ['an archive without scripts', rpk(manifest(), 'app.txt')],
    ] as const
  ).map(([what, content]) => ({
    ...ask,
    name: `refuses ${what}`,
    files: upload(content),
    expect: { status: 422, code: 'release.rpkInvalid', errors: ['file'], stored: same },
  })),
  {
    ...ask,
    name: 'refuses the package of another version',
    files: upload(rpk(manifest({ versionName: '0.0.0' }))),
    expect: { status: 422, code: 'release.rpkVersion', errors: ['file'], stored: same },
  },
  {
    ...ask,
    name: 'keeps a package that whoever has its address can download, and tells it with the origin of the site in front',
    files: upload(rpk()),
    expect: { status: 0 },
    then: async ({ data }, world) => {
      const { config, rpkAddress } = await told(world)
      expect(config.rpkLink).toBe(data.rpkLink)
      expect(rpkAddress).toMatch(/^https?:\/\/[^/]+\/api\/rpk\//)
      expect(rpkAddress.endsWith(data.rpkLink)).toBe(true)
      const [, releaseId = '', rpkToken = ''] = /^\/api\/rpk\/([^/]+)\/(.+)$/.exec(data.rpkLink) ?? []
      const got = await world.call('release.getRpk', { params: { releaseId, rpkToken } })
      expect(got.raw.equals(rpk())).toBe(true)
      expect(got.headers['content-disposition']).toContain('shop-1.0.0.rpk')
      expect((await world.call('release.getRpk', { params: { releaseId, rpkToken: 'A'.repeat(43) } })).code).toBe('release.rpkUnknown')
      // A newer one takes its place: the address of the old one is nothing.
      await world.call('release.saveRpk', { as: 'ann', params: { ...DEV, releaseId }, files: upload(rpk()) })
      expect((await world.call('release.getRpk', { params: { releaseId, rpkToken } })).status).toBe(404)
    },
  },
  {
    ...ask,
    name: 'keeps an address elsewhere as it is, and takes it away again',
    body: { rpkLink: 'https://files.example.com/shop-1.0.0.rpk' },
    expect: { status: 0, data: { rpkLink: 'https://files.example.com/shop-1.0.0.rpk' } },
    then: async (_reply, world) => {
      expect((await told(world)).rpkAddress).toBe('https://files.example.com/shop-1.0.0.rpk')
      const none = await world.call('release.saveRpk', { as: 'ann', params: { ...DEV, releaseId: id }, body: {} })
      expect([none.status, none.data.rpkLink]).toEqual([0, ''])
      expect((await told(world)).config).toEqual({})
    },
  },
  {
    ...ask,
    name: 'has none of a release that failed',
    given: async world => {
      await world.db.updateTable('release').set({ status: -1 }).where('id', '=', id).execute()
      return at()
    },
    body: { rpkLink: '/a.rpk' },
    expect: { status: 409, code: 'release.notRunning', stored: same },
  },
])
