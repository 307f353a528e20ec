// Every screen of the console fits a phone, and axe finds nothing serious on it, light and dark; one look at a screen for all of these.
import type { BrowserContext, Page, Request } from '@playwright/test'
import { journey, story, type JourneyServer } from './harness.ts'
import { modelOf } from './models-made.ts'
import { ADMIN, atRest, axeSource, prepare, screensOf } from './prepared.ts'
import { isShort } from './stories.ts'

interface Found {
  id: string
  impact: string
  nodes: { target: string[]; failureSummary: string }[]
}

const SCHEMES = ['light', 'dark'] as const
const PHONE = { width: 360, height: 740 }
const DESK = { width: 1280, height: 800 }

/**
 * Asks axe in a world of its own, which is no part of the page: its policy would refuse a script from elsewhere. Axe is read once for as long as the
 * document stays; the world goes with it.
 */
async function axeOf(page: Page): Promise<(asked: string) => Promise<Found[]>> {
  const cdp = await page.context().newCDPSession(page)
  let contextId: number | undefined
  return async asked => {
    const isThere = await cdp.send('Runtime.evaluate', { contextId, expression: 'typeof axe', returnByValue: true }).then(
      ({ result }) => contextId !== undefined && result.value === 'object',
      () => false,
    )
    if (!isThere) {
      const { frameTree } = await cdp.send('Page.getFrameTree')
      contextId = (await cdp.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id })).executionContextId
      await cdp.send('Runtime.evaluate', { contextId, expression: axeSource })
    }
    const { result } = await cdp.send('Runtime.evaluate', { contextId, awaitPromise: true, returnByValue: true, expression: asked })
    return (result.value ?? []) as Found[]
  }
}

