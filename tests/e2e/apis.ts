// An API on a page, told once per language: a call of another system is added, tried with its parameters, saved, and shown on a page of the running app.
// The description of a public product becomes APIs, one of which is called.
// api.page api.edit api.create api.test api.update api.call api.inspectOpenApi api.importOpenApi api.exportOpenApi
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Locator, type Page } from '@playwright/test'
import { github } from '../support/openapi/index.ts'
import { journey, story } from './harness.ts'
import { prepare } from './prepared.ts'
import { sayer, type Language } from './words.ts'

/** Another system: it knows how warm it is in a city, and of one repository who found a bug. */
async function weather() {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://peer')
    response.setHeader('content-type', 'application/json')
    const isKnown = request.headers.authorization === 'Bearer example'
    const issues = isKnown && pathname === '/repos/octocat/Hello-World/issues' ? [{ number: 1347, title: 'Found a bug' }] : undefined
    response.end(JSON.stringify(issues ?? { current: { place: searchParams.get('q'), temp: { c: 21 } } }))
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

  journey(`${language}: the description of a public product becomes APIs, and one of them is called`, async ({ page, context, server, shot }) => {
    const peer = await weather()
    try {
      const { company } = await prepare(context)
      await context.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
      const app = `/company/${company}/app/order_desk-dev`
      const { data } = await (await context.request.get(`${server.url}/api/session`)).json()
      const settings = await context.request.post(`${server.url}/api${app}/setting/runtime`, {
        data: { consts: [{ var: 'TOKEN', value: 'example', secret: true }] },
        headers: { 'x-csrf-token': data.csrfToken },
      })
      if ((await settings.json()).status) throw new Error(await settings.text())
      await page.goto(`${server.url}${app}/design/api`)
      await button(page, 'Import').click()
      const drawer = page.locator('.cxd-Drawer-content').last()
      const files = github().map(({ name, content }) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) }))
      await drawer.locator('input[type="file"]').setInputFiles(files)
      await drawer.getByText('GitHub v3 REST API').waitFor()
      await drawer.locator('input[name="server"]').fill(peer.origin)
      await drawer
        .getByText(/^GET \/repos\/\{owner\}\/\{repo\}\/issues/)
        .first()
        .click()
      await shot(`apis-${language}-4-openapi`)
      await button(drawer, 'Import').click()
      await drawer.waitFor({ state: 'detached' })
      await page.getByText('List repository issues').first().click()
      await page.getByText(say('Test run'), { exact: true }).waitFor()
      // Those of the query of the address stand before them.
      const values = page.locator(`input[placeholder="${say('Value')}"]:visible`)
      await values.nth(2).fill('octocat')
      await values.nth(3).fill('Hello-World')
      // What was typed is handed on a moment later.
      await expect(async () => {
        await button(page, 'Run').click()
        await page.locator('.cxd-Alert--success').waitFor({ timeout: 3000 })
      }).toPass()
      await page.getByText('"Found a bug"').first().waitFor()
      await shot(`apis-${language}-5-called`)
      await page.goto(`${server.url}${app}/design/api`)
      const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Export').click()])
      expect(file.suggestedFilename()).toMatch(/\.(json|ya?ml)$/)
    } finally {
      peer.close()
    }
  })
}
