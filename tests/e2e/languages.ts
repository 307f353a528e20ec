// An app gets a second language, told once per language: its texts are brought in as XLIFF, it is published with them, and a reader switches.
// Its languages are chosen in their dialog, texts come in as a spreadsheet too, and a page is translated on the canvas of its designer.
// i18n.page i18n.listLanguages i18n.saveLanguages i18n.listTexts i18n.saveText i18n.importTexts
import { expect } from '@playwright/test'
import { journey, story } from './harness.ts'
import { modelOf } from './models-made.ts'
import { workbook } from '../support/imports.ts'
import { prepare } from './prepared.ts'
import { sayer, type Language } from './words.ts'

const APP = 'order_desk'
const NOTE = { type: 'form', title: '', actions: [], body: [{ type: 'input-text', name: 'note', label: 'Note' }] }
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const XLIFF =
  '<xliff version="1.2"><file source-language="en" target-language="de"><body><trans-unit id="1"><source>Parcels</source><target>Pakete</target></trans-unit><trans-unit id="2"><source>Hello</source><target>Guten Tag</target></trans-unit></body></file></xliff>'

export function tellLanguages(language: Language) {
  story('languages', { language })
  const say = sayer(language, 'i18n')

  journey(`${language}: an app is translated, published, and read in another language`, async ({ page, context, server, shot }) => {
    const { company } = await prepare(context)
    await context.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
    const { send } = await modelOf(context, server, company, 'parcel', 'Parcel', [{ key: 'state', name: 'State', type: 'text' }])
    const app = `/company/${company}/app/${APP}-dev`
    const { id } = await send(`/api${app}/page`, {
      name: 'Parcels',
      kind: 'page',
      path: '/parcels',
      schema: {
        type: 'page',
        title: 'Weigh',
        body: [{ type: 'button', label: 'Hello' }, NOTE],
      },
    })
    await send(`/api${app}/i18n/language`, { languages: ['en-US'] })

    await page.goto(`${server.url}${app}/design/language`)
    await page.getByText('Dashboard', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: say('Choose languages'), exact: true }).click()
    const choosing = page.locator('.cxd-Modal-content').last()
    await choosing.getByText('English', { exact: true }).waitFor()
    await choosing.locator('.cxd-Select').click()
    await page.locator('.cxd-Select-popover input[type="text"]').fill('Deut')
    await page.locator('.cxd-Select-option', { hasText: 'Deutsch' }).click()
    await page.keyboard.press('Escape')
    await shot(`languages-${language}-0-choose`)
    await choosing.locator('.cxd-Button--primary').click()
    await choosing.waitFor({ state: 'hidden' })
    await page.locator('.t-filter').getByText('Deutsch', { exact: true }).waitFor()
    await page.locator('input[name="keywords"]').fill('Hello')
    await page.locator('input[name="keywords"]').press('Enter')
    await page.locator('td').getByText('Hello', { exact: true }).waitFor()
    await shot(`languages-${language}-1-texts`)
    await page.getByRole('button', { name: say('Import'), exact: true }).click()
    const dialog = page.locator('.cxd-Modal-content').last()
    await dialog.locator('input[type="file"]').setInputFiles({ name: 'texts.xlf', mimeType: 'application/xliff+xml', buffer: Buffer.from(XLIFF) })
    await dialog.getByRole('button', { name: say('Import'), exact: true }).click()
    await dialog.getByRole('button', { name: say('Done'), exact: true }).click()
    await page.getByText('Guten Tag', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: say('Import'), exact: true }).click()
    const filled = await workbook([{ name: 'Texts', columns: [{ header: 'Text' }, { header: 'Deutsch (de)' }], rows: [['Parcel', 'Paket']] }])
    await dialog.locator('input[type="file"]').setInputFiles({ name: 'texts.xlsx', mimeType: XLSX, buffer: filled })
    await dialog.getByRole('button', { name: say('Import'), exact: true }).click()
    await dialog.getByRole('button', { name: say('Done'), exact: true }).click()
    await page.locator('input[name="keywords"]').fill('Parcel')
    await page.locator('input[name="keywords"]').press('Enter')
    await page.getByText('Paket', { exact: true }).first().waitFor()

    // On the canvas in German: what is written there is a translation, and the page stays as it is.
    await page.goto(`${server.url}${app}/design/page/${id}`)
    const inDesign = sayer(language, 'shell')
    const canvas = page.locator('.ae-Preview-inner')
    await canvas.getByText('Hello', { exact: true }).waitFor({ timeout: 60_000 })
    const choice = page.getByRole('combobox', { name: inDesign('Language of the texts'), exact: true })
    await choice.selectOption('de')
    await canvas.getByText('Guten Tag', { exact: true }).waitFor()
    const title = page.locator('input[name="title"]').first()
    // The editor takes a moment to hear of presses.
    await expect(async () => {
      await canvas.getByText('Weigh', { exact: true }).click()
      await title.waitFor({ timeout: 1500 })
    }).toPass({ timeout: 20_000 })
    await title.fill('Wiegen')
    await page.getByText(inDesign('Translations saved'), { exact: true }).waitFor()
    await canvas.getByText('Wiegen', { exact: true }).waitFor()
    await shot(`languages-${language}-3-canvas`)
    await choice.selectOption('en-US')
    await canvas.getByText('Weigh', { exact: true }).waitFor()
    const { data } = await (await context.request.get(`${server.url}/api${app}/page/${id}`)).json()
    expect([data.version, data.schema.title]).toEqual([1, 'Weigh'])

    await send(`/api${app}/release`, { title: 'In German too', tag: 'latest', models: 'apply', languages: ['en-US', 'de'] })
    await page.goto(`${server.url}/company/${company}/app/${APP}/parcels`)
    await page.getByRole('button', { name: 'Hello', exact: true }).waitFor()
    const note = page.locator('input[name="note"]')
    await note.fill('Left at the door')
    await page.locator('.t-app-language').selectOption('de')
    await page.getByRole('button', { name: 'Guten Tag', exact: true }).waitFor()
    await expect(page.locator('.t-app-menu').getByText('Pakete')).toBeVisible()
    await page.locator('.cxd-Page-title', { hasText: 'Wiegen' }).waitFor()
    await expect(note).toHaveValue('Left at the door')
    await shot(`languages-${language}-5-german`)
    await page.reload()
    await page.getByRole('button', { name: 'Guten Tag', exact: true }).waitFor()
  })
}
