// The icon gallery: frames while all of it scrolls by, beside those of an empty page on the same machine, and how long a search takes to be seen.
import { coldPage, openBrowser } from './browser.ts'
import { ADMIN, percentile, round, setUp, startServer, type Bench, type Figures } from './support.ts'

/** Runs in the page: scrolls `selector` (or nothing) by `step` a frame to its end and answers the milliseconds of each frame. */
const scroll = ({ selector, step, frames }: { selector: string; step: number; frames: number }) =>
  new Promise<number[]>(done => {
    const box = selector ? document.querySelector(selector) : null
    const times: number[] = []
    let last = 0
    const frame = (now: number) => {
      if (last) times.push(now - last)
      last = now
      if (box) box.scrollTop += step
      const over = box ? box.scrollTop + box.clientHeight >= box.scrollHeight - 1 : times.length >= frames
      if (over || times.length >= frames) done(times)
      else requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })

/** Runs in the page: types each text into the search and answers the milliseconds until it was painted. */
const searches = async (texts: string[]) => {
  const input = document.querySelector<HTMLInputElement>('.tes-icons input[type=search]')
  if (!input) throw new Error('no search')
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  const times: number[] = []
  for (const text of texts) {
    await new Promise(done => setTimeout(done, 60))
    const started = performance.now()
    set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
    await new Promise<void>(done => requestAnimationFrame(() => setTimeout(done)))
    times.push(performance.now() - started)
  }
  return times
}

const told = (times: number[]) => ({
  frames: times.length,
  // A frame is 16.7 ms; half a millisecond is what the clock itself is off by.
  over16_7: times.filter(time => time > 17.2).length,
  over33: times.filter(time => time > 33.8).length,
  p50: percentile(times, 50),
  p99: percentile(times, 99),
  longest: round(Math.max(...times)),
})

export async function run({ quick, note }: Bench): Promise<Figures> {
  const server = await startServer()
  const browser = await openBrowser()
  try {
    await setUp(server)
    const { page, context } = await coldPage(browser)
    await context.request.post(`${server.url}/login`, { form: { username: ADMIN.email, password: ADMIN.password } })
    const frames = quick ? 200 : 900
    await page.goto(`${server.url}/403`)
    await page.waitForLoadState('networkidle')
    const empty = await page.evaluate(scroll, { selector: '', step: 0, frames })
    await page.goto(`${server.url}/icons`)
    await page.locator('.tes-icons [data-at]').first().waitFor()
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    await page.waitForLoadState('networkidle')
    const icons = Number(/\d+/.exec((await page.locator('.tes-icons__count').innerText()).replace(/\D+/g, ''))?.[0])
    const box = '.tes-icons__box'
    const height = await page.locator(box).evaluate(element => element.scrollHeight)
    note(`${icons} icons, ${height} px`)
    const step = Math.ceil(height / frames)
    const first = await page.evaluate(scroll, { selector: box, step, frames: frames * 2 })
    await page.locator(box).evaluate(element => void (element.scrollTop = 0))
    await page.waitForTimeout(500)
    const again = await page.evaluate(scroll, { selector: box, step, frames: frames * 2 })
    const inPage = await page.locator('.tes-icons [data-at]').count()
    const words = 'a ar arr arro arrow arrow- u us use user xyzzy circle'.split(' ')
    const texts = Array.from({ length: quick ? 1 : 5 }, () => [...words, '']).flat()
    const times = await page.evaluate(searches, texts)
    return {
      icons,
      tilesInPage: inPage,
      pixelsAFrame: step,
      scroll: { emptyPage: told(empty), firstTime: told(first), again: told(again) },
      searchMs: { p50: percentile(times, 50), p99: percentile(times, 99), longest: round(Math.max(...times)) },
    }
  } finally {
    await browser.close()
    await server.remove()
  }
}
