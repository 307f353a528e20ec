// The designer of pages: how long it blocks, by its longest task, when a block is added, one is chosen, and the step is taken back, on an empty page and on a long one.
import type { Page } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { ADMIN, median, percentile, round, setUp, startServer, wait, type Bench, type Figures } from './support.ts'

/** Blocks that are added by one click; tables and forms of a model ask something first. */
const BLOCKS = ['button', 'tpl', 'container', 'panel', 'tabs', 'divider', 'image']

export async function run({ quick, note }: Bench): Promise<Figures> {
  const server = await startServer()
  const browser = await openBrowser()
  try {
    const admin = await setUp(server)
    const company = admin.companyKey
    await admin.call('POST', `/api/company/${company}/app`, { name: 'Load', key: 'load', type: 1 })
    const app = `/company/${company}/app/load-dev`
    const pages: Record<string, string> = {}
    for (const [name, blocks] of [
      ['empty', 0],
      ['long', 60],
    ] as const) {
      const body = Array.from({ length: blocks }, (_, n) => ({
        type: 'panel',
        title: `Part ${n}`,
        body: [
          { type: 'tpl', tpl: `Words of part ${n}` },
          { type: 'form', wrapWithPanel: false, body: [{ type: 'input-text', name: `name${n}`, label: 'Name' }] },
        ],
      }))
      pages[name] = (await admin.call('POST', `/api${app}/page`, { name, path: `/${name}`, kind: 'page', schema: { type: 'page', body } })).id as string
    }

    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' })
    const page = await context.newPage()
    await page.addInitScript('globalThis.__name = one => one')
    await page.addInitScript(() => {
      const w = window as any
      w.longTasks = []
      new PerformanceObserver(list => w.longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' })
    })
    await page.goto(`${server.url}/login`)
    await page.locator('input[name=username]').fill(ADMIN.email)
    await page.locator('input[type=password]').fill(ADMIN.password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/home')

    const figures: Figures = {}
    for (const [name, id] of Object.entries(pages)) {
      await page.goto(`${server.url}${app}/design/page/${id}`)
      await page.locator('.tes-palette__part').first().waitFor({ timeout: 60_000 })
      await quiet(page)
      const took: Record<string, number[]> = {}
      const measure = async (what: string, act: () => Promise<unknown>) => {
        await page.evaluate(() => ((window as any).longTasks.length = 0))
        await act()
        await quiet(page)
        const tasks = await page.evaluate(() => (window as any).longTasks as number[])
        // Tasks under 50 ms are not told at all.
        ;(took[what] ??= []).push(Math.max(0, ...tasks))
      }
      for (let round = 0; round < (quick ? 1 : 5); round++)
        for (const type of BLOCKS) {
          const part = page.locator(`.tes-palette__part[data-dnd-data^='{"type":"${type}"']`).first()
          await part.scrollIntoViewIfNeeded()
          await quiet(page)
          await measure('add', () => part.click())
          if (await page.locator('.ae-scaffoldForm-Modal').count()) throw new Error(`${type} asks something first`)
          // What lies over the canvas takes the click, and says which block is meant.
          const box = await page.locator('.ae-Editor-inner [data-editor-id]').first().boundingBox()
          if (!box) throw new Error('nothing is on the canvas')
          await measure('choose', () => page.mouse.click(box.x + 6, box.y + 6))
          // Some blocks open a small form for their words where they are clicked.
          if (await page.locator('.ae-Editor-popOverForm').count()) await page.keyboard.press('Escape')
          await measure('undo', () => page.keyboard.press('Control+z'))
        }
      figures[name] = Object.fromEntries(
        Object.entries(took).map(([what, ms]) => [
          what,
          { times: ms.length, longestTaskP50Ms: round(median(ms)), longestTaskP90Ms: round(percentile(ms, 90)), longestTaskMaxMs: round(Math.max(...ms)) },
        ]),
      )
      note(`${name}: ${JSON.stringify(figures[name])}`)
    }
    return figures
  } finally {
    await browser.close()
    await server.remove()
  }
}

/** Waits until nothing has changed in the page for 400 ms. */
async function quiet(page: Page) {
  for (let before = -1, same = 0; same < 4; await wait(100)) {
    const now = await page.evaluate(() => document.body.innerHTML.length)
    same = now === before ? same + 1 : 0
    before = now
  }
}
