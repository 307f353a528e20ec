// What differs between two states of an app: 50 changed pages in apps of 500, 5,000 and 20,000, asked over HTTP; and how soon Chromium shows it.
import { existsSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { seedPages } from './pages-seed.ts'
import {
  type Client,
  database,
  median,
  percentile,
  processesOf,
  round,
  samplePage,
  setUp,
  startServer,
  wait,
  type Bench,
  type Figures,
  type Server,
} from './support.ts'

const LIMITS = { serverMs: 300, paintMs: 200 }
const LATE = 120_000

async function publish(client: Client, app: string, version: string) {
  const made = await client.call('POST', `${app}/release`, { title: version, version, tag: 'latest', from: 'dev', mode: 1 })
  for (const end = Date.now() + LATE; ; await wait(50)) {
    const { status } = made.status === 1 ? made : await client.call('GET', `${app}/release/${made.id}`)
    if (status === 1) return
    if (Date.now() > end) throw new Error(`${version} is not published (status ${status})`)
  }
}

/** What server and database took of the processors so far, processes that ended among them, in steps of 10 ms: the same on a busy machine. */
const processorMs = (server: Server) =>
  processesOf(server).reduce((sum, pid) => {
    const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ''
    const times = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
      .map(Number)
    return sum + times.reduce((all, one) => all + one * 10, 0)
  }, 0)

/** Milliseconds of several calls that compare, each by the clock and all by the processor. */
async function compared(server: Server, client: Client, app: string, left: string, right: string, times: number, expected: number) {
  const runs: number[] = []
  const before = processorMs(server)
  for (let n = 0; n < times; n++) {
    const started = performance.now()
    const { count } = await client.call('POST', `${app}/release/versions`, { leftVersion: left, rightVersion: right })
    runs.push(performance.now() - started)
    if (count !== expected) throw new Error(`${count} parts differ, not ${expected}`)
  }
  return { p50: median(runs), p95: percentile(runs, 95), first: round(runs[0] ?? NaN), processor: round((processorMs(server) - before) / times) }
}

/** Milliseconds from the last byte of the answer until the frame that shows the tree was handed over. */
const painted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done, failed) => {
        const started = performance.now()
        const look = () => {
          const shown = [...document.querySelectorAll('.cxd-Drawer .cxd-Tree-itemText')].filter(one => one.getBoundingClientRect().width > 0)
          const answer = performance.getEntriesByType('resource').find(one => one.name.endsWith('/release/versions')) as PerformanceResourceTiming | undefined
          if (shown.length > 1 && answer?.responseEnd) return setTimeout(() => done(performance.now() - answer.responseEnd))
          if (performance.now() - started > 30_000) return failed(new Error('the differences are not shown'))
          requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
  )

export async function run({ quick, note }: Bench): Promise<Figures> {
  const sizes = quick ? [500] : [500, 5000, 20_000]
  const [differ, times] = [50, quick ? 5 : 20]
  const server = await startServer()
  const browser = await openBrowser()
  try {
    const client = await setUp(server)
    const db = await database(server)
    const figures: Record<string, unknown> = {}
    const medians = new Map<number, number>()
    const changed = new Map<number, string[]>()
    for (const pages of sizes) {
      const ids = await seedPages(db, `big${pages}`, pages, differ)
      const app = `/api/company/${client.companyKey}/app/big${pages}-dev`
      await publish(client, app, '1.0.0')
      changed.set(pages, ids)
      for (const id of ids) await client.call('POST', `${app}/page/${id}`, { schema: samplePage(`changed ${id}`) })
      const withDev = await compared(server, client, app, '1.0.0', 'dev', times, differ)
      await publish(client, app, '1.0.1')
      const versions = await compared(server, client, app, '1.0.0', '1.0.1', times, differ)
      const nothing = await compared(server, client, app, '1.0.1', 'dev', times, 0)
      medians.set(pages, versions.processor)
      figures[pages] = { withDevMs: withDev, versionsMs: versions, nothingDiffersMs: nothing }
      note(`${pages}: ${JSON.stringify(figures[pages])}`)
    }
    await db.end()

    const shown = quick ? 500 : 5000
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' })
    const [name, value] = client.cookie.split('=') as [string, string]
    await context.addCookies([{ name, value, url: server.url }])
    const paint: number[] = []
    const app = `/api/company/${client.companyKey}/app/big${shown}-dev`
    // The dialog opens with the latest version and dev.
    for (const id of changed.get(shown) ?? []) await client.call('POST', `${app}/page/${id}`, { schema: samplePage(`again ${id}`) })
    for (let n = 0; n < (quick ? 3 : 9); n++) {
      const page = await context.newPage()
      // What the compiler puts around functions with names.
      await page.addInitScript('globalThis.__name = one => one')
      await page.goto(`${server.url}/company/${client.companyKey}/app/big${shown}-dev/admin/release`)
      await page.getByRole('button', { name: 'Compare versions' }).waitFor()
      await page.waitForLoadState('networkidle')
      await page.getByRole('button', { name: 'Compare versions' }).click()
      paint.push(await painted(page))
      await page.close()
    }
    const least = medians.get(sizes[0] as number) as number
    return {
      differ,
      pages: figures,
      /** Of the processor, between two versions, held against the smallest app. */
      times: Object.fromEntries([...medians].map(([pages, ms]) => [pages, round(ms / least, 2)])),
      paint: { pages: shown, p50: median(paint), p95: percentile(paint, 95), max: percentile(paint, 100) },
      limits: LIMITS,
    }
  } finally {
    await browser.close()
    await server.remove()
  }
}
