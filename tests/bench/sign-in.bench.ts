// The sign-in screen with an empty cache, ours and the same page made with amis' own sdk, one after the other on the same line.
import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { coldPage, notePaint, openBrowser, paintedAt } from './browser.ts'
import { median, root, round, setUp, startServer, type Bench, type Figures } from './support.ts'

const PASSWORD = 'input[type=password]'

/** What a person without our shell would write: the sdk's own start page with a sign-in form. */
const sdkPage = `<!doctype html><html><head><meta charset="utf-8"><title>Sign in</title>
<link rel="stylesheet" href="/sdk.css"><link rel="stylesheet" href="/helper.css"><link rel="stylesheet" href="/iconfont.css">
<script src="/sdk.js"></script><script src="/rest.js"></script></head><body><div id="root"></div><script>
amisRequire('amis/embed').embed('#root', ${JSON.stringify({
  type: 'page',
  body: {
    type: 'tabs',
    tabs: [
      {
        title: 'Password',
        body: {
          type: 'form',
          api: 'post:/login',
          title: '',
          wrapWithPanel: false,
          body: [
            { type: 'input-text', name: 'username', label: 'User name or email', required: true },
            { type: 'input-password', name: 'password', label: 'Password', required: true },
            { type: 'submit', label: 'Sign in', level: 'primary' },
          ],
        },
      },
    ],
  },
})}, {}, {theme: 'cxd'})</script></body></html>`

/** Serves the sdk's files compressed as well as brotli can. */
async function serveSdk(quick: boolean) {
  const folder = join(root, 'node_modules/amis/sdk')
  const kept = new Map<string, Buffer>()
  const compress = (content: Buffer) => brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quick ? 5 : 11 } })
  kept.set('/', compress(Buffer.from(sdkPage)))
  for (const name of ['sdk.js', 'rest.js', 'sdk.css', 'helper.css', 'iconfont.css']) kept.set(`/${name}`, compress(readFileSync(join(folder, name))))
  const server = createServer((request, reply) => {
    const path = (request.url ?? '/').split('?')[0] as string
    const content = kept.get(path)
    if (!content) return reply.writeHead(404).end()
    const type = path.endsWith('.js') ? 'text/javascript' : path.endsWith('.css') ? 'text/css' : 'text/html; charset=utf-8'
    reply.writeHead(200, { 'content-type': type, 'content-encoding': 'br', 'content-length': content.length, 'cache-control': 'public, max-age=3600' })
    reply.end(content)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() }
}

async function cold(browser: Browser, url: string, slow: boolean) {
  const { page, context, traffic } = await coldPage(browser, { slow })
  try {
    await notePaint(page, PASSWORD)
    await page.goto(url, { waitUntil: 'commit' })
    const paintedMs = await paintedAt(page)
    const until = traffic.now()
    // What had begun by then is let in; what begins later, such as fetching the next screens ahead, is not part of this screen.
    await page.waitForLoadState('networkidle')
    const { js, css, other, requests } = traffic.bytes(until)
    const later = traffic.bytes()
    return { paintedMs, js, css, other, requests, ahead: later.js + later.css - js - css }
  } finally {
    await context.close()
  }
}

async function measure(browser: Browser, url: string, runs: number) {
  await cold(browser, url, false)
  type Cold = Awaited<ReturnType<typeof cold>>
  const local: Cold[] = []
  const slow: Cold[] = []
  for (let i = 0; i < runs; i++) {
    local.push(await cold(browser, url, false))
    slow.push(await cold(browser, url, true))
  }
  const bytes = (key: 'js' | 'css' | 'other' | 'requests' | 'ahead') => median(slow.map(one => one[key]))
  return {
    jsBytes: bytes('js'),
    cssBytes: bytes('css'),
    jsCssBytes: bytes('js') + bytes('css'),
    otherBytes: bytes('other'),
    requests: bytes('requests'),
    fetchedAheadBytes: bytes('ahead'),
    passwordPaintedMs: { local: Math.round(median(local.map(one => one.paintedMs))), at10Mbit: Math.round(median(slow.map(one => one.paintedMs))) },
  }
}

export async function run({ quick, note }: Bench): Promise<Figures> {
  const server = await startServer()
  const sdk = await serveSdk(quick)
  const browser = await openBrowser()
  try {
    await setUp(server)
    const runs = quick ? 2 : 7
    const tessera = await measure(browser, `${server.url}/login`, runs)
    note(`tessera: ${tessera.jsCssBytes} bytes`)
    const amisSdk = await measure(browser, sdk.url, runs)
    return {
      encoding: 'br',
      runs,
      tessera,
      amisSdk,
      sdkToTessera: {
        bytes: round(amisSdk.jsCssBytes / tessera.jsCssBytes, 2),
        at10Mbit: round(amisSdk.passwordPaintedMs.at10Mbit / tessera.passwordPaintedMs.at10Mbit, 2),
      },
    }
  } finally {
    await browser.close()
    sdk.close()
    await server.remove()
  }
}
