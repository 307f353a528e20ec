// Publishing an app with models, told once per language: the SQL of the release, what it deletes, permission tests that refuse it.
// release.plan release.create permission.saveTestSetting
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { journey, story, type JourneyServer } from './harness.ts'
import { prepare } from './prepared.ts'
import { sayer, type Language } from './words.ts'

export function tellReleaseModels(language: Language) {
  story('release-models', { language })
  const say = sayer(language)
  const button = (scope: Page | Locator, text: string) => scope.getByRole('button', { name: say(text), exact: true })
  const drawer = (page: Page) => page.locator('.cxd-Drawer-content').last()
  let base = ''
  let app = ''
  let modelId = ''
  const fields: Record<string, string> = {}

  /** A call of the person who is signed in, for what other journeys show. */
  async function ask(context: BrowserContext, server: JourneyServer, method: string, path: string, data?: object) {
    const { data: session } = (await (await context.request.get(`${server.url}/api/session`)).json()) as { data: { csrfToken: string } }
    const reply = await context.request.fetch(server.url + path, { method, headers: { 'x-csrf-token': session.csrfToken }, ...(data && { data }) })
    const envelope = (await reply.json()) as { status: number; msg: string; data: Record<string, any> }
    if (envelope.status !== 0) throw new Error(`${method} ${path}: ${envelope.status} ${envelope.msg}`)
    return envelope.data
  }
  async function applyInDev(context: BrowserContext, server: JourneyServer) {
    const sourceId = (await ask(context, server, 'GET', `${base}/source`)).options[0].id as string
    const { hash } = await ask(context, server, 'POST', `${base}/source/${sourceId}/plan`, {})
    await ask(context, server, 'POST', `${base}/source/${sourceId}/apply`, { hash, confirmLoss: true })
  }
  async function openPublish(page: Page, server: JourneyServer) {
    await page.goto(`${server.url}${app}-dev/admin/release`)
    await button(page, 'Publish version').first().click()
    await drawer(page).locator('input[name="title"]').waitFor()
  }

  journey(`${language}: a release shows the SQL of its models and brings them to the environment`, async ({ page, context, server, shot }) => {
    const { company } = await prepare(context)
    base = `/api/company/${company}/app/order_desk-dev`
    app = `/company/${company}/app/order_desk`
    await context.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
    const sourceId = (await ask(context, server, 'GET', `${base}/source`)).options[0].id as string
    modelId = (await ask(context, server, 'POST', `${base}/source/${sourceId}/model`, { key: 'customer', name: 'Customer' })).id
    for (const [key, name, type] of [
      ['name', 'Full name', 'text'],
      ['since', 'Since', 'date'],
      ['balance', 'Balance', 'decimal'],
    ] as const)
      fields[key] = (await ask(context, server, 'POST', `${base}/model/${modelId}/field`, { key, name, type })).id
    await applyInDev(context, server)

    await openPublish(page, server)
    await drawer(page)
      .getByText(/create table/)
      .waitFor()
    await drawer(page).locator('input[name="title"]').fill('Customers')
    await drawer(page)
      .getByText(/create table/)
      .scrollIntoViewIfNeeded()
    await shot(`release-models-${language}-1-plan`)
    await button(drawer(page), 'Publish').click()
    await drawer(page).waitFor({ state: 'detached' })
    await button(page, 'Open the running app').waitFor()
    await page.goto(`${server.url}${app}/admin/data/main/customer`)
    await page.getByText('Full name', { exact: true }).first().waitFor()
    await shot(`release-models-${language}-2-data`)
  })

  journey(`${language}: what a release deletes has to be confirmed`, async ({ page, context, server, shot }) => {
    await ask(context, server, 'DELETE', `${base}/model/${modelId}/field/${fields.since}`)
    await applyInDev(context, server)
    await openPublish(page, server)
    await drawer(page)
      .getByText(/drop column/)
      .waitFor()
    await drawer(page).locator('input[name="title"]').fill('Without a date')
    await button(drawer(page), 'Publish').click()
    await drawer(page).getByText(say('Confirm that data is deleted')).first().waitFor()
    await drawer(page).getByText(say('Confirm that data is deleted')).first().scrollIntoViewIfNeeded()
    await shot(`release-models-${language}-3-loss`)
    await drawer(page).locator('.cxd-Checkbox').last().click()
    await button(drawer(page), 'Publish').click()
    await drawer(page).waitFor({ state: 'detached' })
    await button(page, 'Details').first().click()
    await drawer(page).getByText(say('SQL that ran')).click()
    await drawer(page)
      .getByText(/drop column/)
      .waitFor()
    await shot(`release-models-${language}-4-details`)
  })

  journey(`${language}: permission tests that fail refuse a release where the app wants that`, async ({ page, context, server, shot }) => {
    await ask(context, server, 'POST', `${base}/acl/test`, {
      name: 'Members cannot open it',
      who: 'member',
      resource: 'app',
      option: 'access',
      expected: false,
    })
    await page.goto(`${server.url}${app}-dev/admin/permission?tests=1`)
    const saved = page.waitForResponse(reply => reply.url().endsWith('/acl/test/setting') && reply.request().method() === 'POST')
    await drawer(page).getByText(say('Refuse to publish while a test fails')).waitFor()
    await drawer(page).locator('.cxd-Switch').first().click()
    await saved
    await shot(`release-models-${language}-5-setting`)
    await openPublish(page, server)
    await drawer(page).getByRole('link', { name: 'Members cannot open it' }).waitFor()
    await drawer(page).locator('input[name="title"]').fill('Refused')
    await drawer(page).getByRole('link', { name: 'Members cannot open it' }).scrollIntoViewIfNeeded()
    await shot(`release-models-${language}-6-refused`)
    await drawer(page).locator('.cxd-Button--primary.is-disabled').waitFor()
  })

  // source.update source.test source.deleteConnection
  journey(`${language}: a data source is found somewhere else in another environment`, async ({ page, context, server, shot }) => {
    const dev = { key: 'crm', name: 'CRM', dialect: 'postgres', host: '127.0.0.1', port: 1, database: 'crm', username: 'crm', password: 'Secret-1' }
    await ask(context, server, 'POST', `${base}/source`, dev)
    await page.goto(`${server.url}${app}/admin/setting#connections`)
    const row = page.locator('tr').filter({ hasText: 'CRM' })
    await row.getByText('127.0.0.1:1/crm').waitFor()
    await shot(`release-models-${language}-7-connections`)
    await button(page, 'Set connection').click()
    const form = drawer(page)
    await form.locator('input[name="host"]').fill('127.0.0.2')
    await form.locator('input[name="password"]').fill('Secret-2')
    await button(form, 'Test the connection').click()
    await form.getByText(say('Nothing listens at this port'), { exact: false }).first().waitFor()
    await form.locator('.t-test-result').scrollIntoViewIfNeeded()
    await shot(`release-models-${language}-8-connection`)
    await button(form, 'Save').click()
    // It has just been said that nothing is there.
    await button(page, 'Save anyway').click()
    await form.waitFor({ state: 'detached' })
    await row.getByText('127.0.0.2:1/crm').waitFor()
    await shot(`release-models-${language}-9-own`)
    await button(page, 'Use that of dev').click()
    await button(page.locator('.cxd-Modal').last(), 'Use that of dev').click()
    await row.getByText('127.0.0.1:1/crm').waitFor()
  })
}
