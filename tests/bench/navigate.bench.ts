// From one console screen to another in a warm browser, until the DOM has come to rest.
import { coldPage, countCalls, openBrowser, untilStable } from './browser.ts'
import { ADMIN, percentile, round, setUp, startServer, type Bench, type Figures } from './support.ts'

export async function run({ quick }: Bench): Promise<Figures> {
  const server = await startServer()
  const browser = await openBrowser()
  try {
    const client = await setUp(server)
    for (let i = 1; i <= 12; i++) await client.call('POST', `/api/company/${client.companyKey}/app`, { name: `App ${i}`, key: `app${i}`, type: 1 })
    const screens = ['/home', `/company/${client.companyKey}`, `/company/${client.companyKey}/app`, '/app', '/platform/outbox', '/create-company']
    const { page } = await coldPage(browser)
    await countCalls(page)
    await page.goto(`${server.url}/login`)
    await page.locator('input[name=username]').fill(ADMIN.email)
    await page.locator('input[type=password]').fill(ADMIN.password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/home')
    await page.waitForLoadState('networkidle')

    const rounds = quick ? 3 : 8
    const times: Record<string, number[]> = Object.fromEntries(screens.map(path => [path, []]))
    // The first round fetches what each screen needs; what follows is warm.
    for (let turn = 0; turn < rounds; turn++)
      for (const path of screens) {
        const took = await untilStable(page, { go: path })
        if (turn > 0) times[path]?.push(took)
      }
    const all = Object.values(times).flat()
    return {
      navigations: all.length,
      p50Ms: percentile(all, 50),
      p95Ms: percentile(all, 95),
      maxMs: round(Math.max(...all)),
      byScreenP95Ms: Object.fromEntries(Object.entries(times).map(([path, list]) => [path.replace(client.companyKey, ':companyKey'), percentile(list, 95)])),
    }
  } finally {
    await browser.close()
    await server.remove()
  }
}
