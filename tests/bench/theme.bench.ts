// The editor of themes in Chromium with the samples of all components drawn: a drag in a colour field, a panel, the first open, and how soon somebody else's
// running app is in another look. Beside it amis' own helper, which writes all of its theme anew at each change: on the same page, with the same samples drawn
// and the same ones in sight, the same colours, counted by the same clock from the call until its frame is painted. Wall time is what a person sees, time of the
// main thread what a busy machine does not change.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { ENTRIES } from '../../api/theme/components.ts'
import { themeCss } from '../../api/theme/css.ts'
import { newTheme, withValue, type ThemeDocument } from '../../api/theme/document.ts'
import { withBrand } from '../../api/theme/recolor.ts'
import { openBrowser } from './browser.ts'
import { ADMIN, median, percentile, round, setUp, startServer, type Bench, type Figures } from './support.ts'

const HELPER = 'amis-theme-editor-helper/lib/'
const hex = (i: number) => `#${(0x2468f2 + i * 0x010307).toString(16).padStart(6, '0').slice(-6)}`

/** A document to CSS: the brand and every colour of every component set. */
function engine(times: number) {
  let all: ThemeDocument = withBrand(newTheme('Bench'), '#0f766e')
  for (const [i, { path, kind }] of ENTRIES.entries()) if (kind === 'color') all = withValue(all, path, `#${String(i).padStart(6, '0')}`)
  const before = process.cpuUsage()
  const took = Array.from({ length: times }, () => {
    const start = performance.now()
    themeCss(all)
    return performance.now() - start
  })
  const { user, system } = process.cpuUsage(before)
  const load = createRequire(import.meta.url)
  const { ParseThemeData } = load(`${HELPER}helper/ParseThemeData.js`)
  const data = load(`${HELPER}systemTheme/cxd.js`).default
  const helper = Array.from({ length: times }, () => {
    const start = performance.now()
    const parse = new ParseThemeData(data, [':root'])
    parse.generator()
    parse.getStyle()
    return performance.now() - start
  })
  return { took, helper, processor: (user + system) / 1000 / times }
}

