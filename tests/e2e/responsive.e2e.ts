// A phone: every screen fits 360 pixels without scrolling sideways, and the menu can be reached.
import { journey, story } from './harness.ts'
import { prepare, screensOf, type Prepared } from './prepared.ts'

let prepared: Promise<Prepared> | undefined

story('responsive')

journey(
  'screens fit a window of 360 pixels',
  async ({ page, context, server, shot }) => {
    const known = await (prepared ??= prepare(context))
    await page.setViewportSize({ width: 360, height: 740 })
    const tooWide: string[] = []
    for (const address of [...screensOf(known).signedIn, ...screensOf(known).editor]) {
      await page.goto(server.url + address)
      await page.locator('#main, .t-blank, main').first().waitFor()
      await page.waitForLoadState('networkidle')
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      if (width > 360) tooWide.push(`${address}: ${width}`)
      // On a desk what can be done with a row is in view, however wide its table is.
      await page.setViewportSize({ width: 1280, height: 800 })
      const cut = await page.evaluate(
        () =>
          [...document.querySelectorAll('.cxd-OperationField')].filter(one => {
            const { left, right, width } = one.getBoundingClientRect()
            const place = one.closest('.cxd-Table-content')?.getBoundingClientRect()
            return width > 0 && place && (right > place.right + 1 || left < place.left)
          }).length,
      )
      if (cut) tooWide.push(`${address}: what can be done with a row is cut off at 1280`)
      await page.setViewportSize({ width: 360, height: 740 })
      await shot(`phone${address.replace(/\W+/g, '-').slice(0, 60)}`)
    }
    if (tooWide.length) throw new Error(`scrolls sideways: ${tooWide.join(', ')}`)
  },
  { seconds: 240 },
)

journey('the menu opens on a phone and leads on', async ({ page, context, server }) => {
  const { company } = await (prepared ??= prepare(context))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${server.url}/home`)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Northwind' }).click()
  await page.waitForURL(`**/company/${company}`)
})
