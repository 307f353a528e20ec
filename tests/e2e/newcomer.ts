// The whole story of a newcomer, told once per language: setup, an app, imported pages, the editor, a release, the running app.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { sampleFolder } from '../support/sample-site.ts'
import { journey, story } from './harness.ts'
import { sayer, type Language } from './words.ts'

const PASSWORD = 'Correct-1-horse!'
const EMAIL = 'ada@example.test'
/** The server's sentences are no part of the screens' dictionaries. */
const wrong: Record<Language, string> = { 'en-US': 'The name or the password is not right', 'zh-CN': '用户名或密码不正确' }
interface RunningPage {
  kind: string
  path: string
  children: RunningPage[]
}
const flatten = (pages: RunningPage[]): RunningPage[] => pages.flatMap(one => [one, ...flatten(one.children)])
/** Real pages made by others; beside the project where they have been put. */
const ADMIN = join(sampleFolder, '../../../../shared/data/amis-admin')

export const field = (scope: Page | Locator, name: string) => scope.getByRole('textbox', { name, exact: true })
/** Types a text; once more when the form moved the focus to the field with the first error meanwhile. */
async function enter(scope: Page | Locator, name: string, text: string) {
  const input = field(scope, name)
  for (let tries = 0; tries < 5; tries++) {
    // A form that was refused moves the focus to its first wrong field a moment later; typing then lands there.
    await input.focus()
    await new Promise(done => setTimeout(done, 300))
    if (!(await input.evaluate(element => element === document.activeElement))) continue
    await input.fill(text)
    if ((await input.inputValue()) === text) return
  }
  throw new Error(`"${name}" does not take "${text}"`)
}
const jsonFiles = (folder: string) =>
  readdirSync(folder)
    .filter(name => name.endsWith('.json'))
    .map(name => join(folder, name))

