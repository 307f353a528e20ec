// release.export-standalone, release.standalone: the two files that run an app by itself; and an installation that runs them: that app, its people, its
// rows, and nothing else (release.standalone-dialog).
import { createHash } from 'node:crypto'
import { existsSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contracts } from '../../api/generated/contract.ts'
import { createShippedScreens } from '../../api/server/services/screen/index.ts'
import { isOpenCall, isOpenScreen } from '../../api/server/services/standalone/index.ts'
import { entriesOfImage, imageName } from '../../api/server/services/standalone/image.ts'
import { loaderOf, systemFor } from '../../api/server/services/standalone/system.ts'
import { sizeOfTar, tarOf, type TarEntry } from '../../api/server/services/foundation/archives/tar.ts'
import { readConfig, type Config } from '../../api/server/config.ts'
import { applyAll, builtinSource, DEV, makeModel } from '../support/models.ts'
import { fileOf } from '../support/package.ts'
import { addPage } from '../support/pages.ts'
import { addRole } from '../support/permissions.ts'
import { ownTemporaryFolder } from '../support/own-folder.ts'
import { publish } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'
import { PNG } from '../support/data-files.ts'
import { makeWorld, type World } from '../support/world.ts'
import { SESSION_COOKIE } from '../../api/server/who.ts'

ownTemporaryFolder()
const query = { fileType: 'application' }
const listPage = { type: 'page', body: { type: 'crud', api: 'get:model:main/order', columns: [{ name: 'title', label: 'Title' }] } }

scenarios('release.exportStandalone', [
  { name: 'wants to know which of the two', as: 'ann', body: {}, expect: { status: 422, errors: ['fileType'], stored: 'same' } },
  { name: 'has nothing to take away of an empty app', as: 'ann', query, body: {}, expect: { status: 422, code: 'release.nothingToExport', stored: 'same' } },
  { name: 'keeps members without duties out', as: 'ben', query, body: {}, expect: { status: 403, stored: 'same' } },
  {
    name: 'knows no such version',
    as: 'ann',
    query,
    given: async world => void (await addPage(world, { name: 'Orders', path: '/orders', schema: listPage })),
    body: { from: '9.9.9' },
    expect: { status: 422, code: 'release.sourceUnknown', errors: ['from'], stored: 'same' },
  },
  {
    name: 'answers the application with its name and its size',
    as: 'abe',
    query,
    body: { from: 'dev' },
    // A file has no envelope.
    expect: { status: -1, stored: 'same' },
    then: reply => {
      expect(reply.headers['content-disposition']).toContain('filename="shop-1.0.0.application.zip"')
      expect(Number(reply.headers['x-content-length'])).toBe(reply.raw.length)
      expect(reply.raw.subarray(0, 2).toString()).toBe('PK')
    },
  },
  {
    name: 'has no engine beside an image',
    as: 'ann',
    query: { fileType: 'engine', mode: 'image' },
    body: {},
    expect: { status: 422, code: 'release.imageIsOne', errors: ['fileType'], stored: 'same' },
  },
  {
    name: 'takes web apps alone',
    as: 'ann',
    query,
    given: async world => void (await world.db.updateTable('app').set({ type: 2 }).where('id', '=', world.ids.shop).execute()),
    body: {},
    expect: { status: 409, code: 'release.notStandalone' },
  },
])

