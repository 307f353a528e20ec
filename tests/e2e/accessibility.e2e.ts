// axe on every screen of the console, light and dark: nothing serious.
import type { Page } from '@playwright/test'
import { journey, story, type JourneyServer } from './harness.ts'
import { atRest, axeSource, prepare, screensOf } from './prepared.ts'

interface Found {
  id: string
  impact: string
  nodes: { target: string[]; failureSummary: string }[]
}

const SCHEMES = ['light', 'dark'] as const

/** What axe finds serious or worse; the panels and the canvas of the visual editor are amis-editor's own. In the dark only the colours are others. */
async function inspect(page: Page, scheme: (typeof SCHEMES)[number]): Promise<string[]> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  await page.locator(scheme === 'dark' ? 'html.is-dark' : 'html:not(.is-dark)').waitFor({ state: 'attached' })
  await atRest(page)
  // An isolated world is no part of the page, whose policy would refuse a script from elsewhere.
  const cdp = await page.context().newCDPSession(page)
  const { frameTree } = await cdp.send('Page.getFrameTree')
  const { executionContextId: contextId } = await cdp.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id })
  await cdp.send('Runtime.evaluate', { contextId, expression: axeSource })
  const { result } = await cdp.send('Runtime.evaluate', {
    contextId,
    awaitPromise: true,
    returnByValue: true,
    expression: `axe.run({ exclude: ['.tes-editor'] }, { resultTypes: ['violations'], iframes: false${scheme === 'dark' ? ", runOnly: ['color-contrast']" : ''} }).then(found => found.violations.map(({ id, impact, nodes }) =>
      ({ id, impact, nodes: nodes.slice(0, 3).map(({ target, failureSummary }) => ({ target, failureSummary })) })))`,
  })
  await cdp.detach()
  return ((result.value ?? []) as Found[])
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, impact, nodes }) =>
        `${impact} ${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} (${failureSummary.split('\n')[1]?.trim()})`).join('; ')}`,
    )
}

async function walk(page: Page, server: JourneyServer, addresses: string[]) {
  const problems: string[] = []
  for (const address of addresses) {
    // Each screen starts in the light: one that is still drawing when the scheme goes back would be measured half-way.
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.goto(server.url + address)
    await page.locator('#main, .t-blank, main').first().waitFor()
    // A frame whose document is exchanged while it loads leaves the browser counting a request that never ends.
    if (page.frames().length === 1) await page.waitForLoadState('networkidle')
    else await Promise.all(page.frames().map(frame => frame.waitForLoadState('load')))
    for (const scheme of SCHEMES) problems.push(...(await inspect(page, scheme)).map(text => `${address}, ${scheme}: ${text}`))
  }
  if (problems.length) throw new Error(problems.join('\n'))
}

story('accessibility')

journey('every screen is accessible, light and dark', async ({ page, context, server }) => walk(page, server, screensOf(await prepare(context)).signedIn), {
  seconds: 900,
})

journey('what a stranger sees is accessible, light and dark', async ({ browser, server, context }) => {
  const known = await prepare(context)
  const own = await browser.newContext()
  try {
    await walk(await own.newPage(), server, screensOf(known).signedOut)
  } finally {
    await own.close()
  }
})
