// Script in pages stays dead: in the running app, in the editor, and in the console's own screens. The vectors are in xss-vectors.ts.
import type { BrowserContext, Dialog, Page } from '@playwright/test'
import { journey, story, type JourneyServer, type JourneyTools } from './harness.ts'
import { vectors, type Vector } from './xss-vectors.ts'

const PASSWORD = 'Correct-1-horse!'
/** Vectors that share a page. */
const TOGETHER = 6
const TITLE = 'What is tried here'
const executed = new Map<string, string>()
const unsanitised = new Map<string, string>()
let where = ''
let prepared: Promise<{ company: string; pages: { path: string; id: string; vectors: Vector[] }[] }> | undefined

const quiet = vectors.filter(vector => !vector.alone)
const batches: Vector[][] = [
  ...Array.from({ length: Math.ceil(quiet.length / TOGETHER) }, (_, at) => quiet.slice(at * TOGETHER, (at + 1) * TOGETHER)),
  ...vectors.filter(vector => vector.alone).map(vector => [vector]),
]
const asPage = (list: readonly Vector[]) => ({
  type: 'page',
  title: TITLE,
  body: list.map(({ body, data }) => ({ type: 'service', data: { marker: 1, ...data }, body })),
})

/** The editor asks before unsaved work is left; any other native dialog is script that ran. */
function onDialog(dialog: Dialog) {
  if (dialog.type() === 'beforeunload') return void dialog.accept()
  executed.set(`dialog ${dialog.message()}`, where)
  void dialog.dismiss()
}

/** Signs the first administrator in and makes an app whose pages are the vectors, published. */
async function prepare(context: BrowserContext, server: JourneyServer) {
  let csrf = ''
  const ask = async (method: 'GET' | 'POST', path: string, data?: object, file?: { name: string; mimeType: string; buffer: Buffer }) => {
    const reply = await context.request.fetch(server.url + path, {
      method,
      headers: { accept: 'application/json', 'x-csrf-token': csrf, ...(!file && { 'content-type': 'application/json' }) },
      ...(data && { data: JSON.stringify(data) }),
      ...(file && { multipart: { file } }),
    })
    const envelope = (await reply.json()) as { status: number; msg: string; data: Record<string, any>; errors?: object }
    if (envelope.status !== 0) throw new Error(`${method} ${path}: ${envelope.status} ${envelope.msg} ${JSON.stringify(envelope.errors)}`)
    return envelope.data
  }
  await ask('POST', '/install-org', { name: 'Acme', email: 'ann@example.test', nickName: 'Ann' })
  csrf = (await ask('GET', '/api/session')).csrfToken
  await ask('POST', '/api/setup/password', { password: PASSWORD, repeat: PASSWORD })
  const session = await ask('GET', '/api/session')
  csrf = session.csrfToken
  const company = session.companies[0].key as string
  await ask('POST', `/api/company/${company}/app`, { name: 'Vectors', key: 'xss', type: 1 })
  const pages = []
  for (const [at, list] of batches.entries()) {
    // Saving such a page is refused; an import takes it as it is.
    const file = { name: `p${at}.json`, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(asPage(list))) }
    const { made } = await ask('POST', `/api/company/${company}/app/xss-dev/page/import`, undefined, file)
    pages.push({ path: `/p${at}`, id: made[0].id as string, vectors: list })
  }
  await ask('POST', `/api/company/${company}/app/xss-dev/release?sync=1`, { title: 'All' })

  // What runs in any window or frame of this browser calls this.
  await context.exposeBinding('pwned', (_source, name: string) => void executed.set(name, where))
  context.on('page', page => page.on('dialog', dialog => onDialog(dialog)))
  await context.route('**/hostile/**', route => {
    const payload = `<img src=x onerror="pwned('server message')">`
    const answers: Record<string, [string, string]> = {
      error: ['application/json', JSON.stringify({ status: 500, msg: payload })],
      ok: ['application/json', JSON.stringify({ status: 0, msg: payload, data: {} })],
      fields: ['application/json', JSON.stringify({ status: 422, msg: payload, errors: { a: payload } })],
      schema: ['application/json', JSON.stringify({ status: 0, msg: '', data: { type: 'tpl', tpl: payload } })],
      script: ['text/javascript', "pwned('jsonp')"],
    }
    const [contentType, body] = answers[new URL(route.request().url()).pathname.split('/').pop() ?? ''] ?? [
      'application/json',
      '{"status":0,"msg":"","data":{}}',
    ]
    return route.fulfill({ contentType, body })
  })
  return { company, pages }
}

const ready = ({ context, server }: JourneyTools) => (prepared ??= prepare(context, server))

/** Waits for a page of vectors; false when one of them broke it, which then hides the others. */
async function isShown(page: Page): Promise<boolean> {
  const broken = page.getByText(/could not be shown|EvalError:|is not a function|Cannot read/).first()
  await page.getByText(TITLE).first().or(broken).first().waitFor({ timeout: 20_000 })
  await page.waitForTimeout(100)
  return !(await broken.isVisible())
}