describe('an image', () => {
  const read = async (entries: TarEntry[]) => Buffer.concat(await tarOf(entries).toArray())
  const file = (content: Buffer) => {
    const path = fileOf(content)
    const sha256 = createHash('sha256').update(content).digest('hex')
    return { path, size: content.length, sha256, content: sha256 }
  }

  it('tells the same layers in the words of OCI and of docker save, every one under its hash, and the same twice', async () => {
    const layers = [file(Buffer.from('one')), { ...file(Buffer.from('two')), content: 'f'.repeat(64) }]
    const described = { name: 'localhost/acme/shop:1.0.0', title: 'Shop', version: '1.0.0', file: 'shop.zip', layers }
    const entries = entriesOfImage(described)
    const bytes = await read(entries)
    expect(bytes.length).toBe(sizeOfTar(entries))
    expect((await read(entriesOfImage(described))).equals(bytes)).toBe(true)
    const texts = new Map(entries.flatMap(entry => (entry.kind === 'text' ? [[entry.name, entry.text]] : [])))
    const said = (name: string) => JSON.parse(texts.get(name) ?? 'null')
    const at = ({ digest }: { digest: string }) => digest.replace('sha256:', 'blobs/sha256/')
    for (const [name, text] of texts) if (name.startsWith('blobs/')) expect(name).toBe(`blobs/sha256/${createHash('sha256').update(text).digest('hex')}`)
    const manifest = said(at(said('index.json').manifests[0]))
    const [docker] = said('manifest.json')
    expect(docker).toEqual({ Config: at(manifest.config), RepoTags: ['localhost/acme/shop:1.0.0'], Layers: manifest.layers.map(at) })
    expect(manifest.layers.map((layer: { mediaType: string }) => /tar.*$/.exec(layer.mediaType)?.[0])).toEqual(['tar', 'tar+gzip'])
    const config = said(docker.Config)
    expect(config.rootfs.diff_ids).toEqual(layers.map(({ content }) => `sha256:${content}`))
    // Nobody is root in it.
    expect(config.config).toMatchObject({ User: '10001:10001', Entrypoint: ['/usr/local/bin/node', 'start.mjs'], Volumes: { '/data': {} } })
  })

  it.skipIf(process.platform !== 'linux')('has the Node of this server, what its loader names, and a volume of the account', async () => {
    const entries = await systemFor([])
    const named = new Map(entries.map(entry => [entry.name, entry]))
    expect(named.get('usr/local/bin/node')).toMatchObject({ kind: 'file', path: realpathSync(process.execPath) })
    expect(named.get((loaderOf(process.execPath) ?? '').slice(1))?.kind).toBe('file')
    expect([...named.keys()].filter(name => /\/libc\./.test(name))).toHaveLength(1)
    expect(named.get('data')).toMatchObject({ kind: 'folder', owner: 10001, mode: 0o700 })
    expect(loaderOf(fileOf('no program at all'))).toBeUndefined()
  })

  it('is called what registries take', () => {
    expect(imageName('Acme_Inc', '_shop__2', '1.0.0+build.5')).toBe('acme-inc/shop-2:1.0.0-build.5')
    expect(readConfig({ IMAGE_REGISTRY: 'registry.example.com/apps/' }).imageRegistry).toBe('registry.example.com/apps')
    expect(() => readConfig({ IMAGE_REGISTRY: 'https://registry.example.com' })).toThrow('IMAGE_REGISTRY: "https://registry.example.com" is no address')
  })
})