/** What axe finds serious or worse in a part of the page; the panels and the canvas of the visual editor are amis-editor's own. In the dark only the colours are others. */
async function inspect(page: Page, scheme: (typeof SCHEMES)[number], axe: (asked: string) => Promise<Found[]>, within: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  await page.locator(scheme === 'dark' ? 'html.is-dark' : 'html:not(.is-dark)').waitFor({ state: 'attached' })
  await atRest(page)
  const found =
    await axe(`axe.run({ include: [${JSON.stringify(within)}], exclude: ['.tes-editor'] }, { resultTypes: ['violations'], iframes: false${scheme === 'dark' ? ", runOnly: ['color-contrast']" : ''} }).then(found => found.violations.map(({ id, impact, nodes }) =>
      ({ id, impact, nodes: nodes.slice(0, 3).map(({ target, failureSummary }) => ({ target, failureSummary })) })))`)
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, impact, nodes }) =>
        `${impact} ${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} (${failureSummary.split('\n')[1]?.trim()})`).join('; ')}`,
    )
}

/** Waits until a page has asked for nothing for half a second; the streams of what is new are open for as long as it is. */
function quiet(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let since = Date.now()
  page.on('request', request => request.resourceType() === 'eventsource' || open.add(request))
  const ended = (request: Request) => {
    open.delete(request)
    since = Date.now()
  }
  page.on('requestfinished', ended).on('requestfailed', ended)
  return async () => {
    since = Date.now()
    for (const end = since + 30_000; open.size || Date.now() < since + 500; await new Promise(done => setTimeout(done, 50)))
      if (Date.now() > end) throw new Error(`still asks for ${[...open].map(request => request.url()).join(', ')}`)
  }
}

/**
 * Opens an address in the light, as on a phone; a scheme or a width that goes back while a screen is still drawing would be measured half-way. Only the first
 * one loads the console, which goes to the others without it; a frame has a document of its own.
 */
async function open(page: Page, address: string, settled: () => Promise<void>) {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize(PHONE)
  if (page.url() === 'about:blank' || address.includes('/preview/')) await page.goto(address)
  else
    await page.evaluate(to => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, address)
  await page.locator('#main, .t-blank, main').first().waitFor()
  // A frame whose document is exchanged while it loads leaves the browser counting a request that never ends.
  if (page.frames().length === 1) await settled()
  else await Promise.all(page.frames().map(frame => frame.waitForLoadState('load')))
}

/** What scrolls sideways on a phone, or is cut off on a desk: what can be done with a row is in view, however wide its table is. */
async function misfits(page: Page): Promise<string[]> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  await page.setViewportSize(DESK)
  const cut = await page.evaluate(
    () =>
      [...document.querySelectorAll('.cxd-OperationField')].filter(one => {
        const { left, right, width } = one.getBoundingClientRect()
        const place = one.closest('.cxd-Table-content')?.getBoundingClientRect()
        return width > 0 && place && (right > place.right + 1 || left < place.left)
      }).length,
  )
  return [...(width > PHONE.width ? [`scrolls sideways on a phone: ${width}`] : []), ...(cut ? ['what can be done with a row is cut off at 1280'] : [])]
}

async function walk(page: Page, server: JourneyServer, addresses: string[]) {
  const problems: string[] = []
  const settled = quiet(page)
  const axe = await axeOf(page)
  for (const [at, address] of addresses.entries()) {
    await open(page, server.url + address, settled)
    problems.push(...(await misfits(page)).map(text => `${address}: ${text}`))
    // Colours of the dark are the same few everywhere: every second screen tells.
    // What stands around a screen is the same for many of them.
    const within = isShort('every-screen') && at % 6 && (await page.locator('#main').count()) ? '#main' : 'html'
    for (const scheme of isShort('every-screen') && at % 2 ? (['light'] as const) : SCHEMES)
      problems.push(...(await inspect(page, scheme, axe, within)).map(text => `${address}, ${scheme}: ${text}`))
  }
  if (problems.length) throw new Error(problems.join('\n'))
}

/** Of what an app has only once somebody made it. */
async function editorsOf(context: BrowserContext, server: JourneyServer, company: string): Promise<string[]> {
  const app = `/company/${company}/app/order_desk-dev`
  const { send } = await modelOf(context, server, company, 'parcel', 'Parcel', [{ key: 'town', name: 'Town', type: 'text' }])
  const look = { name: 'Harbour', ready: 'harbour' }
  const theme = await send(`/api${app}/theme`, look)
  const ofCompany = await send(`/api/company/${company}/shared-theme`, look)
  const ofPlatform = await send('/api/shared-theme', look)
  const count = { model: 'main/parcel', groups: [{ key: 'town', path: 'town' }], measures: [{ key: 'parcels', measure: 'count' }] }
  const query = await send(`/api${app}/query`, { key: 'by_town', name: 'By town', definition: count })
  const written = await send(`/api${app}/query`, { key: 'towns', name: 'Towns', definition: { sql: { source: 'main', text: 'select town from parcel' } } })
  const message = { do: 'message', to: ADMIN.email, subject: 'A parcel', text: 'To {{row.town}}' }
  const trigger = await send(`/api${app}/trigger`, {
    key: 'arrived',
    name: 'Parcel arrived',
    definition: { event: 'rows', model: 'main/parcel', changes: ['create'], actions: [message] },
  })
  return [
    `${app}/design/theme/${theme.id}`,
    `/company/${company}/admin/theme/${ofCompany.id}`,
    `/platform/theme/${ofPlatform.id}`,
    `${app}/design/query/${query.id}`,
    `${app}/design/query/${written.id}`,
    `${app}/admin/trigger/edit/${trigger.id}`,
  ]
}

/** Large screens that an organisation or an app has as the platform has them, as far as they are seen. */
const AT_OTHER_LEVELS = /^\/company\/[^/]+\/(app\/[^/]+\/)?((admin|design)\/)?(screens|theme\/[^/]+|widget-template)$/

story('every-screen')

journey(
  'every screen fits a phone and is accessible, light and dark',
  async ({ page, context, server }) => {
    const known = await prepare(context)
    const all = [...screensOf(known).signedIn, ...(await editorsOf(context, server, known.company))]
    await walk(page, server, isShort('every-screen') ? all.filter(address => !AT_OTHER_LEVELS.test(address)) : all)
  },
  { seconds: 900 },
)

journey('what a stranger sees fits a phone and is accessible, light and dark', async ({ browser, server, context }) => {
  const known = await prepare(context)
  const own = await browser.newContext()
  try {
    await walk(await own.newPage(), server, screensOf(known).signedOut)
  } finally {
    await own.close()
  }
})

// The panels of the visual editor are amis-editor's own: axe leaves them out, their width is ours.
journey('the editor fits a phone, and the menu opens there and leads on', async ({ page, context, server }) => {
  const known = await prepare(context)
  const problems: string[] = []
  const settled = quiet(page)
  for (const address of screensOf(known).editor) {
    await open(page, server.url + address, settled)
    problems.push(...(await misfits(page)).map(text => `${address}: ${text}`))
  }
  if (problems.length) throw new Error(problems.join('\n'))
  await page.setViewportSize(PHONE)
  await page.goto(`${server.url}/home`)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Northwind' }).click()
  await page.waitForURL(`**/company/${known.company}`)
})
