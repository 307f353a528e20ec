// What is shared cannot act for whoever looks at it: script in each type stays dead, and a bundle of custom components, which may run script,
// reaches nothing of the visitor's.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Dialog, Frame, Page } from '@playwright/test'
import { journey, story, type JourneyServer } from './harness.ts'
import { hostileBundle } from './share-bundle.ts'
import { prepare } from './prepared.ts'
import { documents } from './share-vectors.ts'
import { vectors } from './xss-vectors.ts'

const TOGETHER = 6
const executed = new Map<string, string>()
let where = ''
let csrf = ''
let world: { company: string } | undefined

function onDialog(dialog: Dialog) {
  executed.set(`dialog ${dialog.message()}`, where)
  void dialog.dismiss()
}

async function ready(context: BrowserContext, server: JourneyServer) {
  if (world) return
  world = await prepare(context)
  csrf = ((await (await context.request.get(`${server.url}/api/session`)).json()) as { data: { csrfToken: string } }).data.csrfToken
  await context.exposeBinding('pwned', (_source, name: string) => void executed.set(name, where))
  context.on('page', page => page.on('dialog', dialog => onDialog(dialog)))
}

async function ask(context: BrowserContext, server: JourneyServer, path: string, data?: object, file?: { name: string; mimeType: string; buffer: Buffer }) {
  const reply = await context.request.post(`${server.url}/api/company/${world?.company}/app/order_desk-dev${path}`, {
    headers: { accept: 'application/json', 'x-csrf-token': csrf },
    ...(data && { data }),
    ...(file && { multipart: { file } }),
  })
  const envelope = (await reply.json()) as { status: number; msg: string; data: Record<string, any> }
  if (envelope.status !== 0) throw new Error(`${path}: ${envelope.status} ${envelope.msg}`)
  return envelope.data
}

/** An import takes a page as it is, which a save would refuse. */
async function imported(context: BrowserContext, server: JourneyServer, name: string, schema: unknown): Promise<string> {
  const file = { name: `${name}.json`, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(schema)) }
  return (await ask(context, server, '/page/import', undefined, file)).made[0].id as string
}

/** The frame of a share, once its content is drawn. */
async function drawn(page: Page): Promise<Frame> {
  await page.locator('.tes-share__content[aria-busy=false]').waitFor({ timeout: 20_000 })
  const frame = page.frames().find(one => one.url().includes('/share-frame/'))
  if (!frame) throw new Error('the share has no frame')
  return frame
}

/** Handlers that are in the document although nothing runs them: two locks are wanted. amis keeps links as they are; a click on them is stopped. */
const handlers = (frame: Frame, links = true) =>
  frame
    .evaluate(
      (counted: boolean) =>
        [...document.querySelectorAll('*')].flatMap(element =>
          [...element.attributes]
            .filter(({ name, value }) => (name.startsWith('on') || (counted && /^\s*javascript:/i.test(value))) && value.includes('pwned'))
            .map(({ value }) => value),
        ),
      links,
    )
    .catch(() => [] as string[])

function expectNothingRan() {
  if (executed.size) throw new Error(`ran: ${[...executed].map(([name, place]) => `${name} (${place})`).join(', ')}`)
}

story('share-safety')

for (const type of [2, 3] as const)
  journey(
    `none of ${documents[type].length} vectors runs in a shared ${type === 2 ? 'markdown' : 'rich text'} document (share.render-${type === 2 ? 'markdown' : 'html'})`,
    async ({ page, context, server, shot }) => {
      await ready(context, server)
      const alive: string[] = []
      for (const [name, text] of documents[type]) {
        where = name
        const { address } = await ask(context, server, '/share', { type, title: name, text: `${text}\n\n` })
        await page.goto(server.url + address)
        const frame = await drawn(page)
        for (const link of await frame.locator('a, summary, button, input').all())
          await link.click({ timeout: 400, force: true, noWaitAfter: true }).catch(() => undefined)
        await page.waitForTimeout(60)
        alive.push(...(await handlers(frame)))
        if (!page.url().endsWith(address)) throw new Error(`${name} led the page to ${page.url()}`)
        for (const other of context.pages()) if (other !== page) await other.close()
      }
      await shot(`share-safety-${type}`)
      expectNothingRan()
      if (alive.length) throw new Error(`reached the document with their handlers: ${alive.join(' | ')}`)
    },
    { seconds: 240, allow: /./ },
  )

journey(
  `none of ${vectors.length} vectors runs in a shared page, whatever its type (share.render-schema, share.render-custom)`,
  async ({ page, context, server }) => {
    await ready(context, server)
    const alive: string[] = []
    const quiet = vectors.filter(vector => !vector.alone)
    // Each type gets its share: more than twenty of them.
    const types = [1, 5, 9, 50]
    const batches = Array.from({ length: Math.ceil(quiet.length / TOGETHER) }, (_, at) => quiet.slice(at * TOGETHER, (at + 1) * TOGETHER))
    for (const [at, list] of batches.entries()) {
      where = list.map(({ name }) => name).join(', ')
      const schema = {
        type: 'page',
        title: 'What is tried here',
        body: list.map(({ body, data }) => ({ type: 'service', data: { marker: 1, ...data }, body })),
      }
      const pageId = await imported(context, server, `vectors${at}`, schema)
      const { address } = await ask(context, server, '/share', { type: types[at % types.length], pageId })
      await page.goto(server.url + address)
      const frame = await drawn(page)
      for (const one of await frame.locator('.hover-me, .cxd-Remark').all()) await one.hover({ timeout: 300, force: true }).catch(() => undefined)
      const things = frame.getByText(/^Go\b/)
      for (let n = await things.count(); n-- > 0;) {
        await things
          .nth(n)
          .click({ timeout: 300, force: true, noWaitAfter: true })
          .catch(() => undefined)
        await page.keyboard.press('Escape')
      }
      await page.waitForTimeout(80)
      alive.push(...(await handlers(frame, false)))
      if (!page.url().endsWith(address)) throw new Error(`${where} led the page to ${page.url()}`)
      for (const other of context.pages()) if (other !== page) await other.close()
    }
    expectNothingRan()
    if (alive.length) throw new Error(`reached the document with their handlers: ${alive.slice(0, 5).join(' | ')}`)
  },
  { seconds: 300, allow: /./ },
)

