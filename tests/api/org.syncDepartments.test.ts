// org.sync-departments; what a run does is in directory-sync.test.ts.
import { expect } from 'vitest'
import { notForThem } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'
import { addRun } from '../support/sync.ts'

scenarios(
  'org.syncDepartments',
  [
    {
      name: 'org.sync-departments: wants a platform that is connected',
      as: 'ann',
      body: { type: 'feishu' },
      expect: { status: 409, code: 'org.syncNotConnected', stored: 'same' },
    },
    {
      name: 'org.sync-platform: wants one of the platforms',
      as: 'ann',
      body: {},
      expect: { status: 422, errors: ['type'], stored: 'same' },
    },
    {
      name: 'org.SYNC_PLATFORMS: knows no others',
      as: 'ann',
      body: { type: 'slack' },
      expect: { status: 422, errors: ['type'], stored: 'same' },
      then: reply => expect(reply.errors.type).toBe('Please choose a platform'),
    },
    {
      name: 'starts a run that goes on in the background, one at a time',
      as: 'ann',
      given: async world => {
        await world.call('org.saveSyncSettings', {
          as: 'ann',
          body: { type: 'dingding', appKey: 'k', secret: 's', shareLimit: 20, address: 'http://127.0.0.1:9' },
        })
        return { body: { type: 'dingding' } }
      },
      expect: { status: 0 },
      then: async (reply, world) => {
        expect(reply.data.id).toMatch(/^[0-9a-f-]{36}$/)
        const second = await world.call('org.syncDepartments', { as: 'abe', body: { type: 'dingding' } })
        expect(second).toMatchObject({ status: 409, code: 'org.syncRunning' })
      },
    },
    {
      name: 'does not start while a plan waits for its answer',
      as: 'ann',
      given: async world => void (await addRun(world, 'planned')),
      body: { type: 'dingding' },
      expect: { status: 409, code: 'org.syncRunning', stored: 'same' },
    },
    ...notForThem({ body: { type: 'feishu' } }),
  ],
  { directoryGateways: ['http://127.0.0.1:9'] },
)

scenarios(
  'org.syncDepartments',
  [
    {
      name: 'org.sync-visible: only on a private installation',
      as: 'ann',
      body: { type: 'feishu' },
      expect: { status: 403, code: 'org.syncPrivateOnly', stored: 'same' },
    },
  ],
  {
    deployMode: 'saas',
  },
)
