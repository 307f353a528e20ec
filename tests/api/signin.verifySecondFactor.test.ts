import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { passPeriod, totpCode, withPasskey, withTotp } from '../support/account.ts'
import { scenarios } from '../support/scenarios.ts'
import { otherCode, signinBrowser } from '../support/signin.ts'
import { makeWorld, PASSWORD, type World } from '../support/world.ts'

scenarios('signin.verifySecondFactor', [
  { name: 'wants to know what is shown', body: {}, expect: { status: 422, errors: ['factor'], stored: 'same' } },
  {
    name: 'signs nobody in who gave no first proof',
    body: { factor: 'totp', code: '123456' },
    expect: { status: 410, code: 'signin.ticketExpired', stored: 'same' },
  },
  {
    name: 'refuses a form posted by another site',
    headers: { 'sec-fetch-site': 'cross-site' },
    body: { factor: 'totp', code: '123456' },
    expect: { status: 403, code: 'request.forged', stored: 'same' },
  },
])

describe('the second proof', () => {
  let world: World
  let secret = ''
  let codes: string[] = []
  beforeAll(async () => {
    world = await makeWorld()
    ;({ secret, recoveryCodes: codes } = await withTotp(world, 'ann'))
  })
  afterAll(() => world?.close())
  const headers = { host: 'localhost' }

  async function first(username = 'ann') {
    await passPeriod(world)
    const browser = signinBrowser(world)
    const { data } = await browser.call('signin.login', { body: { username, password: PASSWORD, redirect: '/company/acme' } })
    expect(data.next).toBe('second-factor')
    return { browser, ticket: data.ticket as string }
  }

  it('a code signs in, once: not with the same ticket, nor the same code again', async () => {
    const { browser, ticket } = await first()
    const code = totpCode(secret)
    const reply = await browser.call('signin.verifySecondFactor', { body: { factor: 'totp', code, ticket } })
    expect(reply.data).toMatchObject({ redirect: '/company/acme', session: { user: { id: world.ids.ann } } })
    expect((await browser.call('general.session')).data.user.id).toBe(world.ids.ann)
    const again = signinBrowser(world)
    again.cookies.set('tessera_ticket', ticket)
    expect((await again.call('signin.verifySecondFactor', { body: { factor: 'totp', code } })).code).toBe('signin.ticketExpired')
    const other = signinBrowser(world)
    await other.call('signin.login', { body: { username: 'ann', password: PASSWORD } })
    expect((await other.call('signin.verifySecondFactor', { body: { factor: 'totp', code } })).code).toBe('secondFactor.codeWrong')
  })

  it('a ticket belongs to the browser that it was given to', async () => {
    const { ticket } = await first()
    const reply = await signinBrowser(world).call('signin.verifySecondFactor', { body: { factor: 'totp', code: totpCode(secret), ticket } })
    expect(reply.code).toBe('signin.ticketExpired')
  })

  it('five wrong codes end a ticket, whatever comes then; each is in the history', async () => {
    const { browser } = await first()
    for (let n = 0; n < 5; n++) {
      const reply = await browser.call('signin.verifySecondFactor', { body: { factor: 'totp', code: otherCode(totpCode(secret)) } })
      expect(reply).toMatchObject({ status: 422, code: 'secondFactor.codeWrong', errors: { code: 'The code is not right' } })
    }
    expect((await browser.call('signin.verifySecondFactor', { body: { factor: 'totp', code: totpCode(secret) } })).code).toBe('signin.ticketExpired')
    const { data } = await world.call('i.listSignins', { as: 'ann' })
    expect(data.items.filter((item: { result: string }) => item.result === 'secondFactor').length).toBeGreaterThanOrEqual(5)
  })

  it('new tickets bring no more guesses than ten in ten minutes', async () => {
    let last = ''
    await passPeriod(world)
    for (let n = 0; n < 3; n++) {
      const browser = signinBrowser(world)
      await browser.call('signin.login', { body: { username: 'ann', password: PASSWORD } })
      for (let tries = 0; tries < 4; tries++) last = (await browser.call('signin.verifySecondFactor', { body: { factor: 'totp', code: '000000' } })).code ?? ''
    }
    expect(last).toBe('secondFactor.tooMany')
  })

  it('a late ticket is worth nothing', async () => {
    const { browser } = await first()
    await world.db
      .updateTable('second_factor_ticket')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute()
    expect((await browser.call('signin.verifySecondFactor', { body: { factor: 'totp', code: totpCode(secret) } })).code).toBe('signin.ticketExpired')
  })

  it('a recovery code stands in, once, however it is written', async () => {
    const one = await first()
    const code = (codes[0] ?? '').toLowerCase().replaceAll('-', ' ')
    expect((await one.browser.call('signin.verifySecondFactor', { body: { factor: 'recovery', code } })).status).toBe(0)
    const two = await first()
    expect((await two.browser.call('signin.verifySecondFactor', { body: { factor: 'recovery', code } })).code).toBe('secondFactor.codeWrong')
    expect((await world.call('i.getSecurity', { as: 'ann' })).data.recoveryLeft).toBe(9)
  })

  it('a passkey signs in; an answer to another question, and one of a copied authenticator, does not', async () => {
    const { authenticator } = await withPasskey(world, 'ben')
    const ask = async () => {
      const { browser } = await first('ben')
      const { data } = await browser.call('signin.startPasskey', { body: {}, headers })
      return { browser, options: data.options }
    }
    const show = (browser: ReturnType<typeof signinBrowser>, credential: string) =>
      browser.call('signin.verifySecondFactor', { body: { factor: 'passkey', credential }, headers })
    const one = await ask()
    const credential = authenticator.sign(one.options)
    const two = await ask()
    expect((await show(two.browser, credential)).code).toBe('passkey.refused')
    expect((await show(one.browser, credential)).data.session.user.id).toBe(world.ids.ben)
    const three = await ask()
    authenticator.rewind(0)
    expect((await show(three.browser, authenticator.sign(three.options))).code).toBe('passkey.refused')
    expect((await show(three.browser, 'nonsense')).code).toBe('passkey.refused')
  })

  it('who was switched off meanwhile does not come in', async () => {
    const { browser } = await first()
    await world.db.updateTable('person').set({ disabled: true }).where('id', '=', world.ids.ann).execute()
    expect((await browser.call('signin.verifySecondFactor', { body: { factor: 'totp', code: totpCode(secret) } })).code).toBe('signin.disabled')
    expect((await browser.call('general.session')).data.user).toBe(null)
  })
})

it('right codes that come at once use a ticket once', async () => {
  // A world of its own: there is a limit to how often an address may ask.
  const world = await makeWorld()
  try {
    const { recoveryCodes } = await withTotp(world, 'ann')
    const browser = signinBrowser(world)
    await browser.call('signin.login', { body: { username: 'ann', password: PASSWORD } })
    const replies = await Promise.all(recoveryCodes.slice(0, 4).map(code => browser.call('signin.verifySecondFactor', { body: { factor: 'recovery', code } })))
    const refused = replies.filter(({ status }) => status !== 0)
    expect(refused.map(({ code }) => code)).toEqual(['signin.ticketExpired', 'signin.ticketExpired', 'signin.ticketExpired'])
  } finally {
    await world.close()
  }
})
