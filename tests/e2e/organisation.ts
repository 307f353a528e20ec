// The administration of an organisation, told once per language: departments, members, an identity provider, positions, external users.
// org.members org.internal org.department-tree org.department-menu org.department-create org.department-edit org.department-delete org.reorder
// org.after-delete org.member-toolbar org.member-table org.member-add org.add-member-variant org.positions org.category-form org.rank-form
// org.external org.external-user-info org.external-remove
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import pg from 'pg'
import { journey, story, type JourneyServer } from './harness.ts'
import { prepare, type Prepared } from './prepared.ts'
import { sayer, type Language } from './words.ts'

/** Somebody who registered with an app; the console has no way to do that for him. */
async function addVisitor(server: JourneyServer) {
  const password = readFileSync(join(server.dataDir, 'postgres-password'), 'utf8')
  const db = new pg.Client({ host: join(server.dataDir, 'socket'), user: 'tessera', password, database: 'tessera' })
  await db.connect()
  const id = randomUUID()
  await db.query(`insert into person (id, username, email, name, nick_name) values ($1, 'visitor', 'vera@visitors.test', 'Vera Visitor', 'Vera')`, [id])
  await db.query(`insert into external_user (id, company_id, app_id, user_id) select gen_random_uuid(), company_id, id, $1 from app where key = 'order_desk'`, [
    id,
  ])
  await db.end()
}

