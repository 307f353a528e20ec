// The permissions of resources, told once per language: a role's boxes are found, changed by mouse and keyboard, looked at before they are saved; who may
// and why is shown; the portal, the log and an app's own pages for what is forbidden or not there are what its people see of it.
// permission.page permission.config-tab permission.resource-subtab permission.editor portal.page log.page
import type { Locator, Page } from '@playwright/test'
import { say as told } from '../../api/messages.ts'
import { journey, story } from './harness.ts'
import { ADMIN, prepare } from './prepared.ts'
import { sayer, type Language } from './words.ts'

export function tellMatrix(language: Language) {
  story('matrix', { language })
  const say = sayer(language, 'shell')
  const screen = sayer(language)
  const button = (scope: Page | Locator, text: string) => scope.getByRole('button', { name: text, exact: true })
  let app = ''
  let api = ''
  let company = ''
  let ask: (method: string, path: string, data?: object) => Promise<Record<string, any>>
  const pages: Record<string, string> = {}

  journey(`${language}: the boxes of a role are found, changed and saved after a look at what they do`, async ({ page, context, server, shot }) => {
    company = (await prepare(context)).company
    app = `${server.url}/company/${company}/app/order_desk`
    api = `${server.url}/api/company/${company}`
    const { csrfToken } = ((await (await context.request.get(`${server.url}/api/session`)).json()) as { data: { csrfToken: string } }).data
    ask = async (method, path, data) => {
      const reply = await context.request.fetch(api + path, { method, headers: { 'x-csrf-token': csrfToken }, ...(data && { data }) })
      const envelope = (await reply.json()) as { status: number; msg: string; data: Record<string, any> }
      if (envelope.status) throw new Error(`${path}: ${envelope.status} ${envelope.msg}`)
      return envelope.data
    }
    await context.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
    const [root] = (await ask('GET', '/department')).options as { id: string }[]
    await ask('POST', `/department/${root?.id}/users`, { name: 'Ben', email: 'ben@example.test' })
    const { id: role } = await ask('POST', '/app/order_desk-dev/role', { name: 'Clerks' })
    await ask('POST', `/app/order_desk-dev/role/${role}/member/user`, { email: ['ben@example.test'] })
    for (const name of ['Salary', 'Lost', 'Refused'])
      pages[name] = (
        await ask('POST', '/app/order_desk-dev/page', {
          name,
          kind: 'page',
          path: `/${name.toLowerCase()}`,
          schema: { type: 'page', title: `${name} of the desk`, body: `${name} of this app` },
        })
      ).id

    await page.goto(`${app}-dev/admin/permission#app`)
    await page.getByRole('tab', { name: screen('Resources'), exact: true }).click()
    await page.waitForURL('**#resouce')
    await button(page, 'Clerks').click()
    const grid = page.getByRole('grid', { name: say('Permissions of the role {name}', { name: 'Clerks' }), exact: true })
    await grid.waitFor()
    await shot(`matrix-${language}-1-open`)
    await page.getByRole('searchbox', { name: say('Search resources') }).fill('salary')
    await grid.getByRole('rowheader', { name: 'Salary' }).waitFor()
    if ((await grid.getByRole('rowheader').count()) !== 1) throw new Error('the search finds more than the page')
    // With the mouse, and with the keyboard from where the mouse was.
    const boxes = grid.getByRole('checkbox')
    await boxes.nth(0).click()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await button(page, say('Discard changes ({count})', { count: 2 })).waitFor()
    if ((await boxes.nth(1).getAttribute('aria-checked')) !== 'true') throw new Error('the keyboard changed nothing')
    await shot(`matrix-${language}-2-changed`)
    await button(page, say('Save')).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByText('Ben', { exact: false })
      .first()
      .or(dialog.getByText(say('Nobody gains or loses anything.')))
      .waitFor()
    await shot(`matrix-${language}-3-what-if`)
    await button(dialog, say('Save')).click()
    await dialog.waitFor({ state: 'detached' })
    await button(page, say('Discard changes ({count})', { count: 2 })).waitFor({ state: 'detached' })
    if ((await boxes.nth(1).getAttribute('aria-checked')) !== 'true') throw new Error('it was not kept')
    // What is found by what is set.
    await page.getByRole('searchbox', { name: say('Search resources') }).fill('overridden')
    await grid.getByRole('rowheader', { name: 'Salary' }).waitFor()
    await shot(`matrix-${language}-4-overridden`)
  })

  journey(`${language}: who may do it, and why, one permission over all roles`, async ({ page, shot }) => {
    await page.goto('about:blank')
    await page.goto(`${app}-dev/admin/permission#app`)
    await page.getByRole('tab', { name: screen('Resources'), exact: true }).click()
    await button(page, say('One permission')).click()
    const grid = page.getByRole('grid')
    await page.getByRole('searchbox', { name: say('Search resources') }).fill('salary')
    await grid.getByRole('rowheader', { name: 'Salary' }).waitFor()
    await shot(`matrix-${language}-5-one-permission`)
    await grid.getByRole('checkbox').first().focus()
    await page.keyboard.press('?')
    const drawer = page.locator('.cxd-Drawer-content').last()
    await drawer.getByText(screen('Who may, and why')).waitFor()
    await drawer.locator('tbody tr').filter({ hasText: 'Ben' }).first().waitFor()
    await shot(`matrix-${language}-6-who`)
    await page.keyboard.press('Escape')
    // Left with changes, it asks.
    await button(page, say('One role')).click()
    await button(page, 'Clerks').click()
    await page.getByRole('grid').getByRole('checkbox').first().click()
    await button(page, screen('Data models')).click()
    await page.getByRole('dialog').getByText(say('You have unsaved changes, switching will lose the data, switch?')).waitFor()
    await shot(`matrix-${language}-7-unsaved`)
    await button(page.getByRole('dialog'), say('Switch')).click()
    await page.getByText(say('There is nothing of this kind yet.')).waitFor()
  })

  journey(`${language}: guests come in, and stand beside the roles`, async ({ page, browser, shot }) => {
    const { ownerOption: _owner, aclManualDisabled: _manual, ...form } = await ask('GET', '/app/order_desk-dev/acl/form')
    await ask('POST', '/app/order_desk-dev/acl/form', { ...form, guestEnabled: true })
    const roles = (await ask('GET', '/app/order_desk-dev/acl/roles')).items as { value: string; isAppGuest?: boolean }[]
    const guest = roles.find(one => one.isAppGuest)?.value
    await ask('POST', '/app/order_desk-dev/acl/form', { ...form, guestEnabled: true, readAcl: [...form.readAcl, guest] })
    const { id: partners } = await ask('POST', '/app/order_desk-dev/role', { name: 'Partners', type: 1 })
    if (!partners) throw new Error('no external role')
    await page.goto('about:blank')
    await page.goto(`${app}-dev/admin/permission#app`)
    await page.getByRole('tab', { name: screen('Resources'), exact: true }).click()
    await page
      .locator('.tes-matrix')
      .getByRole('button', { name: told(language, 'Guests') })
      .first()
      .click()
    await page.getByRole('grid').waitFor()
    // Working on things is not for those outside.
    if ((await page.getByRole('grid').getByRole('checkbox').nth(1).getAttribute('aria-disabled')) !== 'true') throw new Error('a guest may be given work')
    await page.locator('.tes-matrix__outside').first().waitFor()
    await shot(`matrix-${language}-8-guests`)
    const his = await browser.newContext({ locale: language })
    const visitor = await his.newPage()
    await visitor.goto(app)
    await visitor.locator('.t-app-page, .t-state').first().waitFor()
    await shot(`matrix-${language}-9-visitor`, visitor)
    await visitor.goto(`${app}-dev/design`)
    await visitor.waitForURL(/\/login/)
    await his.close()
  })

  journey(`${language}: the app's own pages for what is forbidden and what is not there`, async ({ page, browser, shot }) => {
    const all = ((await ask('GET', '/app/order_desk-dev/acl/matrix?kind=page')).roles as { value: string; default: string[] }[]).filter(one =>
      one.default.includes('read'),
    )
    await ask('POST', '/app/order_desk-dev/acl/matrix', {
      kind: 'page',
      changes: all.map(one => ({ roleId: one.value, resourceId: pages.Salary, option: 'read', allow: false })),
    })
    const clerks = ((await ask('GET', '/app/order_desk-dev/acl/roles')).items as { label: string; value: string }[]).find(one => one.label === 'Clerks')
    await ask('POST', '/app/order_desk-dev/acl/matrix', {
      kind: 'page',
      changes: [{ roleId: clerks?.value, resourceId: pages.Salary, option: 'read', allow: false }],
    })
    await ask('POST', '/app/order_desk', { appCustomNotFoundPage: pages.Lost, appCustomPermissionPage: pages.Refused })
    await ask('POST', '/app/order_desk-dev/release', { title: 'With its own pages', version: '1.1.0', tag: 'latest', from: 'dev', mode: 1 })
    await page.goto(`${app}/nowhere-at-all`)
    await page.getByText('Lost of this app').waitFor()
    await shot(`matrix-${language}-10-not-found`)
    const his = await browser.newContext({ locale: language })
    const visitor = await his.newPage()
    await visitor.goto(`${app}/salary`)
    await visitor.getByText('Refused of this app').waitFor()
    await shot(`matrix-${language}-11-forbidden`, visitor)
    await his.close()
  })

  journey(`${language}: the log is filtered and opened, and keeps secrets to itself`, async ({ page, shot }) => {
    await ask('POST', '/app/order_desk-dev/setting/runtime', { consts: [{ var: 'API_KEY', value: 'open-sesame', secret: true }] })
    const log = sayer(language, 'log')
    await page.goto(`${app}-dev/admin/log`)
    await page.locator('tbody tr').first().waitFor()
    await page.getByPlaceholder(log('Name or email of a person')).fill('nobody at all')
    await page.keyboard.press('Enter')
    await page.getByText(log('No operation fits. What people change in this app appears here.')).waitFor()
    await page.getByPlaceholder(log('Name or email of a person')).fill(ADMIN.email)
    await page.keyboard.press('Enter')
    await page.locator('tbody tr').filter({ hasText: 'Ada' }).first().waitFor()
    await shot(`matrix-${language}-12-log`)
    await page.locator('.cxd-Table-expandBtn').first().click()
    await page.getByText(log('Payload'), { exact: true }).first().waitFor()
    await page.getByText(log('Response headers'), { exact: true }).first().waitFor()
    await shot(`matrix-${language}-13-log-row`)
    const text = await page.content()
    if (text.includes('open-sesame') || text.includes('tessera_session=')) throw new Error('the log tells a secret')
  })

  journey(`${language}: the portal offers what one may use, leads on where there is one, and to the app where there is none`, async ({ page, shot }) => {
    await page.goto(`${app}/portal`)
    await page.getByText('office', { exact: true }).first().waitFor()
    await page.getByText('pocket', { exact: true }).first().waitFor()
    await shot(`matrix-${language}-14-portal`)
    const entries = (await ask('GET', '/app/order_desk-dev/entry')).items as { id: string; key: string }[]
    const pocket = entries.find(one => one.key === 'pocket') as { id: string }
    await ask('DELETE', `/app/order_desk-dev/entry/${pocket.id}`)
    await page.goto(`${app}/portal`)
    await page.waitForURL(`${app}/office`)
    await shot(`matrix-${language}-15-one-entry`)
    const office = entries.find(one => one.key === 'office') as { id: string }
    await ask('DELETE', `/app/order_desk-dev/entry/${office.id}`)
    await page.goto(`${app}/portal`)
    await page.waitForURL(
      url => url.pathname === new URL(app).pathname || (url.pathname.startsWith(`${new URL(app).pathname}/`) && !url.pathname.endsWith('/portal')),
    )
  })
}