export function tellStory(language: Language) {
  story('newcomer', { language, from: 'nothing' })
  const say = sayer(language)
  const button = (scope: Page | Locator, text: string) => scope.getByRole('button', { name: say(text), exact: true })

  async function importFiles(page: Page, files: string[]) {
    const dialog = page.getByRole('dialog', { name: say('Import amis files'), exact: true })
    await dialog.locator('input[type=file]').setInputFiles(files)
    await button(dialog, 'Import').click()
    const report = page.getByRole('dialog', { name: say('Imported'), exact: true })
    await report.waitFor()
    const text = await report.innerText()
    await button(report, 'Done').click()
    await report.waitFor({ state: 'detached' })
    return text
  }

  journey(`${language}: setup makes the organisation and its administrator`, async ({ page, server, shot }) => {
    await page.goto(server.url)
    await page.waitForURL('**/install-org')
    if (language === 'zh-CN') {
      await page.getByRole('button', { name: '中文' }).click()
      await page.getByRole('heading', { name: say('Set up your organisation') }).waitFor()
      // The choice is kept.
      await page.reload()
    }
    await page.getByRole('heading', { name: say('Set up your organisation') }).waitFor()
    await button(page, 'Set up').click()
    await page.getByText(say('Please enter an email')).waitFor()
    await shot(`newcomer-${language}-1-setup`)
    await enter(page, say('Organisation name'), 'Northwind')
    await enter(page, say('Your email'), EMAIL)
    await enter(page, say('Your name'), 'Ada')
    await button(page, 'Set up').click()
    await page.waitForURL('**/set-password**')
    await enter(page, say('Password'), 'short')
    await enter(page, say('Password again'), 'short')
    await button(page, 'Set password').click()
    await page.getByText(say('Use 8 to 128 characters')).last().waitFor()
    await enter(page, say('Password'), PASSWORD)
    await enter(page, say('Password again'), PASSWORD)
    await button(page, 'Set password').click()
    await page.waitForURL('**/home')
    await page.getByText('Northwind').first().waitFor()
    await shot(`newcomer-${language}-2-home`)
  })

  journey(`${language}: an app is created`, async ({ page, server, shot }) => {
    await page.goto(`${server.url}/home`)
    await page
      .getByRole('link', { name: /Northwind/ })
      .first()
      .click()
    await page.waitForURL(/\/company\/[^/]+(\/app)?$/)
    // The menu of the organisation comes a moment after its address; the one before it has a line of the same name.
    await page.locator('#menu a[href^="/company/"][href$="/app"]').click()
    await page.waitForURL(/\/company\/[^/]+\/app(\?.*)?$/)
    await button(page, 'New app').first().click()
    const drawer = page.getByRole('dialog')
    await enter(drawer, say('Name'), 'Order desk')
    await shot(`newcomer-${language}-3-new-app`)
    await button(drawer, 'Create app').click()
    await page.waitForURL(/\/app\/\w+-dev\/design$/)
    await page.getByRole('heading', { name: say('This app has no pages yet') }).waitFor()
  })

  journey(
    `${language}: pages of others are imported, and one is changed in the editor`,
    async ({ page, server, shot }) => {
      await page.goto(`${server.url}/app`)
      await page.getByRole('link', { name: 'Order desk' }).first().click()
      await button(page, 'Import amis files').click()
      await importFiles(page, jsonFiles(sampleFolder))
      const tree = page.getByRole('tree')
      await tree.getByText('All orders').waitFor()
      await tree.getByText('About').click()
      await page.waitForURL(/\/design\/page\//)
      // The editor's own words.
      const title = field(page, language === 'zh-CN' ? '页面标题' : 'Title')
      await title.click()
      await title.press('ControlOrMeta+a')
      await title.pressSequentially('About the order desk')
      await page
        .getByRole('status')
        .filter({ hasText: say('Draft saved {time}', { time: '' }).trim() })
        .waitFor()
      await shot(`newcomer-${language}-4-draft`)

      await page.reload()
      await button(page, 'Continue with the draft').click()
      await page.getByText('About the order desk').first().waitFor()
      await button(page, 'Save').click()
      await page.getByText(say('Saved, version {version}', { version: 2 })).waitFor()
    },
    { seconds: 240 },
  )

  journey(`${language}: a release is published, and the running app shows the change`, async ({ page, server, shot }) => {
    await page.goto(`${server.url}/company/northwind/app/order_desk`)
    await page.getByText(say('Nothing is published here yet')).waitFor()
    await page.goto(`${server.url}/company/northwind/app/order_desk-dev/design`)
    // In Chinese the app's menu has a word like it.
    await page
      .getByRole('toolbar')
      .getByRole('link', { name: say('Publish'), exact: true })
      .click()
    await page.waitForURL('**/admin/release')
    await button(page, 'Publish version').first().click()
    const drawer = page.getByRole('dialog')
    await enter(drawer, say('Title'), 'First release')
    await shot(`newcomer-${language}-5-publish`)
    await button(drawer, 'Publish').click()
    await page
      .getByText(/1\.0\.0/)
      .first()
      .waitFor()
    await page.getByText('First release').waitFor()
    await shot(`newcomer-${language}-6-releases`)

    await page.goto(`${server.url}/company/northwind/app/order_desk`)
    const menu = page.getByRole('navigation', { name: say('Menu') })
    await menu.getByText('About').click()
    await page.waitForURL('**/order_desk/about')
    await page.getByText('About the order desk').first().waitFor()
    await menu.getByText('Dashboard').click()
    await page.waitForURL('**/order_desk/dashboard')
    await page.waitForLoadState('networkidle')
    await shot(`newcomer-${language}-7-running`)
  })

  journey(`${language}: signing out, and in again to where one was going`, async ({ page, server, shot }) => {
    await page.goto(`${server.url}/company/northwind/app`)
    await button(page, 'Your account').click()
    await page.getByRole('menuitem', { name: say('Sign out') }).click()
    await page.getByText(say('You are signed out')).waitFor()
    await page.goto(`${server.url}/company/northwind/app/order_desk/about`)
    await page.waitForURL(/\/login\?redirect=/)
    await shot(`newcomer-${language}-8-sign-in`)
    await enter(page, say('User name or email'), EMAIL)
    await enter(page, say('Password'), 'Wrong-1-horse!')
    await button(page, 'Sign in').click()
    await page.getByRole('alert').or(page.getByText(wrong[language])).first().waitFor()
    await enter(page, say('Password'), PASSWORD)
    await button(page, 'Sign in').click()
    await page.waitForURL('**/order_desk/about')
    await page.getByText('About the order desk').first().waitFor()
  })

  journey(`${language}: nine pages of the public amis-admin template are imported and run`, async ({ page, server, shot, skip }) => {
    if (!existsSync(ADMIN)) skip('the template is not beside this project')
    await page.goto(`${server.url}/company/northwind/app`)
    await button(page, 'New app').first().click()
    const drawer = page.getByRole('dialog')
    await enter(drawer, say('Name'), 'Admin template')
    await button(drawer, 'Create app').click()
    await page.waitForURL(/-dev\/design$/)
    await button(page, 'Import amis files').click()
    const report = await importFiles(page, jsonFiles(ADMIN))
    if (!report.includes(say('Made: {count}', { count: 12 }).slice(0, 3))) throw new Error(report)
    const paths = (await page.request.get(`${server.url}/api/company/northwind/app/admin_template-dev/runtime/site`)).json() as Promise<{
      data: { pages: RunningPage[] }
    }>
    const all = flatten((await paths).data.pages).filter(one => one.kind === 'page' && !one.path.includes(':'))
    if (all.length < 6) throw new Error(`only ${all.length} pages: ${all.map(one => one.path).join(' ')}`)
    for (const { path } of all) {
      await page.goto(`${server.url}/company/northwind/app/admin_template-dev${path}`)
      await page.locator('.cxd-Page').first().waitFor()
    }
    await shot(`newcomer-${language}-9-admin-template`)
  })
}
