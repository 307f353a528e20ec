import { expect } from 'vitest'
import { addPage, addRole, builtIn, DEV, letGuestsIn, setList, setOverride } from '../support/permissions.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let page = ''
const save = async (world: World, body: Record<string, unknown>) =>
  (await world.call('permission.saveTest', { as: 'abe', params: DEV, body: { resource: `page:${page}`, option: 'read', expected: false, ...body } })).data
    .id as string
const results = (reply: { data: Record<string, any> }) => Object.fromEntries(reply.data.items.map((item: any) => [item.name, item.passed]))
let first = ''

scenarios('permission.runTests', [
  {
    name: 'all kinds of people, and why',
    as: 'abe',
    params: DEV,
    body: {},
    given: async world => {
      page = await addPage(world, 'Salary')
      const hr = await addRole(world, 'HR')
      await setOverride(world, await builtIn(world, 'all-users'), 'page', page, 'read', false)
      await setOverride(world, hr, 'page', page, 'read', true)
      first = await save(world, { name: 'guest', who: 'guest' })
      await save(world, { name: 'member', who: 'member' })
      await save(world, { name: 'external', who: 'external' })
      await save(world, { name: 'HR', who: 'role', roleId: hr, expected: true })
      await save(world, { name: 'Ann', who: 'user', userId: world.ids.ann })
    },
    expect: { status: 0, data: { passed: 4, failed: 1 } },
    then: async (reply, world) => {
      expect(results(reply)).toEqual({ guest: true, member: true, external: true, HR: true, Ann: false })
      expect(reply.data.items.find((item: any) => item.name === 'Ann')).toMatchObject({
        allow: true,
        target: 'View: page Salary',
        why: 'The owner of the organisation may do everything',
      })
      const stored = await world.db.selectFrom('permission_test').select(['name', 'last_result']).where('last_run_at', 'is not', null).execute()
      expect(Object.fromEntries(stored.map(row => [row.name, row.last_result]))).toEqual(results(reply))
    },
  },
  {
    name: 'a promise that is broken, alone',
    as: 'abe',
    params: DEV,
    given: async world => {
      await letGuestsIn(world)
      const guest = await builtIn(world, 'guest')
      await setList(world, 'read', [guest])
      await setOverride(world, guest, 'page', page, 'read', true)
      return { body: { ids: [first] } }
    },
    expect: { status: 0, data: { passed: 0, failed: 1 } },
  },
  {
    name: 'tests of a page go with the page',
    as: 'abe',
    params: DEV,
    body: {},
    given: async world => void (await world.call('page.delete', { as: 'ann', params: { ...DEV, pageId: page } })),
    expect: { status: 0, data: { items: [], passed: 0, failed: 0 } },
  },
  { name: 'what are no ids', as: 'abe', params: DEV, body: { ids: ['x'] }, expect: { status: 422, stored: 'same' } },
  { name: 'is not for a member without duties', as: 'ben', params: DEV, body: {}, expect: { status: 403, stored: 'same' } },
])
