// Components of an app, told once per language: a bundle is uploaded, looked at, put on a page by choosing, published, and changes the page by its event;
// a hostile one beside it changes nothing. component.page component.edit component.create component.get component.read component.list
import { expect, type FrameLocator, type Page } from '@playwright/test'
import { DECLARED, STARS, zipped } from '../support/components.ts'
import { journey, story } from './harness.ts'
import { prepare } from './prepared.ts'
import { sayer, type Language } from './words.ts'

const APP = 'order_desk'

/** Tries what it may not, notes what came of it where the journey can read it, and then shouts. */
const HOSTILE = {
  'component.json': JSON.stringify({ props: [], events: [{ key: 'told' }], maxHeight: 300 }),
  'index.js': `const tries = {
      parent: () => parent.document.title,
      top: () => top.document.body.innerHTML,
      cookies: () => document.cookie,
      storage: () => localStorage.length,
      popup: () => { if (!open('/pwned')) throw new Error('no window') },
      answer: () => { if (alert('x') === undefined && !confirm('x')) throw new Error('no dialog') },
      leading: () => { top.location.href = '/pwned' },
      parentLeading: () => { parent.location.replace('/pwned') },
    }
    const later = {
      calls: () => fetch('/api/i', { credentials: 'include' }),
      elsewhere: () => fetch('https://example.test/'),
      request: () => new Promise((done, failed) => {
        const request = new XMLHttpRequest()
        request.onload = done
        request.onerror = failed
        request.open('GET', '/api/i')
        request.send()
      }),
      worker: () => new Promise((done, failed) => { new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))).onmessage = done; setTimeout(failed, 500) }),
      picture: () => new Promise((done, failed) => Object.assign(new Image(), { onload: done, onerror: failed, src: '/favicon.svg?pwned' })),
    }
    const reached = []
    for (const [name, go] of Object.entries(tries)) try { go(); reached.push(name) } catch {}
    document.body.insertAdjacentHTML('beforeend', '<form action="/pwned" method="post" target="_top"></form><iframe src="/login"></iframe><p id="found"></p>')
    document.forms[0].submit()
    tessera.setHeight(1000000)
    tessera.emit('rated', { value: 1 })
    Promise.all(Object.entries(later).map(([name, go]) => go().then(() => reached.push(name), () => {}))).then(() => {
      document.getElementById('found').textContent = 'reached: ' + (reached.join() || 'nothing')
      // When the journey has read it.
      document.body.onclick = () => setTimeout(() => { for (let at = 0; at < 100000; at++) tessera.emit('told', {}) }, 500)
    })`,
}

