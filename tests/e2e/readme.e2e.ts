// The picture in the README: UPDATE_SCREENSHOT=1 npm run e2e readme. Without that nothing is written, so that a test run leaves no change behind.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { journey, story } from './harness.ts'
import { prepare } from './prepared.ts'

if (process.env.UPDATE_SCREENSHOT) {
  story('readme')
  journey('the picture of the README', async ({ page, context, server }) => {
    const { company, pageId } = await prepare(context)
    await page.goto(`${server.url}/company/${company}/app/order_desk-dev/design/page/${pageId}`)
    await page.getByRole('textbox', { name: 'Title', exact: true }).waitFor({ timeout: 90_000 })
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(1500)
    await page.screenshot({ path: join(dirname(fileURLToPath(import.meta.url)), '../../docs/screenshot.png') })
  })
}
