// A signed-in administrator with an app of the sample pages, published; for journeys that look at screens, not at the way there.
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { jsonFilesOf, sampleFolder } from '../support/sample-site.ts'
import type { JourneyServer } from './server.ts'

export const ADMIN = { email: 'ada@example.test', password: 'Correct-1-horse!' }

export interface Prepared {
  company: string
  pageId: string
  /** Of a document that anybody may open. */
  shareKey: string
}

/** In the folder of the run: what the prepared installation holds, and the cookies of its administrator. */
const note = () => join(process.env.E2E_FOLDER as string, 'prepared.json')

/** Signs the administrator of the prepared installation in; the story's server has a copy of it. */
export async function prepare(context: BrowserContext): Promise<Prepared> {
  const { prepared, cookies } = JSON.parse(readFileSync(note(), 'utf8')) as {
    prepared: Prepared
    cookies: Parameters<BrowserContext['addCookies']>[0]
  }
  await context.addCookies(cookies)
  return prepared
}

/** Makes the installation that stories get copies of, once in a run. */
export async function prepareInstallation(client: APIRequestContext, server: JourneyServer) {
  let csrf = ''
  const ask = async (method: 'GET' | 'POST', path: string, data?: object) => {
    const reply = await client.fetch(server.url + path, { method, headers: { 'x-csrf-token': csrf }, ...(data && { data }) })
    const envelope = (await reply.json()) as { status: number; msg: string; data: Record<string, any> }
    if (envelope.status !== 0) throw new Error(`${method} ${path}: ${envelope.status} ${envelope.msg}`)
    return envelope.data
  }
  const session = async () => {
    const data = await ask('GET', '/api/session')
    csrf = data.csrfToken as string
    return data
  }
  await ask('POST', '/install-org', { name: 'Northwind', email: ADMIN.email, nickName: 'Ada' })
  await session()
  await ask('POST', '/api/setup/password', { password: ADMIN.password, repeat: ADMIN.password })
  const company = (await session()).companies[0].key as string
  for (const [name, key, description] of [
    ['Order desk', 'order_desk', 'Orders, customers and what they wait for'],
    ['Field service', 'field_service', 'Visits, routes and reports of the technicians'],
    ['Warehouse', 'warehouse', 'Stock, counts and deliveries'],
    ['Applications', 'applications', ''],
  ] as const)
    await ask('POST', `/api/company/${company}/app`, { name, key, type: 1, description })
  const base = `/api/company/${company}/app/order_desk-dev`
  let pageId = ''
  for (const { name, content } of jsonFilesOf(sampleFolder)) {
    if (name === 'site.json') continue
    const path = `/${basename(name, '.json')}`
    const schema = JSON.parse(content.toString()) as { title?: string }
    // A title that is made from the row shown is no name.
    const title = schema.title?.replace(/ *\$\{.*/, '') || basename(name, '.json')
    pageId = (await ask('POST', `${base}/page`, { name: title, path, kind: 'page', schema })).id as string
  }
  // Two, so that the portal has something to offer and does not lead on.
  for (const [key, type] of [
    ['office', 1],
    ['pocket', 2],
  ])
    await ask('POST', `${base}/entry`, { key, name: String(key), type })
  await ask('POST', `${base}/release`, { title: 'First release', version: '1.0.0', tag: 'latest', from: 'dev', mode: 1 })
  const share = await ask('POST', `${base}/share`, { type: 2, title: 'Order guide', text: '# Order guide\n\nHow orders come in, and who looks after them.' })
  const prepared: Prepared = { company, pageId, shareKey: share.key as string }
  writeFileSync(note(), JSON.stringify({ prepared, cookies: (await client.storageState()).cookies }))
}

export const axeSource = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

/** Waits for colours that fade in, also those that begin to in the next moment: axe would measure them half-way. */
export async function atRest(page: Page) {
  await page.evaluate(async () => {
    for (let still = 0, looks = 0; still < 6 && looks < 200; looks++) {
      const moving = document.getAnimations().filter(one => one.effect?.getTiming().iterations !== Infinity)
      still = moving.length ? 0 : still + 1
      await Promise.all([...moving.map(one => one.finished.catch(() => undefined)), new Promise(requestAnimationFrame)])
    }
  })
}

/** What axe finds on a page, by all its rules or some. */
export async function foundByAxe(page: Page, rules?: string[], { moderate = true } = {}): Promise<string[]> {
  await atRest(page)
  await page.evaluate(`typeof axe === 'object' || (() => { ${axeSource} })()`)
  return page.evaluate(
    async ({ rules, moderate }) => {
      const { violations } = await (window as any).axe.run(document, { resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
      return violations
        .filter((one: any) => moderate || one.impact !== 'moderate')
        .map(
          (one: any) =>
            `${one.impact} ${one.id}: ${one.nodes
              .slice(0, 3)
              .map(({ html, failureSummary }: any) => `${html} (${failureSummary.split('\n')[1]?.trim()})`)
              .join('; ')}`,
        )
    },
    { rules, moderate },
  )
}

/** Nothing is found by axe, moderate things too if wanted. */
export async function expectAccessible(page: Page, { moderate = true } = {}) {
  const found = await foundByAxe(page, undefined, { moderate })
  if (found.length) throw new Error(found.join('\n'))
}

/** Addresses of the console's screens, by who may see them. */
export const screensOf = ({ company, pageId, shareKey }: Prepared) => ({
  signedOut: [
    '/login',
    '/docs/welcome',
    '/templates',
    '/template/crm',
    '/resetpwd',
    '/bind?bindKey=phone,email',
    '/bind-or-register',
    '/logout',
    '/403',
    '/nowhere',
    `/share/${shareKey}`,
    `/share/${'x'.repeat(22)}`,
  ],
  signedIn: [
    '/home',
    '/app',
    '/create-company',
    '/icons',
    '/i/profile',
    '/i/roles',
    '/i/security',
    '/i/password',
    '/apply',
    '/platform/applications',
    '/platform/outbox',
    '/platform/signin',
    '/platform/screens',
    '/platform/screens/platform.outbox/history',
    '/platform/screens-access',
    '/platform/inbox',
    `/company/${company}/screens`,
    `/company/${company}/app/order_desk-dev/admin/screens`,
    '/register-license',
    '/install-app',
    `/company/${company}`,
    `/company/${company}/app`,
    `/company/${company}/admin/department`,
    `/company/${company}/admin/department#external`,
    `/company/${company}/admin/position`,
    `/company/${company}/admin/hosts`,
    `/company/${company}/admin/pipeline`,
    `/company/${company}/app/order_desk-dev/admin/overview`,
    `/company/${company}/app/order_desk-dev/design/from-sheet`,
    `/company/${company}/app/order_desk-dev/design`,
    `/company/${company}/app/order_desk-dev/design/model`,
    `/company/${company}/app/order_desk-dev/design/language`,
    `/company/${company}/app/order_desk-dev/design/theme`,
    `/company/${company}/app/order_desk-dev/design/query`,
    `/company/${company}/app/order_desk-dev/design/component`,
    `/company/${company}/app/order_desk-dev/design/api`,
    `/company/${company}/app/order_desk-dev/design/flow`,
    '/platform/admin/widget-template',
    `/company/${company}/widget-template`,
    `/company/${company}/app/order_desk-dev/design/widget-template`,
    `/company/${company}/app/order_desk-dev/design/widget-template?view=list`,
    `/company/${company}/app/order_desk-dev/admin/data/default/default`,
    `/company/${company}/app/order_desk-dev/admin/release`,
    `/company/${company}/app/order_desk-dev/admin/permission#role`,
    `/company/${company}/app/order_desk-dev/admin/permission#app`,
    `/company/${company}/app/order_desk-dev/admin/permission#default`,
    `/company/${company}/app/order_desk-dev/admin/permission#resouce`,
    `/company/${company}/app/order_desk-dev/admin/perm-model`,
    `/company/${company}/app/order_desk-dev/admin/setting#envs`,
    `/company/${company}/app/order_desk/admin/setting#connections`,
    `/company/${company}/app/order_desk-dev/admin/setting#git`,
    `/company/${company}/app/order_desk-dev/admin/external`,
    `/company/${company}/app/order_desk/admin/runtime-permission#permission`,
    `/company/${company}/app/order_desk-dev/admin/shares`,
    `/company/${company}/app/order_desk-dev/admin/log`,
    `/company/${company}/app/order_desk-dev/admin/trigger`,
    `/company/${company}/app/order_desk-dev/admin/trigger/runs`,
    `/company/${company}/app/order_desk-dev/admin/flow`,
    `/company/${company}/app/order_desk-dev/admin/flow-intervention`,
    `/company/${company}/app/order_desk-dev/flow-task`,
    `/company/${company}/app/order_desk-dev/portal`,
    `/company/${company}/app/order_desk`,
    `/company/${company}/app/order_desk-dev`,
    `/preview/mobile?preview_link=${encodeURIComponent(`/company/${company}/app/order_desk`)}`,
  ],
  editor: [`/company/${company}/app/order_desk-dev/design/page/${pageId}`, '/platform/screens/platform.outbox'],
})
