// An app goes to another Tessera through the screens, told once per language: an access key over there, a service here, a check, a sync, a change on both sides and what becomes of it.
// release.sync-tab release.sync-app-dialog release.sync-detail-dialog release.sync-refresh release.sync-dev-label release.sync-version release.sync-services release.tabs
import { join } from 'node:path'
import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test'
import { journey, story } from './harness.ts'
import { prepare } from './prepared.ts'
import { copyData, serve } from './server.ts'
import { sayer, type Language } from './words.ts'

export function tellPlatformSync(language: Language) {
  story('platform-sync', { language })
  const platform = sayer(language, 'platform')
  const release = sayer(language, 'release')
  const button = (scope: Page | Locator, text: string) => scope.getByRole('button', { name: text, exact: true })
  const dialog = (page: Page) => page.locator('.cxd-Modal-content').last()

  journey(
    `${language}: an app goes to another Tessera, and what both changed is decided`,
    async ({ page, context, server, browser, shot }) => {
      const folder = join(process.env.E2E_FOLDER as string, `platform-sync-there-${language}`)
      copyData(join(process.env.E2E_FOLDER as string, 'prepared'), folder)
      const other = await serve(folder)
      const away = await browser.newContext()
      const signIn = async (to: BrowserContext, url: string) => {
        const made = await prepare(to)
        await to.addCookies([{ name: 'tessera_locale', value: language, url }])
        return made
      }
      const { company, pageId } = await signIn(context, server.url)
      await signIn(away, other.url)
      const call = async (to: BrowserContext, url: string, method: 'GET' | 'PUT' | 'POST', path: string, data?: object) => {
        const csrf = (await (await to.request.get(`${url}/api/session`)).json()).data.csrfToken as string
        return (await to.request.fetch(`${url}${path}`, { method, headers: { 'x-csrf-token': csrf }, ...(data && { data }) })).json()
      }
      const rename = (to: BrowserContext, url: string, name: string) =>
        call(to, url, 'POST', `/api/company/${company}/app/order_desk-dev/page/${pageId}`, { name })
      try {
        // Over there: whoever has the key may write into one app.
        const there = await away.newPage()
        await there.goto(`${other.url}/platform/sync#accesses`)
        await there.getByText(platform('No other Tessera may write here.')).waitFor()
        await button(there, platform('Let another Tessera write here')).click()
        await dialog(there).locator('input[name="name"]').fill('Workshop')
        await dialog(there).locator('input[name="company"]').fill(company)
        await dialog(there).locator('input[name="email"]').fill('ada@example.test')
        await button(dialog(there), platform('Make access key')).click()
        const token = await dialog(there).locator('.t-secret code').innerText()
        expect(token).toMatch(/^tsy_/)
        await shot(`platform-sync-${language}-1-key`, there)
        await button(dialog(there), platform('Done')).click()
        await there.locator('tr').filter({ hasText: 'Workshop' }).waitFor()
        await shot(`platform-sync-${language}-2-accesses`, there)

        // Here: a service, and whether both understand each other.
        await page.goto(`${server.url}/company/${company}/app/order_desk-dev/admin/release`)
        await page.getByRole('table').first().waitFor()
        await expect(page.getByText(release('Sync'), { exact: true })).toHaveCount(0)
        await page.goto(`${server.url}/platform/sync`)
        // A list that is being read for the first time is drawn once more when it is there.
        await page.getByText(platform('No services yet. Add another Tessera, and apps can be synchronised with it from their page of releases.')).waitFor()
        await button(page, platform('Add a service')).click()
        await dialog(page).locator('input[name="name"]').fill('Production')
        await dialog(page).locator('input[name="address"]').fill(other.url)
        await dialog(page).locator('input[name="token"]').fill(token)
        await button(dialog(page), platform('Save')).click()
        const row = page.locator('tr').filter({ hasText: 'Production' })
        await row.getByText(platform('Not checked yet')).waitFor()
        await button(row, platform('Check')).click()
        await row.getByText(/Tessera \d/).waitFor()
        await shot(`platform-sync-${language}-3-services`)

        // The app is there as a copy of the same installation: what differs is renamed here.
        await rename(context, server.url, 'Orders of the workshop')
        // The address names the tab.
        await page.goto(`${server.url}/company/${company}/app/order_desk-dev/admin/release#sync`)
        await page.getByText(release('This app has not been synchronised yet')).waitFor()
        const sync = async () => {
          await button(page, release('Sync app')).click()
          await dialog(page).getByText(release('Sections to overwrite')).waitFor()
          await dialog(page).locator('.cxd-Select').nth(1).click()
          await page.getByRole('option', { name: 'Production' }).first().click()
          await page.locator('.cxd-PopOver-overlay').click()
          await shot(`platform-sync-${language}-4-dialog`)
          await button(dialog(page), release('Start sync')).click()
        }
        await sync()
        const first = page.locator('.cxd-Tabs-pane.is-active tbody tr').first()
        await expect(first).toContainText(language === 'en-US' ? 'Waits for a decision' : '等待决定', { timeout: 30_000 })
        await expect(first).toContainText(language === 'en-US' ? 'Development version' : '开发版本')
        await button(first, release('Details')).click()
        await dialog(page)
          .getByText(/Orders of the workshop/)
          .first()
          .waitFor()
        await shot(`platform-sync-${language}-5-decision`)
        await dialog(page).locator('.cxd-Checkbox').filter({ hasText: 'Orders of the workshop' }).first().click()
        await button(dialog(page), release('Go on')).click()
        await dialog(page).locator('.is-good').waitFor({ timeout: 30_000 })
        await shot(`platform-sync-${language}-6-done`)
        await page.keyboard.press('Escape')
        const arrived = await call(away, other.url, 'GET', `/api/company/${company}/app/order_desk-dev/page/${pageId}`)
        expect(arrived.data.name).toBe('Orders of the workshop')

        await button(page, release('Refresh')).click()
        await shot(`platform-sync-${language}-7-list`)
        await page.setViewportSize({ width: 390, height: 800 })
        await shot(`platform-sync-${language}-8-narrow`)
        await page.setViewportSize({ width: 1280, height: 800 })
        await button(there.locator('tr').filter({ hasText: 'Workshop' }), platform('Revoke')).click()
        await dialog(there).locator('.cxd-Button--danger, .cxd-Button--primary').last().click()
        await there.getByText(platform('No other Tessera may write here.')).waitFor()
        await page.goto(`${server.url}/platform/sync`)
        await button(row, platform('Check')).click()
        await row.locator('.is-bad').waitFor()
        await button(row, platform('Remove')).click()
        await dialog(page).locator('.cxd-Button--danger, .cxd-Button--primary').last().click()
        await row.waitFor({ state: 'detached' })
      } finally {
        await away.close()
        await other.stop()
      }
    },
    { seconds: 240 },
  )
}
