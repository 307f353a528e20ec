// The pictures of the documentation, in both languages: UPDATE_SCREENSHOT=1 npm run e2e docs-pictures. Without that nothing is written, so that a test
// run leaves no change behind.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { journey, story } from './harness.ts'
import { prepare } from './prepared.ts'

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '../../docs/product/images')
const PEOPLE = ['Ben Carter', 'Chen Wei', 'Dana Novak', 'Eva Lind', 'Farid Aziz']
const ORDERS = [
  ['A-1001', 'Alder & Sons', '1250.00', '2026-12-01'],
  ['A-1002', 'Blue Harbour', '310.50', '2026-12-03'],
  ['A-1003', 'Cedar Works', '4890.00', '2026-12-04'],
  ['A-1004', 'Delta Foods', '75.90', '2026-12-08'],
]

/** Nothing loads and nothing has changed for a while; with `selector`, it is there too. */
async function atRest(page: Page, selector?: string) {
  if (selector) await page.locator(selector).first().waitFor({ timeout: 60_000 })
  let before = ''
  for (let quiet = 0, end = Date.now() + 60_000; quiet < 4 && Date.now() < end; await page.waitForTimeout(500)) {
    await page.waitForLoadState('networkidle')
    const now = await page.locator('body').innerText()
    const busy = await page.locator('.cxd-Spinner, [aria-busy=true], [data-testid=spinner]').count()
    quiet = busy || now !== before ? 0 : quiet + 1
    before = now
  }
}

if (process.env.UPDATE_SCREENSHOT) {
  story('docs-pictures')
  journey(
    'the pictures of the documentation',
    async ({ page, context, server }) => {
      const { company, pageId } = await prepare(context)
      const app = `/company/${company}/app/order_desk-dev`
      const session = await (await context.request.get(`${server.url}/api/session`)).json()
      const send = async (path: string, data: object) => {
        const reply = await (await context.request.post(`${server.url}/api${path}`, { data, headers: { 'x-csrf-token': session.data.csrfToken } })).json()
        if (reply.status) throw new Error(`${path}: ${JSON.stringify(reply)}`)
        return reply.data
      }
      const departments = await (await context.request.get(`${server.url}/api/company/${company}/department`)).json()
      const root = (departments.data.items ?? departments.data.options)[0].id as string
      for (const name of ['Sales', 'Service', 'Warehouse']) await send(`/company/${company}/department/create`, { name, parentId: root })
      for (const name of PEOPLE) {
        const username = name.toLowerCase().replace(' ', '.')
        await send(`/company/${company}/department/${root}/users`, { name, username, email: `${username}@example.com` })
      }
      const sources = await (await context.request.get(`${server.url}/api${app}/source`)).json()
      const source = sources.data.options[0] as { id: string; key: string }
      const { id } = await send(`${app}/source/${source.id}/model`, { key: 'order', name: 'Orders' })
      for (const [key, name, type] of [
        ['number', 'Number', 'text'],
        ['customer', 'Customer', 'text'],
        ['amount', 'Amount', 'decimal'],
        ['due', 'Due', 'date'],
      ])
        await send(`${app}/model/${id}/field`, { key, name, type })
      const { hash } = await send(`${app}/source/${source.id}/plan`, {})
      await send(`${app}/source/${source.id}/apply`, { hash })
      for (const [number, customer, amount, due] of ORDERS)
        await send(`/resource/${company}/order_desk-dev/source/${source.key ?? 'main'}/model/order`, { number, customer, amount: Number(amount), due })
      for (const name of ['Sales', 'Back office', 'Management']) await send(`${app}/role`, { name })

      await page.setViewportSize({ width: 1280, height: 760 })
      for (const [language, suffix] of [
        ['en-US', 'en'],
        ['zh-CN', 'zh'],
      ] as const) {
        await context.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
        for (const [name, address] of [
          ['designer', `${app}/design/page/${pageId}`],
          ['people', `/company/${company}/admin/department`],
          ['models', `${app}/design/model/${source.id}/${id}`],
          ['data', `${app}/admin/data/${source.id}/${id}`],
          ['releases', `${app}/admin/release`],
          ['permissions', `${app}/admin/permission#resouce`],
          ['screens', '/platform/screens/platform.outbox'],
        ] as const) {
          await page.goto(`${server.url}${address}`)
          await atRest(page, name === 'designer' || name === 'screens' ? '.ae-RendererPanel, .ae-Settings' : undefined)
          await page.screenshot({ path: join(FOLDER, `${name}-${suffix}.png`) })
        }
      }
    },
    { seconds: 540 },
  )
}
