// The table of addresses and the menus, changed while consoles are open: taken live, shipped in safe mode, and never a way to lock people out.
// general.site, screen.publish, site.routes, site.menus, inbox.list
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import pg from 'pg'
import { journey, story, type JourneyServer } from './harness.ts'
import { prepare } from './prepared.ts'

type Ask = <T = any>(method: 'GET' | 'POST', path: string, data?: object) => Promise<T>
let ask: Ask

async function asker(context: BrowserContext, server: JourneyServer): Promise<Ask> {
  let csrf = ''
  const send: Ask = async (method, path, data) => {
    const reply = await context.request.fetch(server.url + path, { method, headers: { 'x-csrf-token': csrf }, ...(data && { data }) })
    const envelope = (await reply.json()) as { status: number; msg: string; data: any; errors?: object }
    if (envelope.status !== 0) throw new Error(`${method} ${path}: ${envelope.status} ${envelope.msg} ${JSON.stringify(envelope.errors ?? {})}`)
    return envelope.data
  }
  csrf = (await send('GET', '/api/session')).csrfToken as string
  return send
}
async function publish(id: string, change: (content: any) => void) {
  const { schema, version } = await ask('GET', `/api/screen/${id}/draft`)
  change(schema)
  await ask('POST', `/api/screen/${id}/publish`, { schema, baseVersion: version })
}

story('addresses')

journey('a published menu line is in an open console within a second, and its address opens', async ({ page, context, server, shot }) => {
  await prepare(context)
  ask = await asker(context, server)
  await page.goto(`${server.url}/home`)
  await page.locator('#menu').getByRole('link', { name: 'Home', exact: true }).waitFor()
  // The stream of changes is open once its first word came.
  await page.waitForTimeout(2500)
  await publish('site.routes', content =>
    content.routes.splice(-1, 0, { path: '/start', screen: 'general.home', layout: 'console', access: 'user', title: 'Start here' }),
  )
  const began = Date.now()
  await publish('site.menus', content => content.home.push({ label: 'Start here', to: '/start', icon: 'release' }))
  await page.locator('#menu').getByRole('link', { name: 'Start here' }).waitFor({ timeout: 3000 })
  assert.ok(Date.now() - began < 1500, `the line came after ${Date.now() - began} ms`)
  await page.locator('#menu').getByRole('link', { name: 'Start here' }).click()
  await page.waitForURL('**/start')
  await page.locator('#main').getByText('Hello, Ada').first().waitFor()
  // The address shows the same screen as before, whose text is there at once.
  for (const end = Date.now() + 3000; !(await page.title()).startsWith('Start here');) {
    assert.ok(Date.now() < end, `the title is still ${await page.title()}`)
    await page.waitForTimeout(50)
  }
  await shot('addresses-live-menu')
})

journey('safe mode has the shipped addresses and menus', async ({ page, server }) => {
  const reply = await page.goto(`${server.url}/start?safe=1`)
  assert.equal(reply?.status(), 404)
  await page.goto(`${server.url}/home?safe=1`)
  await page.locator('#menu').getByRole('link', { name: 'Home', exact: true }).waitFor()
  assert.equal(await page.locator('#menu').getByRole('link', { name: 'Start here' }).count(), 0)
  const normal = await page.context().newPage()
  assert.equal((await normal.goto(`${server.url}/start`))?.status(), 200)
  await normal.close()
})

journey('a table that came past the gate and shuts everybody out is not used', async ({ page, context, browser, server, shot }) => {
  const password = readFileSync(join(server.dataDir, 'postgres-password'), 'utf8')
  const db = new pg.Client({ host: join(server.dataDir, 'socket'), user: 'tessera', password, database: 'tessera' })
  db.on('error', () => {})
  await db.connect()
  await db.query(`update screen_body set content = '{"routes":[]}', hash = sha256('{"routes":[]}'::bytea)
    where hash = (select result_hash from screen_version v join screen_override o on o.id = v.override_id where o.screen_id = 'site.routes' order by v.version desc limit 1)`)
  await db.query(
    `update screen_version set result_hash = sha256('{"routes":[]}'::bytea) where override_id in (select id from screen_override where screen_id = 'site.routes')`,
  )
  await db.query(
    `select pg_notify('tessera', '{"topic":"screen","payload":{"screen":"site.routes","level":"platform","companyId":null,"appId":null,"people":null}}')`,
  )
  await db.end()
  const stranger = await browser.newContext()
  const login = await stranger.newPage()
  await login.goto(`${server.url}/login`)
  await login.getByRole('button', { name: 'Sign in' }).first().waitFor()
  await stranger.close()
  await page.goto(`${server.url}/platform/screens`)
  await page.locator('#main').getByText('general.home').first().waitFor()
  const { items } = await ask('GET', '/api/platform/inbox')
  assert.equal(items[0].kind, 'screen.broken')
  assert.equal(items[0].screenId, 'site.routes')
  await page.goto(`${server.url}/platform/inbox`)
  await page.getByText('Screen site.routes is broken').first().waitFor()
  await shot('addresses-inbox')
  await context.clearCookies()
})