/** Does what a person would: hovers what explains itself, presses every "Go", closes what opens. */
async function useEverything(page: Page, address: string) {
  for (const one of await page.locator('.hover-me, .cxd-Remark').all()) await one.hover({ timeout: 500, force: true }).catch(() => undefined)
  const things = page.getByText(/^Go\b/)
  const count = await things.count()
  for (let at = 0; at < count; at++) {
    await things
      .nth(at)
      .click({ timeout: 500, force: true, noWaitAfter: true })
      .catch(() => undefined)
    await page.waitForTimeout(40)
    await expectSanitised(page)
    await page.keyboard.press('Escape')
    if (!page.url().startsWith(address)) await page.goto(address, { waitUntil: 'load' })
  }
  await page.waitForTimeout(100)
  await expectSanitised(page)
  for (const other of page.context().pages()) if (other !== page && other.url() === 'about:blank') await other.close().catch(() => undefined)
}

/** Vectors whose handlers are in the document: only the policy keeps those from running, and two locks are wanted. */
async function expectSanitised(page: Page) {
  const read = () =>
    [...document.querySelectorAll('*')].flatMap(element =>
      [...element.attributes].filter(({ name, value }) => name.startsWith('on') && value.includes('pwned')).map(({ value }) => value),
    )
  // A press of "Go" may have led elsewhere meanwhile.
  const found = await page.evaluate(read).catch(() => [])
  for (const text of found) unsanitised.set(text, where.split(',')[0] ?? '')
}

/** The policy of the document that a page shows. */
async function policyOf(page: Page, address: string): Promise<string> {
  const answer = await page.goto(address, { waitUntil: 'load' })
  return answer?.headers()['content-security-policy'] ?? ''
}

function expectPolicy(policy: string, place: string) {
  if (!/script-src 'self'(;|$)/.test(policy) || /unsafe-eval|script-src[^;]*unsafe-inline/.test(policy)) throw new Error(`${place} has the policy "${policy}"`)
}

const alive = () => [...executed].map(([name, place]) => `${name} (${place})`)
function expectNothingRan() {
  if (executed.size) throw new Error(`${executed.size} ran: ${alive().join(', ')}`)
  const left = [...unsanitised].map(([text, place]) => `${text} (${place})`)
  unsanitised.clear()
  if (left.length) throw new Error(`${left.length} reached the document with their handlers: ${left.join(', ')}`)
}

/** A page that one vector broke proves nothing about the others on it. */
function expectAllShown(broken: string[]) {
  if (broken.length) throw new Error(`${broken.length} pages were not shown: ${broken.join(' | ')}`)
}

story('xss', { from: 'nothing' })

journey('the trap itself works: a script that may run is noticed', async tools => {
  await ready(tools)
  const page = await tools.context.newPage()
  where = 'trap'
  await page.setContent(`<img src=x onerror="pwned('trap')">`)
  for (let i = 0; i < 50 && !executed.has('trap'); i++) await page.waitForTimeout(20)
  await page.close()
  if (!executed.delete('trap')) throw new Error('the trap noticed nothing')
})

journey(
  `none of ${vectors.length} vectors runs in a running app`,
  async tools => {
    const { company, pages } = await ready(tools)
    const { page, server } = tools
    const broken: string[] = []
    for (const { path, vectors: list } of pages) {
      where = `running app, ${list.map(v => v.name).join(', ')}`
      const address = `${server.url}/company/${company}/app/xss${path}`
      expectPolicy(await policyOf(page, address), 'the running app')
      if (!(await isShown(page)) && !list[0]?.alone) broken.push(where)
      await useEverything(page, address)
      if (path === '/p0') await tools.shot('xss-running-app')
    }
    expectNothingRan()
    expectAllShown(broken)
  },
  { seconds: 300, allow: /./ },
)

journey(
  `none of ${vectors.length} vectors runs as a screen of the console`,
  async tools => {
    await ready(tools)
    const { page, server } = tools
    let list: readonly Vector[] = []
    await page.route('**/api/screen/general.home', async route => {
      const answer = await route.fetch()
      const envelope = (await answer.json()) as { data: object }
      await route.fulfill({ response: answer, json: { ...envelope, data: { ...envelope.data, schema: asPage(list) } } })
    })
    const broken: string[] = []
    for (const batch of batches) {
      list = batch
      where = `console, ${batch.map(v => v.name).join(', ')}`
      expectPolicy(await policyOf(page, `${server.url}/home`), 'the console')
      if (!(await isShown(page)) && !batch[0]?.alone) broken.push(where)
      await useEverything(page, `${server.url}/home`)
    }
    expectNothingRan()
    expectAllShown(broken)
  },
  { seconds: 300, allow: /./ },
)

journey(
  `none of ${vectors.length} vectors runs in the editor`,
  async tools => {
    const { company, pages } = await ready(tools)
    const { page, server } = tools
    let shown = 0
    for (const { id, vectors: list } of pages) {
      where = `editor, ${list.map(v => v.name).join(', ')}`
      expectPolicy(await policyOf(page, `${server.url}/company/${company}/app/xss-dev/design/page/${id}`), 'the editor')
      await page
        .locator('[data-editor-id]')
        .first()
        .waitFor({ timeout: 15_000, state: 'attached' })
        .then(
          () => shown++,
          () => undefined,
        )
      await page.waitForTimeout(300)
      if (shown === 1) await tools.shot('xss-editor')
      // A selected component shows its panel, which evaluates conditions of its own.
      for (const one of (await page.locator('[data-editor-id]').all()).slice(0, 4)) await one.click({ timeout: 300, force: true }).catch(() => undefined)
    }
    expectNothingRan()
    if (shown < pages.length) throw new Error(`only ${shown} of ${pages.length} pages were shown in the editor`)
  },
  { seconds: 420, allow: /./ },
)
