// A running page that two people have open, told once per language: what one changes the other sees within a second, where they were; a row that both change asks
// field by field.
// data.events
import { expect, type Page } from '@playwright/test'
import { journey, story } from './harness.ts'
import { modelOf } from './models-made.ts'
import { ADMIN, prepare } from './prepared.ts'
import { sayer, type Language } from './words.ts'

const ROWS = 80

export function tellLivePages(language: Language) {
  story('live-pages', { language })
  const say = sayer(language, 'data')
  const shell = sayer(language, 'shell')

  journey(
    `${language}: two people on one page see each other's changes, and choose where both changed a row`,
    async ({ page, context, browser, server, shot }) => {
      const { company } = await prepare(context)
      await context.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
      const app = `/company/${company}/app/order_desk-dev`
      const order = await modelOf(context, server, company, 'order', 'Orders', [
        { key: 'title', name: 'Title', type: 'text', required: true },
        { key: 'place', name: 'Place', type: 'text' },
        { key: 'amount', name: 'Amount', type: 'integer' },
      ])
      for (let n = 1; n <= ROWS; n++) await order.add({ title: `Order ${String(n).padStart(2, '0')}`, place: 'Oslo', amount: n })
      await order.send(`/api${app}/page`, {
        name: 'Live orders',
        path: '/live',
        kind: 'page',
        schema: {
          type: 'page',
          body: [
            { type: 'service', api: 'get:model:main/order/total/sum?of=amount', body: { type: 'tpl', className: 'live-sum', tpl: 'Sum: ${value}' } },
            { type: 'tessera-data-table', source: 'main', model: 'order' },
          ],
        },
      })

      // Ben, who runs the app as well.
      const ask = async (path: string) => (await (await context.request.get(`${server.url}/api/company/${company}${path}`)).json()).data
      const [root] = (await ask('/department')).options as { id: string }[]
      await order.send(`/api/company/${company}/department/${root?.id}/users`, { name: 'Ben', email: 'ben@example.test' })
      const ben = (await ask('/department/users')).items.find((one: { email: string }) => one.email === 'ben@example.test') as { id: string }
      const { password } = await order.send(`/api/company/${company}/user/${ben.id}/resetPassword`, {})
      const roles = (await ask('/app/order_desk-dev/role')).items as { id: string; isBultin: boolean; membersReason: string }[]
      for (const role of roles.filter(one => one.isBultin && !one.membersReason))
        await order.send(`/api${app}/role/${role.id}/member/user`, { email: ['ben@example.test'] })
      const his = await browser.newContext({ viewport: { width: 1280, height: 800 } })
      await his.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
      const other = await his.newPage()
      await other.goto(`${server.url}/login`)
      await other.locator('input[name=username]').fill('ben@example.test')
      await other.locator('input[type=password]').fill(password)
      await other.keyboard.press('Enter')
      await other.waitForURL('**/set-password')
      await other.locator('input[type=password]').nth(0).fill(ADMIN.password)
      await other.locator('input[type=password]').nth(1).fill(ADMIN.password)
      await other.keyboard.press('Enter')
      await other.waitForURL('**/home')

      await page.setViewportSize({ width: 1280, height: 800 })
      for (const one of [page, other]) {
        const open = one.waitForResponse(answer => answer.url().includes('/events?models='))
        await one.goto(`${server.url}${app}/live`)
        await one.locator('.live-sum', { hasText: String((ROWS * (ROWS + 1)) / 2) }).waitFor()
        await open
      }
      const row = (of: Page, title: string) => of.locator('.t-data-rows tbody tr', { hasText: title })
      const cell = (of: Page, title: string, key: string) => row(of, title).locator(`td[data-key=${key}]`)

      // Ben is somewhere down the list.
      const list = other.locator('.tes-grid__scroll')
      await row(other, 'Order 80').waitFor()
      await list.evaluate(box => (box.scrollTop = 900))
      await row(other, 'Order 50').waitFor()
      const at = await list.evaluate(box => box.scrollTop)
      await row(other, 'Order 50').getByRole('checkbox').check()

      // Ada changes a cell of a row that Ben looks at.
      await page.locator('.tes-grid__scroll').evaluate(box => (box.scrollTop = 900))
      await cell(page, 'Order 50', 'amount').dblclick()
      await page.locator('.tes-grid__editor input[name=amount]').fill('1050')
      const pressed = Date.now()
      await page.keyboard.press('Enter')
      await cell(other, 'Order 50', 'amount').getByText('1050').waitFor()
      const seenIn = Date.now() - pressed
      if (seenIn > 1500) throw new Error(`seen after ${seenIn} ms`)
      await shot(`live-pages-${language}-1-seen`, other)
      await other.locator('.live-sum', { hasText: String((ROWS * (ROWS + 1)) / 2 + 1000) }).waitFor()
      expect(await list.evaluate(box => box.scrollTop)).toBe(at)
      expect(await row(other, 'Order 50').getByRole('checkbox').isChecked()).toBe(true)

      // Both have the row open: different fields are put together, the same one is asked about.
      const edit = async (of: Page) => {
        await row(of, 'Order 50')
          .getByRole('button', { name: say('Edit'), exact: true })
          .click()
        await of.locator('.cxd-Drawer-content input[name=title]').waitFor()
      }
      await edit(page)
      await edit(other)
      await page.locator('.cxd-Drawer-content input[name=place]').fill('Bergen')
      await page
        .locator('.cxd-Drawer-content')
        .getByRole('button', { name: say('Save'), exact: true })
        .click()
      await page.locator('.cxd-Drawer-content').waitFor({ state: 'detached' })
      await other
        .locator('.cxd-Drawer-content .t-edited')
        .getByText(shell('{name} changed this row meanwhile', { name: 'Ada' }))
        .waitFor()
      await shot(`live-pages-${language}-2-notice`, other)
      await other.locator('.cxd-Drawer-content input[name=place]').fill('Tromsø')
      await other
        .locator('.cxd-Drawer-content')
        .getByRole('button', { name: say('Save'), exact: true })
        .click()
      const choose = other.getByRole('dialog', { name: shell('{name} changed this row meanwhile', { name: 'Ada' }) })
      await choose.getByText('Bergen').waitFor()
      await choose.getByText('Tromsø').waitFor()
      await shot(`live-pages-${language}-3-choose`, other)
      await choose.getByRole('radio').nth(1).check()
      await choose.getByRole('button', { name: shell('Save'), exact: true }).click()
      await other.locator('.cxd-Drawer-content').waitFor({ state: 'detached' })
      await cell(other, 'Order 50', 'place').getByText('Bergen').waitFor()

      // Looked at before it is saved.
      await edit(page)
      await edit(other)
      await page.locator('.cxd-Drawer-content input[name=place]').fill('Turku')
      await other.locator('.cxd-Drawer-content input[name=place]').fill('Rome')
      await other.locator('.cxd-Drawer-content input[name=title]').fill('Order 50 of Ben')
      await page
        .locator('.cxd-Drawer-content')
        .getByRole('button', { name: say('Save'), exact: true })
        .click()
      await other
        .locator('.t-edited')
        .getByRole('button', { name: shell('Compare'), exact: true })
        .click()
      await choose.getByText('Turku').waitFor()
      await choose.getByRole('radio').nth(1).check()
      await choose.getByRole('button', { name: shell('Use these values'), exact: true }).click()
      await expect(other.locator('.cxd-Drawer-content input[name=place]')).toHaveValue('Turku')
      await other
        .locator('.cxd-Drawer-content')
        .getByRole('button', { name: say('Save'), exact: true })
        .click()
      await other.locator('.cxd-Drawer-content').waitFor({ state: 'detached' })
      await cell(page, 'Order 50 of Ben', 'place').getByText('Turku').waitFor()

      // The data screen of the console follows as well.
      const following = other.waitForResponse(answer => answer.url().includes('/events?models='))
      await other.goto(order.address)
      const first = other.locator('.t-data-rows tbody tr').first()
      const title = (await first.locator('td[data-key=title]').innerText()).trim()
      await following
      await page.locator('.tes-grid__scroll').evaluate(box => (box.scrollTop = 0))
      await cell(page, title, 'place').dblclick()
      await page.locator('.tes-grid__editor input[name=place]').fill('Narvik')
      await page.keyboard.press('Enter')
      await first.getByText('Narvik').waitFor()
      await shot(`live-pages-${language}-4-console`, other)
      await his.close()
    },
  )
}
