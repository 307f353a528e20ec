// The permission matrix in the browser, 200 roles × 5,000 pages × 6 options: opening it, finding, one box, saving 1,000 boxes; and beside it the
// boxes of one role as a plain amis crud, which gets its rows ready made and without a server (it searches by asking one, so that is not compared).
import type { BrowserContext, Page } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { permissionSeed } from './permissions-seed.ts'
import { type Client, database, median, percentile, round, setUp, startServer, wait, type Bench, type Figures } from './support.ts'

const OPTIONS = ['read', 'edit', 'delete', 'approve', 'export', 'print']
const LIMITS = { firstPaintMs: 300, filterMs: 50, toggleMs: 16, save1000Ms: 200 }
/** Longer than this nobody waits; what takes longer is told as that. */
const PATIENCE = 20_000

type Act = { click: string } | { type: string; into: string }
type Seen = { rows: string; least: number } | { changed: string }
interface Timed {
  /** Script, style and layout until the change is in the page. */
  workMs: number
  /** Until the frame that shows it was handed over. */
  paintMs: number
}

/** Does something and waits for what it does, all inside the page, so that no wire is measured. */
const timed = (page: Page, act: Act, seen: Seen): Promise<Timed> =>
  page.evaluate(
    ({ act, seen, patience }) =>
      new Promise<Timed>((done, failed) => {
        const count = () => ('rows' in seen ? document.querySelectorAll(seen.rows).length : 0)
        const state = () =>
          'changed' in seen
            ? (document.querySelector(seen.changed)?.getAttribute('aria-rowcount') ?? document.querySelector(seen.changed)?.outerHTML ?? '')
            : ''
        const before = state()
        const isThere = () => ('rows' in seen ? count() >= seen.least : state() !== before && state() !== '')
        const find = (selector: string) => {
          const found = [...document.querySelectorAll<HTMLElement>(selector)].find(one => one.getBoundingClientRect().width > 0)
          if (!found) failed(new Error(`there is no ${selector}`))
          return found
        }
        const target = find('click' in act ? act.click : act.into)
        if (!target) return
        const started = performance.now()
        if ('click' in act) target.click()
        else {
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(target, act.type)
          target.dispatchEvent(new Event('input', { bubbles: true }))
        }
        let workMs = 0
        const layout = () => {
          if (workMs || !isThere()) return
          document.body.getBoundingClientRect()
          workMs = performance.now() - started
        }
        // React is done with a click before the next task.
        queueMicrotask(() => queueMicrotask(layout))
        const look = () => {
          layout()
          if (workMs) return setTimeout(() => done({ workMs, paintMs: performance.now() - started }))
          if (performance.now() - started > patience) return failed(new Error('nothing was seen of it'))
          requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
    { act, seen, patience: PATIENCE },
  )

/** Until the page has nothing to do for a while. */
const calm = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>(done => {
        let last = performance.now()
        let quiet = 0
        const look = () => {
          const now = performance.now()
          quiet = now - last < 60 ? quiet + (now - last) : 0
          last = now
          if (quiet > 400) done()
          else setTimeout(look, 20)
        }
        look()
      }),
  )

async function opened(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  // What the compiler puts around functions with names.
  await page.addInitScript('globalThis.__name = one => one')
  await page.goto(url)
  return page
}

const figures = (all: number[]) => ({ p50: median(all), p95: percentile(all, 95), max: percentile(all, 100) })

/** The page of permissions as it is, with the matrix a click away. */
async function ours(context: BrowserContext, url: string, rounds: number, pages: number) {
  const first: number[] = []
  const filters: number[] = []
  const toggles: number[] = []
  const toggleFrames: number[] = []
  const saves: number[] = []
  const savedAndShown: number[] = []
  let calls = 0
  const ROWS = '.tes-matrix__row'
  const SEARCH = '.tes-matrix__tools .tes-matrix__search'
  for (let round = 0; round < rounds; round++) {
    const page = await opened(context, `${url}/admin/permission#app`)
    await page.locator('.t-acl-form').first().waitFor()
    await page.waitForLoadState('networkidle')
    await calm(page)
    const asked: string[] = []
    page.on('request', request => {
      if (request.url().includes('/api/')) asked.push(request.url())
    })
    first.push((await timed(page, { click: '.t-side-tabs .cxd-Tabs-link:last-child a' }, { rows: ROWS, least: 10 })).paintMs)
    calls = asked.length
    await calm(page)
    // One of the roles that have exceptions.
    await page.getByRole('button', { name: 'Role 4', exact: true }).click()
    await page.getByRole('grid', { name: 'Permissions of the role Role 4', exact: true }).waitFor()
    const shown = () => page.evaluate(() => Number(document.querySelector('[role=grid]')?.getAttribute('aria-rowcount')) - 1)
    for (const text of ['7', 'overridden', 'page 12', 'can:read', '77', 'bulk']) {
      const { paintMs } = await timed(page, { type: text, into: SEARCH }, { changed: '[role=grid]' })
      filters.push(paintMs)
      if (!(await shown())) throw new Error(`${text} finds nothing`)
    }
    if ((await shown()) !== 1_000 && pages >= 1_000) throw new Error(`${await shown()} pages of the bulk`)
    await timed(page, { type: '', into: SEARCH }, { changed: '[role=grid]' })
    for (let n = 0; n < 12; n++) {
      const box = `[data-place="${3 + n} ${n % 3}"]`
      const { workMs, paintMs } = await timed(page, { click: box }, { changed: box })
      toggles.push(workMs)
      toggleFrames.push(paintMs)
    }
    await page.getByRole('button', { name: /^Discard changes/ }).click()
    // A thousand boxes: a column of what is found, turned with one key.
    await timed(page, { type: 'bulk', into: SEARCH }, { changed: '[role=grid]' })
    await page.locator('[role=columnheader] button').nth(OPTIONS.indexOf('approve')).click()
    await page.evaluate(() => {
      const box = document.querySelector<HTMLElement>('[role=gridcell].is-selected [data-place]')
      box?.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }))
    })
    await page.getByRole('button', { name: `Discard changes (${Math.min(1_000, pages)})` }).waitFor()
    await page.locator('.tes-matrix__foot .is-primary').click()
    await page.locator('.tes-matrix__effect li, .tes-matrix__effect p').filter({ hasNotText: 'Looking' }).first().waitFor()
    await calm(page)
    // A click of the dialog is not one of ours to time from the test's side: it is clicked inside the page, and the answer's own times are read.
    const saved = await page.evaluate(
      patience =>
        new Promise<{ answerMs: number; shownMs: number }>((done, failed) => {
          const started = performance.now()
          const button = document.querySelector('.tes-dialog__body')?.closest('form')?.querySelector<HTMLElement>('button[type=submit]')
          if (!button) return failed(new Error('there is nothing to save with'))
          button.click()
          const look = () => {
            const post = performance
              .getEntriesByType('resource')
              .filter(one => one.name.endsWith('/acl/matrix') && one.startTime >= started - 1)
              .at(0) as PerformanceResourceTiming | undefined
            const isShown =
              post && !document.querySelector('.tes-dialog__body') && !/Discard changes/.test(document.querySelector('.tes-matrix__foot')?.textContent ?? '')
            if (isShown) return setTimeout(() => done({ answerMs: post.responseEnd - started, shownMs: performance.now() - started }))
            if (performance.now() - started > patience) return failed(new Error('it was not saved'))
            requestAnimationFrame(look)
          }
          requestAnimationFrame(look)
        }),
      PATIENCE,
    )
    saves.push(saved.answerMs)
    savedAndShown.push(saved.shownMs)
    await page.close()
  }
  return {
    firstPaintMs: figures(first),
    filterMs: figures(filters),
    toggleMs: figures(toggles),
    toggleFrameMs: figures(toggleFrames),
    save1000Ms: figures(saves),
    saveAndReloadMs: figures(savedAndShown),
    callsToOpen: calls,
  }
}

