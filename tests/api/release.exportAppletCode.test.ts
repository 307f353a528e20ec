// release.export-applet-code, release.export-applet-source: the source of a mini-program. release.applet-source-app and release.applet-source-version: what has
// to be chosen. That the vendor's tools build it is shown by `npm run verify:miniapps`.
import { expect } from 'vitest'
import { addPage } from '../support/pages.ts'
import { PNG } from '../support/data-files.ts'
import { DEV } from '../support/models.ts'
import { publish } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'
import { filesOf } from '../support/zip.ts'

const body = { from: 'dev', entryKey: 'wechat' }
async function withPages(world: World) {
  await addPage(world, { name: 'Orders', path: '/orders', schema: { type: 'page', body: 'Hello' } })
  const order = await addPage(world, { name: 'Order </script>', path: '/orders/:id', schema: { type: 'page', body: { type: 'iframe', src: '/x' } } })
  expect(order).toBeTruthy()
  const made = await world.call('entry.create', {
    as: 'ann',
    params: DEV,
    body: { key: 'wechat', name: 'Shop in WeChat', type: 3, miniapp: { appId: 'wx0123456789abcdef' } },
  })
  expect(made.status).toBe(0)
}

scenarios('release.exportAppletCode', [
  { name: 'wants a version', as: 'ann', body: { entryKey: 'wechat' }, expect: { status: 422, errors: ['from'], stored: 'same' } },
  {
    name: 'wants a mini-program in a web app',
    as: 'ann',
    body: { from: 'dev' },
    expect: { status: 422, code: 'release.entryMissing', errors: ['entryKey'], stored: 'same' },
  },
  { name: 'knows no such mini-program', as: 'ann', body, expect: { status: 422, code: 'release.entryMissing', errors: ['entryKey'], stored: 'same' } },
  { name: 'keeps members without duties out', as: 'ben', body, expect: { status: 403, stored: 'same' } },
  {
    name: 'answers a project with the app, its pages and the AppID in it, the same each time',
    as: 'abe',
    body,
    given: withPages,
    expect: { status: -1, stored: 'same' },
    then: async (reply, world) => {
      expect(reply.headers['content-disposition']).toContain('filename="shop-dev-uniapp.zip"')
      expect(Number(reply.headers['x-content-length'])).toBe(reply.raw.length)
      const files = filesOf(reply.raw)
      const json = (name: string) => JSON.parse(files[name] ?? '')
      expect(json('src/manifest.json')['mp-weixin'].appid).toBe('wx0123456789abcdef')
      expect(json('src/pages.json').pages.map((page: { path: string }) => page.path)).toEqual([
        'pages/home/index',
        'pages/p1/index',
        'pages/p2/index',
        'pages/web/index',
      ])
      expect(files['src/tessera/config.js']).toContain('"app": "shop-dev"')
      expect(files['src/pages/p1/index.vue']).toContain('useScreen("/orders")')
      expect(files['README.md']).toContain('| Order </script> | `/orders/:id` | as a web page: iframe at body |')
      // Nothing is open about which packages build it.
      const { dependencies, devDependencies } = json('package.json')
      expect(Object.values({ ...dependencies, ...devDependencies }).filter(version => !/^\d/.test(String(version)))).toEqual([])
      const again = await world.call('release.exportAppletCode', { as: 'abe', params: DEV, body })
      expect(again.raw.equals(reply.raw)).toBe(true)
    },
  },
  {
    name: 'answers a project for Taro with the same pages, drawn by the same parts',
    as: 'abe',
    body: { ...body, codeType: 'taro' },
    expect: { status: -1, stored: 'same' },
    then: async (reply, world) => {
      expect(reply.headers['content-disposition']).toContain('filename="shop-dev-taro.zip"')
      const files = filesOf(reply.raw)
      const given = (name: string) => JSON.parse((files[name] ?? '').replace('export default ', ''))
      expect(given('project.config.json')).toMatchObject({ appid: 'wx0123456789abcdef', miniprogramRoot: 'dist/weapp/' })
      expect(given('src/app.config.js').pages).toEqual(['pages/home/index', 'pages/p1/index', 'pages/p2/index', 'pages/web/index'])
      expect(given('src/pages/p2/index.config.js').navigationBarTitleText).toBe('Order </script>')
      expect(files['src/pages/p2/index.config.js']).not.toContain('</script>')
      expect(files['README.md']).toContain('| Order </script> | `/orders/:id` | as a web page: iframe at body |')
      const { scripts, dependencies, devDependencies } = given('package.json')
      expect(scripts.build).toBe('npm run build:weapp')
      const versions = { ...dependencies, ...devDependencies } as Record<string, string>
      expect(Object.values(versions).filter(version => !/^\d/.test(version))).toEqual([])
      expect(new Set(Object.keys(versions).flatMap(one => (one.startsWith('@tarojs/') ? [versions[one]] : [])))).toHaveLength(1)
      const uniapp = filesOf((await world.call('release.exportAppletCode', { as: 'abe', params: DEV, body })).raw)
      for (const shared of ['node.vue', 'screen.vue', 'client.js', 'use-screen.js', 'runtime.js', 'config.js'])
        expect(files[`src/tessera/${shared}`]).toBe(uniapp[`src/tessera/${shared}`])
      const h5 = filesOf((await world.call('release.exportAppletCode', { as: 'abe', params: DEV, body: { ...body, codeType: 'taro', appletType: 'h5' } })).raw)
      expect(JSON.parse(h5['package.json'] ?? '').scripts.build).toBe('npm run build:h5')
    },
  },
  { name: 'knows no other framework', as: 'ann', body: { ...body, codeType: 'react' }, expect: { status: 422, errors: ['codeType'], stored: 'same' } },
  {
    name: 'makes of a released mini-program app what its release says: with Taro, for the web, with its runtime and its public pictures',
    as: 'ann',
    body: { from: '7.0.0' },
    given: async world => {
      await world.db.updateTable('app').set({ type: 2 }).where('id', '=', world.ids.shop).execute()
      const { data: picture } = await world.call('general.uploadImage', {
        as: 'ann',
        files: [{ field: 'file', name: 'dot.png', content: PNG, mime: 'image/png' }],
      })
      await addPage(world, { name: 'Logo', path: '/logo', schema: { type: 'page', body: { type: 'image', src: picture.url } } })
      await world.db
        .insertInto('miniapp_runtime')
        .values({ version: '0.0.1+00000000', files: JSON.stringify({ runtime: 'of old', shells: { 'taro/src/app.js': '' } }) })
        .execute()
      await publish(world, {
        version: '7.0.0',
        title: 'Seven',
        appletType: 'h5',
        codeType: 'taro',
        exportAllImages: true,
        runtime: 'custom',
        runtimeVersion: '0.0.1+00000000',
      })
    },
    expect: { status: -1 },
    then: async ({ raw, headers }, world) => {
      expect(headers['content-disposition']).toContain('filename="shop-7.0.0-taro.zip"')
      const files = filesOf(raw)
      expect(JSON.parse(files['package.json'] ?? '').scripts.build).toBe('npm run build:h5')
      expect(files['src/tessera/runtime.js']).toBe('of old')
      const [picture = ''] = Object.keys(files).filter(name => name.endsWith('.png'))
      expect(picture).toMatch(/^src\/static\/pictures\/[0-9a-f-]{36}\.png$/)
      const id = picture.slice('src/static/pictures/'.length, -'.png'.length)
      expect(files['src/tessera/config.js']).toContain(`"/api/file/${id}": "/static/pictures/${id}.png"`)
      const { applet } = (await world.call('release.planApplet', { as: 'ann', params: DEV, query: { from: '7.0.0' } })).data
      expect(applet).toMatchObject({ appletType: 'h5', codeType: 'taro', exportAllImages: true })
      // Dev is no release.
      const dev = filesOf((await world.call('release.exportAppletCode', { as: 'ann', params: DEV, body: { from: 'dev' } })).raw)
      expect(Object.keys(dev).filter(name => name.endsWith('.png'))).toEqual([])
    },
  },
  {
    name: 'leaves quick apps to their own source',
    as: 'ann',
    body,
    given: async world => void (await world.db.updateTable('app').set({ type: 3 }).where('id', '=', world.ids.shop).execute()),
    expect: { status: 409, code: 'release.notApplet' },
  },
])
