// A page of an app in a page of somebody's site, told once per language: pages are chosen at the publish, the site is listed, and its own plain page of
// another origin, under a policy of its own, shows them to whom it signs in. A site that is not listed is refused. Goes on from the outsiders' journey.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { SignJWT } from 'jose'
import { journey } from './harness.ts'
import { ADMIN, expectAccessible, prepare } from './prepared.ts'
import { sayer, type Language } from './words.ts'

/** A site with a style of its own that would spoil whatever it reached, and no inline script or style. */
async function siteFor(tessera: string, app: string, language: Language, token: () => Promise<string>) {
  const policy = `default-src 'none'; style-src 'self'; script-src ${tessera}; connect-src 'self' ${tessera}; frame-src ${tessera}`
  const server: Server = createServer((request, response) => {
    if (request.url === '/site.css') {
      response.setHeader('content-type', 'text/css')
      return response.end(
        'html { font-size: 40px } * { color: #b00020 !important } iframe { border: 9px solid red !important } button { display: none !important }',
      )
    }
    if (request.url === '/token' && request.method === 'POST') return void token().then(text => response.end(JSON.stringify({ token: text })))
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader('content-security-policy', policy)
    response.end(`<!doctype html><html lang="${language}"><title>Shop</title><link rel="stylesheet" href="/site.css"><h1>Shop</h1>
<script src="${tessera}/sdk.js" async></script>
<tessera-page app="${app}" page="/board" token-url="/token" height="520px"></tessera-page></html>`)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  // Another name than the server's, so that browsers take it for another site.
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

export function tellSites(language: Language) {
  const say = sayer(language, 'embed')
  const sayRelease = sayer(language, 'release')

  journey(`${language}: a page of an app stands in a page of somebody's site`, async ({ page, context, browser, server, shot }) => {
    const { company } = await prepare(context)
    const session = await (await context.request.get(`${server.url}/api/session`)).json()
    const headers = { 'x-csrf-token': session.data.csrfToken as string }
    const app = `/company/${company}/app/order_desk-dev`
    const addPage = async (path: string, schema: object) => {
      const made = await context.request.post(`${server.url}/api${app}/page`, { headers, data: { name: path.slice(1), path, kind: 'page', schema } })
      if ((await made.json()).status) throw new Error(await made.text())
    }
    await addPage('/board', {
      type: 'page',
      title: 'Board',
      toolbar: { type: 'tpl', tpl: 'Hello ${user.name|html}' },
      body: [
        { type: 'crud', name: 'visits', api: 'get:model:main/visit', columns: [{ name: 'title', label: 'Title' }] },
        {
          type: 'button',
          label: 'Another visit',
          actionType: 'dialog',
          dialog: {
            title: 'Another visit',
            body: { type: 'form', api: 'post:model:main/visit', reload: 'visits', body: [{ type: 'input-text', name: 'title', label: 'Title' }] },
          },
        },
        { type: 'button', label: 'Rules', actionType: 'link', link: '/rules' },
        { type: 'button', label: 'Visits', actionType: 'link', link: '/visits' },
      ],
    })
    await addPage('/rules', { type: 'page', title: 'Rules', body: { type: 'tpl', tpl: 'Come on time', inline: false, style: { fontSize: '2rem' } } })

    // release.publish-rem-factor, release.publish-history-mode: chosen where a version is published.
    await context.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`${server.url}${app}/admin/release`)
    await page.getByRole('button', { name: sayRelease('Publish version'), exact: true }).click()
    const drawer = page.locator('.cxd-Drawer-content').last()
    await drawer.locator('input[name="title"]').fill('For sites')
    await drawer.getByText(sayRelease('More'), { exact: true }).click()
    for (const name of ['board', 'rules']) await drawer.locator('.cxd-Tree').last().getByText(name, { exact: true }).click()
    await drawer.locator('input[name="jssdkRemFactor"]').fill('20')
    await shot(`sites-${language}-1-publish`)
    await drawer.getByRole('button', { name: sayRelease('Publish'), exact: true }).click()
    await drawer.waitFor({ state: 'detached' })

    let secret = ''
    const token = () => new SignJWT({ sub: ADMIN.email }).setProtectedHeader({ alg: 'HS256' }).setExpirationTime('5m').sign(Buffer.from(secret))
    const site = await siteFor(server.url, `${company}/order_desk`, language, token)
    const elsewhere = await siteFor(server.url, `${company}/order_desk`, language, token)
    try {
      await page.goto(`${server.url}${app}/admin/embed`)
      await page.getByText('/board', { exact: true }).waitFor()
      await expectAccessible(page, { moderate: false })
      for (const [at, list] of ['Sites that may show pages (CSP)', 'Sites whose scripts may call (CORS)'].entries()) {
        const place = page.locator('.cxd-Form-item', { hasText: say(list) }).last()
        await place.getByRole('button', { name: say('Add a site') }).click()
        await page
          .getByPlaceholder('https://www.example.com')
          .nth(at)
          .fill(at ? site.url : `${site.url}/any/page`)
      }
      await page.getByRole('button', { name: say('Save'), exact: true }).click()
      await page.getByText(say('Saved. Sites that are open show it when they are loaded anew.')).waitFor()
      await page.getByRole('button', { name: say('New secret'), exact: true }).click()
      await page
        .getByRole('dialog')
        .last()
        .getByRole('button', { name: say('Make a secret'), exact: true })
        .click()
      await page.getByText(say('Keep it now, on the server of the site alone: nobody can read it here again.')).waitFor()
      secret = /[\w-]{43}/.exec(await page.getByRole('dialog').last().innerText())?.[0] ?? ''
      await page
        .getByRole('dialog')
        .last()
        .getByRole('button', { name: say('Close'), exact: true })
        .click()
      await page.getByRole('button', { name: say('Remove the secret'), exact: true }).waitFor()
      await page.getByText('token-url=').waitFor()
      await page.getByRole('button', { name: say('Copy'), exact: true }).click()
      await page.getByRole('button', { name: say('Copy the policy'), exact: true }).click()
      await shot(`sites-${language}-2-settings`)

      const other = await browser.newContext({ viewport: { width: 1100, height: 720 }, locale: language })
      const visitor = await other.newPage()
      const look = (name: string) => visitor.screenshot({ path: `test-results/sites-${language}-${name}.png` })
      await visitor.goto(site.url)
      const frame = visitor.frameLocator('tessera-page iframe')
      await frame.getByText('Hello Ada').waitFor()
      await frame.getByText('Tuesday at nine').waitFor()
      await look('3-in-the-site')
      // A rem is what was chosen, whatever the site's is, and the site's rules end at the frame.
      const inside = await frame.locator('html').evaluate(html => ({ rem: getComputedStyle(html).fontSize, color: getComputedStyle(html).color }))
      expect(inside.rem).toBe('20px')
      expect(inside.color).not.toBe('rgb(176, 0, 32)')
      await frame.getByRole('button', { name: 'Another visit' }).click()
      await frame.getByRole('dialog').getByRole('textbox').fill(`Wednesday ${language}`)
      await frame.getByRole('dialog').getByRole('button').last().click()
      await frame.getByText(`Wednesday ${language}`).waitFor()
      // The site's address says where in the app one is, and its way back leads back.
      await frame.getByRole('button', { name: 'Rules' }).click()
      await frame.getByText('Come on time').waitFor()
      await visitor.waitForURL(`${site.url}/#/rules`)
      await visitor.reload()
      await frame.getByText('Come on time').waitFor()
      await visitor.goBack()
      await frame.getByText('Hello Ada').waitFor()
      await frame.getByRole('button', { name: 'Visits', exact: true }).click()
      await frame.getByText(sayer(language, 'shell')('The app does not offer this page to other sites.')).waitFor()
      // Signed out of the frame, the site signs in anew by itself.
      await visitor.goto(`${site.url}/#/board`)
      await frame.getByText('Hello Ada').waitFor()

      await visitor.goto(elsewhere.url)
      await visitor.getByRole('alert').waitFor()
      expect(await visitor.getByRole('alert').innerText()).toContain('CORS')
      await look('4-not-listed')
      await other.close()

      await page.getByRole('button', { name: say('Remove the secret'), exact: true }).click()
      await page.getByRole('dialog').last().getByRole('button').last().click()
      await page.getByText(say('The secret is removed')).waitFor()
    } finally {
      site.close()
      elsewhere.close()
    }
  })
}
