import { expect } from 'vitest'
import { FROM_SITE, frameOf, listed, nameOf, secretOf, signed, SITE, siteIn } from '../support/embedding.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const page = (world: World, headers: Record<string, string> = {}) =>
  world.running.app.inject({
    url: '/embed/acme/shop?theme=dark&lang=zh-CN',
    headers: { accept: 'text/html', 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site', ...headers },
  })

scenarios('embed.enter', [
  { name: 'lets nobody in where no site is listed', body: { ticket: 'x'.repeat(43) }, expect: { status: 403, code: 'embed.ticketExpired', stored: 'same' } },
  {
    name: 'opens a session of that app in that environment, with a cookie for frames alone',
    body: { ticket: 'x'.repeat(43) },
    given: async world => {
      await siteIn(world)
      const secret = await secretOf(world)
      const frame = await frameOf(world, secret, 'ben')
      expect(frame.session?.user).toMatchObject({ id: world.ids.ben, onlyApp: '/company/acme/app/shop' })
      const cookie = String(frame.entered.headers['set-cookie'])
      for (const part of ['HttpOnly', 'Secure', 'SameSite=None', 'Partitioned', 'Path=/']) expect(cookie).toContain(part)
      // What the person is in the organisation counts in the app, and nowhere else.
      expect(await frame.call('runtime.site')).toMatchObject({ status: 0, data: { variables: { user: { uid: await nameOf(world, 'ben') } } } })
      expect(await frame.call('runtime.page', { params: { path: 'orders' } })).toMatchObject({ status: 0, data: { name: 'Orders' } })
      expect(await frame.call('runtime.page', { params: { path: 'costs' } })).toMatchObject({ status: 403, code: 'runtime.notOffered' })
      expect(await frame.call('i.getInfo')).toMatchObject({ status: 403, code: 'access.onlyApp' })
      expect(await frame.call('runtime.site', { params: { appUrlKey: 'shop-dev' } })).toMatchObject({ status: 403 })
      // In a window of its own the cookie counts for nothing, and a ticket is good once.
      expect(await frame.browser.call('runtime.site')).toMatchObject({ status: 401 })
      expect(await frame.call('embed.enter', { body: { ticket: frame.started.data.ticket } })).toMatchObject({ status: 403, code: 'embed.ticketExpired' })
      // A second part of the same page is the same person's.
      const again = await world.call('embed.start', { headers: FROM_SITE, body: { token: await signed(secret, await nameOf(world, 'ben')) } })
      const next = await frame.call('embed.enter', { body: { ticket: again.data.ticket } })
      expect(next.data.session.csrfToken).toBe(frame.session?.csrfToken)
      // An owner is no manager of the organisation there.
      const owner = await frameOf(world, secret, 'ann')
      expect(await owner.call('embed.getSettings')).toMatchObject({ status: 403, code: 'access.onlyApp' })
      expect(await owner.call('general.signOut')).toMatchObject({ status: 0 })
      expect(await owner.call('runtime.site')).toMatchObject({ status: 401 })
    },
    expect: { status: 403, code: 'embed.ticketExpired', stored: 'same' },
  },
  {
    name: 'is a document for listed sites alone, in their choice of language and look (the frame of the JS SDK)',
    body: { ticket: 'x'.repeat(43) },
    given: async world => {
      const reply = await page(world)
      // Not built, it says so; the policy is what the browser goes by.
      if (reply.statusCode === 200) {
        expect(reply.headers['content-security-policy']).toContain(`frame-ancestors ${SITE}`)
        expect(reply.headers['x-frame-options']).toBeUndefined()
        expect(reply.body).toMatch(/<html lang="zh-CN" class="is-dark" style="font-size: 20px">/)
        expect(reply.body).toContain('"user":null')
      } else expect(reply.statusCode).toBe(503)
      expect((await page(world, { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' })).headers.location).toBe('/company/acme/app/shop/orders')
      const within = await world.running.app.inject({
        url: '/company/acme/app/shop/orders',
        headers: { accept: 'text/html', 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' },
      })
      expect(within.headers.location).toBe('/embed/acme/shop')
      await listed(world, [], [SITE])
      expect((await page(world)).statusCode).toBe(404)
    },
    expect: { status: 403 },
  },
])