export function tellComponents(language: Language) {
  story('components', { language })
  const say = sayer(language, 'component')
  const shell = sayer(language, 'shell')
  const button = (page: Page, text: string) => page.getByRole('button', { name: say(text), exact: true })
  const star = (frame: FrameLocator, at: number) => frame.getByRole('button', { name: String(at), exact: true })

  journey(`${language}: a component is uploaded, put on a page, and acts on it; a hostile one does not`, async ({ page, context, browser, server, shot }) => {
    const { company } = await prepare(context)
    await context.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
    const app = `/company/${company}/app/${APP}-dev`
    const { data } = await (await context.request.get(`${server.url}/api/session`)).json()
    const send = async (path: string, body: object) => {
      const reply = await (await context.request.post(server.url + path, { data: body, headers: { 'x-csrf-token': data.csrfToken } })).json()
      if (reply.status) throw new Error(`${path}: ${JSON.stringify(reply)}`)
      return reply.data
    }
    const upload = async (name: string, files: Record<string, string>) => {
      await page.goto(`${server.url}${app}/design/component`)
      await button(page, 'New component').first().click()
      const form = page.locator('.cxd-Drawer-content').last()
      await form.locator('input[name="name"]').fill(name)
      await expect(form.locator('input[name="key"]')).toHaveValue(name.toLowerCase())
      await form.locator('input[type="file"]').setInputFiles({ name: 'bundle.zip', mimeType: 'application/zip', buffer: await zipped(files) })
      if (name === 'Stars') await shot(`components-${language}-1-new`)
      await form.getByRole('button', { name: say('Create'), exact: true }).click()
      await page.waitForURL(/design\/component\/[0-9a-f-]{36}/)
    }

    await page.goto(`${server.url}${app}/design/component`)
    await page.getByText(say('No components yet')).waitFor()
    await upload('Stars', STARS)
    const tried = page.frameLocator('.tes-component__frame')
    await expect(tried.getByText('★')).toHaveCount(DECLARED.sample.value)
    await star(tried, 5).click()
    await page.locator('.tes-component__log').getByText('rated {"value":5}').waitFor()
    await shot(`components-${language}-2-edit`)
    await upload('Hostile', HOSTILE)
    await page.goto(`${server.url}${app}/design/component`)
    await page.locator('tbody tr').nth(1).waitFor()
    await shot(`components-${language}-3-list`)

    // In the designer: put in, then chosen.
    const { id } = await send(`/api${app}/page`, { name: 'Rating', path: '/rating', kind: 'page', schema: { type: 'page', body: [] } })
    await page.goto(`${server.url}${app}/design/page/${id}`)
    const group = page.locator('.tes-palette').getByRole('region', { name: say('Components of the app'), exact: true })
    const part = group.locator('.tes-palette__part').filter({ hasText: 'Stars' })
    await part.waitFor({ timeout: 60_000 })
    await expect(group.locator('.tes-palette__part')).toHaveCount(2)
    await part.click()
    const canvas = page.frameLocator('.tes-component__frame')
    await expect(canvas.getByText('★')).toHaveCount(3)
    await shot(`components-${language}-4-designer`)
    await page.locator('.ae-Settings').or(page.locator('body')).getByText(say('Events'), { exact: true }).last().click()
    await page.getByText('Rated', { exact: true }).first().waitFor()
    await shot(`components-${language}-4-events`)
    await page.getByRole('button', { name: shell('Save'), exact: true }).click()
    await page.getByText(shell('Saved, version {version}', { version: 2 })).waitFor()

    // Beside it what it changes, and a stranger that means harm.
    const { version, schema } = (await (await context.request.get(`${server.url}/api${app}/page/${id}`)).json()).data
    const [stars] = schema.body as Record<string, unknown>[]
    expect(stars).toMatchObject({ type: 'tessera-component', componentKey: 'stars' })
    const actions = [{ actionType: 'setValue', componentId: 'rating', args: { value: { rating: '${event.data.value}' } } }]
    const body = [
      { ...stars, onEvent: { rated: { actions } } },
      { type: 'tpl', tpl: 'Rated: ${rating|default:none}' },
      { type: 'tessera-component', componentKey: 'hostile', onEvent: { told: { actions: [] }, rated: { actions } } },
    ]
    await send(`/api${app}/page/${id}`, { name: 'Rating', schema: { type: 'page', id: 'rating', body }, baseVersion: version })
    await send(`/api${app}/release`, { title: 'With stars', version: '1.1.0', tag: 'latest', from: 'dev', mode: 1 })

    let opened = 0
    context.on('page', () => opened++)
    // What the policy stops is told as a request that failed.
    const answered: string[] = []
    page.on('response', response => answered.push(response.url()))
    page.on('dialog', () => opened++)
    await page.goto(`${server.url}/company/${company}/app/${APP}/rating`)
    const shown = page.locator('.tes-component')
    const [good, bad] = [shown.nth(0).frameLocator('iframe'), shown.nth(1).frameLocator('iframe')]
    await bad.getByText('reached: nothing').waitFor()
    await expect(good.getByText('★')).toHaveCount(3)
    await page.getByText('Rated: none').waitFor()
    await star(good, 4).click()
    await page.getByText('Rated: 4').waitFor()
    await shot(`components-${language}-5-running`)
    expect((await shown.nth(1).locator('iframe').boundingBox())?.height).toBe(300)

    // All that it can still do is to shout, which ends it.
    await bad.locator('#found').dispatchEvent('click')
    await page.getByText(say('The component told too much at once and was stopped.')).waitFor()
    await star(good, 2).click()
    await page.getByText('Rated: 2').waitFor()
    expect(new URL(page.url()).pathname).toBe(`/company/${company}/app/${APP}/rating`)
    expect(opened).toBe(0)
    expect(answered.filter(url => /pwned|\/api\/i$|example\.test|\/login/.test(url))).toEqual([])
    await shot(`components-${language}-6-stopped`)

    // Shared, for whoever has the link: the components of the page and no other frame.
    const shared = [{ ...stars }, { type: 'tessera-component', componentKey: 'hostile' }, { type: 'iframe', src: `${server.url}/login`, height: 40 }]
    const sharedPage = await send(`/api${app}/page`, { name: 'Shared rating', path: '/shared-rating', kind: 'page', schema: { type: 'page', body: shared } })
    const share = await send(`/api${app}/share`, { type: 9, pageId: sharedPage.id, title: 'Rating' })
    const visiting = await browser.newContext({ locale: language, viewport: { width: 390, height: 800 } })
    const visitor = await visiting.newPage()
    const led: string[] = []
    visitor.on('response', response => led.push(response.url()))
    await visitor.goto(server.url + share.address)
    const inShare = visitor.frameLocator('.tes-share iframe')
    await inShare.frameLocator('.tes-component__frame >> nth=0').getByText('★').first().waitFor()
    await expect(inShare.frameLocator('.tes-component__frame >> nth=0').getByText('★')).toHaveCount(3)
    await inShare.frameLocator('.tes-component__frame >> nth=1').getByText('reached: nothing').waitFor()
    await shot(`components-${language}-7-shared`, visitor)
    expect(led.filter(url => /pwned|\/api\/i$|example\.test|\/login/.test(url))).toEqual([])
    await visiting.close()
  })
}
