// permission.saveTestSetting: whether failing permission tests refuse a release.
import { expect } from 'vitest'
import { addPage, DEV } from '../support/permissions.ts'
import { scenarios } from '../support/scenarios.ts'

const same = 'same' as const
const ask = { as: 'abe' as const, params: DEV }

scenarios('permission.saveTestSetting', [
  {
    ...ask,
    name: 'a release is refused with the names of the tests while they fail, and nothing is published',
    given: async world => {
      const body = { name: 'Members cannot view Salary', who: 'member', resource: `page:${await addPage(world, 'Salary')}`, option: 'read', expected: false }
      await world.call('permission.saveTest', { as: 'abe', params: DEV, body })
    },
    body: { refusePublish: true },
    expect: { status: 0, data: { refusePublish: true } },
    then: async (_reply, world) => {
      expect((await world.call('permission.listTests', ask)).data.refusePublish).toBe(true)
      expect((await world.call('release.plan', { ...ask, body: {} })).data).toMatchObject({ gate: 'refuse', failing: [{ name: 'Members cannot view Salary' }] })
      const before = await world.stored()
      expect(await world.call('release.create', { ...ask, body: { title: 'First' } })).toMatchObject({
        status: 409,
        code: 'release.testsFail',
        msg: 'Permission tests fail in latest: Members cannot view Salary',
      })
      // The way an installed app goes live is no way around.
      const standalone = { as: 'abe' as const, params: { appKey: 'shop' }, body: { version: '1.0.0', title: 'First' } }
      expect(await world.call('setup.releaseStandalone', standalone)).toMatchObject({ status: 409, code: 'release.testsFail' })
      expect(await world.stored()).toBe(before)
    },
  },
  {
    ...ask,
    name: 'otherwise they are told and the release goes on',
    body: { refusePublish: false },
    expect: { status: 0, data: { refusePublish: false } },
    then: async (_reply, world) => {
      expect((await world.call('release.plan', { ...ask, body: {} })).data).toMatchObject({ gate: 'tell', failing: [{ name: 'Members cannot view Salary' }] })
      expect(await world.call('release.create', { ...ask, body: { title: 'First' } })).toMatchObject({ status: 0 })
    },
  },
  { ...ask, name: 'takes yes or no', body: { refusePublish: 'yes' }, expect: { status: 422, errors: ['refusePublish'], stored: same } },
  { name: 'is not for a member without duties', as: 'ben', params: DEV, body: { refusePublish: true }, expect: { status: 403, stored: same } },
  { name: 'is not for another organisation', as: 'dee', params: DEV, body: { refusePublish: true }, expect: { status: 403, stored: same } },
])
