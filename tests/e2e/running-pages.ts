// The pages that are made of a model, as they run: axe finds nothing on them, of whatever weight, on a desk and on a phone, light and dark.
import type { Page } from '@playwright/test'
import type { JourneyServer } from './harness.ts'
import { foundByAxe } from './prepared.ts'
import type { Say } from './words.ts'

const SIZES = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

interface Made {
  as: string
  path: string
}

/** Makes pages of each kind for a model of the app "shop" and looks at all of them in its current state, where the banner of the design stands too. */
export async function lookAtRunningPages(page: Page, server: JourneyServer, company: string, say: Say) {
  const { request } = page.context()
  const api = `${server.url}/api/company/${company}/app/shop-dev`
  const answerOf = async (answer: { json(): Promise<any> }) => (await answer.json()).data
  const { csrfToken } = await answerOf(await request.get(`${server.url}/api/session`))
  const { options } = await answerOf(await request.get(`${api}/source`))
  const { items } = await answerOf(await request.get(`${api}/source/${options[0].id}/model`))
  const orders = items.find(({ name }: { name: string }) => name === 'Orders')
  const kinds = ['list', 'detail', 'form', 'calendar']
  const made: Made[] = (
    await answerOf(await request.post(`${api}/starter/pages`, { headers: { 'x-csrf-token': csrfToken }, data: { models: [{ modelId: orders.id, kinds }] } }))
  ).pages
  const forms = made.filter(({ as }) => as === 'form').map(({ path }) => path)
  const calendar = made.find(({ as }) => as === 'calendar')?.path ?? ''

  const app = `${server.url}/company/${company}/app/shop-dev`
  const problems: string[] = []
  const look = async (what: string) => {
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport)
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
        await page.locator(scheme === 'dark' ? 'html.is-dark' : 'html:not(.is-dark)').waitFor({ state: 'attached' })
        // In the dark only the colours are others.
        const found = await foundByAxe(page, scheme === 'dark' ? ['color-contrast'] : undefined)
        problems.push(...found.map(text => `${what}, ${size}, ${scheme}: ${text}`))
      }
    }
    await page.setViewportSize(SIZES.desk)
  }
  const open = async (path: string, ready: RegExp) => {
    await page.goto(app + path)
    await page.locator('.t-app-page').getByText(ready).first().waitFor()
  }
  const button = (text: string) => page.getByRole('button', { name: say(text), exact: true }).first()
  const dialog = page.locator('[role=dialog]')

  await open('/orders', /Order of/)
  await look('list')
  await button('Add row').click()
  await dialog.getByText(say('Cancel'), { exact: true }).waitFor()
  await look('dialog of a new row')
  await open('/orders', /Order of/)
  await page
    .locator('.t-app-page')
    .getByText(/Order of/)
    .first()
    .click()
  await page.waitForURL(/\/orders\/[\w-]{20,}$/)
  const id = page.url().split('/').at(-1) ?? ''
  await button('Edit').waitFor()
  await look('detail')
  await button('Edit').click()
  await dialog.getByText(say('Cancel'), { exact: true }).waitFor()
  await look('dialog of a row')
  await open('/orders/board', /Order of/)
  await look('board')
  await open('/orders/overview', /Order of|In progress/)
  await look('dashboard')
  await open(calendar, /Order of/)
  await look('calendar')
  for (const path of forms) {
    await open(path.replace(':rowId', id), /Title/)
    await look(path)
  }
  if (problems.length) throw new Error(problems.join('\n'))
}
