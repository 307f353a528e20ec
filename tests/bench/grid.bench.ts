// A table of 100,000 rows: how long the next page takes far down against the first one, and frames while the rows of a page of an app are scrolled.
import { openBrowser } from './browser.ts'
import { ADMIN, database, median, percentile, round, setUp, startServer, type Bench, type Figures } from './support.ts'

const ROWS = 100_000
const PAGE = 100

export async function run({ quick, note }: Bench): Promise<Figures> {
  const server = await startServer()
  try {
    const admin = await setUp(server)
    const company = admin.companyKey
    await admin.call('POST', `/api/company/${company}/app`, { name: 'Load', key: 'load', type: 1 })
    const base = `/api/company/${company}/app/load-dev`
    const [source] = (await admin.call('GET', `${base}/source`)).options as { id: string }[]
    const sourceId = (source as { id: string }).id
    const { id: modelId } = await admin.call('POST', `${base}/source/${sourceId}/model`, { key: 'order', name: 'Orders' })
    for (const [key, type, more] of [
      ['title', 'text', {}],
      ['amount', 'integer', {}],
      ['status', 'enum', { options: ['new', 'paid', 'sent', 'done'].map(value => ({ value })) }],
      ['region', 'text', {}],
      ['due', 'datetime', {}],
      ['note', 'text', {}],
    ] as const)
      await admin.call('POST', `${base}/model/${modelId}/field`, { key, name: key, type, ...more })
    await admin.call('POST', `${base}/model/${modelId}/index`, { name: 'By title', fields: ['title'] })
    const { hash } = await admin.call('POST', `${base}/source/${sourceId}/plan`, {})
    await admin.call('POST', `${base}/source/${sourceId}/apply`, { hash })
    const db = await database(server)
    const app = (await db.query(`select id from app where key = 'load'`)).rows[0] as { id: string }
    const table = `app_${app.id.replaceAll('-', '')}_dev."order"`
    await db.query(`insert into ${table} (id, title, amount, status, region, due, note)
      select uuidv7(-n * interval '1 second'), 'Order ' || lpad((n * 7919 % ${ROWS})::text, 6, '0'), n % 1000, (array['new', 'paid', 'sent', 'done'])[n % 4 + 1], 'R' || n % 200,
        now() - n * interval '1 minute', case when n % 3 = 0 then 'Note of ' || n end from generate_series(1, ${ROWS}) as s(n)`)
    await db.query(`vacuum analyze ${table}`)
    await db.end()
    note(`${ROWS} rows`)

    const list = `/api/resource/${company}/load-dev/source/main/model/order?perPage=${PAGE}`
    const took = async (query: string) => {
      const at = performance.now()
      const { next } = await admin.call('GET', `${list}${query}`)
      return { ms: performance.now() - at, next: next as string | undefined }
    }
    /** All pages one behind the other: the first fiftieth of them, the last one, and what the number of a page costs there. */
    const walk = async (order: string) => {
      for (let n = 0; n < 20; n++) await took(order)
      const times: number[] = []
      let after = (await took(order)).next
      while (after) {
        const page = await took(`${order}&after=${after}`)
        times.push(page.ms)
        after = page.next
      }
      const some = Math.floor(ROWS / PAGE / 50)
      const [first, deep] = [times.slice(0, some), times.slice(-some)]
      const byNumber: number[] = []
      for (let n = 0; n < (quick ? 3 : 10); n++) byNumber.push((await took(`${order}&page=${ROWS / PAGE - n}`)).ms)
      return {
        pages: times.length + 1,
        firstMs: median(first),
        deepMs: median(deep),
        deepP99Ms: percentile(deep, 99),
        ratio: round(median(deep) / median(first), 2),
        byNumberMs: median(byNumber),
      }
    }
    const pages = {
      newestFirst: await walk(''),
      byTitle: await walk('&orderBy=title&orderDir=asc'),
      byAmount: quick ? undefined : await walk('&orderBy=amount&orderDir=desc'),
    }
    note(JSON.stringify(pages))

    const browser = await openBrowser()
    try {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' })
      const page = await context.newPage()
      await page.addInitScript('globalThis.__name = one => one')
      await page.goto(`${server.url}/login`)
      await page.locator('input[name=username]').fill(ADMIN.email)
      await page.locator('input[type=password]').fill(ADMIN.password)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/home')
      await page.goto(`${server.url}/company/${company}/app/load-dev/admin/data/${sourceId}/${modelId}`)
      await page.locator('.tes-grid tbody tr[data-index="0"]').waitFor()
      /** Scrolls as a wheel that is turned on and on, and notes how long each frame took. */
      const scrolled = await page.evaluate(
        async seconds => {
          const box = document.querySelector('.tes-grid__scroll') as HTMLElement
          const frames: number[] = []
          const until = performance.now() + seconds * 1000
          let last = performance.now()
          while (performance.now() < until) {
            const now = await new Promise<number>(done => requestAnimationFrame(done))
            frames.push(now - last)
            last = now
            box.scrollTop += 60
          }
          const rows = box.querySelectorAll('tbody tr[data-index]')
          return { frames: frames.slice(1), drawn: rows.length, reached: Number((rows[rows.length - 1] as HTMLElement).dataset.index) }
        },
        quick ? 5 : 20,
      )
      const late = scrolled.frames.filter(ms => ms > 25).length
      return {
        rows: ROWS,
        pages,
        scroll: {
          framesPerSecond: round(1000 / (scrolled.frames.reduce((sum, ms) => sum + ms, 0) / scrolled.frames.length)),
          frameP50Ms: median(scrolled.frames),
          frameP99Ms: percentile(scrolled.frames, 99),
          lateFrames: late,
          frames: scrolled.frames.length,
          rowsDrawn: scrolled.drawn,
          reachedRow: scrolled.reached,
        },
      }
    } finally {
      await browser.close()
    }
  } finally {
    await server.remove()
  }
}
