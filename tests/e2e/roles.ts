// An administrator's story, told once per language: a role is made, people, a department and another role come into it, a sheet is imported,
// the role may edit the app, and one of its people signs in and finds that it is so; why is shown.
// permission.page permission.role-tab permission.config-tab permission.app-subtab permission.default-subtab
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Locator, Page } from '@playwright/test'
import { say as told } from '../../api/messages.ts'
import { writeWorkbook } from '../../api/server/services/foundation/spreadsheets/index.ts'
import { journey, story } from './harness.ts'
import { ADMIN, prepare } from './prepared.ts'
import { sayer, type Language } from './words.ts'

const ROLE: Record<Language, string> = { 'en-US': 'Sales team', 'zh-CN': '销售团队' }

export function tellRoles(language: Language) {
  story('roles', { language })
  const say = sayer(language, 'permission')
  const button = (scope: Page | Locator, text: string) => scope.getByRole('button', { name: say(text), exact: true })
  const dialog = (page: Page) => page.getByRole('dialog').last()
  const row = (scope: Page | Locator, text: string) => scope.locator('tbody tr').filter({ hasText: text })
  let base = ''
  let admin = ''

  /** Opens the drawer of a role's members at one of its tabs. */
  async function members(page: Page, tab: string) {
    await page.goto('about:blank')
    await page.goto(`${admin}/permission#role`)
    await row(page, ROLE[language]).getByText(say('Members'), { exact: true }).click()
    const drawer = page.locator('.cxd-Drawer-content').last()
    await drawer.getByText(say('Members of ${name}', { name: ROLE[language] })).waitFor()
    await drawer.getByRole('tab', { name: say(tab), exact: true }).click()
    return drawer
  }
  /** Chooses in the only select of a dialog. */
  async function choose(page: Page, field: Locator, ...options: string[]) {
    const list = page.locator('.cxd-Select-option').first()
    // A field that is focused while its dialog opens may close its list again.
    for (let tries = 0; tries < 3 && !(await list.isVisible()); tries++) {
      await field.locator('.cxd-Select').click()
      await list.waitFor({ timeout: 5000 }).catch(() => {})
    }
    for (const option of options) await page.locator('.cxd-Select-option').getByText(option, { exact: false }).click()
    // Beside the list, which covers the rest of the page.
    for (let tries = 0; tries < 5 && (await list.isVisible()); tries++) {
      await page.mouse.click(4, 400)
      await list.waitFor({ state: 'detached', timeout: 2000 }).catch(() => {})
    }
  }

  journey(`${language}: a role is made and described`, async ({ page, context, server, shot }) => {
    const { company } = await prepare(context)
    base = `${server.url}/api/company/${company}`
    admin = `${server.url}/company/${company}/app/order_desk-dev/admin`
    const { csrfToken } = ((await (await context.request.get(`${server.url}/api/session`)).json()) as { data: { csrfToken: string } }).data
    const ask = async (method: string, path: string, data?: object) => {
      const reply = await context.request.fetch(base + path, { method, headers: { 'x-csrf-token': csrfToken }, ...(data && { data }) })
      const envelope = (await reply.json()) as { status: number; msg: string; data: Record<string, any> }
      if (envelope.status) throw new Error(`${path}: ${envelope.msg}`)
      return envelope.data
    }
    const [root] = (await ask('GET', '/department')).options as { id: string }[]
    const { id: east } = await ask('POST', '/department/create', { name: 'East', parentId: root?.id })
    for (const name of ['Ben', 'Cleo', 'Dana']) await ask('POST', `/department/${east}/users`, { name, email: `${name.toLowerCase()}@example.test` })
    await ask('POST', '/app/order_desk-dev/role', { name: 'Clerks' })

    await page.goto(`${server.url}/home`)
    if (language === 'zh-CN') await page.getByRole('button', { name: '中文' }).click()
    await page.getByRole('link', { name: say('Platform screens'), exact: true }).waitFor()
    await page.goto(`${admin}/permission`)
    await button(page, 'Create role').click()
    await button(dialog(page), 'Create').click()
    await dialog(page).getByText(say('Please enter the name')).waitFor()
    await dialog(page)
      .getByRole('textbox', { name: say('Name') })
      .fill(ROLE[language])
    await shot(`roles-${language}-1-create`)
    // The sentence goes away while the button is pressed, and the button comes up: it is pressed all the same.
    await dialog(page)
      .getByRole('textbox', { name: say('Name') })
      .fill('')
    await dialog(page).getByText(say('Please enter the name')).waitFor()
    await button(dialog(page), 'Create').hover()
    await dialog(page)
      .getByRole('textbox', { name: say('Name') })
      .fill(ROLE[language])
    await page.mouse.down()
    await dialog(page).getByText(say('Please enter the name')).waitFor({ state: 'detached' })
    await page.mouse.up()
    await row(page, ROLE[language]).waitFor()
    await row(page, told(language, 'All users')).locator('.is-disabled').first().waitFor()
    await shot(`roles-${language}-2-list`)
  })

  journey(`${language}: people, a department and another role come into it`, async ({ page, shot }) => {
    let drawer = await members(page, 'People')
    await button(drawer, 'Add people').click()
    await choose(page, dialog(page), 'ben@example.test')
    await button(dialog(page), 'Add').click()
    await row(drawer, 'ben@example.test').waitFor()

    const file = join(tmpdir(), `roles-${process.pid}-${language}.xlsx`)
    const rows = [['cleo@example.test'], ['stranger@example.test']]
    writeFileSync(file, await buffer(writeWorkbook([{ name: 'People', columns: [{ header: 'Email' }], rows }])))
    await button(drawer, 'Import').click()
    await page.locator('input[type=file]').last().setInputFiles(file)
    await button(dialog(page), 'Import').click()
    await dialog(page).getByText('stranger@example.test').waitFor()
    await shot(`roles-${language}-3-import`)
    await button(dialog(page), 'Done').click()
    await row(drawer, 'cleo@example.test').waitFor()
    await shot(`roles-${language}-4-people`)

    drawer = await members(page, 'Departments')
    await button(drawer, 'Add department').click()
    await dialog(page).getByText('East', { exact: true }).click()
    await button(dialog(page), 'Add').click()
    await row(drawer, 'East').waitFor()
    drawer = await members(page, 'Included roles')
    await button(drawer, 'Add role').click()
    await choose(page, dialog(page), 'Clerks')
    await button(dialog(page), 'Add').click()
    await row(drawer, 'Clerks').waitFor()
    await shot(`roles-${language}-5-included`)
  })

  journey(`${language}: what a change does is shown before it is saved, and the history tells it`, async ({ page, shot }) => {
    await page.goto('about:blank')
    await page.goto(`${admin}/permission#app`)
    const field = page
      .locator('.cxd-Form-item')
      .filter({ hasText: say('Edit the app') })
      .first()
    await choose(page, field, ROLE[language])
    await button(page, 'Save').first().click()
    await dialog(page).getByText('Ben', { exact: false }).first().waitFor()
    await shot(`roles-${language}-6-effect`)
    await button(dialog(page), 'Save').click()
    await page.getByText(say('Saved'), { exact: true }).first().waitFor()
    await button(page, 'History').click()
    const drawer = page.locator('.cxd-Drawer-content').last()
    await drawer.locator('tbody tr').first().getByText(ROLE[language], { exact: false }).first().waitFor()
    await shot(`roles-${language}-7-history`)

    await page.goto('about:blank')
    await page.goto(`${admin}/permission#app`)
    await page.getByRole('tab', { name: say('Defaults'), exact: true }).click()
    await page.waitForURL('**#default')
    await page.getByText(told(language, 'Resource owner')).first().waitFor()
    await shot(`roles-${language}-8-defaults`)
  })

  journey(`${language}: why somebody may is shown, and a password is reset`, async ({ page, browser, server, shot }) => {
    let drawer = await members(page, 'People')
    await row(drawer, 'ben@example.test').getByText(say('Why?'), { exact: true }).click()
    const why = page.locator('.cxd-Drawer-content').last()
    await choose(
      page,
      why
        .locator('.cxd-Form-item')
        .filter({ hasText: say('Permission') })
        .last(),
      say('Edit the app'),
    )
    await why.locator('.t-verdict.is-yes').getByText(ROLE[language], { exact: false }).first().waitFor()
    await shot(`roles-${language}-9-why`)

    drawer = await members(page, 'People')
    await row(drawer, 'ben@example.test').getByText(say('More'), { exact: true }).click()
    await page.getByText(say('Reset password'), { exact: true }).click()
    await page
      .getByRole('button', { name: say('Reset password'), exact: true })
      .last()
      .click()
    const password = await page.locator('.t-secret code').innerText()
    await shot(`roles-${language}-10-password`)

    // As Ben: the initial password opens one door, and the role the others.
    const his = await browser.newContext()
    const page2 = await his.newPage()
    await page2.goto(`${server.url}/login`)
    if (language === 'zh-CN') {
      await page2.getByRole('button', { name: '中文' }).click()
      await page2.getByRole('button', { name: say('Sign in'), exact: true }).waitFor()
    }
    await page2.locator('input[name=username]').fill('ben@example.test')
    await page2.locator('input[type=password]').fill(password)
    await page2.keyboard.press('Enter')
    await page2.waitForURL('**/set-password')
    await page2.locator('input[type=password]').nth(0).fill(ADMIN.password)
    await page2.locator('input[type=password]').nth(1).fill(ADMIN.password)
    await page2.keyboard.press('Enter')
    await page2.waitForURL('**/home')
    await page2.goto(admin.replace('/admin', '/design'))
    await page2
      .getByRole('link', { name: say('Settings'), exact: true })
      .first()
      .waitFor()
    if (await page2.getByRole('link', { name: say('Permissions'), exact: true }).count()) throw new Error('Ben is offered what he may not')
    await shot(`roles-${language}-11-ben`, page2)
    await page2.goto(`${admin}/permission`)
    await page2.getByText(say('No access')).first().waitFor()
    await his.close()
  })

  journey(`${language}: variables of an environment, one of them secret`, async ({ page, shot }) => {
    await page.goto(`${admin}/setting#envs`)
    await page.getByText(say('Add a variable')).click()
    await page.locator('input[name=var]').fill('api_host')
    await button(page, 'Save').click()
    await page.getByText(say('Variable name must be upper case')).waitFor()
    await page.locator('input[name=var]').fill('API_KEY')
    await page.locator('input[name=value]').fill('sesame')
    await page.locator('.t-env-list .cxd-Switch').click()
    await button(page, 'Save').click()
    await page.getByText(say('Saved'), { exact: true }).first().waitFor()
    await page.reload()
    await page.locator('input[name=var]').waitFor()
    if ((await page.content()).includes('sesame')) throw new Error('a secret came back')
    await shot(`roles-${language}-12-variables`)
    await page.goto(`${admin.replace('-dev', '')}/runtime-permission#permission`)
    await page.getByText(say('Permissions of this environment')).waitFor()
    await shot(`roles-${language}-13-runtime`)
  })
}
