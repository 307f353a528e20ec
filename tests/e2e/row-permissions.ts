// Row permissions, told once per language: the models of an app, a rule with a role and a condition on the current user, its change, its end.
// rowPermission.app-permission-page rowPermission.model-tab rowPermission.row-page rowPermission.create-dialog rowPermission.edit-dialog
// rowPermission.delete-confirm
import { type Page } from '@playwright/test'
import { journey, story } from './harness.ts'
import { prepare } from './prepared.ts'
import { sayer, type Language } from './words.ts'

export function tellRowPermissions(language: Language) {
  story('row-permissions', { language })
  const say = sayer(language, 'rowPermission')
  const button = (page: Page, text: string) => page.getByRole('button', { name: say(text), exact: true })

  journey(`${language}: an administrator limits the rows of a model`, async ({ page, context, server, shot }) => {
    const { company } = await prepare(context)
    const app = `/company/${company}/app/order_desk-dev`
    const session = await (await context.request.get(`${server.url}/api/session`)).json()
    const send = async (path: string, data: object) => {
      const reply = await context.request.post(`${server.url}/api${app}${path}`, { data, headers: { 'x-csrf-token': session.data.csrfToken } })
      return (await reply.json()).data
    }
    const sources = await (await context.request.get(`${server.url}/api${app}/source`)).json()
    const { id } = await send(`/source/${sources.data.options[0].id}/model`, { key: 'order', name: 'Orders' })
    await send(`/model/${id}/field`, { key: 'owner', name: 'Owner', type: 'user' })
    await send(`/model/${id}/field`, { key: 'title', name: 'Title', type: 'text' })
    await context.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])

    await page.goto(`${server.url}${app}/admin/perm-model`)
    await page.getByText('Orders', { exact: true }).waitFor()
    await shot(`row-permissions-${language}-1-models`)
    await page.getByText('Orders', { exact: true }).click()
    await page.getByText(say('No row permissions: everybody sees all rows.'), { exact: true }).waitFor()
    await shot(`row-permissions-${language}-2-none`)

    await button(page, 'Create').first().click()
    const drawer = page.locator('.cxd-Drawer-content').last()
    await drawer.locator('.cxd-CBGroup').first().waitFor()
    await drawer.locator('input[name="name"]').fill('Own orders')
    await drawer.getByRole('button', { name: say('Create'), exact: true }).click()
    await drawer.getByText(say('Please choose users or roles'), { exact: true }).first().waitFor()
    await drawer.locator('.cxd-Select').first().click()
    await page.locator('.cxd-Select-menu, .cxd-Select-popover').getByText(say('All users'), { exact: true }).last().click()
    await page
      .locator('.cxd-PopOver-overlay')
      .last()
      .click({ position: { x: 5, y: 5 } })
    await shot(`row-permissions-${language}-3-create`)
    await drawer.getByRole('button', { name: say('Create'), exact: true }).click()
    await drawer.waitFor({ state: 'detached' })
    await page.getByText('Own orders', { exact: true }).waitFor()
    await shot(`row-permissions-${language}-4-list`)

    await page.locator('input[name="keywords"]').fill('nothing like it')
    await page.getByText('Own orders', { exact: true }).waitFor({ state: 'detached' })
    await page.locator('input[name="keywords"]').fill('own')
    await page.getByText('Own orders', { exact: true }).waitFor()

    await button(page, 'Edit').first().click()
    await drawer.locator('input[name="name"]').fill('Orders of mine')
    await drawer.getByRole('button', { name: say('Save'), exact: true }).click()
    await drawer.waitFor({ state: 'detached' })
    await page.locator('input[name="keywords"]').fill('')
    await page.getByText('Orders of mine', { exact: true }).waitFor()
    await button(page, 'Delete').first().click()
    const dialog = page.locator('.cxd-Modal').last()
    await shot(`row-permissions-${language}-5-delete`)
    await dialog.getByRole('button', { name: say('Delete'), exact: true }).click()
    await page.getByText(say('No row permissions: everybody sees all rows.'), { exact: true }).waitFor()
  })
}
