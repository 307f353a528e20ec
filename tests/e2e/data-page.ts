// Data management, told once per language: the address finds the first model, what is not ready says so, another source is a step of its own, a failure is told.
// data.page data.route-fallback data.source-change data.source-unsynced data.model-empty data.failure
import { journey, story } from './harness.ts'
import { prepare } from './prepared.ts'
import { sayer, type Language } from './words.ts'

export function tellDataPage(language: Language) {
  story('data-page', { language })
  const say = sayer(language, 'data')

  journey(`${language}: data management finds its model, and says what is not ready`, async ({ page, context, server, shot }) => {
    const { company } = await prepare(context)
    const app = `/company/${company}/app/order_desk-dev`
    const session = await (await context.request.get(`${server.url}/api/session`)).json()
    const send = async (path: string, data: object) => {
      const reply = await (await context.request.post(`${server.url}/api${app}${path}`, { data, headers: { 'x-csrf-token': session.data.csrfToken } })).json()
      if (reply.status) throw new Error(`${path}: ${JSON.stringify(reply)}`)
      return reply.data
    }
    await context.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
    const data = `${server.url}${app}/admin/data`

    await page.goto(`${data}/default/default`)
    await page.getByText(say('Model empty, no data'), { exact: true }).waitFor()
    await shot(`data-page-${language}-1-empty`)

    const sources = await (await context.request.get(`${server.url}/api${app}/source`)).json()
    const [builtIn] = sources.data.options
    const { id } = await send(`/source/${builtIn.id}/model`, { key: 'order', name: 'Orders' })
    await send(`/model/${id}/field`, { key: 'title', name: 'Title', type: 'text', required: true })
    await page.goto(`${data}/default/default`)
    await page.getByText(say('Data source not synced, cannot manage data'), { exact: true }).waitFor()
    await shot(`data-page-${language}-2-unsynced`)
    const { hash } = await send(`/source/${builtIn.id}/plan`, {})
    await send(`/source/${builtIn.id}/apply`, { hash })

    // An address that nobody has: the first model takes its place, and going back does not end there again.
    await page.goto(`${server.url}${app}/admin/setting`)
    await page.goto(`${data}/${builtIn.id}/default`)
    await page.waitForURL(`${data}/${builtIn.id}/${id}`)
    await page.getByRole('button', { name: 'Orders', exact: true }).waitFor()
    await shot(`data-page-${language}-3-table`)
    await page.goBack()
    await page.waitForURL(/admin\/setting/)
    await page.goForward()
    await page.waitForURL(`${data}/${builtIn.id}/${id}`)

    await send('/source', {
      key: 'crm',
      name: 'Customers',
      dialect: 'postgres',
      host: '127.0.0.1',
      port: 1,
      database: 'crm',
      schema: '',
      username: 'reader',
      password: 'secret',
      tls: 'off',
      ca: '',
    })
    await page.reload()
    await page.locator('.t-data-side .cxd-Select').click()
    await page.locator('.cxd-Select-menu').getByText('Customers', { exact: true }).click()
    await page.getByText(say('Model empty, no data'), { exact: true }).waitFor()
    await shot(`data-page-${language}-4-other-source`)
    // Chosen by the person, so going back leads to the source before.
    await page.goBack()
    await page.waitForURL(`${data}/${builtIn.id}/${id}`)
    await page.getByRole('button', { name: 'Orders', exact: true }).waitFor()

    // What the server says about a failure is told.
    await page.route(`**/source/*/model/order**`, route => route.fulfill({ status: 500, json: { status: 500, msg: 'The rows are gone', code: 'test.broken' } }))
    await page.reload()
    await page.getByText('The rows are gone').first().waitFor()
    await shot(`data-page-${language}-5-failure`)
  })

  journey(`${language}: its rows are on a page once the model is chosen there`, async ({ page, context, server, shot }) => {
    const { company } = await prepare(context)
    const app = `/company/${company}/app/order_desk-dev`
    const session = await (await context.request.get(`${server.url}/api/session`)).json()
    const send = async (path: string, data: object) =>
      (await (await context.request.post(server.url + path, { data, headers: { 'x-csrf-token': session.data.csrfToken } })).json()).data
    await send(`/api/resource/${company}/order_desk-dev/source/main/model/order`, { title: 'Seven lamps' })
    const { id } = await send(`/api${app}/page`, { name: 'Order rows', path: '/order-rows', kind: 'page', schema: { type: 'page', body: [] } })

    await page.goto(`${server.url}${app}/design/page/${id}`)
    const part = page.locator('.tes-palette__part').filter({ hasText: say('Rows of a model') })
    await part.waitFor({ timeout: 60_000 })
    await part.click()
    await page.locator('.tes-choose-model').getByRole('button', { name: 'Orders' }).click()
    const rows = page.locator('.t-data-rows td')
    await rows.getByText('Seven lamps').waitFor()
    await shot(`data-page-${language}-6-chosen`)
    await page.getByRole('button', { name: say('Save'), exact: true }).click()
    await page.getByText(say('Saved, version {version}', { version: 2 })).waitFor()
    await page.getByRole('button', { name: sayer(language, 'shell')('Preview'), exact: true }).click()
    await rows.getByText('Seven lamps').waitFor()
    await page.goto(`${server.url}${app}/order-rows`)
    await rows.getByText('Seven lamps').waitFor()
    await shot(`data-page-${language}-7-running`)
  })
}
