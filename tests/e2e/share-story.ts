// The story of a share, told once per language: an author shares a page with a password and an end, a visitor opens it, the author stops it.
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { journey, story } from './harness.ts'
import { prepare, type Prepared } from './prepared.ts'
import { sayer, type Language } from './words.ts'

const PASSWORD = 'open-sesame'
/** Sentences of the server, which the dictionaries of the screens do not have. */
const SERVER = {
  'en-US': { wrong: 'This is not the password', unknown: 'This link leads nowhere. It may have been stopped', expired: 'This share has expired' },
  'zh-CN': { wrong: '密码不正确', unknown: '这个链接无效，可能已停止分享', expired: '这个分享已过期' },
} as const

export function tellShareStory(language: Language) {
  story('share', { language })
  const say = sayer(language, 'share')
  const server = SERVER[language]
  const button = (scope: Page | Locator, text: string) => scope.getByRole('button', { name: say(text), exact: true })
  let world: Prepared
  let link = ''
  const base = () => `/company/${world.company}/app/order_desk-dev`

  async function visitor(browser: { newContext(options: object): Promise<BrowserContext> }, width = 1280) {
    const context = await browser.newContext({ locale: language, viewport: { width, height: 800 } })
    return { context, page: await context.newPage() }
  }
  const frameOf = (page: Page) => page.frameLocator('.tes-share iframe')

  journey(`${language}: an author shares a page from its design, with a password and an end`, async ({ page, context, server: { url }, shot }) => {
    world = await prepare(context)
    await context.addCookies([{ name: 'tessera_locale', value: language, url }])
    await page.goto(`${url}${base()}/design/page/${world.pageId}`)
    await button(page, 'Share').click()
    const drawer = page.getByRole('dialog').last()
    await drawer.getByText(say('The page itself'), { exact: true }).waitFor()
    await drawer.locator('input[name=title]').fill('Orders of the week')
    const end = drawer.getByPlaceholder(say('For ever'))
    await end.fill('2099-01-02 08:00')
    await end.press('Tab')
    await drawer.locator('.cxd-Switch').click()
    await drawer.locator('input[name=password]').fill(PASSWORD)
    await shot(`share-${language}-making`)
    await button(drawer, 'Share').click()
    await page.getByText(say('It is shared'), { exact: true }).waitFor()
    const text = await page.getByText(/\/share\/[\w-]{22}/).innerText()
    link = text.trim()
    await shot(`share-${language}-made`)
  })

  journey(`${language}: a visitor gives the password and sees the page, on a desk and on a phone`, async ({ browser, shot }) => {
    const { context, page } = await visitor(browser)
    const answer = await page.goto(link)
    if (answer?.status() !== 200 || answer.headers()['x-robots-tag'] !== 'noindex, nofollow') throw new Error('the page is to be found by search engines')
    const password = page.locator('#share-password')
    await password.fill('guess')
    await button(page, 'Open').click()
    await page.getByText(server.wrong, { exact: true }).waitFor()
    await shot(`share-${language}-wrong-password`)
    if (await page.title().then(title => title.includes('Orders'))) throw new Error('the title is told before the password was given')
    await password.fill(PASSWORD)
    await button(page, 'Open').click()
    await frameOf(page).getByText('SO-1041').waitFor()
    if ((await page.title()) !== 'Orders of the week · Tessera') throw new Error(`the title is ${await page.title()}`)
    await page.getByText(say('Shared by {name}', { name: 'Ada' })).waitFor()
    await page.screenshot({ path: `test-results/share-${language}-open.png` })
    // The password is kept in this browser, for this share.
    await page.reload()
    await frameOf(page).getByText('SO-1041').waitFor()
    await page.setViewportSize({ width: 390, height: 800 })
    await frameOf(page).getByText('SO-1041').waitFor()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (overflow > 0) throw new Error(`the page is ${overflow} px too wide for a phone`)
    await page.screenshot({ path: `test-results/share-${language}-phone.png` })
    await context.close()
  })

  journey(`${language}: the author shares a document, sees the visits and stops the share`, async ({ page, context, browser, server: { url }, shot }) => {
    await page.goto(`${url}${base()}/admin/shares`)
    const row = page.getByRole('row').filter({ hasText: 'Orders of the week' })
    await row.waitFor()
    if (!(await row.innerText()).includes('2099-01-02 08:00')) throw new Error('the end of the share is not shown')
    await shot(`share-${language}-list`)
    await button(page, 'Share something').click()
    const drawer = page.getByRole('dialog').last()
    await drawer.getByText(say('A markdown document'), { exact: true }).click()
    await drawer.locator('textarea[name=markdown]').fill('# Notes\n\nHello **you**.')
    await drawer.locator('input[name=title]').fill('Notes')
    await button(drawer, 'Share').click()
    const made = page.getByText(/\/share\/[\w-]{22}/)
    const notes = (await made.innerText()).trim()
    await page.keyboard.press('Escape')
    await page.getByRole('row').filter({ hasText: 'Notes' }).waitFor()

    const { context: other, page: guest } = await visitor(browser)
    await guest.goto(notes)
    await frameOf(guest).getByRole('heading', { name: 'Notes' }).waitFor()
    await guest.screenshot({ path: `test-results/share-${language}-document.png` })

    await page.reload()
    await row.waitFor()
    await button(row, 'More').click()
    await page.getByText(say('Stop'), { exact: true }).click()
    await row.getByText(say('Stopped'), { exact: true }).waitFor()
    const stopped = await guest.goto(link)
    if (stopped?.status() !== 404) throw new Error(`a stopped share answers ${stopped?.status()}`)
    await guest.getByText(server.unknown, { exact: true }).waitFor()
    await guest.getByText('500', { exact: true }).waitFor()
    await guest.screenshot({ path: `test-results/share-${language}-stopped.png` })
    const nothing = await guest.goto(`${url}/share/${'A'.repeat(22)}`)
    if (nothing?.status() !== 404) throw new Error('an unknown share answers something else than a stopped one')
    await guest.getByText(server.unknown, { exact: true }).waitFor()
    await other.close()

    await button(row, 'More').click()
    await page.getByText(say('Delete'), { exact: true }).click()
    const sure = page.getByRole('dialog').last()
    await shot(`share-${language}-delete`)
    await button(sure, 'Delete').click()
    await row.waitFor({ state: 'detached' })
    await context.clearCookies({ name: 'tessera_locale' })
  })
}
