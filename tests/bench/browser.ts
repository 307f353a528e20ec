// Chromium for the benches: cold pages on a slow line, bytes by kind, and when the page has come to rest.
import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { wait } from './support.ts'

const CHROMIUM = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable']
const FLAGS = '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'.split(' ')

export async function openBrowser(): Promise<Browser> {
  const executablePath = CHROMIUM.find(path => path && existsSync(path))
  if (!executablePath) throw new Error('No Chromium on this machine; install one or set CHROMIUM_PATH')
  return chromium.launch({ executablePath, args: FLAGS })
}

interface Transfer {
  url: string
  mime: string
  startedMs: number
  bytes: number
}

export interface Traffic {
  /** What was transferred so far; `until` leaves out requests that began later. */
  bytes(until?: number): { js: number; css: number; other: number; requests: number }
  list(): Transfer[]
  /** Milliseconds on the clock that `until` uses. */
  now(): number
}

/** A page of its own, empty cache, counting what comes over the wire. */
export async function coldPage(browser: Browser, { slow = false, context }: { slow?: boolean; context?: BrowserContext } = {}) {
  const own = context ?? (await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' }))
  const page = await own.newPage()
  // tsx marks the functions inside those that are handed to the page with a helper that only exists here.
  await page.addInitScript('globalThis.__name = one => one')
  const cdp = await own.newCDPSession(page)
  await cdp.send('Network.enable')
  // 10 Mbit/s down, 5 up, 40 ms.
  if (slow) await cdp.send('Network.emulateNetworkConditions', { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 5e6 / 8 })
  const transfers = new Map<string, Transfer>()
  const began = performance.now()
  cdp.on('Network.requestWillBeSent', event => {
    if (!event.request.url.startsWith('data:'))
      transfers.set(event.requestId, { url: event.request.url, mime: '', startedMs: performance.now() - began, bytes: 0 })
  })
  cdp.on('Network.responseReceived', event => {
    const known = transfers.get(event.requestId)
    if (known) known.mime = event.response.mimeType
  })
  cdp.on('Network.loadingFinished', event => {
    const known = transfers.get(event.requestId)
    if (known) known.bytes = event.encodedDataLength
  })
  const traffic: Traffic = {
    bytes(until = Infinity) {
      const sum = { js: 0, css: 0, other: 0, requests: 0 }
      for (const { mime, bytes, startedMs } of transfers.values()) {
        if (startedMs > until) continue
        sum[/javascript/.test(mime) ? 'js' : /css/.test(mime) ? 'css' : 'other'] += bytes
        sum.requests++
      }
      return sum
    },
    list: () => [...transfers.values()],
    now: () => performance.now() - began,
  }
  return { page, context: own, traffic }
}

/** Runs in the page before anything else: notes the time at which `selector` is first painted in `window.painted`. */
export async function notePaint(page: Page, selector: string) {
  await page.addInitScript(wanted => {
    const look = () => {
      const found = document.querySelector(wanted)
      if (found && found.getBoundingClientRect().width > 0)
        // The frame that shows it has been handed over once a task runs after it.
        requestAnimationFrame(() => setTimeout(() => ((window as any).painted = performance.now()), 0))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, selector)
}

export async function paintedAt(page: Page): Promise<number> {
  // The page's policy forbids the eval that waitForFunction is made of.
  for (const end = Date.now() + 60_000; Date.now() < end; await wait(50)) {
    const at = await page.evaluate(() => (window as any).painted as number | undefined)
    if (at) return at
  }
  throw new Error('not painted within a minute')
}

/** Runs in the page before anything else: counts calls under way, so that a page that waits for data does not look at rest. */
export async function countCalls(page: Page) {
  await page.addInitScript(() => {
    const w = window as any
    w.callsUnderWay = 0
    const send = XMLHttpRequest.prototype.send
    XMLHttpRequest.prototype.send = function (...args) {
      w.callsUnderWay++
      this.addEventListener('loadend', () => w.callsUnderWay--)
      return send.apply(this, args)
    }
    const fetched = window.fetch
    window.fetch = (...args) => {
      w.callsUnderWay++
      return fetched(...args).finally(() => w.callsUnderWay--)
    }
  })
}

/** Does `act` in the page and returns the milliseconds until the last change of the DOM before `quiet` ms without any. */
export async function untilStable(page: Page, act: { click: string } | { go: string }, quiet = 250): Promise<number> {
  return page.evaluate(
    ({ act, quiet }) =>
      new Promise<number>((done, failed) => {
        const started = performance.now()
        let last = started
        const watch = new MutationObserver(() => (last = performance.now()))
        watch.observe(document.documentElement, { childList: true, subtree: true, attributes: true, characterData: true })
        if ('click' in act) {
          const target = [...document.querySelectorAll<HTMLElement>(act.click)].find(one => one.getBoundingClientRect().width > 0)
          if (!target) return failed(new Error(`nothing to click at ${act.click}`))
          target.click()
        } else {
          history.pushState(null, '', act.go)
          dispatchEvent(new PopStateEvent('popstate', { state: null }))
        }
        const look = () => {
          const now = performance.now()
          const busy = (window as any).callsUnderWay > 0 || document.querySelector('[data-testid=spinner], [aria-busy=true]')
          if (now - started > 15_000) return failed(new Error('did not come to rest'))
          if (!busy && now - last > quiet && now - started > quiet) {
            watch.disconnect()
            return done(last - started)
          }
          setTimeout(look, 10)
        }
        setTimeout(look, 10)
      }),
    { act, quiet },
  )
}
