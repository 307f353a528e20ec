// An API on a page, told once per language: a call of another system is added, tried with its parameters, saved, and shown on a page of the running app.
// api.page api.edit api.create api.test api.update api.call
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from '@playwright/test'
import { journey, story } from './harness.ts'
import { prepare } from './prepared.ts'
import { sayer, type Language } from './words.ts'

/** Another system: it knows how warm it is in a city. */
async function weather() {
  const server = createServer((request, response) => {
    const city = new URL(request.url ?? '/', 'http://peer').searchParams.get('q')
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ current: { place: city, temp: { c: 21 } } }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

export function tellApis(language: Language) {
  story('apis', { language })
  const say = sayer(language, 'api')
  const button = (scope: Page | Locator, text: string) => scope.getByRole('button', { name: say(text), exact: true })
  const tab = (page: Page, text: string) =>
    page
      .locator('.cxd-Tabs-link')
      .filter({ hasText: say(text) })
      .first()
  const shown = (page: Page) => page.locator('.cxd-Tabs-pane.is-active').first()

  journey(`${language}: a call of another system is designed, tried and shown on a page`, async ({ page, context, server, shot }) => {
    const peer = await weather()
    try {
      const { company } = await prepare(context)
      await context.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
      await page.goto(`${server.url}/company/${company}/app/order_desk-dev/design/api`)
      await page.getByText(say('There are no APIs yet')).waitFor()
      await shot(`apis-${language}-1-empty`)
      await button(page, 'Add API').click()
      await page.getByText(say('HTTP call'), { exact: true }).first().click()
      const form = page.locator('.cxd-Drawer-content').last()
      await form.locator('input[name="name"]').fill('Weather')
      await form.locator('input[name="key"]').fill('weather')
      await form.locator('input[name="address"]').fill(`${peer.origin}/now?q={{city}}`)
      await button(form, 'Add').click()
      // The place stands for no parameter yet.
      await form.getByText(/city/).last().waitFor()
      await form.locator('input[name="address"]').fill(`${peer.origin}/now`)
      await button(form, 'Add').click()
      await page.getByText(say('Test run'), { exact: true }).waitFor()
      await tab(page, 'Parameters').click()
      await shown(page).getByText(say('Add'), { exact: true }).first().click()
      await page.locator('input[name="key"]:visible').first().fill('city')
      await page.locator('input[name="default"]:visible').first().fill('Oslo')
      await tab(page, 'Request').click()
      await page.locator('input[name="definition.http.address"]').fill(`${peer.origin}/now?q={{city}}`)
      await tab(page, 'Answer').click()
      await page.locator('input[name="definition.answer.from"]').fill('current.temp')
      await button(page, 'Save').click()
      // Saved, so that the parameter stands among those of the test run.
      await page.locator('input[value="Oslo"]:visible').first().waitFor()
      await button(page, 'Run').click()
      await page.locator('.cxd-Alert--success').waitFor()
      await page.getByText('"c"').waitFor()
      await shot(`apis-${language}-2-tried`)

      const schema = { type: 'page', body: { type: 'service', api: 'get:api:weather?city=Oslo', body: { type: 'tpl', tpl: 'Oslo: ${c} °C' } } }
      const { data } = await (await context.request.get(`${server.url}/api/session`)).json()
      const made = await context.request.post(`${server.url}/api/company/${company}/app/order_desk-dev/page`, {
        data: { name: 'Weather', path: '/weather', kind: 'page', schema },
        headers: { 'x-csrf-token': data.csrfToken },
      })
      if ((await made.json()).status) throw new Error(await made.text())
      await page.goto(`${server.url}/company/${company}/app/order_desk-dev/weather`)
      await page.getByText('Oslo: 21 °C').waitFor()
      await shot(`apis-${language}-3-page`)
    } finally {
      peer.close()
    }
  })
}
