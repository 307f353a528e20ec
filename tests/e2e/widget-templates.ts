// Somebody keeps pieces of pages to use them again, told once per language: at the platform, in an organisation and in an app, drawn, copied down,
// taken out as a file and in again, put into a page, and shown to a stranger.
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { journey, story } from './harness.ts'
import { prepare } from './prepared.ts'
import { sayer, type Language } from './words.ts'

const DRAWN = { type: 'page', body: [{ type: 'panel', title: 'Order', body: { type: 'input-text', name: 'no', label: 'Order number' } }] }

export function tellWidgetTemplates(language: Language) {
  story('widget-templates', { language })
  const say = sayer(language, 'widgetTemplate')
  const button = (within: Page | Locator, name: string) => within.getByRole('button', { name: say(name), exact: true })
  const dialog = (page: Page) => page.locator('.cxd-Modal').last()
  const card = (page: Page, name: string) => page.locator('.tes-tile').filter({ has: page.getByRole('heading', { name, exact: true }) })
  const more = async (page: Page, name: string, entry: string) => {
    await button(card(page, name), 'More').click()
    await card(page, name).getByText(say(entry), { exact: true }).click()
  }
  let company = ''

  journey(`${language}: a template is made at the platform, in a group, and drawn`, async ({ page, context, server, shot }) => {
    ;({ company } = await prepare(context))
    await context.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
    await page.goto(`${server.url}/platform/admin/widget-template`)
    await page.getByText(language === 'en-US' ? 'No templates yet' : '还没有模板', { exact: true }).waitFor()
    await page.getByRole('button', { name: say('Add group') }).click()
    await dialog(page).locator('input[name=name]').fill('Basics')
    await button(dialog(page), 'Create').click()
    await page.getByRole('treeitem', { name: 'Basics' }).waitFor()

    await button(page, 'New template').click()
    await dialog(page).locator('input[name=name]').fill('-no')
    await button(dialog(page), 'Create').click()
    await dialog(page).locator('.cxd-Form-feedback').first().waitFor()
    await dialog(page).locator('input[name=name]').fill('Order-form')
    await dialog(page).locator('.cxd-Select').first().click()
    await page
      .getByRole('option', { name: 'Basics' })
      .or(page.locator('.cxd-Select-option', { hasText: 'Basics' }))
      .first()
      .click()
    await button(dialog(page), 'Create').click()
    await card(page, 'Order-form').waitFor()

    await card(page, 'Order-form')
      .getByRole('link', { name: say('Edit'), exact: true })
      .click()
    await page.locator('.ae-Editor').waitFor({ timeout: 60_000 })
    await button(page, 'JSON').click()
    await page.locator('.tes-json .view-line').first().waitFor({ timeout: 60_000 })
    await page.locator('.tes-json .monaco-editor').first().click()
    await page.keyboard.press('ControlOrMeta+a')
    // As from the clipboard: what is typed, the editor would complete with brackets of its own.
    await page.evaluate(text => {
      const data = new DataTransfer()
      data.setData('text/plain', text)
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    }, JSON.stringify(DRAWN))
    await button(page, 'Take over').click()
    await button(page, 'Save').click()
    await page.getByText(say('Saved, version {version}', { version: 2 })).waitFor()
    await shot(`widget-templates-${language}-1-editor`)
    await page.getByRole('link', { name: say('Back to the templates') }).click()
    await card(page, 'Order-form').locator('.tes-tile__cover img').waitFor()
    await shot(`widget-templates-${language}-2-platform`)
  })

  journey(`${language}: the organisation reads it, copies it, and takes its own out and in as a file`, async ({ page, server, shot }) => {
    await page.goto(`${server.url}/company/${company}/widget-template`)
    await card(page, 'Order-form').waitFor()
    const above = card(page, 'Order-form')
    if (!(await above.getAttribute('class'))?.includes('is-muted') || !(await above.getAttribute('title'))) throw new Error('not told to be of a higher level')
    if (await above.getByRole('checkbox').count()) throw new Error('a template of a higher level can be chosen')
    await more(page, 'Order-form', 'Copy')
    await page.locator('.tes-tile:not(.is-muted)').waitFor()
    const download = page.waitForEvent('download')
    await button(page, 'Export').click()
    const path = await (await download).path()
    if (readFileSync(path).subarray(0, 2).toString() !== 'PK') throw new Error('no file of templates')

    await button(page, 'Import').click()
    await dialog(page)
      .locator('input[type=file]')
      .setInputFiles({ name: 'templates.amis', mimeType: 'application/octet-stream', buffer: readFileSync(path) })
    await button(dialog(page), 'Import').click()
    const mine = page.locator('.tes-tile:not(.is-muted)')
    await mine.nth(1).waitFor()
    await page
      .getByRole('link', { name: say('List'), exact: true })
      .or(button(page, 'List'))
      .first()
      .click()
    await page.getByRole('columnheader', { name: say('Framework') }).waitFor()
    await shot(`widget-templates-${language}-3-list`)
    await button(page, 'Cards').click()
    await mine.nth(1).waitFor()
    for (const box of await page.getByRole('checkbox').all()) await box.check()
    await page.getByText(say('Delete selected'), { exact: true }).click()
    await dialog(page).getByText('Order-form').first().waitFor()
    await shot(`widget-templates-${language}-4-delete`)
    await button(dialog(page), 'Delete').click()
    await mine.first().waitFor({ state: 'detached' })
  })

  journey(`${language}: a page is built with it, and a stranger sees it`, async ({ page, browser, server, shot }) => {
    const app = `${server.url}/company/${company}/app/order_desk-dev`
    await page.goto(`${app}/design`)
    const seen = (text: string) => page.getByText(text, { exact: true }).filter({ visible: true }).first()
    await seen(say('Templates · {group}', { group: 'Basics' })).waitFor({ timeout: 60_000 })
    await seen('Order-form').click()
    await page.getByText('Order number').first().waitFor()
    await shot(`widget-templates-${language}-5-page`)
    await button(page, 'Save').click()
    await page
      .getByText(say('Saved, version {version}', { version: 2 }))
      .first()
      .waitFor()

    await page.goto(`${app}/design/widget-template`)
    await more(page, 'Order-form', 'Share')
    const drawer = page.locator('.cxd-Drawer').last()
    await button(drawer, 'Share').click()
    const link = await page
      .getByText(/\/share\/[\w-]+\?shareMode=widgetTpl/)
      .first()
      .innerText()
    await shot(`widget-templates-${language}-6-shared`)
    const stranger = await browser.newContext()
    const other = await stranger.newPage()
    await other.goto(link.trim())
    await other.frameLocator('iframe').getByText('Order number').waitFor()
    await stranger.close()
    await page.goto(`${app}/design/widget-template`)
    await card(page, 'Order-form').waitFor()
    await page.setViewportSize({ width: 390, height: 780 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await shot(`widget-templates-${language}-7-phone-dark`)
  })
}
