import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notForThem } from '../support/organisation.ts'
import { KEY, SECRET } from '../support/peers/directory.ts'
import { scenarios } from '../support/scenarios.ts'
import { makeSyncWorld, type SyncWorld } from '../support/sync.ts'

scenarios('org.testSync', [
  { name: 'wants a platform', as: 'ann', body: {}, expect: { status: 422, errors: ['type'], stored: 'same' } },
  { name: 'wants a secret', as: 'ann', body: { type: 'feishu', appKey: 'k' }, expect: { status: 422, errors: ['secret'], stored: 'same' } },
  {
    name: 'asks only addresses that the platform or the operator named',
    as: 'ann',
    body: { type: 'feishu', appKey: 'k', secret: 's', address: 'http://127.0.0.1:1' },
    expect: { status: 422, code: 'org.syncAddress', stored: 'same' },
  },
  ...notForThem({ body: { type: 'feishu' } }),
])

scenarios(
  'org.testSync',
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

describe('org.testSync with a directory', () => {
  let world: SyncWorld
  beforeAll(async () => {
    world = await makeSyncWorld('workweixin')
  })
  afterAll(() => world.close())
  const test = (body: object = {}) => world.call('org.testSync', { as: 'ann', body: { type: 'workweixin', address: world.peer.address, ...body } })

  it('goes through the steps with what is kept, and changes nothing', async () => {
    const before = await world.stored()
    expect((await test()).data).toEqual({
      isFine: true,
      steps: ['signIn', 'departments', 'people'].map(step => ({ step, isFine: true, message: '', detail: '' })),
    })
    expect(await world.stored()).toBe(before)
  })

  it('tries what is entered before it is saved, and says which step failed', async () => {
    const { data } = await test({ appKey: KEY, secret: 'wrong' })
    expect(data).toEqual({
      isFine: false,
      steps: [{ step: 'signIn', isFine: false, message: 'The key or the secret is not right', detail: '40001 invalid credential' }],
    })
    world.peer.trouble = path =>
      path === '/cgi-bin/user/list' ? { body: { errcode: 60011, errmsg: 'no privilege to access/modify contact/party/agent' } } : undefined
    const denied = await test({ appKey: KEY, secret: SECRET })
    expect(denied.data.steps.map((step: { isFine: boolean }) => step.isFine)).toEqual([true, true, false])
    expect(denied.data.steps[2].detail).toContain('60011')
    world.peer.trouble = undefined
  })

  it('does not use the kept secret for another key', async () => {
    expect(await test({ appKey: 'another' })).toMatchObject({ status: 422, code: 'org.syncSecretAgain' })
  })

  it('says it in Chinese', async () => {
    const reply = await world.call('org.testSync', {
      as: 'ann',
      body: { type: 'workweixin', address: world.peer.address, appKey: KEY, secret: 'wrong' },
      headers: { 'accept-language': 'zh-CN' },
    })
    expect(reply.data.steps[0].message).toBe('应用标识或密钥不正确')
  })
})
