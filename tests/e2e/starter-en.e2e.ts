// From a workbook to a running app: two sheets and 10,000 rows, published, a row opened and changed. Says how many clicks and seconds it took.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { workbook } from '../support/imports.ts'
import { journey, story } from './harness.ts'
import { prepare } from './prepared.ts'

story('starter', { language: 'en-US' })

const STATES = ['New', 'In progress', 'Shipped', 'Cancelled']
const ROWS = 10_000

journey(
  'a workbook of 10,000 rows becomes an app whose rows are opened and changed',
  async ({ page, context, server, shot }) => {
    const { company } = await prepare(context)
    await context.addCookies([{ name: 'tessera_locale', value: 'en-US', url: server.url }])
    const customers = Array.from({ length: 200 }, (_one, at) => [
      `C-${at}`,
      `Customer ${at}`,
      ['Leeds', 'Bristol', 'York'][at % 3] ?? '',
      `c${at}@example.test`,
    ])
    const orders = Array.from({ length: ROWS - customers.length }, (_one, at) => [
      `O-${10_000 + at}`,
      `Order of ${['tea', 'coffee', 'cups', 'kettles'][at % 4]} ${at}`,
      `C-${at % 200}`,
      STATES[at % 4] ?? '',
      new Date(Date.UTC(2026, at % 12, (at % 28) + 1)),
      (at * 37) % 5000,
      at % 3 ? 'no' : 'yes',
    ])
    const file = join(process.env.E2E_FOLDER as string, 'shop.xlsx')
    const named = (names: string[]) => names.map(header => ({ header }))
    await writeFile(
      file,
      await workbook([
        { name: 'Customers', columns: named(['Customer no', 'Name', 'City', 'E-mail']), rows: customers },
        { name: 'Orders', columns: named(['Order no', 'Title', 'Customer', 'Status', 'Due', 'Amount', 'Urgent']), rows: orders },
      ]),
    )

    let clicks = 0
    const click = async (what: Locator) => {
      clicks++
      await what.click()
    }
    await page.goto(`${server.url}/company/${company}/app/applications-dev/design`)
    await page.getByRole('heading', { name: 'This app has no pages yet' }).waitFor()
    await shot('starter-1-empty')
    const begun = Date.now()
    await click(page.getByRole('button', { name: 'From a spreadsheet', exact: true }))
    const choosing = page.waitForEvent('filechooser')
    await click(page.getByRole('button', { name: 'Choose a file', exact: true }))
    await (await choosing).setFiles(file)
    clicks++
    await page.getByRole('button', { name: 'Make the app', exact: true }).waitFor({ timeout: 60_000 })
    await shot('starter-2-understood')
    await click(page.getByText('All members may add and change rows', { exact: true }))
    await click(page.getByRole('button', { name: 'Make the app', exact: true }))
    await click(page.getByRole('button', { name: 'Open the app', exact: true }))
    await page.getByText('Customer 199', { exact: true }).first().waitFor({ timeout: 60_000 })
    console.log(`starter: ${clicks} clicks, ${((Date.now() - begun) / 1000).toFixed(1)} s from the empty app to its published list`)
    const app = `${server.url}/company/${company}/app/applications`
    await shot('starter-3-list')
    await page.getByText('Customer 199', { exact: true }).first().click()
    await page.waitForURL(/\/customers\/[0-9a-f-]{36}$/)
    await page.getByRole('heading', { name: 'Customer 199' }).waitFor()
    await page.getByText('O-19799', { exact: true }).waitFor()
    await shot('starter-4-detail')
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
    await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill('new@example.test')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('new@example.test', { exact: true }).first().waitFor()
    await shot('starter-5-changed')
    for (const [name, path] of [
      ['6-overview', '/orders/overview'],
      ['7-board', '/orders/board'],
      ['8-orders', '/orders'],
    ] as const) {
      await page.goto(app + path)
      await page
        .getByText(/Order of|In progress/)
        .first()
        .waitFor()
      await page.waitForTimeout(1500)
      await shot(`starter-${name}`)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    for (const [name, path] of [
      ['phone-list', '/orders'],
      ['phone-board', '/orders/board'],
    ] as const) {
      await page.goto(app + path)
      await page
        .getByText(/Order of|In progress/)
        .first()
        .waitFor()
      await page.waitForTimeout(1500)
      await shot(`starter-${name}`)
    }
  },
  { seconds: 300 },
)
