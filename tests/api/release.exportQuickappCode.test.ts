// release.export-quickapp-code, release.export-quickapp-source: the source of a quick app, for app types 3 and 4 where the installation offers it. That the
// vendor's toolkit makes an rpk package of it is shown by `npm run verify:miniapps`.
import { expect } from 'vitest'
import { DEV } from '../support/models.ts'
import { addPage } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'
import { filesOf } from '../support/zip.ts'

const ofType = (type: number) => async (world: World) => void (await world.db.updateTable('app').set({ type }).where('id', '=', world.ids.shop).execute())
const chart = { type: 'page', body: { type: 'chart', config: {} } }

scenarios(
  'release.exportQuickappCode',
  [
    { name: 'is for quick apps', as: 'ann', body: { from: 'dev' }, expect: { status: 409, code: 'release.quickappClosed', stored: 'same' } },
    { name: 'wants a page', as: 'ann', given: ofType(3), body: {}, expect: { status: 422, code: 'release.nothingToExport', stored: 'same' } },
    {
      name: 'wants a page that it can draw',
      as: 'ann',
      given: async world => void (await addPage(world, { name: 'Figures', path: '/figures', schema: chart })),
      body: {},
      expect: { status: 422, code: 'release.nothingNative', stored: 'same' },
    },
    { name: 'knows no such version', as: 'ann', body: { from: '9.9.9' }, expect: { status: 422, errors: ['from'], stored: 'same' } },
    { name: 'keeps members without duties out', as: 'ben', body: {}, expect: { status: 403, stored: 'same' } },
    {
      name: 'answers a project with its pages, those that open as web pages too, the same each time',
      as: 'abe',
      given: async world => {
        await addPage(world, { name: 'Orders </script>', path: '/orders', schema: { type: 'page', body: 'Hello' } })
        await addPage(world, { name: 'Order', path: '/orders/:id', schema: { type: 'page', body: 'One' } })
      },
      body: {},
      expect: { status: -1, stored: 'same' },
      then: async (reply, world) => {
        expect(reply.headers['content-disposition']).toContain('filename="shop-dev-quickapp.zip"')
        expect(Number(reply.headers['x-content-length'])).toBe(reply.raw.length)
        const files = filesOf(reply.raw)
        const manifest = JSON.parse(files['src/manifest.json'] ?? '')
        expect(manifest).toMatchObject({ package: 'app.tessera.acme.shopdev', versionName: '0.0.0', versionCode: 1, icon: '/assets/logo.png' })
        expect(manifest.router.entry).toBe('pages/home')
        expect(Object.keys(manifest.router.pages)).toEqual(['pages/home', 'pages/p1', 'pages/p2', 'pages/p3', 'pages/web'])
        expect(manifest.router.widgets).toBeUndefined()
        for (const page of Object.keys(manifest.router.pages)) expect(files[`src/${page}/index.ux`], page).toContain('<template>')
        expect(files['src/pages/p2/index.ux']).toContain('screenAt("/orders")')
        expect(files['src/tessera/config.js']).toContain('"app": "shop-dev"')
        expect(files['src/tessera/runtime.js']).toContain('amis-formula (MIT)')
        expect(files['README.md']).toContain('| Figures | `/figures` | as a web page: chart at body |')
        expect(JSON.parse(files['package.json'] ?? '').devDependencies).toEqual({ 'hap-toolkit': '2.0.8' })
        const again = await world.call('release.exportQuickappCode', { as: 'abe', params: DEV, body: {} })
        expect(again.raw.equals(reply.raw)).toBe(true)
      },
    },
    {
      name: 'gives a card its card, of the page that is its home',
      as: 'ann',
      given: ofType(4),
      body: { from: 'dev' },
      expect: { status: -1 },
      then: ({ raw }) => {
        const files = filesOf(raw)
        expect(JSON.parse(files['src/manifest.json'] ?? '').router.widgets['widgets/card']).toMatchObject({ component: 'index', path: '/widgets/card' })
        expect(files['src/widgets/card/index.ux']).toContain('cardAt("/orders")')
      },
    },
  ],
  { features: { quickappSource: true } },
)
