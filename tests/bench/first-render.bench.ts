// A screen that the console does not have yet, fetched and drawn: as it is shipped and as it was changed, in turn, in one console.
import { coldPage, countCalls, openBrowser, untilStable } from './browser.ts'
import { ADMIN, median, percentile, round, setUp, startServer, wait, type Bench, type Figures } from './support.ts'

const SCREEN = 'platform.outbox'
const ADDRESS = '/platform/outbox'
const ELSEWHERE = '/create-company'

export async function run({ quick, note }: Bench): Promise<Figures> {
  const server = await startServer()
  const browser = await openBrowser()
  try {
    const client = await setUp(server)
    const { schema } = await client.call('GET', `/api/screen/${SCREEN}/draft`)
    let version = 0
    /** Publishes a change like an operator's, or the shipped form again, in the same way; the console drops what it had of the screen. */
    async function publish(form: 'changed' | 'shipped', turn: number) {
      const made = form === 'changed' ? { ...schema, title: `Messages ${turn}`, className: 'is-changed' } : schema
      version = (await client.call('POST', `/api/screen/${SCREEN}/publish`, { schema: made, baseVersion: version })).version
    }
    const { page } = await coldPage(browser)
    await countCalls(page)
    await page.goto(`${server.url}/login`)
    await page.locator('input[name=username]').fill(ADMIN.email)
    await page.locator('input[type=password]').fill(ADMIN.password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/home')
    await page.waitForLoadState('networkidle')
    // Everything but the screen itself is there.
    await untilStable(page, { go: ADDRESS })

    const samples = { changed: [] as number[], shipped: [] as number[] }
    const pairs = quick ? 4 : 40
    for (let turn = 0; turn < pairs; turn++)
      for (const form of turn % 2 ? (['changed', 'shipped'] as const) : (['shipped', 'changed'] as const)) {
        await untilStable(page, { go: ELSEWHERE })
        await publish(form, turn)
        // The event has been heard by then, and the server is done with what publishing leaves behind.
        await wait(400)
        const took = await untilStable(page, { go: ADDRESS })
        const isChanged = await page.locator('.is-changed').count()
        if (isChanged > 0 !== (form === 'changed')) throw new Error(`the ${form} form is not on the page`)
        // The first pair warms both ways up.
        if (turn > 0) samples[form].push(took)
      }
    note(`${samples.changed.length} of each`)
    const of = (list: number[]) => ({ p25Ms: percentile(list, 25), p50Ms: median(list), p95Ms: percentile(list, 95) })
    return {
      screen: SCREEN,
      samplesEach: samples.changed.length,
      shipped: of(samples.shipped),
      changed: of(samples.changed),
      changedToShipped: round(median(samples.changed) / median(samples.shipped), 3),
      // What else the machine does shows less in the faster half.
      changedToShippedP25: round(percentile(samples.changed, 25) / percentile(samples.shipped, 25), 3),
    }
  } finally {
    await browser.close()
    await server.remove()
  }
}
