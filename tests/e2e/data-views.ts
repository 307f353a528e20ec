// Views of a list and files in rows, told once per language: a view is saved, linked, changed, shared and deleted; a picture and a file are uploaded with a
// row and shown in the table. data.views data.files
import type { Locator, Page } from '@playwright/test'
import { journey, story } from './harness.ts'
import { modelOf } from './models-made.ts'
import { prepare } from './prepared.ts'
import { sayer, type Language } from './words.ts'

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

export function tellDataViews(language: Language) {
  story('data-views', { language })
  const say = sayer(language, 'data')
  const button = (scope: Page | Locator, text: string) => scope.getByRole('button', { name: text, exact: true })
  const overlay = (page: Page) => page.getByRole('dialog').last()
  const cell = (page: Page, text: string) => page.locator('tbody').getByText(text, { exact: true }).first()
  const item = async (page: Page, text: string) => {
    await page.locator('.tes-data-views button').first().click()
    await page.locator('.tes-data-views__menu').getByText(text, { exact: true }).first().click()
  }
  let address = ''
  let linked = ''

  journey(`${language}: a view keeps what the list shows, and is linked by its address`, async ({ page, context, server, shot }) => {
    const { company } = await prepare(context)
    await context.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
    const at = await modelOf(context, server, company, 'item', 'Items', [
      { key: 'title', name: 'Title', type: 'text' },
      { key: 'amount', name: 'Amount', type: 'integer' },
      { key: 'photo', name: 'Photo', type: 'image' },
      { key: 'offer', name: 'Offer', type: 'file' },
    ])
    address = at.address
    for (const [title, amount] of [
      ['Lamp', 3],
      ['Chair', 1],
      ['Desk', 2],
    ])
      await at.add({ title, amount })
    await page.goto(address)
    await cell(page, 'Lamp').waitFor()
    // Sorted by the amount, without the offer.
    await page.getByRole('columnheader', { name: 'Amount' }).getByRole('button').click()
    await page.waitForFunction(() => document.querySelector('tbody tr')?.textContent?.includes('Chair'))
    await page.getByRole('button', { name: say('Columns'), exact: true }).click()
    await page.locator('.tes-grid__choices').getByRole('checkbox', { name: 'Offer' }).click()
    await page.keyboard.press('Escape')
    await page.locator('th').filter({ hasText: 'Offer' }).first().waitFor({ state: 'detached' })
    await item(page, say('Save as a view'))
    await overlay(page).locator('input[name=viewName]').fill('Fewest ${first} <b>')
    await shot(`data-views-${language}-1-save`)
    await overlay(page).locator('.cxd-Modal-footer button').last().click()
    await page.waitForURL(/\?view=/)
    await page.locator('.tes-data-views').getByText('Fewest ${first} <b>', { exact: true }).waitFor()
    linked = page.url()
    await shot(`data-views-${language}-2-view`)

    await item(page, say('All rows'))
    await page.waitForURL(/view=all/)
    await page.locator('.tes-data-views').getByText(say('All rows'), { exact: true }).waitFor()
    await page.evaluate(() => localStorage.clear())
    await page.goto(linked)
    await page.waitForFunction(() => document.querySelector('tbody tr')?.textContent?.includes('Chair'))
    await page.locator('th').filter({ hasText: 'Offer' }).first().waitFor({ state: 'detached' })

    await item(page, say('Rename or share'))
    await overlay(page).locator('input[name=viewName]').fill('Fewest first')
    await overlay(page).getByText(say('Share with everybody who sees these rows')).click()
    await overlay(page).getByText(say('Show when the model is opened')).click()
    await overlay(page).locator('.cxd-Modal-footer button').last().click()
    await page.locator('.tes-data-views').getByText('Fewest first', { exact: true }).waitFor()
    // Without a view in the address the default is shown.
    await page.goto(address)
    await page.locator('.tes-data-views').getByText('Fewest first', { exact: true }).waitFor()
    await page.waitForFunction(() => document.querySelector('tbody tr')?.textContent?.includes('Chair'))
    await item(page, say('Delete this view'))
    await shot(`data-views-${language}-3-delete`)
    await overlay(page).locator('.cxd-Modal-footer button').last().click()
    await page.locator('.tes-data-views').getByText(say('All rows'), { exact: true }).waitFor()
  })

  journey(`${language}: a picture and a file come with a row`, async ({ page, shot }) => {
    await page.goto(address)
    await cell(page, 'Lamp').waitFor()
    await button(page, say('Add row')).click()
    await overlay(page).locator('input[name=title]').fill('Shelf')
    const [photo, offer] = [overlay(page).locator('.cxd-ImageControl input[type=file]'), overlay(page).locator('.cxd-FileControl input[type=file]')]
    await Promise.all([page.waitForResponse(/\/file\/photo\??$/), photo.setInputFiles({ name: 'shelf.png', mimeType: 'image/png', buffer: PNG })])
    await Promise.all([
      page.waitForResponse(/\/file\/offer\??$/),
      offer.setInputFiles({ name: 'offer 1.txt', mimeType: 'text/plain', buffer: Buffer.from('10 pieces') }),
    ])
    await overlay(page).getByText('offer 1.txt').first().waitFor()
    await shot(`data-views-${language}-4-files`)
    await overlay(page).locator('.cxd-Drawer-footer button').last().click()
    await cell(page, 'Shelf').waitFor()
    const row = page.locator('tbody tr').filter({ hasText: 'Shelf' })
    const picture = row.locator('img')
    await picture.waitFor()
    await page.waitForFunction(() => [...document.querySelectorAll<HTMLImageElement>('tbody img')].some(image => image.complete && image.naturalWidth > 0))
    const [file] = await Promise.all([page.waitForEvent('download'), row.getByRole('link', { name: 'offer 1.txt' }).click()])
    if (file.suggestedFilename() !== 'offer 1.txt') throw new Error(file.suggestedFilename())
    await shot(`data-views-${language}-5-shown`)

    await row.getByText(say('Edit'), { exact: true }).click()
    await overlay(page).getByText('offer 1.txt').first().waitFor()
    await overlay(page).locator('.cxd-ImageControl img').first().waitFor()
    await shot(`data-views-${language}-6-edit`)
    await overlay(page).locator('input[name=title]').fill('Shelf of oak')
    await overlay(page).locator('.cxd-Drawer-footer button').last().click()
    await cell(page, 'Shelf of oak').waitFor()
    await page.locator('tbody tr').filter({ hasText: 'Shelf of oak' }).getByRole('link', { name: 'offer 1.txt' }).waitFor()
  })

  journey(`${language}: rows behind a relation are counted, added and removed`, async ({ page, context, server, shot }) => {
    const { company } = { company: new URL(address).pathname.split('/')[2] as string }
    const item = new URL(address).pathname.split('/').at(-1) as string
    const parts = await modelOf(context, server, company, 'part', 'Parts', [
      { key: 'label', name: 'Label', type: 'text' },
      { key: 'of', name: 'Part of', type: 'relationOne', relation: { modelId: item } },
    ])
    const app = `/api/company/${company}/app/order_desk-dev`
    const source = new URL(address).pathname.split('/').at(-2) as string
    const of = parts.fields.of as string
    await parts.send(`${app}/model/${item}/field`, { key: 'parts', name: 'Parts', type: 'relationMany', relation: { modelId: parts.id, field: of } })
    const { hash } = await parts.send(`${app}/source/${source}/plan`, {})
    await parts.send(`${app}/source/${source}/apply`, { hash })
    for (const label of ['Shade', 'Foot', 'Cable']) await parts.add({ label })
    await page.goto(`${address}?view=all`)
    const lamp = page.locator('tbody tr').filter({ hasText: 'Lamp' })
    await Promise.all([page.waitForResponse(/\/choice\/parts/), lamp.locator('.tes-related').click()])
    await overlay(page).getByText(say('No rows yet.'), { exact: true }).waitFor()
    await overlay(page).locator('.cxd-Select').first().click()
    await page.locator('.cxd-Select-menu').getByText('Shade', { exact: true }).click()
    await page.locator('.cxd-Select-menu').getByText('Cable', { exact: true }).click()
    // The list of choices covers the button until something beside it is clicked.
    await page
      .locator('.cxd-PopOver-overlay')
      .last()
      .click({ position: { x: 4, y: 4 } })
    await button(overlay(page), say('Add')).click()
    const rows = overlay(page).locator('.tes-related__rows tbody')
    await rows.getByText('Shade', { exact: true }).first().waitFor()
    await shot(`data-views-${language}-7-related`)
    await rows.locator('tr').filter({ hasText: 'Cable' }).getByText(say('Remove'), { exact: true }).click()
    await rows.getByText('Cable', { exact: true }).first().waitFor({ state: 'detached' })
    await button(overlay(page), say('Close')).last().click()
    await lamp.getByText('1 · Shade', { exact: true }).waitFor()
    await shot(`data-views-${language}-8-counted`)
  })
}
