import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withPasskey } from '../support/account.ts'
import { scenarios } from '../support/scenarios.ts'
import { signinBrowser } from '../support/signin.ts'
import { makeWorld, PASSWORD, type World } from '../support/world.ts'

scenarios('signin.startPasskey', [
  { name: 'asks nothing of who gave no first proof', body: {}, expect: { status: 410, code: 'signin.ticketExpired', stored: 'same' } },
  { name: 'wants a ticket that could be one', body: { ticket: 7 }, expect: { status: 422, errors: ['ticket'], stored: 'same' } },
  {
    name: 'refuses a call that another site makes',
    headers: { 'sec-fetch-site': 'cross-site' },
    body: {},
    expect: { status: 403, code: 'request.forged', stored: 'same' },
  },
])

describe('after the first proof', () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld()
  })
  afterAll(() => world?.close())
  it('names the passkeys of this person, for this host', async () => {
    await withPasskey(world, 'ann')
    const browser = signinBrowser(world)
    await browser.call('signin.login', { body: { username: 'ann', password: PASSWORD } })
    const { data } = await browser.call('signin.startPasskey', { body: {}, headers: { host: 'localhost' } })
    expect(data.options).toMatchObject({ rpId: 'localhost', userVerification: 'preferred' })
    expect(data.options.allowCredentials).toHaveLength(1)
  })
})