export function tellOrganisation(language: Language) {
  story('organisation', { language })
  const words = sayer(language, 'org')
  /** What stands behind the line tells one word's meanings apart and is never shown. */
  const say = (english: string) => words(english).replace(/\|\w+$/, '')
  const button = (scope: Page | Locator, text: string) => scope.getByRole('button', { name: say(text), exact: true })
  const dialog = (page: Page) => page.getByRole('dialog').last()
  const field = (scope: Locator, name: string) => scope.getByRole('textbox', { name: say(name), exact: true })
  const item = (page: Page, label: string) => page.getByRole('treeitem', { name: new RegExp(`^${label}`) })
  const row = (page: Page, name: string) => page.locator('tbody tr').filter({ hasText: name })
  const closed = (page: Page, count = 0) => page.getByRole('dialog').nth(count).waitFor({ state: 'detached' })
  /** No mail goes here: whoever invites gets the link to hand on. */
  async function linkHandedOn(page: Page) {
    await dialog(page).getByText('/invitation/').waitFor()
    await button(dialog(page), 'Close').click()
    await closed(page)
  }
  const labels = (page: Page) => page.getByRole('treeitem').locator('.tes-tree__label').allInnerTexts()
  let at: Prepared

  /** Waits until something becomes true, without an eval that the page's policy would forbid. */
  async function until(what: string, isTrue: () => Promise<boolean>) {
    for (const end = Date.now() + 10_000; Date.now() < end; await new Promise(done => setTimeout(done, 50))) if (await isTrue()) return
    throw new Error(`${what} did not become true`)
  }
  async function menu(page: Page, department: string, text: string) {
    await item(page, department).hover()
    await item(page, department).getByRole('button').click()
    await page.getByRole('menuitem', { name: say(text) }).click()
    await dialog(page).waitFor()
  }
  async function addDepartment(page: Page, name: string) {
    await field(dialog(page), 'Name').fill(name)
    await button(dialog(page), 'Add').click()
    await closed(page)
    await item(page, name).waitFor()
  }
  /** An entry of the menu behind a row. */
  async function rowMenu(page: Page, name: string, text: string, shown = say(text)) {
    await button(row(page, name), 'More').click()
    await page.locator('.tes-tree__wide:visible').getByText(shown, { exact: true }).click()
  }

  journey(`${language}: departments are added, ordered by keyboard, changed and deleted`, async ({ page, context, server, shot }) => {
    at = await prepare(context)
    await addVisitor(server)
    await page.goto(`${server.url}/company/${at.company}/admin/department`)
    if (language === 'zh-CN') await page.getByRole('button', { name: '中文' }).click()
    await item(page, 'Northwind').waitFor()
    await shot(`organisation-${language}-1-empty`)

    for (const name of ['Sales', 'Support', 'Workshop']) {
      await button(page, 'Add department').click()
      await dialog(page).waitFor()
      // Every form says what is missing.
      if (name === 'Sales') {
        await button(dialog(page), 'Add').click()
        await dialog(page).getByText(say('Please enter the name')).first().waitFor()
        await shot(`organisation-${language}-2-add`)
      }
      await addDepartment(page, name)
    }
    await menu(page, 'Sales', 'Add sub-department')
    await addDepartment(page, 'East')

    let sent = 0
    let answered = 0
    const isOrder = (url: string) => url.endsWith('/department/saveOrder')
    page.on('request', request => void (isOrder(request.url()) && sent++))
    page.on('requestfinished', request => void (isOrder(request.url()) && answered++))
    await page.getByRole('tree').focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Alt+ArrowUp')
    await until('the order', async () => (await labels(page)).join() === 'Northwind,Sales,East,Workshop,Support')
    // A level is the limit of what can be ordered.
    for (let n = 0; n < 4; n++) await page.keyboard.press('Alt+ArrowUp')
    await until('the order', async () => (await labels(page)).join() === 'Northwind,Workshop,Sales,East,Support')
    await until('every order answered', async () => sent === answered)
    await page.reload()
    await item(page, 'Workshop').waitFor()
    if ((await item(page, 'East').count()) === 0) {
      await page.getByRole('tree').focus()
      await item(page, 'Sales').locator('.tes-tree__twist').click()
    }
    await until('the order that was kept', async () => (await labels(page)).join() === 'Northwind,Workshop,Sales,East,Support')

    await menu(page, 'Support', 'Edit department')
    await field(dialog(page), 'Name').fill('Service')
    if (
      (await dialog(page)
        .getByRole('textbox', { name: say('Code'), exact: true })
        .getAttribute('readonly')) === null
    )
      throw new Error('the code can be changed')
    await shot(`organisation-${language}-3-edit`)
    await button(dialog(page), 'Save').click()
    await closed(page)
    await item(page, 'Service').waitFor()

    // Why a department cannot be deleted is said in its menu.
    await item(page, 'Sales').hover()
    await item(page, 'Sales').getByRole('button').click()
    const [, reason = ''] =
      /children\.length \? '([^']+)'/.exec(
        say("${removable ? '' : parentId ? (children.length ? 'It has departments below it' : 'It has members') : 'The organisation itself'}"),
      ) ?? []
    await page.getByText(reason, { exact: true }).waitFor()
    await shot(`organisation-${language}-4-menu`)
    await page.keyboard.press('Escape')

    await item(page, 'Workshop').click()
    await page.waitForURL(/\?department=[0-9a-f-]{36}/)
    await menu(page, 'Workshop', 'Delete department')
    await dialog(page)
      .getByText(/Workshop/)
      .first()
      .waitFor()
    await button(dialog(page), 'Delete').click()
    await closed(page)
    await item(page, 'Workshop').waitFor({ state: 'detached' })
    await until('the address without a department', async () => /\?department=(#|$)/.test(page.url()))
  })

  journey(`${language}: members are invited, picked, changed, moved, banned and removed, each with its effect shown first`, async ({ page, server, shot }) => {
    await page.goto(`${server.url}/company/${at.company}/admin/department`)
    await item(page, 'Sales').click()
    await page.getByRole('heading', { name: 'Sales' }).waitFor()
    for (const name of ['Bea', 'Cem']) {
      await button(page, 'Add member').click()
      await field(dialog(page), 'Name|person').fill(name)
      await field(dialog(page), 'Email').fill(`${name.toLowerCase()}@example.test`)
      if (name === 'Bea') await shot(`organisation-${language}-5-invite`)
      await button(dialog(page), 'Add').click()
      await linkHandedOn(page)
      await row(page, name).waitFor()
    }
    const outbox = (await (await page.context().request.get(`${server.url}/api/platform/outbox`)).json()) as { data: { items: { recipient: string }[] } }
    if (!JSON.stringify(outbox).includes('bea@example.test')) throw new Error('nobody got a mail')

    await rowMenu(page, 'Bea', 'Set as manager')
    await row(page, 'Bea').getByText(say('Manager'), { exact: true }).waitFor()

    await button(row(page, 'Cem'), 'Edit').click()
    const phone = field(dialog(page), 'Phone')
    await phone.waitFor()
    await phone.fill('555-0100')
    await shot(`organisation-${language}-6-edit-member`)
    await button(dialog(page), 'Save').click()
    await closed(page)
    await row(page, 'Cem').getByText('555-0100').waitFor()

    // Moving the manager says what that means before it is done.
    await rowMenu(page, 'Bea', 'Move')
    await dialog(page).locator('.cxd-TreeSelect, .cxd-ResultBox').first().click()
    await page.locator('.cxd-Tree-itemText:visible').getByText('Service', { exact: true }).click()
    await dialog(page).locator('.t-effect .t-sentence').nth(2).waitFor()
    await shot(`organisation-${language}-7-move`)
    await button(dialog(page), 'Move').click()
    await closed(page)
    await row(page, 'Bea').waitFor({ state: 'detached' })
    await item(page, 'Service').click()
    await row(page, 'Bea').waitFor()

    await item(page, 'Sales').click()
    await rowMenu(page, 'Cem', 'Ban')
    await dialog(page).locator('.t-effect .t-sentence').first().waitFor()
    await shot(`organisation-${language}-8-ban`)
    await button(dialog(page), 'Ban').click()
    await closed(page)
    await row(page, 'Cem').getByText(say('Banned'), { exact: true }).waitFor()
    await shot(`organisation-${language}-9-members`)
    await rowMenu(page, 'Cem', 'Let in again')
    await row(page, 'Cem').getByText(say('Banned'), { exact: true }).waitFor({ state: 'detached' })

    // What is done with many is offered once somebody is chosen.
    for (const [offer, act] of [
      ['Ban selected', 'Ban'],
      ['Let selected in again', 'Let in again'],
    ] as const) {
      await button(page, offer).waitFor({ state: 'detached' })
      await row(page, 'Cem').locator('.cxd-Checkbox').first().click()
      await button(page, offer).click()
      await dialog(page).locator('.t-effect .t-sentence').first().waitFor()
      await shot(`organisation-${language}-9-${act === 'Ban' ? 'many' : 'many-again'}`)
      await button(dialog(page), act).click()
      await closed(page)
      await row(page, 'Cem')
        .getByText(say('Banned'), { exact: true })
        .waitFor({ state: act === 'Ban' ? 'visible' : 'detached' })
    }

    // He has an account of his own, and has yet to accept.
    await rowMenu(page, 'Cem', 'Withdraw invitation', language === 'en-US' ? 'Withdraw invitation' : '撤回邀请')
    await dialog(page).locator('.t-effect .t-sentence').first().waitFor()
    await shot(`organisation-${language}-10-remove`)
    await button(dialog(page), 'Remove').click()
    await closed(page)
    await row(page, 'Cem').waitFor({ state: 'detached' })

    // He has an account, so he can be picked.
    await button(page, 'Pick existing people').click()
    const search = page.locator('.cxd-Select-popover input:visible').first()
    await until('the list of people', async () => {
      // A click while the dialog still comes in opens nothing.
      if (!(await search.isVisible())) await dialog(page).locator('.cxd-Select').first().click()
      await new Promise(done => setTimeout(done, 500))
      return search.isVisible()
    })
    await search.fill('cem')
    await page
      .getByText(/Cem \(cem@example\.test\)/)
      .first()
      .click()
    // The list of choices closes, the dialog stays.
    await page.locator('.cxd-PopOver-overlay').click({ position: { x: 4, y: 4 } })
    await shot(`organisation-${language}-11-pick`)
    await button(dialog(page), 'Add').click()
    await linkHandedOn(page)
    await row(page, 'Cem').waitFor()

    await page.getByPlaceholder(say('Search by name, email or phone')).fill('nobody at all')
    await page.getByRole('heading', { name: language === 'en-US' ? 'Nobody matches' : /没有/ }).waitFor()
    await page.getByPlaceholder(say('Search by name, email or phone')).fill('')
    await item(page, 'Northwind').click()
    await row(page, 'Bea').waitFor()
    await row(page, 'Cem').waitFor()
    await shot(`organisation-${language}-12-all`)

    // The head of a table that is scrolled away stays in sight, below the header.
    await page.setViewportSize({ width: 1280, height: 240 })
    await row(page, 'Cem').scrollIntoViewIfNeeded()
    await page.mouse.move(900, 200)
    await page.mouse.wheel(0, 120)
    const inHeader = () => page.evaluate(() => !!document.elementFromPoint(900, 20)?.closest('.t-header') && scrollY > 60)
    await until('the header over everything that scrolls', inHeader)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  journey(`${language}: an identity provider gets a token, which is shown once, works, and is revoked`, async ({ page, server, shot }) => {
    await page.goto(`${server.url}/company/${at.company}/admin/department`)
    await item(page, 'Northwind').waitFor()
    await button(page, 'More').first().click()
    await page.getByText(say('Provisioning (SCIM)'), { exact: true }).click()
    const drawer = page.getByRole('dialog').first()
    await drawer.getByText(`/scim/v2/${at.company}`).waitFor()
    await shot(`organisation-${language}-13-no-tokens`)
    await button(drawer, 'Make token').click()
    await field(dialog(page), 'Name').fill('Entra ID')
    await shot(`organisation-${language}-14-make-token`)
    await button(dialog(page), 'Make token').click()
    const secret = dialog(page).locator('.t-secret code')
    await secret.waitFor()
    const token = (await secret.innerText()).trim()
    await shot(`organisation-${language}-15-token`)
    await button(dialog(page), 'Done').click()
    const reply = await fetch(`${server.url}/scim/v2/${at.company}/Users?filter=${encodeURIComponent('displayName eq "Bea"')}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const found = (await reply.json()) as { totalResults: number }
    if (reply.status !== 200 || found.totalResults !== 1) throw new Error(`the token finds ${JSON.stringify(found)}`)
    const made = drawer.locator('tbody tr').filter({ hasText: 'Entra ID' })
    await made.waitFor()
    if ((await drawer.innerText()).includes(token)) throw new Error('the token is shown again')
    await shot(`organisation-${language}-16-tokens`)
    await button(made, 'Revoke').click()
    await dialog(page)
      .getByText(/Entra ID/)
      .first()
      .waitFor()
    await button(dialog(page), 'Revoke').click()
    await made.waitFor({ state: 'detached' })
    const after = await fetch(`${server.url}/scim/v2/${at.company}/Users`, { headers: { authorization: `Bearer ${token}` } })
    if (after.status !== 401) throw new Error(`the revoked token answers ${after.status}`)
  })

  journey(`${language}: job categories and ranks`, async ({ page, server, shot }) => {
    await page.goto(`${server.url}/company/${at.company}/admin/position`)
    await button(page, 'Add category').first().click()
    await field(dialog(page), 'Name').fill('Engineering')
    await dialog(page).getByRole('spinbutton').fill('1')
    await button(dialog(page), 'Add').click()
    await closed(page)
    await item(page, 'Engineering').click()
    await page.waitForURL(/\/position\/[0-9a-f-]{36}/)
    await shot(`organisation-${language}-17-category`)
    await button(page, 'Add position').first().click()
    await field(dialog(page), 'Name').fill('Senior engineer')
    await dialog(page).getByRole('spinbutton').fill('7')
    await shot(`organisation-${language}-18-rank`)
    await button(dialog(page), 'Add').click()
    await closed(page)
    await row(page, 'Senior engineer').waitFor()
    await button(row(page, 'Senior engineer'), 'Edit').click()
    await dialog(page).getByRole('spinbutton').fill('8')
    await button(dialog(page), 'Save').click()
    await closed(page)
    await row(page, 'Senior engineer').getByText('8', { exact: true }).waitFor()
    await shot(`organisation-${language}-19-ranks`)
    await button(row(page, 'Senior engineer'), 'Delete').click()
    await dialog(page).waitFor()
    await shot(`organisation-${language}-20-delete-rank`)
    await button(dialog(page), 'Delete').click()
    await row(page, 'Senior engineer').waitFor({ state: 'detached' })
  })

  journey(`${language}: external users are banned and removed from their app`, async ({ page, server, shot }) => {
    await page.goto(`${server.url}/company/${at.company}/admin/department#external`)
    await page.getByText(say('External users registered with one of your apps. They can use that app only, and belong to no department.')).waitFor()
    const app = page.getByRole('option', { name: 'Order desk' }).or(page.locator('.cxd-Select-option').getByText('Order desk')).first()
    // The list of apps is drawn anew with the first answer, and closes.
    for (let opened = false, end = Date.now() + 20_000; !opened && Date.now() < end;) {
      await page.locator('.cxd-Select').first().click()
      opened = await app.waitFor({ timeout: 2_000 }).then(
        () => true,
        () => false,
      )
    }
    await app.click()
    await row(page, 'Vera').waitFor()
    await shot(`organisation-${language}-21-external`)
    await button(row(page, 'Vera'), 'User info').click()
    await dialog(page).getByText('Vera Visitor').waitFor()
    await shot(`organisation-${language}-22-user-info`)
    await button(dialog(page), 'Cancel').click()
    await closed(page)
    await row(page, 'Vera').locator('.cxd-Switch').click()
    await until('the ban', async () => (await row(page, 'Vera').locator('.cxd-Switch.is-checked').count()) === 1)
    await button(row(page, 'Vera'), 'Remove').click()
    await dialog(page).getByText(/Vera/).first().waitFor()
    await button(dialog(page), 'Remove').click()
    await row(page, 'Vera').waitFor({ state: 'detached' })
    await shot(`organisation-${language}-23-no-external`)
  })
}
