// The tree of departments in the browser, 5,000 departments and 50,000 members: usable after its data is there, opening a node, searching.
import type { Page } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { seed } from './organisation-seed.ts'
import { database, median, percentile, round, setUp, startServer, type Bench, type Figures } from './support.ts'

/** Runs in the page before anything else: when the tree is painted and the page answers again without a long wait. */
const WATCH = () => {
  const w = window as unknown as { usable?: number }
  let calm = 0
  let last = performance.now()
  const look = () => {
    const now = performance.now()
    const isThere = document.querySelectorAll('[role=treeitem]').length > 1
    // Two frames in a row at their pace: nothing long stands behind the first picture.
    calm = isThere && now - last < 50 ? calm + 1 : 0
    last = now
    if (calm >= 2) w.usable = now
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Does something in the page and gives the milliseconds until the frame that shows it has been handed over. */
async function painted(page: Page, act: { click: string; at: number } | { type: string }): Promise<{ ms: number; rows: number }> {
  return page.evaluate(
    doing =>
      new Promise<{ ms: number; rows: number }>((done, failed) => {
        const tree = () => document.querySelector('[role=tree] > [role=presentation]') as HTMLElement | null
        const size = () => tree()?.style.height ?? ''
        const before = size()
        const started = performance.now()
        if ('click' in doing) {
          const target = document.querySelectorAll<HTMLElement>(doing.click)[doing.at]
          if (!target) return failed(new Error(`nothing to click at ${doing.click}`))
          target.click()
        } else {
          const input = document.querySelector<HTMLInputElement>('.tes-tree__search')!
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, doing.type)
          input.dispatchEvent(new Event('input', { bubbles: true }))
        }
        const look = () => {
          if (size() !== before) return setTimeout(() => done({ ms: performance.now() - started, rows: parseInt(size() || '0') / 32 }))
          if (performance.now() - started > 10_000) return failed(new Error('the tree did not change'))
          requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
    act,
  )
}

export async function run({ quick, note }: Bench): Promise<Figures> {
  const server = await startServer()
  const browser = await openBrowser()
  try {
    const client = await setUp(server)
    const db = await database(server)
    await db.query('set statement_timeout = 0')
    await db.query(seed(quick ? 2000 : 50_000, quick ? 4 : 20, quick ? 2 : 9))
    await db.query('vacuum analyze')
    const departments = Number((await db.query('select count(*) as n from department')).rows[0].n)
    await db.end()
    note(`${departments} departments`)

    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' })
    const [name, value] = client.cookie.split('=') as [string, string]
    await context.addCookies([{ name, value, url: server.url }])
    const path = `/company/${client.companyKey}/admin/department`
    const usable: number[] = []
    const opened: number[] = []
    const searched: number[] = []
    let found = 0
    for (let n = 0; n < (quick ? 2 : 7); n++) {
      const page = await context.newPage()
      // What the compiler puts around functions with names.
      await page.addInitScript('globalThis.__name = one => one')
      await page.addInitScript(WATCH)
      await page.goto(server.url + path)
      await page.getByRole('treeitem').nth(1).waitFor()
      await page.waitForLoadState('networkidle')
      const times = await page.evaluate(async () => {
        const w = window as unknown as { usable?: number }
        while (!w.usable) await new Promise(done => setTimeout(done, 20))
        const data = performance.getEntriesByType('resource').find(one => one.name.endsWith('/department')) as PerformanceResourceTiming
        return { usable: w.usable, data: data.responseEnd }
      })
      usable.push(times.usable - times.data)
      // The first division, its first department; then the last division in sight.
      for (const at of [1, 2, 1]) opened.push((await painted(page, { click: '.tes-tree__twist:not(.is-none)', at })).ms)
      for (const text of ['t', 'team 5', 'division 1', 'd', '']) {
        const { ms, rows } = await painted(page, { type: text })
        searched.push(ms)
        if (text === 't') found = rows
      }
      await page.close()
    }
    if (found < departments / 2) throw new Error(`the search shows ${found} rows`)
    const figures = (all: number[]) => ({ p50: median(all), p95: percentile(all, 95), max: percentile(all, 100) })
    return {
      departments,
      usableAfterDataMs: figures(usable),
      openNodeMs: figures(opened),
      searchMs: figures(searched),
      rowsOfWidestSearch: round(found, 0),
      limits: { usableAfterDataMs: 300, openNodeMs: 50, searchMs: 50 },
    }
  } finally {
    await browser.close()
    await server.remove()
  }
}
