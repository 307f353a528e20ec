// Designing models, told once per language: a model with fields of several types and an index, its plan applied, a change that loses data.
// model.page model.edit source.plan source.apply
import { type Locator, type Page } from '@playwright/test'
import { journey, story } from './harness.ts'
import { prepare } from './prepared.ts'
import { sayer, type Language } from './words.ts'

export function tellModels(language: Language) {
  story('models', { language })
  const say = sayer(language)
  const shell = sayer(language, 'shell')
  const button = (scope: Page | Locator, text: string) => scope.getByRole('button', { name: say(text), exact: true })
  const drawer = (page: Page) => page.locator('.cxd-Drawer-content').last()
  const input = (scope: Locator, name: string) => scope.locator(`input[name="${name}"]`)
  let design = ''

  /** Takes a choice of a list by the text that is shown. */
  const choose = async (page: Page, scope: Locator, at: number, text: string) => {
    await scope.locator('.cxd-Select').nth(at).click()
    await page.locator('.cxd-Select-menu, .cxd-Select-popover').getByText(text, { exact: true }).last().click()
  }
  async function addField(page: Page, name: string, key: string, type?: string, more?: (form: Locator) => Promise<void>) {
    await button(page, 'Add field').click()
    const form = drawer(page)
    await input(form, 'name').fill(name)
    await input(form, 'key').fill(key)
    if (type) await choose(page, form, 0, say(type))
    await more?.(form)
    await button(form, 'Add').click()
    await form.waitFor({ state: 'detached' })
    await page.getByText(name, { exact: true }).first().waitFor()
  }
  async function apply(page: Page, picture: () => Promise<unknown>) {
    await button(page, 'Apply changes').click()
    const plan = drawer(page)
    await plan.locator('code').first().waitFor()
    await picture()
    await button(plan, 'Apply').click()
    await plan.waitFor({ state: 'detached' })
  }

  // Part of a longer text, which the dictionary has as a whole.
  const inDatabase = language === 'en-US' ? 'In the database' : '已应用'
  // The mark of a model, not the notice that tells the same.
  const status = (page: Page) => page.locator('.t-dot').filter({ hasText: inDatabase }).first()

  journey(`${language}: a model gets fields and an index, and its plan is applied`, async ({ page, context, server, shot }) => {
    const { company } = await prepare(context)
    design = `${server.url}/company/${company}/app/order_desk-dev/design/model`
    await context.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
    await page.goto(design)
    await page.getByText(say('No models yet'), { exact: true }).waitFor()
    await shot(`models-${language}-1-empty`)
    await button(page, 'Add model').click()
    await input(drawer(page), 'name').fill('Customer')
    await input(drawer(page), 'key').fill('Customer')
    await button(drawer(page), 'Add').click()
    await drawer(page).getByText(say('Start with a lower-case letter; letters, digits and _, at most 50')).waitFor()
    await input(drawer(page), 'key').fill('customer')
    await shot(`models-${language}-2-add-model`)
    await button(drawer(page), 'Add').click()
    await page.getByRole('button', { name: 'Customer', exact: true }).click()
    await page.getByText(say('No fields yet'), { exact: true }).waitFor()
    await addField(page, 'Full name', 'name', undefined, async form => {
      await form.locator('.cxd-Switch').first().click()
      await shot(`models-${language}-3-add-field`)
    })
    await addField(page, 'Status', 'status', 'Choice', async form => {
      await form.getByText(say('Add choice')).click()
      await input(form, 'value').first().fill('new')
      // A row of the list takes one field after the other.
      await page.waitForTimeout(500)
      await input(form, 'label').first().fill('New one')
      await page.waitForTimeout(500)
      await shot(`models-${language}-4-choices`)
    })
    await addField(page, 'Balance', 'balance', 'Decimal')
    await addField(page, 'Since', 'since', 'Date')
    await button(page, 'Add index').click()
    const dialog = page.locator('.cxd-Modal').last()
    await input(dialog, 'name').fill('By status')
    await choose(page, dialog, 0, 'Status')
    // Closes the list of choices; Escape would close the dialog as well.
    const list = page.locator('.cxd-Select-popover')
    for (let tries = 0; tries < 5 && (await list.first().isVisible()); tries++) {
      await page.mouse.click(5, 790)
      await list
        .first()
        .waitFor({ state: 'detached', timeout: 2000 })
        .catch(() => {})
    }
    await button(dialog, 'Add').click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('By status', { exact: true }).waitFor()
    await shot(`models-${language}-5-model`)
    await apply(page, () => shot(`models-${language}-6-plan`))
    await status(page).waitFor()
  })

  journey(`${language}: what a plan deletes has to be confirmed`, async ({ page, shot }) => {
    await page.goto(design)
    await page.getByRole('button', { name: 'Customer', exact: true }).click()
    await page.locator('tr').filter({ hasText: 'Since' }).getByText(say('Delete'), { exact: true }).click()
    await button(page.locator('.cxd-Modal').last(), 'Delete').click()
    await page.getByText('Since', { exact: true }).waitFor({ state: 'detached' })
    await button(page, 'Apply changes').click()
    const plan = drawer(page)
    await plan.getByText(/rename column/).waitFor()
    await button(plan, 'Apply').click()
    await plan.getByText(say('Confirm that data is removed')).first().waitFor()
    await shot(`models-${language}-7-loss`)
    await plan.locator('.cxd-Checkbox').last().click()
    await button(plan, 'Apply').click()
    await plan.waitFor({ state: 'detached' })
    await page.goto(design)
    await status(page).waitFor()
    await shot(`models-${language}-8-list`)
    // A relation is drawn below the list.
    const key = new URL(design).pathname.replace('/design/model', '')
    const api = `${new URL(design).origin}/api${key}`
    const { data: session } = await (await page.request.get(`${new URL(design).origin}/api/session`)).json()
    const call = async (path: string, data?: object) =>
      (
        await (
          await page.request.fetch(api + path, { method: data ? 'POST' : 'GET', headers: { 'x-csrf-token': session.csrfToken }, ...(data && { data }) })
        ).json()
      ).data
    const [source] = (await call('/source')).options
    const order = await call(`/source/${source.id}/model`, { key: 'order', name: 'Order' })
    const customer = (await call(`/source/${source.id}/model`)).items.find((one: { key: string }) => one.key === 'customer')
    await call(`/model/${order.id}/field`, { key: 'customer', name: 'Buyer', type: 'relationOne', relation: { modelId: customer.id } })
    await page.reload()
    const leads = shell('{field} leads to {model}', { field: 'Buyer', model: 'Customer' })
    await page
      .getByRole('region', { name: shell('Relations of the models') })
      .getByLabel(`Order; ${leads}`)
      .waitFor()
    await shot(`models-${language}-9-relations`)
  })
  // model.page source.test source.create source.update
  journey(`${language}: a connection that fails names its step`, async ({ page, shot }) => {
    await page.goto(design)
    await page
      .getByRole('button', { name: say('Add data source') })
      .first()
      .click()
    const form = drawer(page)
    const tested = (failed: string) => form.locator('.t-test-result').getByText(failed, { exact: false }).first()
    await button(form, 'Test the connection').click()
    await form.getByText(say('Please enter the host'), { exact: true }).waitFor()
    await input(form, 'name').fill('Customers')
    await input(form, 'key').fill('crm')
    await input(form, 'host').fill('https://127.0.0.1/crm')
    await form.getByText(say('A host name or an address, without port and path'), { exact: true }).waitFor()
    await input(form, 'host').fill('127.0.0.1')
    await input(form, 'database').fill('crm')
    await input(form, 'username').fill('reader')
    await input(form, 'password').fill('secret')
    // Nothing listens there.
    await input(form, 'port').fill('1')
    await button(form, 'Test the connection').click()
    await tested(say('Nothing listens at this port')).waitFor()
    await form.locator('.t-test-result').scrollIntoViewIfNeeded()
    await shot(`models-${language}-9-connection`)
    await button(form, 'Add').click()
    await button(page.getByRole('dialog').last(), 'Save anyway').click()
    await form.waitFor({ state: 'detached' })

    const added = page.getByRole('treeitem').filter({ hasText: 'Customers' })
    await added.hover()
    await added.getByRole('button').click()
    await page.getByRole('menuitem', { name: say('Edit data source') }).click()
    // The password stays what it is, for the same address.
    await form.locator('input[name="host"][value="127.0.0.1"]').waitFor()
    await button(form, 'Test the connection').click()
    await tested(say('Nothing listens at this port')).waitFor()
    await input(form, 'host').fill('127.0.0.2')
    await button(form, 'Test the connection').click()
    await page.getByText(say('The address has changed: enter the password again')).first().waitFor()
    await input(form, 'password').fill('another')
    await button(form, 'Test the connection').click()
    await tested(say('Nothing listens at this port')).waitFor()
    await shot(`models-${language}-10-edit-connection`)
    await button(form, 'Save').click()
    await button(page.getByRole('dialog').last(), 'Save anyway').click()
    await form.waitFor({ state: 'detached' })
  })
}
