// A trigger on orders, told once per language: it is made on its screen and enabled, a row is changed in the console, its message and its run are there;
// a call that fails is tried again and done; it is disabled with a confirmation. trigger.page trigger.edit trigger.runs trigger.disable-confirm trigger.confirm-disable
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Locator, type Page } from '@playwright/test'
import { journey, story } from './harness.ts'
import { modelOf } from './models-made.ts'
import { prepare } from './prepared.ts'
import { sayer, type Language } from './words.ts'

const APP = 'order_desk'

/** Another system that is away at first. */
async function warehouse() {
  const asked: string[] = []
  let isAway = true
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', part => (body += part))
    request.on('end', () => {
      asked.push(body)
      response.statusCode = isAway ? 400 : 200
      response.setHeader('content-type', 'application/json')
      response.end('{}')
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin, asked, comesBack: () => void (isAway = false), close: () => server.close() }
}

export function tellTriggers(language: Language) {
  story('triggers', { language })
  const say = sayer(language, 'trigger')
  const button = (scope: Page | Locator, text: string) => scope.getByRole('button', { name: say(text), exact: true })

  journey(`${language}: a trigger is made, hears of a change, fails, is tried again and disabled`, async ({ page, context, server, shot }) => {
    const peer = await warehouse()
    try {
      const { company } = await prepare(context)
      await context.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
      const app = `/company/${company}/app/${APP}-dev`
      const { data: session } = await (await context.request.get(`${server.url}/api/session`)).json()
      const send = async (method: 'post' | 'put', path: string, data: object) => {
        const reply = await (await context.request[method](server.url + path, { data, headers: { 'x-csrf-token': session.csrfToken } })).json()
        if (reply.status) throw new Error(`${path}: ${JSON.stringify(reply)}`)
        return reply.data
      }
      const definition = {
        type: 'http',
        parameters: [{ key: 'title', type: 'text' }],
        http: { method: 'POST', address: `${peer.origin}/`, body: { kind: 'json', text: '{"title":"{{title}}"}' } },
      }
      await send('post', `/api${app}/api`, { key: 'warehouse', name: 'Warehouse', definition })
      const parcel = await modelOf(context, server, company, 'parcel', 'Parcels', [{ key: 'title', name: 'Title', type: 'text' }])
      const rowId = await parcel.add({ title: 'Blue lamp' })

      await page.goto(`${server.url}${app}/admin/trigger`)
      await page.getByText(say('No triggers')).waitFor()
      await button(page, 'New trigger').click()
      const form = page.locator('.cxd-Drawer-content').last()
      await form.locator('input[name="name"]').fill('Renamed')
      await expect(form.locator('input[name="key"]')).toHaveValue('renamed')
      await shot(`triggers-${language}-1-new`)
      await button(form, 'Create').click()
      await page.waitForURL(/admin\/trigger\/edit\/[0-9a-f-]{36}/)

      const choose = async (name: string, option: string | RegExp) => {
        // By its exact label: a choice of another field may name the same thing.
        const label = page.locator('.cxd-Form-label', { hasText: new RegExp(`^\\*?\\s*${name}\\s*\\*?$`) })
        await page.locator('.cxd-Form-item').filter({ has: label }).locator('.cxd-Select').last().click()
        await page.locator('.cxd-Select-option', { hasText: option }).last().click()
      }
      await choose(say('Model'), 'Parcels')
      await page.getByText(say('is changed'), { exact: true }).click()
      await button(page, 'Add action').click()
      await choose(say('What it does'), say('Call an API'))
      await choose(say('API'), 'Warehouse')
      await button(page, 'Add value').click()
      await page.locator('.cxd-Combo input[name="field"]').last().fill('title')
      const value = page.locator('.cxd-Combo input[name="value"]').last()
      await value.fill('{{row.title}}')
      await page.keyboard.press('Tab')
      await expect(value).toHaveValue('{{row.title}}')
      await button(page, 'Add action').click()
      await choose(say('What it does'), say('Deliver a message to waiting instances'))
      await page.locator('input[name="messageName"]').fill('parcel gone')
      await page.locator('input[name="match"]').fill('{{row.id}}')
      await page.keyboard.press('Tab')
      await shot(`triggers-${language}-2-edit`)
      await button(page, 'Save').click()
      await page.getByText(say('Saved'), { exact: true }).first().waitFor()

      await button(page, 'All triggers').click()
      await button(page, 'Enable').click()
      await page.getByText(say('Yes'), { exact: true }).waitFor()
      await send('put', `/api/resource/${company}/${APP}-dev/source/main/model/parcel/${rowId}`, { title: 'Red lamp' })

      const done = async (outcome: string) => {
        await expect(async () => {
          // An icon of a font is part of the name once its sheet is there.
          await page.getByRole('button', { name: say('Refresh') }).click({ timeout: 3000 })
          await expect(page.locator('tbody').getByText(say(outcome), { exact: true })).toBeVisible({ timeout: 1000 })
        }).toPass({ timeout: 30_000 })
      }
      await expect.poll(() => peer.asked.length, { timeout: 20_000 }).toBe(1)
      await page.goto(`${server.url}${app}/admin/trigger/runs`)
      await done('Failed|run')
      expect(peer.asked).toEqual(['{"title":"Red lamp"}'])
      await shot(`triggers-${language}-3-failed`)
      peer.comesBack()
      await button(page.locator('tbody'), 'Try again').click()
      await page.getByText(say('It is done now.')).waitFor()
      await page.keyboard.press('Escape')
      await page.locator('tbody').getByText(say('Done|run'), { exact: true }).waitFor()
      expect(peer.asked).toHaveLength(2)
      await button(page.locator('tbody'), 'Details').click()
      await page.locator('.cxd-Drawer-content').getByText('Red lamp').first().waitFor()
      const nobody = language === 'zh-CN' ? '没有实例在等待' : 'No instance waits for it'
      await page.locator('.cxd-Drawer-content').getByText(nobody).waitFor()
      await shot(`triggers-${language}-4-run`)

      await page.goto(`${server.url}${app}/admin/trigger`)
      await button(page.locator('tbody'), 'Disable').click()
      const asks = page.locator('.cxd-Modal-content').last()
      await asks.getByText('Renamed').waitFor()
      await shot(`triggers-${language}-5-disable`)
      await asks.locator('.cxd-Button--primary, .cxd-Button--danger').click()
      await page.locator('tbody').getByText(say('No'), { exact: true }).waitFor()
      await shot(`triggers-${language}-6-list`)
    } finally {
      peer.close()
    }
  })
}
