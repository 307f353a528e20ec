import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTotp } from '../support/account.ts'
import { scenarios } from '../support/scenarios.ts'
import { signinBrowser } from '../support/signin.ts'
import { makeWorld, PASSWORD, type World } from '../support/world.ts'

scenarios('signin.getSecondFactor', [
  { name: 'tells nothing to who gave no first proof', expect: { status: 410, code: 'signin.ticketExpired', stored: 'same' } },
  {
    name: 'nor for a ticket that nobody gave',
    headers: { cookie: `tessera_ticket=${'x'.repeat(43)}` },
    expect: { status: 410, code: 'signin.ticketExpired', stored: 'same' },
  },
  { name: 'takes no ticket in the address', query: { ticket: 'x' }, expect: { status: 422, errors: ['ticket'], stored: 'same' } },
])

describe('after the first proof', () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld()
  })
  afterAll(() => world?.close())
  it('tells with what the second can be given, in this browser', async () => {
    await withTotp(world, 'ann')
    const browser = signinBrowser(world)
    const { data } = await browser.call('signin.login', { body: { username: 'ann', password: PASSWORD, redirect: '/company/acme' } })
    expect(data).toMatchObject({ next: 'second-factor', factors: ['totp', 'recovery'] })
    expect(data.session).toBeUndefined()
    expect((await browser.call('general.session')).data.user).toBe(null)
    expect((await browser.call('signin.getSecondFactor')).data).toEqual({ factors: ['totp', 'recovery'] })
    expect((await signinBrowser(world).call('signin.getSecondFactor')).status).toBe(410)
  })
})
