import { expect } from 'vitest'
import { addRole, builtIn, ofShop, setList } from '../support/permissions.ts'
import { scenarios } from '../support/scenarios.ts'

const QA = { companyKey: 'acme', appUrlKey: 'shop-qa' }

scenarios('runtime.getSettings', [
  {
    name: 'runtime.get-settings, runtime.entity-settings: the app’s lists until the environment has its own',
    as: 'abe',
    params: QA,
    given: async world => void (await setList(world, 'viewLog', [await addRole(world, 'Ops')], { environment: 'qa' })),
    expect: { status: 0, data: { standalone: false, parts: ['permissions', 'consts'], consts: [] } },
    then: async (reply, world) => {
      const admin = await builtIn(world, 'admin')
      for (const duty of ['edit', 'adminRole', 'createRole', 'dataManage', 'flowManage', 'resource']) expect(reply.data[`${duty}Acl`]).toEqual([admin])
      expect(reply.data.readAcl).toContain(await builtIn(world, 'all-users'))
      expect(reply.data.viewLogAcl).not.toEqual([admin])
    },
  },
  {
    name: 'appSetting.envs-tab: variables in their order, a secret without its value',
    as: 'abe',
    params: QA,
    given: async world => {
      const own = { ...ofShop(world), tag: 'qa' }
      await world.db
        .insertInto('environment_const')
        .values([
          { ...own, var: 'API_HOST', value: 'https://api.example.test', sort: 1 },
          { ...own, var: 'API_KEY', value: 'sealed', is_secret: true, sort: 2 },
          { ...own, tag: 'latest', var: 'OTHER', value: '1' },
        ])
        .execute()
    },
    expect: {
      status: 0,
      data: {
        consts: [
          { var: 'API_HOST', value: 'https://api.example.test', secret: false },
          { var: 'API_KEY', value: '', secret: true },
        ],
      },
    },
    then: reply => expect(reply.raw.toString()).not.toContain('sealed'),
  },
  {
    name: 'shows each part to those who may change it: permissions without variables',
    as: 'ben',
    params: QA,
    given: async world => void (await setList(world, 'adminRole', [await builtIn(world, 'all-users')], { environment: 'qa' })),
    expect: { status: 0, data: { parts: ['permissions'], consts: [] } },
  },
  { name: 'takes nothing it does not know', as: 'ann', query: { all: 1 }, expect: { status: 422, errors: ['all'] } },
  { name: 'is not for a member without duties there', as: 'ben', expect: { status: 403, stored: 'same' } },
])
