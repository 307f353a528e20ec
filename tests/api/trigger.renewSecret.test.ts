import { expect } from 'vitest'
import { DEV, message, must, triggerIn } from '../support/triggers.ts'
import { scenarios } from '../support/scenarios.ts'

const there: Record<string, string> = { ...DEV, triggerId: '' }
let key = ''
scenarios('trigger.renewSecret', [
  {
    name: 'makes a key, which is shown this once',
    as: 'ann',
    params: there,
    given: async world => {
      const made = await triggerIn(world, { event: 'webhook', actions: [message('hook')] })
      key = made.key
      Object.assign(there, { triggerId: made.triggerId })
    },
    expect: { status: 0 },
    then: async ({ data }, world) => {
      expect(data).toEqual({ secret: expect.stringMatching(/^[\w-]{43}$/), address: `/api/trigger/acme/shop-dev/${key}` })
      const told = await must(world, 'trigger.get', { params: there })
      expect(told).toMatchObject({ hasSecret: true, enable: 1 })
      expect(JSON.stringify(told)).not.toContain(data.secret)
      const { rows } = await world.pool.query(`select secret from trigger_switch where trigger_id = $1`, [there.triggerId])
      expect(rows[0].secret).not.toContain(data.secret)
    },
  },
  {
    name: 'is for triggers that other systems call',
    as: 'ann',
    given: async world => ({ params: { ...DEV, triggerId: (await triggerIn(world, { changes: ['create'], actions: [message('none')] })).triggerId } }),
    expect: { status: 422, code: 'trigger.noWebhook', stored: 'same' },
  },
  { name: 'is for who works on the app', as: 'ben', params: there, expect: { status: 403, stored: 'same' } },
])
