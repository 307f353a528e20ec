// The first list after signing in, fetched ahead while the person typed: from the click, and from the server's yes, to painted rows.
import { coldPage, notePaint, openBrowser } from './browser.ts'
import { ADMIN, median, setUp, startServer, type Bench, type Figures } from './support.ts'

export async function run({ quick }: Bench): Promise<Figures> {
  const server = await startServer()
  const browser = await openBrowser()
  try {
    const client = await setUp(server)
    for (let i = 1; i <= 12; i++)
      await client.call('POST', `/api/company/${client.companyKey}/app`, { name: `Bench app ${String(i).padStart(2, '0')}`, key: `app${i}`, type: 1 })
    const list = `/company/${client.companyKey}/app`

    const runs: Record<'fromClick' | 'fromAnswer' | 'ahead' | 'later' | 'data', number>[] = []
    for (let i = 0; i < (quick ? 2 : 7); i++) {
      const { page, context, traffic } = await coldPage(browser)
      await notePaint(page, 'input[type=password]')
      await page.goto(`${server.url}/login?redirect=${encodeURIComponent(list)}`)
      await page.locator('input[name=username]').fill(ADMIN.email)
      await page.locator('input[type=password]').fill(ADMIN.password)
      await page.waitForLoadState('networkidle')
      await page.waitForTimeout(1500)
      const ahead = traffic.bytes()
      const times = await page.evaluate(
        () =>
          new Promise<{ fromClick: number; fromAnswer: number }>((done, failed) => {
            let answered = 0
            const open = XMLHttpRequest.prototype.open
            XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...args: any[]) {
              if (String(args[1]).split('?')[0]?.endsWith('/login')) this.addEventListener('load', () => (answered ||= performance.now()))
              return (open as any).apply(this, args)
            } as typeof open
            const started = performance.now()
            const look = () => {
              const seen = (document.querySelector('#root') ?? document.body).textContent?.includes('Bench app 12')
              if (performance.now() - started > 20_000) failed(new Error('no rows'))
              else if (seen)
                requestAnimationFrame(() =>
                  setTimeout(() => done({ fromClick: performance.now() - started, fromAnswer: performance.now() - (answered || started) })),
                )
              else requestAnimationFrame(look)
            }
            requestAnimationFrame(look)
            const button = [...document.querySelectorAll<HTMLElement>('button[type=submit], button')].find(one => /sign in/i.test(one.textContent ?? ''))
            if (!button) return failed(new Error('no sign-in button'))
            button.click()
          }),
      )
      await page.waitForLoadState('networkidle')
      const total = traffic.bytes()
      runs.push({
        ...times,
        ahead: ahead.js + ahead.css,
        later: total.js + total.css - ahead.js - ahead.css,
        data: total.other - ahead.other,
      })
      await context.close()
    }
    const of = (key: 'fromClick' | 'fromAnswer' | 'ahead' | 'later' | 'data') => Math.round(median(runs.map(one => one[key])))
    return {
      rowsAfterAnswerMs: of('fromAnswer'),
      rowsAfterClickMs: of('fromClick'),
      jsCssBytesFetchedBefore: of('ahead'),
      jsCssBytesFetchedByTheList: of('later'),
      dataBytes: of('data'),
      runs: runs.length,
    }
  } finally {
    await browser.close()
    await server.remove()
  }
}
