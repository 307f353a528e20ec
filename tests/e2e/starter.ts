// From a workbook to a running app: two sheets and 10,000 rows, from the list of apps to a second person who has changed a row on a phone. Says how many
// clicks and seconds it took.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { workbook } from '../support/imports.ts'
import { journey, story, type JourneyServer } from './harness.ts'
import { prepare } from './prepared.ts'
import { lookAtRunningPages } from './running-pages.ts'
import { sayer, type Language } from './words.ts'

const STATES = ['New', 'In progress', 'Shipped', 'Cancelled']
const ROWS = 10_000
/** What the whole way may take at most. */
const MOST = { clicks: 12, seconds: 90 }
const SECOND = { name: 'Bo', email: 'bo@example.test', password: 'Correct-2-horses!' }
const PHONE = { width: 390, height: 844 }

async function shop(): Promise<string> {
  const customers = Array.from({ length: 200 }, (_one, at) => [`C-${at}`, `Customer ${at}`, ['Leeds', 'Bristol', 'York'][at % 3] ?? '', `c${at}@example.test`])
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
  return file
}

/** A second member of the organisation, with a password. */
async function secondMember(context: BrowserContext, other: BrowserContext, server: JourneyServer, company: string) {
  const { csrfToken } = (await (await context.request.get(`${server.url}/api/session`)).json()).data
  const departments = `${server.url}/api/company/${company}/department`
  const root = (await (await context.request.get(departments)).json()).data.options[0].id as string
  const added = await context.request.post(`${departments}/${root}/users`, {
    headers: { 'x-csrf-token': csrfToken },
    data: { name: SECOND.name, email: SECOND.email },
  })
  const { link } = (await added.json()).data as { link: string }
  const token = /invitation\/([\w-]+)/.exec(link)?.[1]
  const taken = await other.request.post(`${server.url}/api/invitation/${token}`, { data: { password: SECOND.password, repeat: SECOND.password } })
  if ((await taken.json()).status !== 0) throw new Error(`the invitation was not taken: ${await taken.text()}`)
}

export function tellStarter(language: Language) {
  story('starter', { language })
  const say = sayer(language, 'starter')
  const [org, sign] = [sayer(language, 'company'), sayer(language, 'signin')]
  const inLanguage = (of: BrowserContext, server: JourneyServer) => of.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])

  journey(
    `${language}: a workbook of 10,000 rows becomes an app in which a second person changes a row on a phone`,
    async ({ page, context, browser, server, shot }) => {
      const { company } = await prepare(context)
      await inLanguage(context, server)
      const phone = await browser.newContext({ viewport: PHONE, locale: language, hasTouch: true, isMobile: true })
      await secondMember(context, phone, server, company)
      await phone.clearCookies()
      const file = await shop()

      let clicks = 0
      const click = async (what: Locator) => {
        clicks++
        await what.click()
      }
      const button = (of: Page, text: string) => of.getByRole('button', { name: text, exact: true })
      await page.goto(`${server.url}/company/${company}/app`)
      await button(page, org('New app')).first().waitFor()
      const begun = Date.now()
      await click(button(page, org('New app')).first())
      const name = page.getByRole('textbox', { name: org('Name'), exact: true })
      await name.fill('Shop')
      await click(page.getByText(org('A spreadsheet'), { exact: true }))
      await click(button(page, org('Create app')))
      await page.waitForURL(/\/app\/shop-dev\/design\/from-sheet$/)
      const choosing = page.waitForEvent('filechooser')
      await click(button(page, say('Choose a file')))
      await (await choosing).setFiles(file)
      clicks++
      await button(page, say('Make the app')).waitFor({ timeout: 60_000 })
      await shot(`starter-${language}-1-understood`)
      await click(page.getByText(say('All members may add and change rows'), { exact: true }))
      await click(button(page, say('Make the app')))
      await click(button(page, say('Open the app')))
      await page.getByText('Customer 199', { exact: true }).first().waitFor({ timeout: 60_000 })
      await shot(`starter-${language}-2-list`)

      try {
        await inLanguage(phone, server)
        const second = await phone.newPage()
        await second.goto(`${server.url}/company/${company}/app/shop/customers`)
        await second.locator('input[name=username]').fill(SECOND.email)
        await second.locator('input[type=password]').fill(SECOND.password)
        await click(button(second, sign('Sign in')))
        await click(second.getByText('Customer 199', { exact: true }).first())
        await second.getByRole('heading', { name: 'Customer 199' }).waitFor()
        await second.getByText('O-19799', { exact: true }).waitFor()
        await shot(`starter-${language}-3-phone`, second)
        await click(button(second, say('Edit')).first())
        await second.getByRole('textbox', { name: 'E-mail', exact: true }).fill('new@example.test')
        await shot(`starter-${language}-4-phone-edit`, second)
        await click(button(second, say('Save')))
        await second.getByText('new@example.test', { exact: true }).first().waitFor()
        const seconds = (Date.now() - begun) / 1000
        console.log(`starter, ${language}: ${clicks} clicks, ${seconds.toFixed(1)} s from the list of apps to the row that somebody else has changed`)
        if (clicks > MOST.clicks) throw new Error(`${clicks} clicks, at most ${MOST.clicks}`)
        if (seconds > MOST.seconds && !process.env.CI) console.log(`over ${MOST.seconds} s; this machine may be busy`)
        for (const [what, path] of [
          ['list', '/orders'],
          ['board', '/orders/board'],
        ] as const) {
          await second.goto(`${server.url}/company/${company}/app/shop${path}`)
          await second
            .getByText(/Order of|In progress/)
            .first()
            .waitFor()
          await shot(`starter-${language}-phone-${what}`, second)
        }
      } finally {
        await phone.close()
      }
      for (const [what, path] of [
        ['overview', '/orders/overview'],
        ['board', '/orders/board'],
        ['orders', '/orders'],
      ] as const) {
        await page.goto(`${server.url}/company/${company}/app/shop${path}`)
        await page
          .getByText(/Order of|In progress/)
          .first()
          .waitFor()
        await shot(`starter-${language}-${what}`)
      }
      // What is marked up is the same in each language.
      if (language === 'en-US') await lookAtRunningPages(page, server, company, say)
    },
    { seconds: 300 },
  )
}
