// An author looks for an icon, told once per language: found, copied by click and by keyboard, and shown by a page that names it.
import type { Page } from '@playwright/test'
import { journey, story } from './harness.ts'
import { expectAccessible, prepare } from './prepared.ts'
import { sayer, type Language } from './words.ts'

export function tellIcons(language: Language) {
  story('icons', { language })
  const say = sayer(language)
  const tile = (page: Page, value: string) => page.getByRole('button', { name: `${say('Copy')} ${value}`, exact: true })
  /** What is on the clipboard of the page: read by pasting, which works on plain http too. */
  async function clipboard(page: Page): Promise<string> {
    const search = page.getByRole('searchbox', { name: say('Search icons') })
    const before = await search.inputValue()
    await search.fill('')
    await search.press('ControlOrMeta+v')
    const text = await search.inputValue()
    await search.fill(before)
    return text
  }

  journey(`${language}: icons are found and copied`, async ({ page, context, server, shot }) => {
    await prepare(context)
    await context.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
    // What a browser has on an address without https.
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await page.goto(`${server.url}/home`)
    await page
      .locator('#menu')
      .getByRole('link', { name: say('Icon gallery'), exact: true })
      .click()
    await page.getByRole('heading', { name: say('Icon gallery') }).waitFor()
    const count = page.locator('.tes-icons__count')
    await tile(page, 'fa fa-ad').or(page.locator('[data-at="0"]')).first().waitFor()
    if (!/2,?\d{3}/.test(await count.innerText())) throw new Error(await count.innerText())
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    await shot(`icons-${language}-1-all`)
    await expectAccessible(page, { moderate: false })

    const search = page.getByRole('searchbox', { name: say('Search icons') })
    await search.fill('ADDRESS')
    await tile(page, 'far fa-address-card').click()
    await page.getByText(say('Copied {what}').replace('{what}', 'far fa-address-card'), { exact: true }).first().waitFor()
    if ((await clipboard(page)) !== 'far fa-address-card') throw new Error(`copied: ${await clipboard(page)}`)
    await page.getByRole('button', { name: say('Snippet'), exact: true }).click()
    await search.focus()
    await search.press('ArrowDown')
    await page.waitForTimeout(200)
    await page.keyboard.press('ArrowRight')
    await page.waitForTimeout(200)
    await page.keyboard.press('Enter')
    const snippet = JSON.parse(await clipboard(page)) as { type: string; icon: string }
    if (snippet.type !== 'icon' || !snippet.icon.includes('address')) throw new Error(JSON.stringify(snippet))
    await page.getByRole('button', { name: say('Copy sample'), exact: true }).click()
    if (JSON.parse(await clipboard(page)).icon !== snippet.icon) throw new Error('the sample is of another icon')
    await shot(`icons-${language}-2-found`)
    await search.fill('xyzzy')
    await page.getByText(say('No icon is called “{text}”. Try a shorter word, such as “user” or “arrow”.', { text: 'xyzzy' })).waitFor()
    await shot(`icons-${language}-3-none`)
    await search.fill('')
    await page.setViewportSize({ width: 390, height: 780 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.waitForTimeout(500)
    await shot(`icons-${language}-4-phone-dark`)
  })

  journey(`${language}: a page that names icons of the fonts shows them`, async ({ page, context, server }) => {
    const session = await (await context.request.get(`${server.url}/api/session`)).json()
    const company = session.data.companies[0].key as string
    const base = `${server.url}/api/company/${company}/app/order_desk-dev`
    const headers = { 'x-csrf-token': session.data.csrfToken as string }
    const schema = {
      type: 'page',
      body: [
        { type: 'icon', vendor: '', icon: 'fa fa-home' },
        { type: 'icon', vendor: '', icon: 'iconfont icon-user' },
      ],
    }
    for (const [path, data] of [
      ['page', { name: 'Icons', path: '/with-icons', kind: 'page', schema }],
      ['release', { title: 'Icons', version: '1.0.1', tag: 'latest', from: 'dev', mode: 1 }],
    ] as const) {
      const reply = await (await context.request.post(`${base}/${path}`, { headers, data })).json()
      if (reply.status !== 0) throw new Error(`${path}: ${reply.msg}`)
    }
    await page.goto(`${server.url}/company/${company}/app/order_desk/with-icons`)
    for (const [selector, family] of [
      ['.fa-home', 'Font Awesome 5 Free'],
      ['.icon-user', 'iconfont'],
    ] as const) {
      const icon = page.locator(selector)
      await icon.waitFor()
      for (const end = Date.now() + 10_000; ; await page.waitForTimeout(100)) {
        const drawn = await icon.evaluate(element => [getComputedStyle(element).fontFamily.replaceAll('"', ''), getComputedStyle(element, '::before').content])
        if (drawn[0] === family && drawn[1] !== 'none') break
        if (Date.now() > end) throw new Error(`${selector}: ${drawn.join(' ')}`)
      }
    }
  })
}
