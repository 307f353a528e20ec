// Rows into a file and out of one, told once per language: a file whose columns are matched, what each row does, the import, the sheet of errors, and
// an export of what the list shows. data.import data.export
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { sheetsOf } from '../support/imports.ts'
import { journey, story } from './harness.ts'
import { modelOf } from './models-made.ts'
import { prepare } from './prepared.ts'
import { sayer, type Language } from './words.ts'

const MANY = 3000
const file = (name: string, ...lines: string[]) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })

export function tellDataTransfer(language: Language) {
  story('data-transfer', { language })
  const say = sayer(language, 'data')
  const button = (scope: Page | Locator, text: string) => scope.getByRole('button', { name: text, exact: true })
  const drawer = (page: Page) => page.getByRole('dialog').last()
  const expect = (what: string, is: unknown, should: unknown) => {
    if (JSON.stringify(is) !== JSON.stringify(should)) throw new Error(`${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(should)}`)
  }
  const counts = async (page: Page) => (await drawer(page).getByRole('tab').allInnerTexts()).map(text => Number(/\d+/.exec(text)?.[0]))
  async function choose(page: Page, text: string) {
    await page.locator('.tes-data-more button').first().click()
    await page.locator('.tes-data-menu').getByText(say(text), { exact: true }).click()
  }
  async function download(page: Page, act: () => Promise<void>) {
    const [got] = await Promise.all([page.waitForEvent('download'), act()])
    return { name: got.suggestedFilename(), content: await readFile((await got.path()) as string) }
  }
  async function readInto(page: Page, given: ReturnType<typeof file>) {
    await choose(page, 'Import from a file')
    await drawer(page).locator('input[type=file]').setInputFiles(given)
    await button(drawer(page), say('Read the file')).click()
    await drawer(page).getByText(say('What the rows are'), { exact: true }).waitFor()
  }

  journey(`${language}: rows are imported from a file after a look at what each does`, async ({ page, context, server, shot }) => {
    const { company } = await prepare(context)
    await context.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
    const at = await modelOf(context, server, company, 'order', 'Orders', [
      { key: 'number', name: 'Number', type: 'text', required: true, unique: true },
      {
        key: 'status',
        name: 'Status',
        type: 'enum',
        options: [
          { value: 'new', label: 'New' },
          { value: 'paid', label: 'Paid' },
        ],
      },
      { key: 'price', name: 'Price', type: 'decimal' },
      { key: 'due', name: 'Due', type: 'date' },
      { key: 'owner', name: 'Owner', type: 'user' },
    ])
    await at.add({ number: 'A-0', status: 'new', price: '5.00' })
    await page.goto(at.address)
    await page.locator('tbody').getByText('A-0', { exact: true }).waitFor()
    const here = page.getByRole('link', { name: say('Data'), exact: true })
    expect('the line of the menu', await here.getAttribute('aria-current'), 'page')

    await choose(page, 'Import from a file')
    await button(drawer(page), say('Read the file')).click()
    await drawer(page).getByText(say('Please choose an .xlsx or .csv file')).first().waitFor()
    await shot(`data-transfer-${language}-1-choose`)
    const template = await download(page, () => button(drawer(page), say('Download template')).click())
    expect('headers of the template', Object.values(await sheetsOf(template.content))[0]?.[0], ['Number *', 'Status', 'Price', 'Due', 'Owner'])
    await page.keyboard.press('Escape')

    await readInto(
      page,
      file(
        'orders.csv',
        'Order,Status,Price,Due,Owner,Remark',
        'A-0,Paid,5,,,x',
        'A-1,New,19.90,2026-03-01,ada@example.test,',
        'A-2,Lost,-,soon,Nobody,',
        'A-3,,,,,',
      ),
    )
    await drawer(page).getByText(say('Both: changes where a row is there, new rows otherwise'), { exact: true }).click()
    await button(drawer(page), say('Look at what it does')).click()
    await drawer(page).getByText(say('Please choose'), { exact: true }).first().waitFor()
    await shot(`data-transfer-${language}-2-columns`)
    await drawer(page)
      .locator('.cxd-Form-item')
      .filter({ hasText: say('Rows are found by') })
      .locator('.cxd-Select')
      .click()
    await page.locator('.cxd-Select-menu').getByText('Number', { exact: true }).click()
    await button(drawer(page), say('Look at what it does')).click()
    await drawer(page)
      .getByText(language === 'en-US' ? 'No column goes into this field' : '没有列对应此字段')
      .first()
      .waitFor()
    await drawer(page).locator('.tes-import-columns tbody tr').filter({ hasText: 'Order' }).locator('.cxd-Select').click()
    await page.locator('.cxd-Select-menu').getByText('Number', { exact: true }).click()
    await button(drawer(page), say('Look at what it does')).click()
    await drawer(page).getByRole('tab').first().waitFor()
    expect('what rows do', await counts(page), [2, 1, 0, 1])
    await drawer(page).getByText('A-1').waitFor()
    await shot(`data-transfer-${language}-3-new`)
    await drawer(page).getByRole('tab').nth(1).click()
    await drawer(page).getByText('New → Paid').waitFor()
    await drawer(page).getByRole('tab').nth(3).click()
    await drawer(page).getByText('Nobody').waitFor()
    await shot(`data-transfer-${language}-4-errors`)
    const errors = await download(page, () => button(drawer(page), say('Download errors')).first().click())
    expect('rows with errors', Object.values(await sheetsOf(errors.content))[0]?.length, 2)
    await button(drawer(page), say('Import {count} rows').replace('{count}', '3')).click()
    await drawer(page).getByText(say('The import is done'), { exact: true }).waitFor()
    await shot(`data-transfer-${language}-5-done`)
    await button(drawer(page), say('Done')).click()
    await page.locator('tbody').getByText('A-3', { exact: true }).waitFor()

    // What the list shows, in its columns.
    await page.getByPlaceholder(say('Search in texts')).fill('A-1')
    await page.keyboard.press('Enter')
    await page.locator('tbody').getByText('A-3', { exact: true }).waitFor({ state: 'detached' })
    const exported = await download(page, () => choose(page, 'Export as .csv'))
    expect('name of the export', exported.name, 'Orders.csv')
    expect('the export', exported.content.toString(), '\ufeffNumber,Status,Price,Due,Owner\r\nA-1,New,19.9,2026-03-01,Ada\r\n')
  })

  journey(`${language}: thousands of rows show how far they are`, async ({ page, server, context, shot }) => {
    const session = await (await context.request.get(`${server.url}/api/session`)).json()
    await page.goto(`${server.url}/company/${session.data.companies[0].key}/app/order_desk-dev/admin/data/default/default`)
    await page.locator('tbody').getByText('A-3', { exact: true }).waitFor()
    await readInto(page, file('many.csv', 'Number,Price', ...Array.from({ length: MANY }, (_, n) => `N-${n},${n}`)))
    await button(drawer(page), say('Look at what it does')).click()
    await drawer(page).getByRole('tab').first().waitFor()
    expect('what rows do', await counts(page), [MANY, 0, 0, 0])
    await button(drawer(page), say('Import {count} rows').replace('{count}', String(MANY))).click()
    await drawer(page).getByText(say('The import is done'), { exact: true }).waitFor({ timeout: 60_000 })
    await shot(`data-transfer-${language}-6-many`)
    await button(drawer(page), say('Done')).click()
    await page
      .locator('tbody')
      .getByText(`N-${MANY - 1}`, { exact: true })
      .waitFor()
  })
}
