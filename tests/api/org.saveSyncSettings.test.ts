import { expect } from 'vitest'
import { notForThem } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'

const body = { type: 'feishu', appKey: 'cli_1', secret: 'a-secret-nobody-sees', shareLimit: 20 }

scenarios('org.saveSyncSettings', [
  { name: 'wants key and limit', as: 'ann', body: { type: 'feishu' }, expect: { status: 422, errors: ['appKey', 'shareLimit'], stored: 'same' } },
  {
    name: 'wants the secret the first time',
    as: 'ann',
    body: { ...body, secret: '' },
    expect: { status: 422, code: 'org.syncSecretMissing', errors: ['secret'], stored: 'same' },
  },
  {
    name: 'keeps the secret sealed, and out of the log',
    as: 'ann',
    body: { ...body, dailyHour: 3 },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const row = await world.db.selectFrom('directory_connection').selectAll().executeTakeFirstOrThrow()
      expect(row.secret).toMatch(/^s1\./)
      expect(JSON.stringify(row)).not.toContain('a-secret')
      expect(row.next_run_at?.getUTCHours()).toBe(3)
      const log = await world.db.selectFrom('audit').select('input').where('call', '=', 'org.saveSyncSettings').execute()
      expect(JSON.stringify(log)).not.toContain('a-secret')
    },
  },
  {
    name: 'leaves the secret when only the limit changes',
    as: 'abe',
    body: { type: 'feishu', appKey: 'cli_1', shareLimit: 5 },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const row = await world.db.selectFrom('directory_connection').selectAll().executeTakeFirstOrThrow()
      expect(row).toMatchObject({ share_limit: 5, daily_hour: null, next_run_at: null })
      expect(row.secret).toMatch(/^s1\./)
    },
  },
  {
    name: 'sends a secret nowhere but where it was entered for',
    as: 'ann',
    body: { type: 'feishu', appKey: 'cli_1', address: 'https://open.larksuite.com', shareLimit: 5 },
    expect: { status: 422, code: 'org.syncSecretAgain', errors: ['secret'], stored: 'same' },
  },
  ...['http://169.254.169.254', 'https://intranet.example.test', 'https://open.feishu.cn.evil.test', 'file:///etc/passwd'].map(address => ({
    name: `takes no address that neither the platform nor the operator named: ${address}`,
    as: 'ann' as const,
    body: { ...body, address },
    expect: { status: 422, code: 'org.syncAddress', errors: ['address'], stored: 'same' as const },
  })),
  {
    name: 'has limits in percent',
    as: 'ann',
    body: { ...body, shareLimit: 101, dailyHour: 24 },
    expect: { status: 422, errors: ['shareLimit', 'dailyHour'], stored: 'same' },
  },
  ...notForThem({ body }),
])

scenarios(
  'org.saveSyncSettings',
  [{ name: 'org.sync-visible: only on a private installation', as: 'ann', body, expect: { status: 403, code: 'org.syncPrivateOnly', stored: 'same' } }],
  {
    deployMode: 'saas',
  },
)
