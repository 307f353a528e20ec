import { expect } from 'vitest'
import { notForThem } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios(
  'org.getSyncSettings',
  [
    {
      name: 'shows every platform with the addresses to choose from, and never a secret',
      as: 'abe',
      given: async world =>
        void (await world.call('org.saveSyncSettings', {
          as: 'ann',
          body: { type: 'feishu', appKey: 'cli_1', secret: 'a-secret-nobody-sees', shareLimit: 20 },
        })),
      expect: { status: 0 },
      then: (reply, _world) => {
        expect(reply.data.items).toMatchObject([
          { type: 'dingding', isConnected: false, hasSecret: false, shareLimit: 20, dailyHour: null },
          {
            type: 'feishu',
            isConnected: true,
            appKey: 'cli_1',
            hasSecret: true,
            addresses: [{ value: '' }, { value: 'https://open.larksuite.com' }, { value: 'https://gate.example.test' }],
          },
          { type: 'workweixin', isConnected: false },
        ])
        expect(reply.raw.toString()).not.toContain('a-secret')
      },
    },
    { name: 'takes no fields', as: 'abe', query: { type: 'feishu' }, expect: { status: 422, errors: ['type'], stored: 'same' } },
    ...notForThem(),
  ],
  { directoryGateways: ['https://gate.example.test'] },
)

scenarios(
  'org.getSyncSettings',
  [{ name: 'org.sync-visible: only on a private installation', as: 'ann', expect: { status: 403, code: 'org.syncPrivateOnly', stored: 'same' } }],
  {
    deployMode: 'saas',
  },
)