/** A page of the app that shows the boxes of one role as a crud would. */
const plainPage = (api: string, all: boolean) => ({
  type: 'page',
  body: {
    type: 'crud',
    api,
    loadDataOnce: true,
    perPage: all ? 100_000 : 50,
    syncLocation: false,
    columnsTogglable: false,
    quickSaveApi: api,
    columns: [
      { name: 'label', label: 'Name' },
      ...OPTIONS.map(name => ({ name, label: name, quickEdit: { mode: 'inline', type: 'checkbox', name, label: false, option: '', saveImmediately: false } })),
    ],
  },
})

async function plain(context: BrowserContext, client: Client, url: string, rows: object[], all: boolean, rounds: number) {
  const base = `/api/company/${client.companyKey}/app/plain-dev`
  const api = '/boxes.json'
  const path = all ? '/all' : '/paged'
  await client.call('POST', `${base}/page`, { name: path, kind: 'page', path, schema: plainPage(api, all) })
  const first: number[] = []
  const toggles: number[] = []
  const least = all ? Math.min(100, rows.length) : Math.min(50, rows.length)
  const ROWS = '.cxd-Crud tbody tr'
  for (let round = 0; round < rounds; round++) {
    const page = await opened(context, `${url}?`)
    let answered = 0
    await page.route(`**${api}*`, route => {
      answered = performance.now()
      return route.fulfill({
        status: 200,
        contentType: 'application/json',
        body: JSON.stringify({ status: 0, msg: '', data: { items: rows, total: rows.length } }),
      })
    })
    await page.waitForLoadState('networkidle')
    // Its page is asked for first, so what counts begins with the rows in the browser.
    await page.evaluate(
      ([to, selector]) => {
        const w = window as unknown as { shown?: number }
        history.pushState(null, '', to as string)
        dispatchEvent(new PopStateEvent('popstate', { state: null }))
        const look = () => {
          if (document.querySelectorAll(selector as string).length > 1) setTimeout(() => (w.shown = performance.now()))
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      },
      [url.replace(/^https?:\/\/[^/]+/, '') + path, `${ROWS} input`],
    )
    let shown: number | undefined
    for (const end = Date.now() + PATIENCE; !shown && Date.now() < end; await wait(100))
      shown = await page.evaluate(wanted => {
        const w = window as unknown as { shown?: number }
        const data = performance
          .getEntriesByType('resource')
          .filter(one => one.name.includes(wanted))
          .at(-1) as PerformanceResourceTiming | undefined
        return w.shown && data ? w.shown - data.responseEnd : undefined
      }, api)
    if (!shown || !answered) throw new Error(`the plain table was not painted in ${PATIENCE / 1000} s`)
    first.push(shown)
    await calm(page)
    // Of all rows only the first picture counts: a click there was not answered while we waited.
    for (const at of all ? [] : [1, 2, 3]) {
      const row = `${ROWS}:nth-child(${at})`
      toggles.push((await timed(page, { click: `${row} td:nth-child(2) label` }, { changed: row })).workMs)
    }
    await page.close()
  }
  return { rowsInThePage: least, firstPaintMs: figures(first), toggleMs: toggles.length ? figures(toggles) : undefined }
}

export async function run({ quick, note }: Bench): Promise<Figures> {
  const [roles, pages, rounds] = quick ? [40, 2_000, 2] : [200, 5_000, 7]
  const server = await startServer()
  const browser = await openBrowser()
  try {
    const client = await setUp(server)
    const db = await database(server)
    await db.query(permissionSeed(roles, pages, quick ? 200 : 2_000))
    await db.query(`update page set name = 'Bulk ' || name where sort <= 1000`)
    const { rows } = await db.query(`
      select p.id, p.name as label, ${OPTIONS.map((option, n) => `(hashtext(p.id::text || '${option}') + ${n}) % 2 = 0 as ${option}`).join(', ')}
      from page p join app a on a.id = p.app_id and a.key = 'rights' order by p.sort`)
    await db.end()
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' })
    const [name, value] = client.cookie.split('=') as [string, string]
    await context.addCookies([{ name, value, url: server.url }])
    const at = `${server.url}/company/${client.companyKey}/app/rights-dev`
    const matrix = await ours(context, at, rounds, pages)
    note(`the matrix is painted after ${matrix.firstPaintMs.p50} ms`)
    // In an app of its own, with a menu of two pages.
    await client.call('POST', `/api/company/${client.companyKey}/app`, { name: 'Plain', key: 'plain', type: 1 })
    const other = `${server.url}/company/${client.companyKey}/app/plain-dev`
    const paged = await plain(context, client, other, rows, false, Math.min(3, rounds))
    note(`a plain page of 50 rows after ${paged.firstPaintMs.p50} ms`)
    const all = await plain(context, client, other, rows, true, 1).catch((error: Error) => ({ failed: error.message }))
    const ratio = (plain: { p50: number } | undefined, own: { p50: number }) => (plain ? round(plain.p50 / own.p50) : null)
    return {
      roles,
      pages,
      options: OPTIONS.length,
      matrix,
      plainCrud: { allRows: all, paged },
      ratio: {
        allRows: { firstPaint: 'failed' in all ? null : ratio(all.firstPaintMs, matrix.firstPaintMs) },
        fiftyRows: { firstPaint: ratio(paged.firstPaintMs, matrix.firstPaintMs), toggle: ratio(paged.toggleMs, matrix.toggleMs) },
      },
      limits: LIMITS,
    }
  } finally {
    await browser.close()
    await server.remove()
  }
}
