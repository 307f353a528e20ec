// axe on every screen of the console, light and dark: nothing serious.
import type { Page } from '@playwright/test'
import { journey, story, type JourneyServer } from './harness.ts'
import { axeSource, prepare, screensOf, type Prepared } from './prepared.ts'

let prepared: Promise<Prepared> | undefined

interface Found {
  id: string
  impact: string
  nodes: { target: string[]; failureSummary: string }[]
}

/** What axe finds serious or worse; the panels and the canvas of the visual editor are amis-editor's own. */
async function inspect(page: Page): Promise<string[]> {
  // An isolated world is no part of the page, whose policy would refuse a script from elsewhere.
  const cdp = await page.context().newCDPSession(page)
  const { frameTree } = await cdp.send('Page.getFrameTree')
  const { executionContextId: contextId } = await cdp.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id })
  await cdp.send('Runtime.evaluate', { contextId, expression: axeSource })
  const { result } = await cdp.send('Runtime.evaluate', {
    contextId,
    awaitPromise: true,
    returnByValue: true,
    expression: `axe.run({ exclude: ['.tes-editor'] }, { resultTypes: ['violations'], iframes: false }).then(found => found.violations.map(({ id, impact, nodes }) =>
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
    await page.goto(server.url + address)
    await page.locator('#main, .t-blank, main').first().waitFor()
    await page.waitForLoadState('networkidle')
    // Colours fade in; axe would measure them half-way.
    await page.waitForTimeout(400)
    problems.push(...(await inspect(page)).map(text => `${address}: ${text}`))
  }
  if (problems.length) throw new Error(problems.join('\n'))
}

story('accessibility')

for (const scheme of ['light', 'dark'] as const) {
  journey(
    `every screen is accessible, ${scheme}`,
    async ({ page, context, server }) => {
      const known = await (prepared ??= prepare(context, server))
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await walk(page, server, screensOf(known).signedIn)
    },
    { seconds: 240 },
  )
}

for (const scheme of ['light', 'dark'] as const) {
  journey(`what a stranger sees is accessible, ${scheme}`, async ({ browser, server, context }) => {
    const known = await (prepared ??= prepare(context, server))
    const own = await browser.newContext({ colorScheme: scheme, reducedMotion: 'reduce', locale: 'en-US' })
    try {
      await walk(await own.newPage(), server, screensOf(known).signedOut)
    } finally {
      await own.close()
    }
  })
}
