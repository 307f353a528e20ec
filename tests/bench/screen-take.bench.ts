// From publishing a screen until another console that is open shows it: with the same server process, and with a second one on the same database.
import type { Page } from 'playwright-core'
import { coldPage, openBrowser } from './browser.ts'
import { ADMIN, median, percentile, round, setUp, startServer, wait, type Bench, type Client, type Figures, type Server } from './support.ts'

const SCREEN = 'platform.outbox'

async function openConsole(page: Page, server: Server) {
  await page.goto(`${server.url}/login?redirect=/platform/outbox`)
  await page.locator('input[name=username]').fill(ADMIN.email)
  await page.locator('input[type=password]').fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/platform/outbox*')
  await page.locator('tbody').first().waitFor()
  await page.waitForLoadState('networkidle')
  await wait(1000)
}

/** Answers the time, on the clock that all processes of this machine share, at which a text is painted. */
const shownAt = (page: Page, text: string) =>
  page.evaluate(
    wanted =>
      new Promise<number>((done, failed) => {
        const late = setTimeout(() => failed(new Error('not shown within 10 s')), 10_000)
        const look = () => {
          if (!document.querySelector('main')?.textContent?.includes(wanted)) return
          watch.disconnect()
          clearTimeout(late)
          requestAnimationFrame(() => setTimeout(() => done(performance.timeOrigin + performance.now()), 0))
        }
        const watch = new MutationObserver(look)
        watch.observe(document.documentElement, { childList: true, subtree: true, characterData: true })
        look()
      }),
    text,
  )

export async function run({ quick }: Bench): Promise<Figures> {
  const one = await startServer()
  const browser = await openBrowser()
  let two: Server | undefined
  try {
    const client: Client = await setUp(one)
    two = await startServer({ dataDir: one.dataDir })
    const { schema } = await client.call('GET', `/api/screen/${SCREEN}/draft`)
    let version = 0
    async function measure(server: Server) {
      const { page, context } = await coldPage(browser)
      await openConsole(page, server)
      const fromCall: number[] = []
      const fromAnswer: number[] = []
      for (let turn = 0; turn < (quick ? 3 : 25); turn++) {
        const title = `Messages ${version + 1}`
        const shown = shownAt(page, title)
        const began = performance.timeOrigin + performance.now()
        version = (await client.call('POST', `/api/screen/${SCREEN}/publish`, { schema: { ...schema, title }, baseVersion: version })).version
        const answered = performance.timeOrigin + performance.now()
        const at = await shown
        fromCall.push(at - began)
        fromAnswer.push(at - answered)
        await wait(300)
      }
      await context.close()
      return {
        samples: fromCall.length,
        publishToShownMs: { p50: median(fromCall), p95: percentile(fromCall, 95), max: round(Math.max(...fromCall)) },
        answerToShownMs: { p50: median(fromAnswer), max: round(Math.max(...fromAnswer)) },
      }
    }
    return { sameProcess: await measure(one), secondProcess: await measure(two) }
  } finally {
    await browser.close()
    await two?.stop()
    await one.remove()
  }
}
