import { expect } from 'vitest'
import { builtIn, DEV, letGuestsIn, setList } from '../support/permissions.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('appSetting.getSetting', [
  {
    name: 'appSetting.get-setting, appSetting.product-scope: of the one app that the address names: switches, type and features of the app',
    as: 'abe',
    params: DEV,
    given: async world => void (await letGuestsIn(world)),
    expect: {
      status: 0,
      data: { aclManualDisabled: false, aclByApi: false, guestEnabled: true, appType: 1, design: 'LOW', syncServices: [], config: { gitRepos: [] } },
    },
    then: reply => expect(reply.data.features).toMatchObject({ testEnvironment: false }),
  },
  {
    name: 'for whoever may publish',
    as: 'ben',
    params: DEV,
    given: async world => void (await setList(world, 'publish', [await builtIn(world, 'all-users')])),
    expect: { status: 0 },
    then: async (_reply, world) => void (await world.db.deleteFrom('permission_list').execute()),
  },
  {
    name: 'appSetting.message-wording: a refusal in the reader’s language',
    as: 'ben',
    params: DEV,
    headers: { 'accept-language': 'zh-CN' },
    expect: { status: 403 },
    then: reply => expect(reply.msg).toBe('您没有权限执行此操作'),
  },
  { name: 'takes nothing it does not know', as: 'ann', query: { all: 1 }, expect: { status: 422, errors: ['all'] } },
  { name: 'is not for a member without duties', as: 'ben', params: DEV, expect: { status: 403, stored: 'same' } },
])