describe('an installation of one application', () => {
  let home: World
  const worlds: World[] = []
  const admin = { adminEmail: 'root@example.test', adminPassword: 'Correct-1!' }
  let modelId = ''

  /** An installation, and a way to ask it as somebody who signed in there. */
  async function installed(file: string, more: Partial<Config> = {}) {
    const world = await makeWorld({ appFile: file, ...more }, { populated: false })
    worlds.push(world)
    return world
  }
  async function signedIn(world: World) {
    const reply = await world.call('signin.login', { body: { username: admin.adminEmail, password: admin.adminPassword } })
    expect(reply.status).toBe(0)
    const cookie = /tessera_session=([^;]+)/.exec(String(reply.headers['set-cookie']))?.[0] ?? ''
    const session = await world.running.app.inject({ url: '/api/session', headers: { cookie } })
    const headers = { cookie, 'x-csrf-token': session.json().data.csrfToken as string }
    return async (method: 'GET' | 'POST', url: string, payload?: object) =>
      (await world.running.app.inject({ method, url, headers, ...(payload && { payload }) })).json() as { status: number; code?: string; data: any }
  }
  const rowsAt = '/api/resource/acme/shop/source/main/model/order'
  const exported = async (from: string, more = {}) => fileOf((await home.call('release.exportStandalone', { as: 'ann', query, body: { from, ...more } })).raw)
  const logo = async (content: Buffer) => {
    const files = [{ field: 'file', name: 'logo.png', content, mime: 'image/png' }]
    const stored = (await home.call('general.uploadImage', { as: 'ann', files })).data.value as string
    await home.db.updateTable('app').set({ logo: stored }).where('id', '=', home.ids.shop).execute()
  }

  beforeAll(async () => {
    home = await makeWorld()
    worlds.push(home)
    await addPage(home, { name: 'Orders', path: '/orders', schema: listPage })
    const sourceId = await builtinSource(home)
    modelId = (await makeModel(home, sourceId, 'order', [{ key: 'title', type: 'text' }])).modelId
    await applyAll(home, sourceId)
    const sales = await addRole(home, 'Sales')
    await home.call('entry.create', { as: 'ann', params: DEV, body: { key: 'desk', name: 'Desk', type: 1, roles: [sales] } })
    await home.call('data.createRow', { as: 'ann', params: { ...DEV, dsKey: 'main', dmKey: 'order' }, body: { title: 'A chair' } })
    await home.call('external.saveSettings', { as: 'ann', body: { mode: 'open', kinds: ['email'], approval: true } })
    await logo(PNG)
    await publish(home, { version: '1.0.0', title: 'First', consts: [{ var: 'RATE', value: '3' }] })
  })
  afterAll(async () => {
    for (const world of worlds) await world.close()
  })

  it('signs the administrator of the environment in, runs the app with its roles and variables, and takes rows', async () => {
    const world = await installed(await exported('1.0.0'), admin)
    const ask = await signedIn(world)
    const site = await ask('GET', '/api/company/acme/app/shop/runtime/site')
    expect(site.data.pages.map((page: { name: string }) => page.name)).toEqual(['Orders'])
    expect((await ask('POST', rowsAt, { title: 'A lamp' })).status).toBe(0)
    expect((await ask('GET', rowsAt)).data.items).toMatchObject([{ title: 'A lamp' }])
    expect((await ask('GET', '/api/company/acme/app/shop/role')).data.items.map((role: { name: string }) => role.name)).toContain('Sales')
    expect((await ask('GET', '/api/company/acme/app/shop/entry')).data.items).toMatchObject([{ key: 'desk', name: 'Desk' }])
    expect((await ask('GET', '/api/company/acme/app/shop/setting/runtime')).data).toMatchObject({ standalone: true, consts: [{ var: 'RATE', value: '3' }] })
    // People are looked after here, in the absence of a console.
    expect((await ask('GET', '/api/company/acme/department')).status).toBe(0)
    expect((await world.call('general.getConfig')).data).toMatchObject({ standalone: '/company/acme/app/shop', siteName: 'Shop', organisationName: 'Acme' })

    // Console, designer and other apps have no addresses.
    for (const [method, url] of [
      ['GET', '/api/company/acme/app/shop-dev/page'],
      ['POST', '/api/company/acme/app'],
      ['GET', '/api/company/acme/app/shop/release'],
      ['POST', '/api/company'],
      ['GET', '/api/apptemplate/v2/list'],
      ['GET', '/api/openapi.json'],
      ['GET', '/api/company/acme/app/shop-dev/runtime/site'],
      ['GET', '/api/screen/page.design'],
      ['GET', '/api/screen/app.list'],
    ] as const)
      expect([url, (await ask(method, url, method === 'POST' ? {} : undefined)).status]).toEqual([url, 404])
    const { routes, menus } = (await world.call('general.site')).data
    const leads = (path: string) => routes.find((route: { path: string }) => route.path === path)
    expect(leads('/home')).toEqual({ path: '/home', redirect: '/company/acme/app/shop' })
    expect(leads('/company/:companyKey/app/:appUrlKey/design')).toBeUndefined()
    expect(menus.app.map((line: { label: string }) => line.label)).toEqual(['i18n:Data', 'i18n:Runtime permissions', 'i18n:Flow start/stop'])

    // The second version takes the place of the first, with the rows that are there.
    await home.call('model.addField', { as: 'ann', params: { ...DEV, modelId }, body: { key: 'note', name: 'Note', type: 'text' } })
    await applyAll(home, await builtinSource(home))
    await addPage(home, { name: 'Help', path: '/help' })
    await logo(Buffer.concat([PNG, Buffer.from('newer')]))
    await home.call('external.saveSettings', { as: 'ann', body: { mode: 'invite', kinds: ['email'], approval: false } })
    const newer = await exported('dev')
    const again = await world.another({ appFile: newer })
    worlds.push(again)
    const next = await signedIn(again)
    // The logo and who may come in from outside follow the version.
    expect(await again.db.selectFrom('app_registration').select(['mode', 'approval']).execute()).toEqual([{ mode: 'invite', approval: false }])
    const shown = (await next('GET', '/api/company/acme/app/shop')).data.logo as string
    const signs = (await again.call('signin.login', { body: { username: admin.adminEmail, password: admin.adminPassword } })).headers['set-cookie']
    const picture = await again.running.app.inject({ url: shown, headers: { cookie: /tessera_session=[^;]+/.exec(String(signs))?.[0] ?? '' } })
    expect(picture.rawPayload.subarray(-5).toString()).toBe('newer')
    expect((await next('GET', '/api/company/acme/app/shop/runtime/site')).data.pages.map((page: { name: string }) => page.name)).toEqual(['Orders', 'Help'])
    expect((await next('POST', rowsAt, { title: 'A table', note: 'Oak' })).status).toBe(0)
    expect((await next('GET', `${rowsAt}?orderBy=title`)).data.items).toMatchObject([{ title: 'A lamp' }, { title: 'A table', note: 'Oak' }])

    // One that would lose what is in a column does not, unless somebody says so; the one before goes on.
    const fields = (await home.call('model.get', { as: 'ann', params: { ...DEV, modelId } })).data.fields as { id: string; key: string }[]
    const note = fields.find(field => field.key === 'note')?.id ?? ''
    expect((await home.call('model.deleteField', { as: 'ann', params: { ...DEV, modelId, fieldId: note } })).status).toBe(0)
    await applyAll(home, await builtinSource(home), { confirmLoss: true })
    const smaller = await exported('dev')
    const kept = await world.another({ appFile: smaller })
    worlds.push(kept)
    expect((await (await signedIn(kept))('GET', rowsAt)).data.items[0]).toHaveProperty('note')
    const lost = await world.another({ appFile: smaller, confirmLoss: true })
    worlds.push(lost)
    expect((await (await signedIn(lost))('GET', rowsAt)).data.items[0]).not.toHaveProperty('note')
  })

  it('without an administrator in the environment the setup page makes one, in the organisation that the application names', async () => {
    const world = await installed(await exported('1.0.0', { withRows: true }))
    expect((await world.call('general.getConfig')).data.setup).toBe('/install-org')
    const made = await world.call('setup.submitOrgInstall', { body: { name: 'Something else', email: 'root@example.test' } })
    expect(made.data).toEqual({ redirect: '/set-password' })
    const cookie = `${SESSION_COOKIE}=${/tessera_session=([^;]+)/.exec(String(made.headers['set-cookie']))?.[1]}`
    const site = await world.running.app.inject({ url: '/api/company/acme/app/shop/runtime/site', headers: { cookie } })
    expect(site.json().data.app.name).toBe('Shop')
    // Rows that were asked for are there for people, and who may come in by the door.
    const rows = await world.db.selectFrom('data_applied').select(['tag', 'model_id']).execute()
    expect(rows.map(({ tag }) => tag).sort()).toEqual(['dev', 'latest'])
    expect(
      (await world.pool.query(`select config -> 'rows' ->> 'state' as state, config -> 'rows' -> 'models' -> 0 ->> 'rows' as rows from release`)).rows,
    ).toEqual([{ state: 'done', rows: '1' }])
    expect(await world.db.selectFrom('app_registration').select(['mode', 'approval']).execute()).toEqual([{ mode: 'invite', approval: false }])
  })

  it('says what is wrong with a file that is none', async () => {
    const nothing = join(process.env.TMPDIR ?? '', 'none.zip')
    await expect(makeWorld({ appFile: nothing }, { populated: false })).rejects.toThrow(`APP_FILE: there is no file ${nothing}`)
    await expect(makeWorld({ appFile: fileOf('hello') }, { populated: false })).rejects.toThrow('cannot be read')
    writeFileSync(nothing, (await home.call('release.exportPackage', { as: 'ann', body: { password: 'x' } })).raw)
    await expect(makeWorld({ appFile: nothing }, { populated: false })).rejects.toThrow(/cannot be read|no application/)
    expect(existsSync(nothing)).toBe(true)
  })

  it('names no administrator who could not sign in', async () => {
    const appFile = await exported('1.0.0')
    for (const [more, said] of [
      [{ adminPassword: 'short' }, 'ADMIN_PASSWORD: use 8 to 128 characters'],
      [{ adminEmail: 'root' }, 'ADMIN_EMAIL: “root” is no email'],
    ] as const)
      await expect(makeWorld({ appFile, ...admin, ...more }, { populated: false })).rejects.toThrow(said)
  })

  it('opens no call that works on an app or on other organisations', () => {
    const open = contracts.filter(({ id }) => isOpenCall(id))
    expect(open.filter(({ access }) => ['app.edit', 'app.publish', 'app.manage', 'app.delete', 'app.releases'].includes(access)).map(({ id }) => id)).toEqual(
      [],
    )
    expect(open.filter(({ id }) => /^(company|release|page|model|source|git|template|share|screen\.(publish|save))/.test(id)).map(({ id }) => id)).toEqual([])
  })

  it('opens what its screens ask for, and what people of a running app do', async () => {
    const shipped = createShippedScreens(join(import.meta.dirname, '../../schemas'))
    const asked = new Map<string, string>()
    for (const id of (await shipped.ids()).filter(isOpenScreen))
      for (const [, method = 'get', address = ''] of JSON.stringify((await shipped.get(id))?.schema).matchAll(
        /"(?:(get|post|put|delete|patch):)?(\/api\/[^"?]*)/gi,
      ))
        asked.set(`${method.toLowerCase()} ${address.replace(/\$\{[^}]*\}/g, 'x')}`, id)
    const shapes = contracts.map(({ id, path }) => ({ id, shape: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }))
    const closed = [...asked].flatMap(([ask, screen]) => {
      const named = shapes.filter(({ shape }) => shape.test(ask.slice(ask.indexOf(' ') + 1)))
      return named.length && !named.some(({ id }) => isOpenCall(id)) ? [`${screen}: ${ask}`] : []
    })
    expect(closed).toEqual([])
    expect(asked.size).toBeGreaterThan(100)
    const missing = contracts.filter(({ id, access }) => ['app.access', 'app.flowManage', 'app.dataManage'].includes(access) && !isOpenCall(id))
    // Widgets are for those who design pages.
    expect(missing.map(({ id }) => id).filter(id => !id.startsWith('widgetTemplate.'))).toEqual([])
  })
})
