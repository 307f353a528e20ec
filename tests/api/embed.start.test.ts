import { describe, expect } from 'vitest'
import { FROM_SITE, SITE, listed, nameOf, secretOf, signed, siteIn } from '../support/embedding.ts'
import { scenarios, type Scenario } from '../support/scenarios.ts'

const ELSEWHERE = 'https://elsewhere.test'
let secret = ''

/** A token that is refused, with nothing kept of it. */
const refused = (name: string, code: string, token: (username: string) => Promise<string>): Scenario => ({
  name,
  headers: FROM_SITE,
  given: async world => ({ body: { token: await token(await nameOf(world, 'ben')) } }),
  expect: { status: 403, code, stored: 'same' },
})

describe('the JS SDK', () => {
  scenarios('embed.start', [
    { name: 'is refused while no site is listed', headers: FROM_SITE, body: {}, expect: { status: 403, code: 'embed.originRefused', stored: 'same' } },
    {
      name: 'tells the listed site which pages there are, and lets its script read the answer',
      headers: FROM_SITE,
      body: {},
      given: async world => void (await siteIn(world)),
      expect: {
        status: 0,
        data: { frame: '/embed/acme/shop', mayFrame: true, historyMode: 'browser', remFactor: 20, pages: [{ name: 'Orders', path: '/orders' }], ticket: '' },
      },
      then: async ({ headers }, world) => {
        expect(headers).toMatchObject({ 'access-control-allow-origin': SITE, vary: expect.stringMatching(/origin/i) })
        expect(headers['access-control-allow-credentials']).toBeUndefined()
        const ask = (origin: string) =>
          world.running.app.inject({ method: 'OPTIONS', url: '/api/embed/acme/shop/start', headers: { origin, 'access-control-request-method': 'POST' } })
        expect((await ask(SITE)).headers).toMatchObject({ 'access-control-allow-origin': SITE, 'access-control-allow-methods': 'POST' })
        const other = await ask(ELSEWHERE)
        expect(other.statusCode).toBe(403)
        expect(other.headers['access-control-allow-origin']).toBeUndefined()
      },
    },
    {
      name: 'refuses a site that is not listed, one that hides where it comes from, and answers the same for an app that there is not',
      headers: { origin: ELSEWHERE },
      body: {},
      expect: { status: 403, code: 'embed.originRefused', stored: 'same' },
      then: async ({ headers, msg }, world) => {
        expect(headers['access-control-allow-origin']).toBeUndefined()
        for (const ask of [
          { headers: { origin: 'null' } },
          {},
          { headers: FROM_SITE, params: { appUrlKey: 'nothing' } },
          { headers: FROM_SITE, params: { appUrlKey: 'shop-qa' } },
        ])
          expect(await world.call('embed.start', { body: {}, ...ask })).toMatchObject({ status: 403, code: 'embed.originRefused', msg })
      },
    },
    {
      name: 'does not act for whoever is signed in here: a site has no session of this server',
      as: 'ann',
      headers: { ...FROM_SITE, 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty' },
      body: {},
      expect: { status: 0, data: { ticket: '' } },
    },
    {
      name: 'says that the site may call and not show',
      headers: FROM_SITE,
      body: {},
      given: world => listed(world, [], [SITE]),
      expect: { status: 0, data: { mayFrame: false } },
      then: (_reply, world) => listed(world, [SITE]),
    },
    refused('takes no token before there is a secret', 'embed.tokenInvalid', username => signed('guessed-secret-of-thirty-two-bytes!', username)),
    {
      name: 'makes a ticket of a good token',
      headers: FROM_SITE,
      given: async world => {
        secret = await secretOf(world)
        return { body: { token: await signed(secret, (await nameOf(world, 'ben')).toUpperCase()) } }
      },
      expect: { status: 0, data: { ticket: expect.stringMatching(/^[\w-]{43}$/) } },
    },
    refused('takes none that another key signed', 'embed.tokenInvalid', username => signed('another-secret-of-thirty-two-bytes!', username)),
    refused('takes none that has expired', 'embed.tokenInvalid', username => signed(secret, username, { minutes: -5 })),
    refused('takes none that would be good for hours', 'embed.tokenInvalid', username => signed(secret, username, { minutes: 120 })),
    refused('takes none without an end', 'embed.tokenInvalid', username => signed(secret, username, { minutes: 0 })),
    refused('takes none that names nobody', 'embed.tokenInvalid', () => signed(secret, undefined)),
    refused('takes none of another kind of signature', 'embed.tokenInvalid', username => signed(secret, username, { alg: 'HS512' })),
    refused('takes none without a signature', 'embed.tokenInvalid', async username => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      return `${part({ alg: 'none' })}.${part({ sub: username, exp: Math.floor(Date.now() / 1000) + 60 })}.`
    }),
    {
      ...refused('knows nobody who does not belong to the app', 'embed.personUnknown', async () => ''),
      given: async world => ({ body: { token: await signed(secret, await nameOf(world, 'cyd')) } }),
    },
    {
      name: 'has nothing to show where the release offers no pages',
      headers: FROM_SITE,
      body: {},
      given: async world =>
        void (await world.db
          .updateTable('release')
          .set({ config: JSON.stringify({}) })
          .execute()),
      expect: { status: 404, code: 'embed.nothingOffered' },
    },
  ])
})
