// Synchronising an organisation, told once per language: connecting WeCom over a gateway, a test that names the failing step, a plan that is looked
// at and carried out, one that stops at the limit and wants the organisation's name, and one that is taken back.
// org.sync org.sync-departments org.sync-platform org.sync-visible org.saveSyncSettings org.testSync org.listSyncChanges org.confirmSync org.undoSync
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { directoryPeer, KEY, SECRET, smallCompany } from '../support/peers/directory.ts'
import { journey, story } from './harness.ts'
import { prepare } from './prepared.ts'
import { sayer, type Language } from './words.ts'

export function tellSync(language: Language) {
  let peer: Awaited<ReturnType<typeof directoryPeer>>
  story('sync', {
    language,
    environment: async () => {
      peer = await directoryPeer('workweixin', smallCompany(), { perSecond: 1000 })
      return { DIRECTORY_GATEWAYS: peer.address }
    },
  })
  // The words of these screens: other areas translate some of them otherwise.
  const own = JSON.parse(readFileSync(new URL('../../schemas/org/zh-CN.json', import.meta.url), 'utf8')) as Record<string, string>
  const say = (english: string) => (language === 'zh-CN' && own[english]) || sayer(language)(english)
  const button = (scope: Page | Locator, text: string) => scope.getByRole('button', { name: say(text), exact: true })
  const drawer = (page: Page) => page.locator('.cxd-Drawer-content').last()
  /** A drawer is a dialog to screen readers as well. */
  const dialogOf = (page: Page) => page.locator('.cxd-Modal').last()
  const agree = (page: Page) => dialogOf(page).locator('.cxd-Button--primary, .cxd-Button--danger').last().click()
  let members = ''

  async function openSync(page: Page) {
    await page.goto(members)
    await page
      .locator('.t-heading')
      .getByRole('button', { name: say('More'), exact: true })
      .click()
    await page.getByText(say('Synchronise organisation'), { exact: true }).last().click()
    await drawer(page).getByText(say('History'), { exact: true }).waitFor()
  }
  const tab = (page: Page, text: string) =>
    drawer(page)
      .getByRole('tab', { name: say(text), exact: true })
      .click()
  async function makePlan(page: Page) {
    await button(drawer(page), 'Synchronise').click()
    const dialog = dialogOf(page)
    await dialog.getByText(say('WeCom'), { exact: true }).click()
    await button(dialog, 'Make a plan').click()
  }

  journey(`${language}: a platform is connected, and a test of the connection names what is wrong`, async ({ page, context, server, shot }) => {
    const { company } = await prepare(context)
    members = `${server.url}/company/${company}/admin/department`
    await page.goto(`${server.url}/home`)
    if (language === 'zh-CN') {
      await page.getByRole('button', { name: '中文' }).click()
      await page
        .getByRole('link', { name: sayer(language)('Platform screens'), exact: true })
        .first()
        .waitFor()
    }
    await openSync(page)
    await shot(`sync-${language}-1-empty`)
    await tab(page, 'Connections')
    const row = drawer(page)
      .locator('tr')
      .filter({ hasText: say('WeCom') })
    await row.getByRole('button').first().click()
    const dialog = dialogOf(page)
    await dialog.locator('input[name="appKey"]').fill(KEY)
    await dialog.locator('input[name="secret"]').fill('wrong')
    await dialog.locator('.cxd-SelectControl .cxd-Select, .cxd-Select').first().click()
    await page.getByText(peer.address, { exact: true }).last().click()
    await page.waitForTimeout(500)
    await button(dialog, 'Test connection').click()
    await dialog.getByText('40001').waitFor()
    await shot(`sync-${language}-2-test`)
    await dialog.locator('input[name="secret"]').fill(SECRET)
    await page.waitForTimeout(500)
    await button(dialog, 'Test connection').click()
    await dialog.locator('.t-dot.is-good').nth(2).waitFor()
    await button(dialog, 'Save').click()
    await dialog.waitFor({ state: 'detached' })
    await row.getByText(say('Connected'), { exact: true }).waitFor()
    await shot(`sync-${language}-3-connected`)
  })

  journey(`${language}: the plan is shown, then carried out`, async ({ page, shot }) => {
    await openSync(page)
    await makePlan(page)
    await button(drawer(page), 'Carry out').waitFor()
    await drawer(page).getByText('Li Si', { exact: true }).waitFor()
    await shot(`sync-${language}-4-plan`)
    await button(drawer(page), 'Carry out').click()
    await shot(`sync-${language}-5-confirm`)
    await agree(page)
    await drawer(page).getByText(say('Done'), { exact: true }).waitFor()
    await shot(`sync-${language}-6-done`)
    await page.keyboard.press('Escape')
    await page.getByText('Engineering', { exact: true }).first().waitFor()
    await shot(`sync-${language}-7-members`)
  })

  journey(`${language}: one beyond the limit stops, goes on with the name typed, and is taken back`, async ({ page, shot }) => {
    peer.state.people = peer.state.people.filter(person => !['u2', 'u3'].includes(person.id))
    await openSync(page)
    await makePlan(page)
    await button(drawer(page), 'Carry out all the same').waitFor()
    await drawer(page)
      .getByRole('tab', { name: language === 'zh-CN' ? '停用 (2)' : 'Disabled (2)', exact: true })
      .click()
    await drawer(page).getByText('Wang Wu', { exact: true }).waitFor()
    await shot(`sync-${language}-8-stopped`)
    await button(drawer(page), 'Carry out all the same').click()
    const dialog = dialogOf(page)
    await dialog.locator('input[name="typed"]').fill('Northwin')
    await button(dialog, 'Carry out').click()
    await dialog.getByText(say('Type the name of the organisation to confirm')).waitFor()
    await shot(`sync-${language}-9-typed`)
    await dialog.locator('input[name="typed"]').fill('Northwind')
    await button(dialog, 'Carry out').click()
    await dialog.waitFor({ state: 'detached' })
    const newest = drawer(page).locator('tbody tr').first()
    await newest.getByText(say('Done'), { exact: true }).waitFor()
    await newest.getByText(say('Take back'), { exact: true }).click()
    await agree(page)
    await newest.getByText(say('Taken back'), { exact: true }).waitFor()
    await newest.getByText(say('Changes'), { exact: true }).click()
    await dialogOf(page).getByText(say('Changes of this synchronisation')).waitFor()
    await shot(`sync-${language}-10-changes`)
  })
}
