import { expect } from 'vitest'
import { codeSentTo, passMinute, resetBrowser } from '../support/reset.ts'
import { scenarios, type Scenario } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const PHONE = '13900000001'
const setPhone = (world: World, person: 'ann' | 'ben' | 'sue' | 'dee', phone: string) =>
  world.db.updateTable('person').set({ phone }).where('id', '=', world.ids[person]).execute()

/** A browser that has solved the graphical code. */
const solved =
  (phone: string, prepare?: (world: World) => Promise<unknown>): Scenario['given'] =>
  async world => {
    await prepare?.(world)
    await passMinute(world)
    const browser = resetBrowser(world)
    const graphCode = await browser.graphCode()
    return { headers: { cookie: browser.cookie }, body: { phone, graphCode } }
  }
const nothingSent = async (_reply: unknown, world: World) => {
  expect(await codeSentTo(world, PHONE)).toBeUndefined()
}

scenarios('reset.sendPhoneCode', [
  {
    name: 'sends nothing to a phone that nobody has, and does not tell',
    given: solved(PHONE),
    expect: { status: 0, data: { seconds: 60 } },
    then: nothingSent,
  },
  {
    name: 'sends nothing to a phone that two people share',
    given: solved(PHONE, async world => {
      await setPhone(world, 'ann', PHONE)
      await setPhone(world, 'dee', PHONE)
    }),
    expect: { status: 0 },
    then: nothingSent,
  },
  {
    name: 'sends nothing to platform super users and to people of two organisations: an organisation could have written the phone down',
    given: solved(PHONE, async world => {
      await setPhone(world, 'ann', '')
      await setPhone(world, 'dee', PHONE)
      await world.db.insertInto('member').values({ company_id: world.ids.acme, user_id: world.ids.dee, role: 'member' }).execute()
    }),
    expect: { status: 0 },
    then: async (reply, world) => {
      await nothingSent(reply, world)
      await setPhone(world, 'dee', '')
    },
  },
  {
    name: 'reset.send-phone-code: sends six digits by text message, once the graphical code is right',
    given: solved(PHONE, world => setPhone(world, 'ben', '+86 139-0000-0001')),
    expect: { status: 0, data: { seconds: 60 } },
    then: async (_reply, world) => {
      expect(await codeSentTo(world, PHONE)).toMatch(/^\d{6}$/)
      expect((await world.db.selectFrom('outbox').select('kind').where('recipient', '=', PHONE).execute()).map(row => row.kind)).toEqual(['sms'])
    },
  },
  {
    name: 'one a minute for a phone',
    given: async world => {
      const browser = resetBrowser(world)
      const graphCode = await browser.graphCode()
      return { headers: { cookie: browser.cookie }, body: { phone: PHONE, graphCode } }
    },
    expect: { status: 429, code: 'reset.tooSoon' },
  },
  {
    name: 'reset.graph-code: a graphical code counts once, for the browser that it was shown to, and not after a wrong try',
    body: { phone: PHONE, graphCode: 'K7MXA' },
    expect: { status: 422, code: 'reset.wrongGraph', errors: ['graphCode'] },
    then: async (_reply, world) => {
      await passMinute(world)
      const ask = (from: ReturnType<typeof resetBrowser>, graphCode: string) => from.call('reset.sendPhoneCode', { body: { phone: PHONE, graphCode } })
      const browser = resetBrowser(world)
      const answer = await browser.graphCode()
      expect((await ask(resetBrowser(world), answer)).code).toBe('reset.wrongGraph')
      expect((await ask(browser, ` ${answer.toLowerCase()} `)).status).toBe(0)
      await passMinute(world)
      expect((await ask(browser, answer)).code).toBe('reset.wrongGraph')
      const next = await browser.graphCode()
      expect((await ask(browser, 'wrong')).code).toBe('reset.wrongGraph')
      expect((await ask(browser, next)).code).toBe('reset.wrongGraph')
      const late = await browser.graphCode()
      await world.db
        .updateTable('reset_session')
        .set({ graph_until: new Date(Date.now() - 1000) })
        .execute()
      expect((await ask(browser, late)).code).toBe('reset.wrongGraph')
    },
  },
  {
    name: 'a graphical code that is tried many times at once counts once',
    given: solved('13900000009'),
    expect: { status: 0 },
    then: async (_reply, world) => {
      const browser = resetBrowser(world)
      const graphCode = await browser.graphCode()
      const replies = await Promise.all(
        Array.from({ length: 6 }, (_, n) => browser.call('reset.sendPhoneCode', { body: { phone: `1380000000${n}`, graphCode } })),
      )
      expect(replies.filter(({ status }) => status === 0)).toHaveLength(1)
    },
  },
  {
    name: 'reset.phone: says which field is wrong',
    body: { phone: '123', graphCode: '' },
    expect: { status: 422, errors: ['phone', 'graphCode'], stored: 'same' },
  },
  {
    name: 'refuses a call that another site makes',
    headers: { origin: 'https://evil.test' },
    body: { phone: PHONE, graphCode: 'K7MXA' },
    expect: { status: 403, code: 'request.forged', stored: 'same' },
  },
])