journey(
  'custom components are drawn, and their script reaches nothing of the visitor: cookies, calls, storage, the page around, other addresses',
  async ({ page, context, server, shot }) => {
    await ready(context, server)
    const peer: Server = createServer((request, response) => {
      response.setHeader('access-control-allow-origin', '*')
      if (request.url?.startsWith('/bundle.js')) return void response.setHeader('content-type', 'text/javascript').end(hostileBundle)
      stolen.push(request.url ?? '')
      response.end('{}')
    })
    const stolen: string[] = []
    await new Promise<void>(done => peer.listen(0, '127.0.0.1', done))
    const bundle = `http://127.0.0.1:${(peer.address() as AddressInfo).port}/bundle.js`
    try {
      await ask(context, server, '/shareScripts', { aipageCustomComponentsSrc: bundle })
      const pageId = await imported(context, server, 'custom', { type: 'page', body: [{ type: 'hello-card', label: 'A card of our own' }] })
      const { address } = await ask(context, server, '/share', { type: 9, pageId, title: 'Custom' })
      let tried: Record<string, string> | undefined
      await page.exposeBinding('report', (_source, found: Record<string, string>) => void (tried = found))
      const withCookies: string[] = []
      page.on('request', async request => {
        if (request.frame().url().includes('/share-frame/') && (await request.allHeaders()).cookie) withCookies.push(request.url())
      })
      let asked = 0
      page.on('request', request => {
        if (/\/api\/(company|session)/.test(request.url()) && request.frame() !== page.mainFrame()) asked++
      })
      await page.goto(server.url + address)
      const frame = await drawn(page)
      await frame.getByText('Hello: A card of our own').waitFor()
      for (let i = 0; i < 100 && !tried; i++) await page.waitForTimeout(50)
      await shot('share-safety-custom')
      if (!tried) throw new Error('the bundle told nothing')
      const reached = Object.entries(tried).filter(([, result]) => !result.startsWith('refused'))
      if (reached.length) throw new Error(`the bundle reached ${reached.map(pair => pair.join(': ')).join(' | ')}`)
      if (Object.keys(tried).length < 14) throw new Error(`only ${Object.keys(tried).length} things were tried`)
      if (withCookies.length) throw new Error(`cookies went along to ${withCookies.join(', ')}`)
      if (page.url() !== server.url + address || (await page.title()) !== 'Custom · Tessera') throw new Error('the bundle changed the page around it')
      if (context.pages().length > 1) throw new Error('the bundle opened a window')
      if (stolen.length) throw new Error(`the bundle sent something away: ${stolen.join(', ')}`)
      if (asked > 2) throw new Error(`the bundle asked ${asked} calls by itself`)

      // Leading its own frame elsewhere shows nobody's console.
      await frame.evaluate(() => void (location.href = '/home')).catch(() => undefined)
      await page.waitForTimeout(1500)
      const inner = page.frames().find(one => one !== page.mainFrame())
      const text = await inner?.evaluate(() => document.body?.innerText ?? '').catch(() => '')
      if (text?.includes('Ada')) throw new Error('the frame shows the console of the visitor')
    } finally {
      peer.close()
    }
  },
  { seconds: 90, allow: /./ },
)

journey(
  'a picture of the organisation is shown in a share that names it, to a visitor who is not signed in',
  async ({ context, browser, server }) => {
    await ready(context, server)
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')
    const reply = await context.request.post(`${server.url}/api/upload/image`, {
      headers: { 'x-csrf-token': csrf },
      multipart: { file: { name: 'dot.png', mimeType: 'image/png', buffer: png } },
    })
    const { data } = (await reply.json()) as { data: Record<string, string> }
    const url = data.url ?? data.value ?? `/api/file/${data.id}`
    const { address } = await ask(context, server, '/share', { type: 2, title: 'Picture', text: `![dot](${url})`, password: 'open-sesame' })
    const visitor = await browser.newContext()
    const page = await visitor.newPage()
    await page.goto(server.url + address)
    await page.locator('#share-password').fill('open-sesame')
    await page.keyboard.press('Enter')
    const frame = await drawn(page)
    const image = frame.locator('img')
    await image.waitFor({ state: 'attached' })
    for (let i = 0; i < 60 && !(await image.evaluate((one: HTMLImageElement) => one.naturalWidth)); i++) await page.waitForTimeout(50)
    if (!(await image.evaluate((one: HTMLImageElement) => one.naturalWidth))) throw new Error('the picture is not shown')
    await visitor.close()
  },
  { allow: /./ },
)
