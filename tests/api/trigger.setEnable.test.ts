// trigger.enable: what is disabled is enabled, and the other way around.
import { expect } from 'vitest'
import { DEV, message, must, triggerIn } from '../support/triggers.ts'
import { publish } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const enableOf = async (world: World, key: string, appUrlKey = 'shop-dev') =>
  (await must(world, 'trigger.listTriggers', { params: { ...DEV, appUrlKey }, body: {} })).items.find((one: { key: string }) => one.key === key)?.enable
let key = ''

// trigger.set-enable
scenarios('trigger.setEnable', [
  {
    name: 'enables a trigger',
    as: 'ann',
    params: DEV,
    given: async world => {
      ;({ key } = await triggerIn(world, { changes: ['create'], actions: [message('switched')] }, { enable: false }))
      return { body: { key, enable: 1 } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => expect(await enableOf(world, key)).toBe(1),
  },
  {
    name: 'disables it again',
    as: 'ann',
    params: DEV,
    given: async () => ({ body: { key, enable: 0 } }),
    expect: { status: 0 },
    then: async (_reply, world) => expect(await enableOf(world, key)).toBe(0),
  },
  {
    name: 'each environment says so for itself',
    as: 'ann',
    params: { ...DEV, appUrlKey: 'shop' },
    given: async world => {
      await publish(world)
      return { body: { key, enable: 1 } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => expect([await enableOf(world, key), await enableOf(world, key, 'shop')]).toEqual([0, 1]),
  },
  {
    name: 'does not enable what is not finished',
    as: 'ann',
    params: DEV,
    given: async world => {
      await must(world, 'trigger.create', { body: { key: 'unfinished', name: 'Unfinished', definition: { event: 'rows', actions: [] } } })
      return { body: { key: 'unfinished', enable: 1 } }
    },
    expect: { status: 422, code: 'trigger.invalid', stored: 'same' },
  },
  {
    name: 'knows none of another name',
    as: 'ann',
    params: DEV,
    body: { key: 'nothing', enable: 1 },
    expect: { status: 404, code: 'resource.unknown', stored: 'same' },
  },
  { name: 'is for who works on the app', as: 'ben', params: DEV, given: async () => ({ body: { key, enable: 1 } }), expect: { status: 403, stored: 'same' } },
])
