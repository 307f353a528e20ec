// Every route's screen is broken in turn, in four ways, past the gate and straight in the database; console, sign-in and the screens manager stay usable.
// screen.report, screen.get, signin.page, general.home, screen.list
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import pg from 'pg'
import { fillPath, type Route } from '../../api/routes.ts'
import { journey, story, type JourneyServer } from './harness.ts'
import { ADMIN, prepare } from './prepared.ts'
import { isShort } from './stories.ts'

story('broken-screens', { environment: { RATE_PER_MINUTE: '100000' } })

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../schemas/${name}`, import.meta.url), 'utf8')) as unknown
const routes = (read('routes.json') as Route[]).filter(route => route.screen)
const screens = [...new Set(routes.map(route => route.screen as string))]

/** Four ways to break a screen, as somebody could who writes into the database, or as a change of amis could. */
const WAYS = {
  'no JSON': '{"type": "page", "body": [broken',
  'of 5 MB': JSON.stringify({ type: 'page', body: { type: 'tpl', tpl: 'x'.repeat(5 * 1024 * 1024) } }),
  throwing: JSON.stringify({ type: 'page', className: 'is-throwing', body: { type: 'tabs', tabs: 5 } }),
  endless: JSON.stringify({
    type: 'page',
    className: 'is-endless',
    body: {
      type: 'service',
      name: 'again',
      api: { method: 'get', url: '/api/config' },
      body: { type: 'tpl', tpl: 'x' },
      onEvent: { fetchInited: { actions: [{ actionType: 'reload', componentName: 'again' }] } },
    },
  }),
}
type Way = keyof typeof WAYS
/** Found by the server when it reads the screen; the others only a browser can find. */
const ON_SERVER: Way[] = ['no JSON', 'of 5 MB']

interface World {
  ask<T = any>(method: 'GET' | 'POST', path: string, data?: object): Promise<T>
  db: pg.Client
  company: string
  pageId: string
}
let world: World

async function open(context: BrowserContext, server: JourneyServer): Promise<World> {
  const { company, pageId } = await prepare(context)
  const password = readFileSync(join(server.dataDir, 'postgres-password'), 'utf8')
  const db = new pg.Client({ host: join(server.dataDir, 'socket'), user: 'tessera', password, database: 'tessera' })
  // The server takes its database down with it.
  db.on('error', () => {})
  await db.connect()
  let csrf = ''
  const ask: World['ask'] = async (method, path, data) => {
    const reply = await context.request.fetch(server.url + path, { method, headers: { 'x-csrf-token': csrf }, ...(data && { data }) })
    const envelope = (await reply.json()) as { status: number; msg: string; data: any; errors?: object }
    if (envelope.status !== 0) throw new Error(`${method} ${path}: ${envelope.status} ${envelope.msg} ${JSON.stringify(envelope.errors ?? {})}`)
    return envelope.data
  }
  csrf = (await ask('GET', '/api/session')).csrfToken
  return { ask, db, company, pageId }
}

/** The form of each screen that works and can be told from the shipped one, as the console marks it. */
const goodForm: Record<string, string> = {}
const good = (screen: string) => `.t-screen[data-screen="${screen}"][data-hash="${goodForm[screen]}"]`

async function publishGood(screen: string) {
  const { version, schema } = await world.ask('GET', `/api/screen/${screen}/draft`)
  const works = { ...schema, className: [schema.className, 'works'].filter(Boolean).join(' ') }
  const { hash } = await world.ask('POST', `/api/screen/${screen}/publish`, { schema: works, baseVersion: version })
  goodForm[screen] = hash.slice(0, 12)
}

/** The next version of the screen has this content, whatever any gate thinks of it. */
async function breakScreen(screen: string, content: string): Promise<number> {
  // A remark that is no part of the screen makes each content its own.
  const text = content.startsWith('{"type":"page",') ? content.replace('{"type":"page",', `{"type":"page","$comment":"${screen}",`) : `${content} ${screen}`
  const hash = createHash('sha256').update(text).digest()
  const { db } = world
  await db.query('insert into screen_body (hash, content) values ($1, $2) on conflict do nothing', [hash, text])
  const { rows } = await db.query(
    `insert into screen_version (override_id, version, kind, patch, base_hash, result_hash, note, created_by)
     select v.override_id, o.version + 1, 'publish', v.patch, v.base_hash, $2, '', v.created_by
     from screen_override o join screen_version v on v.override_id = o.id and v.version = 1
     where o.screen_id = $1 and o.level = 'platform' returning version`,
    [screen, hash],
  )
  const { version } = rows[0] as { version: number }
  await db.query("update screen_override set version = $2 where screen_id = $1 and level = 'platform'", [screen, version])
  await tell(screen)
  return version
}
const tell = (screen: string) =>
  world.db.query('select pg_notify($1, $2)', [
    'tessera',
    JSON.stringify({ topic: 'screen', payload: { screen, level: 'platform', companyId: null, appId: null } }),
  ])

async function until(what: string, check: () => Promise<boolean>, ms = 8000) {
  for (const end = Date.now() + ms; !(await check());) {
    if (Date.now() > end) throw new Error(`not within ${ms / 1000} s: ${what}`)
    await new Promise(done => setTimeout(done, 20))
  }
}

async function noticeOf(screen: string, version: number) {
  const { items } = await world.ask('GET', `/api/platform/inbox?perPage=100&keywords=${screen}`)
  return (items as { screenId: string; version: number; kind: string }[]).find(item => item.screenId === screen && item.version === version)
}

/** Another address inside the console that is open, without a page load. */
const go = (page: Page, to: string) =>
  page.evaluate(address => {
    localStorage.removeItem('tessera-reports')
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, to)

const addressOf = ({ path }: Route) => {
  if (path === '/template/:templateId') return '/template/crm'
  const address = fillPath(path, {
    // What is asked for by an id is not there; its screen opens all the same.
    ...Object.fromEntries([...path.matchAll(/:(\w+Id)\b/g)].map(([, name = '']) => [name, '0191d5a0-0000-7000-8000-0000000000a3'])),
    companyKey: world.company,
    appUrlKey: 'order_desk-dev',
    pageId: world.pageId,
    sourceId: '0191d5a0-0000-7000-8000-0000000000a1',
    dsId: '0191d5a0-0000-7000-8000-0000000000a1',
    mId: '0191d5a0-0000-7000-8000-0000000000a2',
    modelId: '0191d5a0-0000-7000-8000-0000000000a2',
    templateId: '0191d5a0-0000-7000-8000-0000000000a1',
    screenId: 'general.forbidden',
    invitationToken: 'x'.repeat(43),
    doorCompany: 'acme',
    doorApp: 'shop',
    key: 'x'.repeat(22),
    docKey: 'welcome',
  })
  // Without a page to show it leads back to where one came from.
  const more = path === '/preview/mobile' ? `?preview_link=/company/${world.company}/app/order_desk` : ''
  return address.replace('*', '/nowhere') + more
}

journey('a screen whose content is no JSON, or of 5 MB, is never handed out: each in turn', async ({ context, server }) => {
  world = await open(context, server)
  // What finds these does not look at which screen it is.
  for (const screen of isShort('broken-screens') ? screens.filter((_, at) => at % 6 === 0) : screens) {
    await publishGood(screen)
    for (const way of ON_SERVER) {
      const version = await breakScreen(screen, WAYS[way])
      await until(`${screen} ${way} in the inbox`, async () => {
        const { hash } = await world.ask('GET', `/api/screen/${screen}`)
        if (!hash.startsWith(goodForm[screen])) throw new Error(`${screen} ${way}: not the last good form`)
        return (await noticeOf(screen, version))?.kind === 'screen.broken'
      })
    }
  }
})

journey(
  'a screen that throws, or asks the server without end, gives way to its last good form in the console that is open: each route in turn',
  async ({ page, server, shot }) => {
    const late: string[] = []
    await page.goto(`${server.url}/home`)
    await page.locator(good('general.home')).waitFor()
    const met = new Set<string>()
    for (const route of routes) {
      const screen = route.screen as string
      // At home while somebody is signed in, and the other way round: see the journey below. Whoever is signed in is asked whether to sign out.
      if (screen === 'signin.page' || screen === 'setup.set-password' || screen === 'general.logout') continue
      // It leads on to the first text at once; these two are not found in the mode that this server runs in.
      if (['docs.index', 'i.companies', 'i.developer'].includes(screen)) continue
      for (const way of ['throwing', 'endless'] as const) {
        // Several addresses show the same screen: there it is only looked at.
        const isNew = !met.has(screen)
        // A screen that is being worked on is not exchanged under the hands: there the next visit finds what was broken.
        const again = way === 'endless' && route.layout === 'design' && isNew
        if (again) await go(page, '/home')
        const version = isNew ? await breakScreen(screen, WAYS[way]) : 0
        if (again) await page.waitForTimeout(200)
        if (again || way === 'throwing') await go(page, addressOf(route))
        const shown = page.locator(good(screen))
        await shown.waitFor({ state: 'attached', timeout: 8000 }).catch(() => late.push(`${route.path} (${screen}) ${way}: ${page.url()}`))
        const told = (ms: number) => until(`${screen} ${way} in the inbox`, async () => (await noticeOf(screen, version))?.kind === 'screen.broken', ms)
        if (isNew)
          await told(way === 'endless' ? 5000 : 8000)
            // amis loses the event that keeps the loop going when it is exchanged in that moment; then the next visit finds the screen endless.
            .catch(async error => {
              if (way !== 'endless') throw error
              await go(page, '/home')
              await page.locator(good('general.home')).waitFor()
              await go(page, addressOf(route))
              await told(8000)
            })
            .catch(error => late.push((error as Error).message))
      }
      met.add(screen)
    }
    await shot('broken-screens-console')
    if (late.length) throw new Error(late.join('\n'))
  },
  // What a screen was still checking when it gave way is told to nobody (mobx-state-tree names it dead).
  { seconds: 480, allow: /\[dead\]/ },
)

journey('somebody who is not signed in gets the last good sign-in screen, with a line that says so, and signs in', async ({ browser, server, shot }) => {
  for (const way of ['throwing', 'endless'] as const) {
    const version = await breakScreen('signin.page', WAYS[way])
    await breakScreen('general.logout', WAYS[way])
    const context = await browser.newContext({ locale: 'en-US' })
    const page = await context.newPage()
    await page.goto(`${server.url}/logout`)
    await page.locator(good('general.logout')).waitFor()
    await page.goto(`${server.url}/login`)
    await page.locator('.t-stand-in').waitFor()
    await page.locator(`${good('signin.page')} input[type=password]`).waitFor()
    await shot(`broken-sign-in-${way}`)
    // One visitor takes nothing back for the others, but the operators hear of it.
    await until('the inbox', async () => (await noticeOf('signin.page', version))?.kind === 'screen.failed')
    await page.locator('input[name=username]').fill(ADMIN.email)
    await page.locator('input[type=password]').fill(ADMIN.password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/home')
    await context.close()
  }
})

journey(
  'with every screen broken at once safe mode shows the shipped ones and the manager works; with every version lost they are shown anyway',
  async ({ page, server, shot }) => {
    for (const screen of screens) await breakScreen(screen, WAYS.throwing)
    await page.goto(`${server.url}/platform/screens?safe=1`)
    await page.getByText('Safe mode: shipped screens only').waitFor()
    await page.locator('tbody tr').first().waitFor()
    await shot('broken-screens-safe')
    await go(page, '/home')
    await page.getByText('Hello, Ada').waitFor()
    if (await page.locator('.t-stand-in').count()) throw new Error('safe mode shows changed screens')
    await page.getByRole('button', { name: 'Leave' }).click()
    await page.locator(good('general.home')).waitFor()

    await world.db.query("update screen_body set content = 'lost'")
    for (const screen of screens) await tell(screen)
    for (const screen of screens) {
      const found = await world.ask('GET', `/api/screen/${screen}`)
      if (found.changed) throw new Error(`${screen}: not the shipped form`)
    }
    await page.goto(`${server.url}/platform/screens`)
    await page.locator('tbody tr').first().waitFor()
    await world.db.end()
  },
)
