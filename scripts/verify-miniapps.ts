// npm run verify:miniapps: an app of 12 pages leaves a fresh server as source, the vendor's own tools build it, and the web build is driven in Chromium against
// that server: sign in, list, write a row. So is a quick app, in a player of ours (verify-quickapp.ts). Needs the network for the vendor's packages, so it is no part of verify.
import { execFileSync, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, extname, join, resolve } from 'node:path'
import { chromium } from '@playwright/test'
import { filesOf } from '../tests/support/zip.ts'
import { verifyQuickapp } from './verify-quickapp.ts'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'tessera-miniapps-'))
/** Packages that were installed before, to look at the rest again. */
const projects = process.env.MINIAPPS_PROJECTS || folder
/** What each framework calls its targets, and where its build is. */
const FRAMEWORKS = [
  { codeType: 'uniapp', name: 'uni-app', weapp: 'mp-weixin', built: 'dist/build' },
  { codeType: 'taro', name: 'Taro', weapp: 'weapp', built: 'dist' },
].filter(({ codeType }) => !process.argv[2] || process.argv[2] === codeType)
/** WeChat takes no package above this. */
const PACKAGE_BYTES = 2 * 1024 * 1024
const ADMIN = { username: 'ada@example.test', password: 'Correct-1-horse!' }
const APP = '/api/company/northwind/app/shop-dev'
let passed = 0
let failed = 0
async function check(what: string, does: () => Promise<void> | void) {
  const began = Date.now()
  try {
    await does()
    passed++
    console.log(`✓ ${what} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
  } catch (error) {
    failed++
    console.log(`✗ ${what}: ${(error as Error).message.slice(0, 2000)}`)
  }
}
const freePort = () =>
  new Promise<number>(done => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => done(port))
    })
  })
const sizeOf = (at: string): number => (statSync(at).isDirectory() ? readdirSync(at).reduce((sum, name) => sum + sizeOf(join(at, name)), 0) : statSync(at).size)

const port = await freePort()
const url = `http://127.0.0.1:${port}`
const server = spawn(process.execPath, ['--import', 'tsx', join(root, 'api/server/main.ts')], {
  cwd: root,
  env: {
    ...process.env,
    NODE_OPTIONS: '',
    DATABASE_URL: '',
    PORT: String(port),
    HOST: '127.0.0.1',
    TESSERA_DATA: join(folder, 'data'),
    FEATURES: 'quickappSource',
  },
  stdio: 'ignore',
})
let served = ''
const web = createServer((request, reply) => {
  const at = resolve(served, `.${new URL(request.url ?? '/', 'http://x').pathname.replace(/\/$/, '/index.html')}`)
  if (!at.startsWith(served) || !existsSync(at)) return void reply.writeHead(404).end()
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
  reply.writeHead(200, { 'content-type': types[extname(at)] ?? 'application/octet-stream' }).end(readFileSync(at))
})
const browser = await chromium.launch({ executablePath: existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined, args: ['--no-sandbox'] })

try {
  for (const end = Date.now() + 120_000; ; await new Promise(done => setTimeout(done, 200))) {
    if (Date.now() > end || server.exitCode !== null) throw new Error('the server did not start')
    if (
      await fetch(`${url}/readyz`).then(
        answer => answer.ok,
        () => false,
      )
    )
      break
  }
  const context = await browser.newContext()
  let csrf = ''
  async function ask<T = Record<string, unknown>>(method: string, path: string, data?: object): Promise<T> {
    const reply = await context.request.fetch(url + path, { method, headers: { 'x-csrf-token': csrf }, ...(data && { data }) })
    const envelope = (await reply.json()) as { status: number; msg: string; errors?: object; data: T }
    if (envelope.status !== 0) throw new Error(`${method} ${path}: ${envelope.msg} ${JSON.stringify(envelope.errors ?? {})}`)
    return envelope.data
  }
  const renew = async () => void (csrf = (await ask('GET', '/api/session')).csrfToken as string)
  await ask('POST', '/install-org', { name: 'Northwind', email: ADMIN.username, nickName: 'Ada' })
  await renew()
  await ask('POST', '/api/setup/password', { password: ADMIN.password, repeat: ADMIN.password })
  await renew()
  const company = ((await ask('GET', '/api/session')).companies as { key: string }[])[0]?.key ?? ''
  const base = APP.replace('northwind', company)
  /** An app with a model and 12 pages, of which one is drawn by no client. */
  async function make(base: string, key: string, type: number) {
    await ask('POST', `/api/company/${company}/app`, { name: 'Shop', key, type, description: '' })
    const source = ((await ask('GET', `${base}/source`)).options as { id: string }[])[0]?.id ?? ''
    const { id: modelId } = await ask('POST', `${base}/source/${source}/model`, { key: 'order', name: 'Order' })
    await ask('POST', `${base}/model/${modelId}/field`, { key: 'title', name: 'Title', type: 'text', required: true })
    const { hash } = await ask('POST', `${base}/source/${source}/plan`, {})
    await ask('POST', `${base}/source/${source}/apply`, { hash, confirmLoss: true })
    const bodies: [string, unknown][] = [
      ['orders', { type: 'tessera-data-table', source: 'main', model: 'order' }],
      ['list', { type: 'crud', api: 'get:model:main/order', columns: [{ name: 'title', label: 'Title' }] }],
      ['form', { type: 'form', api: 'post:model:main/order', body: [{ type: 'input-text', name: 'title', label: 'Title', required: true }] }],
      ['chart', { type: 'chart', config: {} }],
      ['texts', [{ type: 'tpl', tpl: '<b>Hello</b> ${user.name}' }, { type: 'divider' }, { type: 'tag', label: 'New' }]],
      ...Array.from({ length: 7 }, (_one, at): [string, unknown] => [`page${at}`, { type: 'container', body: `Page ${at}` }]),
    ]
    for (const [name, body] of bodies) await ask('POST', `${base}/page`, { name, path: `/${name}`, schema: { type: 'page', body } })
  }
  await make(base, 'shop', 1)
  await ask('POST', `${base}/entry`, { key: 'wechat', name: 'Shop', type: 3, miniapp: { appId: 'wx0123456789abcdef' } })

  await ask('POST', `${base}/release?sync=1`, { title: 'First release', version: '1.0.0', tag: 'latest', from: 'dev', mode: 1 })

  await check('the plan names the one page that is a web page, of 12', async () => {
    const { pages, native } = await ask<{ pages: { isNative: boolean }[]; native: number }>('GET', `${base}/release/appletPlan?from=dev`)
    if (pages.length !== 12 || native !== 11 || pages[3]?.isNative) throw new Error(JSON.stringify(pages))
  })
  const webPort = await freePort()
  await new Promise<void>(done => web.listen(webPort, '127.0.0.1', done))
  const site = `http://127.0.0.1:${webPort}`
  await ask('POST', `${base}/embed`, { tag: 'latest', frameOrigins: [], callOrigins: [site] })

  for (const { codeType, name, weapp, built } of FRAMEWORKS) {
    const project = join(projects, codeType)
    const reply = await context.request.fetch(`${url}${base}/release/appletTypeCode`, {
      method: 'POST',
      headers: { 'x-csrf-token': csrf },
      data: { from: '1.0.0', entryKey: 'wechat', codeType },
    })
    for (const [path, text] of Object.entries(filesOf(await reply.body()))) {
      mkdirSync(dirname(join(project, path)), { recursive: true })
      writeFileSync(join(project, path), text)
    }
    const run = (...args: string[]) => execFileSync('npm', args, { cwd: project, stdio: 'pipe', timeout: 900_000 })
    await check(`${name}: its packages install`, () => void run('install', '--no-audit', '--no-fund', '--ignore-scripts'))
    for (const target of [weapp, 'h5']) {
      const at = join(project, built, target)
      rmSync(at, { recursive: true, force: true })
      await check(`${name}: builds for ${target}`, () => void run('run', `build:${target}`))
      if (existsSync(at)) console.log(`  ${target}: ${Math.round(sizeOf(at) / 1024)} KB`)
    }
    await check(`${name}: the WeChat package has the pages of the app, makes no programs of texts, and is within WeChat's limit`, () => {
      const at = join(project, built, weapp)
      const { pages } = JSON.parse(readFileSync(join(at, 'app.json'), 'utf8')) as { pages: string[] }
      if (pages.length !== 14) throw new Error(`${pages.length} pages`)
      const missing = pages.flatMap(page => ['.js', '.json', '.wxml'].map(end => page + end)).filter(file => !existsSync(join(at, file)))
      if (missing.length) throw new Error(`missing: ${missing.join(', ')}`)
      if (sizeOf(at) > PACKAGE_BYTES) throw new Error(`${sizeOf(at)} bytes`)
      const scripts = readdirSync(at, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.js'))
      const makers = scripts.filter(file => /\beval\(|new Function\b|[^\w.$]Function\(/.test(readFileSync(join(at, file), 'utf8')))
      if (makers.length) throw new Error(`programs out of texts in ${makers.join(', ')}`)
    })

    served = join(project, built, 'h5')
    const lamp = `A lamp of ${name}`
    const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' })
    const page = await phone.newPage()
    page.setDefaultTimeout(20_000)
    page.on('console', message => message.type() === 'error' && console.log(`  ${message.text()}`))
    page.on('pageerror', error => console.log(`  ${error.message}`))
    await check(`${name}, h5: signs in from another origin`, async () => {
      await page.goto(`${site}/#/pages/p1/index`)
      await page.locator('input[type="text"]').first().fill(ADMIN.username)
      await page.locator('input[type="password"]').fill(ADMIN.password)
      await page.getByText('Sign in', { exact: true }).click()
      await page.getByText('Add row', { exact: true }).waitFor()
    })
    await check(`${name}, h5: writes a row and lists it`, async () => {
      await page.getByText('Add row', { exact: true }).click()
      await page.locator('.dialog input').first().fill(lamp)
      await page.locator('.dialog').screenshot({ path: join(projects, `${codeType}-dialog.png`) })
      await page.locator('.dialog').getByText('Save', { exact: true }).click()
      await page.locator('.screen').getByText(lamp).waitFor()
      await page.screenshot({ path: join(projects, `${codeType}-h5.png`) })
      const { items } = await ask<{ items: { title: string }[] }>('GET', `/api/resource/${company}/shop/source/main/model/order`)
      if (!items.some(({ title }) => title === lamp)) throw new Error('the row is not there')
    })
    await check(`${name}, h5: a form is checked at its fields`, async () => {
      await page.goto(`${site}/#/pages/p3/index`)
      await page.getByText('Submit', { exact: true }).click()
      await page.getByText('Please fill in').waitFor()
    })
    await check(`${name}, h5: says of a page outside of the subset that it opens as a web page`, async () => {
      await page.goto(`${site}/#/pages/p4/index`)
      await page.getByText('This page opens as a web page.').waitFor()
    })
    await page.screenshot({ path: join(projects, `${codeType}-last.png`) })
    await phone.close()
  }

  const quick = base.replace('shop-dev', 'quick-dev')
  await make(quick, 'quick', 3)
  await ask('POST', `${quick}/release?sync=1`, { title: 'First release', version: '1.0.0', tag: 'latest', from: 'dev', mode: 1 })
  const source = await context.request.fetch(`${url}${quick}/release/exportQuickappCode`, {
    method: 'POST',
    headers: { 'x-csrf-token': csrf },
    data: { from: '1.0.0' },
  })
  await verifyQuickapp({
    archive: await source.body(),
    folder: process.env.QUICKAPP_PROJECT || join(folder, 'quickapp'),
    person: { username: ADMIN.username, password: ADMIN.password },
    check,
    rows: async () => (await ask<{ items: { title: string }[] }>('GET', `/api/resource/${company}/quick/source/main/model/order`)).items,
  })
} finally {
  await browser.close()
  web.close()
  server.kill('SIGTERM')
  await new Promise(done => server.once('exit', done))
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed ? 1 : 0