export async function run({ quick, note }: Bench): Promise<Figures> {
  const times = quick ? 20 : 100
  const { took, helper, processor } = engine(quick ? 30 : 200)
  const figures: Figures = {
    'theme to CSS, median ms': round(median(took)),
    'theme to CSS, p95 ms': round(percentile(took, 95)),
    'theme to CSS, processor ms': round(processor),
    'its helper, all to CSS, median ms': round(median(helper)),
  }
  note(`theme to CSS ${figures['theme to CSS, median ms']} ms`)
  const server = await startServer()
  const browser = await openBrowser()
  try {
    const admin = await setUp(server)
    const company = admin.companyKey
    await admin.call('POST', `/api/company/${company}/app`, { name: 'Load', key: 'load', type: 1 })
    const app = `/company/${company}/app/load-dev`
    await admin.call('POST', `/api${app}/page`, { name: 'One', path: '/one', kind: 'page', schema: { type: 'page', body: 'One' } })
    const theme = await admin.call('POST', `/api${app}/theme`, { name: 'Bench' })
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
    const page = await context.newPage()
    await page.addInitScript('globalThis.__name = one => one')
    await page.goto(`${server.url}/login`)
    await page.locator('input[name=username]').fill(ADMIN.email)
    await page.locator('input[type=password]').fill(ADMIN.password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/home')

    const editor = `${server.url}${app}/design/theme/${String(theme.id)}`
    const opened: number[] = []
    for (let i = 0; i < (quick ? 3 : 8); i++) {
      await page.goto(editor)
      opened.push(await page.evaluate(shown, '.tes-theme-scale'))
      await page.frameLocator('.tes-theme-frames iframe').locator('.t-theme-component').first().waitFor({ timeout: 60_000 })
    }
    // The first one fills the cache.
    figures['editor opened, median ms'] = round(median(opened.slice(1)))
    figures['editor opened, most ms'] = round(Math.max(...opened.slice(1)))
    note(`opened ${figures['editor opened, median ms']} ms`)

    await drawAll(page)
    await page.getByRole('button', { name: /^Brand 5,/ }).click()
    await page.getByLabel('Main colour', { exact: true }).waitFor()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    /** Milliseconds of the main thread so far. */
    const spent = async () => 1000 * ((await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
    const source = readFileSync(createRequire(import.meta.url).resolve(`${HELPER}helper/ParseThemeData.js`), 'utf8')
    const data = createRequire(import.meta.url)(`${HELPER}systemTheme/cxd.js`).default
    await page.evaluate(`(() => {
      const exports = {}
      const require = () => ({ __values: list => list[Symbol.iterator]() })
      ${source}
      globalThis.AmisParse = exports.ParseThemeData
    })()`)
    await page.evaluate(prepareChanges, { data })
    const colors = Array.from({ length: times }, (_, i) => hex(i))
    // Further down other samples are in sight, with more in them than at the top.
    for (const [at, name] of [
      [1, 'at the end'],
      [0.5, 'in the middle'],
    ] as const) {
      await page.evaluate(scrolled, at)
      await page.waitForTimeout(500)
      const before = await spent()
      const steps = await page.evaluate(changed, { kind: 'ours' as const, colors })
      const each = ((await spent()) - before) / colors.length
      const work = steps.map(step => step.work)
      figures[`drag ${name}: work from the call to the painted frame, median ms`] = round(median(work))
      figures[`drag ${name}: work from the call to the painted frame, p95 ms`] = round(percentile(work, 95))
      figures[`drag ${name}: main thread for one change, ms`] = round(each)
      note(`drag ${name}: work ${round(percentile(work, 95))} ms p95, main thread ${round(each)} ms`)
      // A drag that rests is a change of the document.
      await page.waitForTimeout(1000)
    }
    await page.evaluate(scrolled, 0)
    // What a machine that is busy with other things makes of frames is measured beside: one part that changes its colour, and nothing else.
    for (const [name, kind] of [
      ['one part, nothing else', 'part'],
      ['drag', 'ours'],
      ['its helper', 'helper'],
    ] as const) {
      await page.waitForTimeout(500)
      const before = await spent()
      const steps = await page.evaluate(changed, { kind, colors })
      const each = ((await spent()) - before) / colors.length
      const of = (key: 'work' | 'wall' | 'frame') => steps.flatMap(step => (step[key] === undefined ? [] : [step[key]]))
      figures[`${name}: work from the call to the painted frame, median ms`] = round(median(of('work')))
      figures[`${name}: work from the call to the painted frame, p95 ms`] = round(percentile(of('work'), 95))
      figures[`${name}: from one frame to the next, median ms`] = round(median(of('frame')))
      figures[`${name}: from one frame to the next, p95 ms`] = round(percentile(of('frame'), 95))
      figures[`${name}: main thread for one change, ms`] = round(each)
      note(`${name}: work ${round(percentile(of('work'), 95))} ms p95, main thread ${round(each)} ms`)
    }
    await page.evaluate(changesDone)
    const ratio = (what: string) => round(Number(figures[`its helper: ${what}`]) / Number(figures[`drag: ${what}`]))
    figures['helper to ours, work, medians'] = ratio('work from the call to the painted frame, median ms')
    figures['helper to ours, main thread'] = ratio('main thread for one change, ms')

    await page.locator('.tes-theme-rail button').nth(1).click()
    await page.locator('.tes-theme-list .tes-theme-entry').first().waitFor()
    const panels = await page.evaluate(panelled)
    figures['panel opened, median ms'] = round(median(panels))
    figures['panel opened, p95 ms'] = round(percentile(panels, 95))
    figures['panels'] = panels.length

    const other = await (await browser.newContext({ locale: 'en-US', storageState: await context.storageState() })).newPage()
    await other.addInitScript('globalThis.__name = one => one')
    await admin.call('POST', `/api${app}/app-theme`, { themeId: theme.id })
    await other.goto(`${server.url}${app}`)
    await other.locator('.t-app-page').waitFor({ timeout: 60_000 })
    const restyled: number[] = []
    for (let i = 1; i <= (quick ? 5 : 25); i++) {
      const color = hex(i * 40)
      const seen = other.evaluate(followed, color)
      await page.waitForTimeout(100)
      const sent = Date.now()
      await admin.call('PUT', `/api${app}/theme/${String(theme.id)}`, withBrand(newTheme('Bench'), color))
      restyled.push((await seen) - sent)
    }
    figures['saved → another running app restyled, median ms'] = round(median(restyled))
    figures['saved → another running app restyled, most ms'] = round(Math.max(...restyled))
    return figures
  } finally {
    await browser.close()
    await server.remove()
  }
}

/** How long after the page was asked for an element is there and drawn. */
const shown = (selector: string) =>
  new Promise<number>(done => {
    const look = () => (document.querySelector(selector) ? requestAnimationFrame(() => done(performance.now())) : requestAnimationFrame(look))
    look()
  })

/** Samples are drawn when one is about to see them: all of them are. */
async function drawAll(page: Page) {
  await page.evaluate(async () => {
    const frame = document.querySelector<HTMLIFrameElement>('.tes-theme-frames iframe')
    const view = frame?.contentDocument
    while (view?.querySelector('.is-far')) {
      view.querySelector('.is-far')?.scrollIntoView()
      await new Promise(done => setTimeout(done, 100))
    }
    await new Promise(done => setTimeout(done, 1500))
  })
}

function scrolled(share: number) {
  const view = document.querySelector<HTMLIFrameElement>('.tes-theme-frames iframe')?.contentWindow
  view?.scrollTo(0, share * (view.document.documentElement.scrollHeight - view.innerHeight))
}

type Kind = 'part' | 'ours' | 'helper'
interface Step {
  /** What the call itself takes, and from the beginning of its frame until that is painted. */
  work: number
  wall: number
  frame?: number
}

function prepareChanges({ data }: { data: any }) {
  const own = globalThis as any
  const view = document.querySelector<HTMLIFrameElement>('.tes-theme-frames iframe')?.contentDocument as Document
  const swatch = document.querySelector<HTMLInputElement>('.tes-theme-panel input[type=color]')
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  // As a person who drags in it has.
  swatch?.focus()
  let sheet: HTMLStyleElement | undefined
  let style = ''
  let left: Element[] = []
  own.themeChanges = {
    part: (color: string) => {
      const samples = [...view.querySelectorAll('.t-theme-sample')].find(one => one.getBoundingClientRect().bottom > 0)
      ;(samples as HTMLElement).style.backgroundColor = color
    },
    ours: (color: string) => {
      write?.call(swatch, color)
      swatch?.dispatchEvent(new InputEvent('input', { bubbles: true }))
    },
    helper: (color: string) => {
      if (!sheet) {
        sheet = view.createElement('style')
        view.head.append(sheet)
        // What the editor has set at the root itself would win over any sheet.
        style = view.documentElement.getAttribute('style') ?? ''
        view.documentElement.removeAttribute('style')
        // Samples out of sight are left out for it as they are for ours.
        const height = view.defaultView?.innerHeight ?? 0
        const places = [...view.querySelectorAll('.t-theme-component, .t-theme-sample')].map(one => ({ one, at: one.getBoundingClientRect() }))
        left = places.filter(({ at }) => at.bottom < 0 || at.top > height).map(({ one }) => one)
        for (const one of left) one.classList.add('is-out')
      }
      data.global.colors.brand.body.colors[4].color = color
      const parse = new own.AmisParse(data, [':root:root'])
      parse.generator()
      sheet.textContent = parse.getStyle()
    },
    done: () => {
      sheet?.remove()
      view.documentElement.setAttribute('style', style)
      for (const one of left) one.classList.remove('is-out')
    },
  }
}
const changesDone = () => (globalThis as any).themeChanges.done()

/** Both by one clock: from the call until the frame that shows it is painted. */
async function changed({ kind, colors }: { kind: Kind; colors: string[] }): Promise<Step[]> {
  const change = (globalThis as any).themeChanges[kind] as (color: string) => void
  const steps: Step[] = []
  let last = 0
  for (const color of colors) {
    const start = performance.now()
    change(color)
    const called = performance.now() - start
    const { at, end } = await new Promise<{ at: number; end: number }>(done =>
      requestAnimationFrame(at => {
        // What is asked for before the frame comes after it is painted.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => done({ at, end: performance.now() })
        port2.postMessage('')
      }),
    )
    steps.push({ work: called + end - at, wall: end - start, ...(last && { frame: at - last }) })
    last = at
  }
  return steps
}

async function panelled() {
  const took: number[] = []
  for (const entry of document.querySelectorAll<HTMLElement>('.tes-theme-list .tes-theme-entry')) {
    const start = performance.now()
    entry.click()
    await new Promise(done => requestAnimationFrame(done))
    void document.documentElement.offsetHeight
    if (document.querySelector('.tes-theme-panel .tes-theme-field')) took.push(performance.now() - start)
    await new Promise(done => setTimeout(done, 400))
  }
  return took
}

const followed = (color: string) =>
  new Promise<number>((done, failed) => {
    const end = Date.now() + 30_000
    const seen = () => getComputedStyle(document.documentElement).getPropertyValue('--colors-brand-5').trim()
    const look = () => {
      if (seen() === color) done(Date.now())
      else if (Date.now() > end) failed(new Error(`the running app is in ${seen()} after half a minute, not in ${color}`))
      else setTimeout(look, 4)
    }
    look()
  })
