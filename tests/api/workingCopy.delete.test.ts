// workingCopy.delete: a copy goes with all that it holds, and the app stays what it is.
import { expect } from 'vitest'
import { DEV } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'
import { addPages, letDevelop, makeCopy, refusals } from '../support/working-copies.ts'

const ask = { as: 'ann' as const }
let made: Awaited<ReturnType<typeof makeCopy>>

scenarios('workingCopy.delete', [
  {
    ...ask,
    name: 'throws a copy away, and leaves the app',
    given: async world => {
      await addPages(world)
      made = await makeCopy(world, 'Gone')
      return { params: { ...DEV, copyId: made.id } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      for (const table of ['page', 'data_source', 'role', 'working_copy'] as const)
        expect(await world.db.selectFrom(table).selectAll().where('app_id', '=', made.id).execute()).toEqual([])
      expect(await world.call('app.get', { as: 'ann', params: made.params })).toMatchObject({ status: 404 })
      expect((await world.call('page.list', { as: 'ann', params: DEV })).status).toBe(0)
      expect(await world.db.selectFrom('page').select('id').where('app_id', '=', world.ids.shop).execute()).toHaveLength(2)
    },
  },
  ...refusals(),
  {
    ...ask,
    as: 'ben',
    name: 'leaves the copies of others to those who made them',
    given: async world => {
      await letDevelop(world, 'Developers', [world.ids.ben])
      made = await makeCopy(world, 'Of Ann')
      return { params: { ...DEV, copyId: made.id } }
    },
    expect: { status: 403, code: 'workingCopy.notYours', stored: 'same' },
  },
  {
    ...ask,
    name: 'goes with the app that it was made of',
    given: async world => {
      const params = { companyKey: 'acme', appUrlKey: 'short-dev' }
      await world.call('app.create', { as: 'ann', params: { companyKey: 'acme' }, body: { name: 'Short', key: 'short', type: 1 } })
      const one = await world.call('workingCopy.create', { as: 'ann', params, body: { name: 'One' } })
      expect((await world.call('app.delete', { as: 'ann', params, query: { confirm: 'short' } })).status).toBe(0)
      return { params: { ...DEV, copyId: one.data.id } }
    },
    expect: { status: 404, code: 'workingCopy.unknown' },
    then: async (_reply, world) => expect(await world.db.selectFrom('app').select('key').where('key', 'like', 'short%').execute()).toEqual([]),
  },
])
