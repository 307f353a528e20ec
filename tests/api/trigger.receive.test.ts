import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { DEV, mails, message, must, triggerIn, work } from '../support/triggers.ts'
import { scenarios } from '../support/scenarios.ts'

const there: Record<string, string> = { hookCompany: 'acme', hookApp: 'shop-dev', triggerKey: '' }
let secret = ''
let first: Record<string, string> = {}
const now = (seconds = 0) => String(Math.floor(Date.now() / 1000) + seconds)
function signed(body: object, { time = now(), by = secret } = {}) {
  return {
    'x-tessera-time': time,
    'x-tessera-signature': `sha256=${createHmac('sha256', by)
      .update(`${time}.${JSON.stringify(body)}`)
      .digest('hex')}`,
  }
}
const refused = (name: string, headers: () => Record<string, string>, params: Record<string, string> = {}) => ({
  name,
  body: { order: 7 },
  given: async () => ({ headers: headers(), params: { ...there, ...params } }),
  expect: { status: 401, code: 'trigger.refused', stored: 'same' as const },
})

scenarios('trigger.receive', [
  {
    name: 'takes what is signed, and actions have it',
    params: there,
    body: { order: 7, customer: { name: 'Fox' } },
    given: async world => {
      const made = await triggerIn(world, { event: 'webhook', perMinute: 4, actions: [message('hook {{body.order}} {{body.customer.name}}')] })
      Object.assign(there, { triggerKey: made.key })
      ;({ secret } = await must(world, 'trigger.renewSecret', { params: { ...DEV, triggerId: made.triggerId } }))
      first = signed({ order: 7, customer: { name: 'Fox' } })
      return { headers: first }
    },
    expect: { status: 0, data: { repeated: false } },
    then: async (_reply, world) => {
      await work(world)
      expect(await mails(world, 'hook 7 Fox')).toHaveLength(1)
    },
  },
  {
    name: 'does not do the same a second time',
    params: there,
    body: { order: 7, customer: { name: 'Fox' } },
    given: async () => ({ headers: first }),
    expect: { status: 0, data: { repeated: true } },
    then: async (_reply, world) => {
      await work(world)
      expect(await mails(world, 'hook 7 Fox')).toHaveLength(1)
    },
  },
  refused('is refused without a signature', () => ({})),
  refused('is refused with that of another body', () => signed({ order: 8 })),
  refused('is refused with another key', () => signed({ order: 7 }, { by: 'guessed' })),
  refused('is refused when it is too old', () => signed({ order: 7 }, { time: now(-301) })),
  refused('is refused when it comes from the future', () => signed({ order: 7 }, { time: now(302) })),
  refused('answers the same where there is no such trigger', () => signed({ order: 7 }), { triggerKey: 'nothing' }),
  refused('answers the same where there is no such app', () => signed({ order: 7 }), { hookApp: 'nothing-dev' }),
  refused('answers the same in an environment that does not run it', () => signed({ order: 7 }), { hookApp: 'shop' }),
  {
    name: 'takes no more than 256 KB',
    body: { text: 'x'.repeat(265_000) },
    given: async () => ({ params: there, headers: signed({ text: 'x'.repeat(265_000) }) }),
    expect: { status: 413, stored: 'same' },
  },
  {
    name: 'takes no more in a minute than the trigger allows',
    body: { order: 5 },
    given: async world => {
      for (let at = 0; at < 4; at++) {
        const body = { order: 100 + at }
        await world.call('trigger.receive', { params: there, body, headers: signed(body) })
      }
      return { params: there, headers: signed({ order: 5 }) }
    },
    expect: { status: 429, code: 'trigger.tooOften', stored: 'same' },
  },
])
