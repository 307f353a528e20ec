// A published screen comes to the consoles that are open: one stream for all windows of a browser, nothing of what a person does is lost, also after the server was away.
// screen.events, screen.publish, platform.outbox, company.create
import type { BrowserContext, Page } from '@playwright/test'
import { journey, story, type JourneyServer } from './harness.ts'
import { ADMIN, prepare } from './prepared.ts'
import { isShort } from './stories.ts'

story('live-screens', { environment: { RATE_PER_MINUTE: '100000' } })

async function operator(context: BrowserContext, server: JourneyServer) {
  const ask = async (method: 'GET' | 'POST', path: string, csrf = '', data?: object) => {
    const reply = await context.request.fetch(server.url + path, { method, headers: { 'x-csrf-token': csrf }, ...(data && { data }) })
    const envelope = (await reply.json()) as { status: number; msg: string; data: any }
    if (envelope.status !== 0) throw new Error(`${method} ${path}: ${envelope.status} ${envelope.msg}`)
    return envelope.data
  }
  return {
    /** Publishes what `change` makes of the screen. */
    async publish(screen: string, change: (schema: any) => object) {
      const { csrfToken } = await ask('GET', '/api/session')
      const { version, schema } = await ask('GET', `/api/screen/${screen}/draft`)
      await ask('POST', `/api/screen/${screen}/publish`, csrfToken, { schema: change(schema), baseVersion: version })
    },
  }
}
let works: Awaited<ReturnType<typeof operator>>

const title = (text: string) => (schema: object) => ({ ...schema, title: text })
const heading = (page: Page, text: string) => page.locator('main').getByText(text, { exact: true })

journey('more windows of a browser than it has connections share one stream, and all show what is published', async ({ context, server }) => {
  await prepare(context)
  works = await operator(context, server)
  const pages: Page[] = []
  let streams = 0
  // A browser has six connections to a server.
  for (let n = 0; n < (isShort('live-screens') ? 7 : 10); n++) {
    const page = await context.newPage()
    page.on('request', request => {
      if (request.url().includes('/api/screen/events')) streams++
    })
    await page.goto(`${server.url}/platform/outbox`)
    await page.locator('tbody tr').first().waitFor()
    pages.push(page)
  }
  if (streams !== 1) throw new Error(`${streams} streams`)
  await works.publish('platform.outbox', title('Post'))
  for (const page of pages) await heading(page, 'Post').waitFor({ timeout: 15_000 })
  // The window that listened is closed: another one takes over.
  await pages[0]?.close()
  await pages[1]?.waitForTimeout(500)
  await works.publish('platform.outbox', title('Post office'))
  for (const page of pages.slice(1)) await heading(page, 'Post office').waitFor({ timeout: 15_000 })
  for (const page of pages.slice(1)) await page.close()
})

journey('filters, page and place on the page are kept; what is being typed is not touched until the person says so', async ({ page, server, shot }) => {
  await page.setViewportSize({ width: 900, height: 420 })
  await page.goto(`${server.url}/platform/screens?page=1&perPage=20`)
  await page.locator('tbody tr').first().waitFor()
  await page.waitForTimeout(600)
  await page.evaluate(() => window.scrollTo(0, 300))
  const before = { url: page.url(), top: await page.evaluate(() => window.scrollY) }
  await works.publish('screen.list', schema => ({ ...schema, className: `${schema.className ?? ''} is-new`.trim() }))
  await page.locator('.is-new tbody tr').first().waitFor({ timeout: 15_000 })
  await page.waitForTimeout(300)
  const after = { url: page.url(), top: await page.evaluate(() => window.scrollY) }
  if (JSON.stringify(before) !== JSON.stringify(after)) throw new Error(`${JSON.stringify(before)} became ${JSON.stringify(after)}`)

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${server.url}/create-company`)
  const name = page.locator('main input[type=text]').first()
  await name.fill('Half a na')
  await works.publish('company.create', title('A new organisation'))
  await page.getByText('This screen was updated').waitFor({ timeout: 15_000 })
  if ((await name.inputValue()) !== 'Half a na') throw new Error('what was typed is gone')
  await page.waitForTimeout(250)
  await shot('screen-updated')
  await page.getByRole('button', { name: 'Show it' }).click()
  await heading(page, 'A new organisation').waitFor()
})

journey(
  'what was published while the stream was down is there soon after it is back',
  async ({ page, server }) => {
    await page.goto(`${server.url}/platform/outbox`)
    await heading(page, 'Post office').waitFor()
    await page.waitForTimeout(500)
    await server.stop()
    await server.start()
    await works.publish('platform.outbox', title('Post after the break'))
    await heading(page, 'Post after the break').waitFor({ timeout: 20_000 })
  },
  { allow: /./ },
)

journey('safe mode shows shipped screens for the whole visit, to administrators', async ({ browser, page, server, shot }) => {
  await page.goto(`${server.url}/platform/outbox?safe=1`)
  await page.getByText('Safe mode: shipped screens only').waitFor()
  await heading(page, 'Outbox').waitFor()
  await page.getByRole('link', { name: 'Home' }).first().click()
  await page.waitForURL('**/home')
  await page.reload()
  await page.getByText('Safe mode: shipped screens only').waitFor()
  await shot('safe-mode')
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByText('Safe mode: shipped screens only').waitFor({ state: 'detached' })
  await page.goto(`${server.url}/platform/outbox`)
  await heading(page, 'Post after the break').waitFor()

  const context = await browser.newContext({ locale: 'zh-CN' })
  const stranger = await context.newPage()
  await stranger.goto(`${server.url}/login?safe=1`)
  await stranger.getByText('安全模式：仅使用内置页面').waitFor()
  await stranger.locator('input[name=username]').fill(ADMIN.email)
  await stranger.locator('input[type=password]').fill(ADMIN.password)
  await stranger.keyboard.press('Enter')
  await stranger.waitForURL('**/home')
  await stranger.getByText('安全模式：仅使用内置页面').waitFor()
  await context.close()
})
