import { expect } from 'vitest'
import { addPage, builtIn, DEV, ofShop, setOverride } from '../support/permissions.ts'
import { scenarios } from '../support/scenarios.ts'

let page = ''
const ask = (value: string) => async () => ({ params: DEV, query: { pageId: page, value } })

scenarios('permission.deleteOption', [
  {
    name: 'permission.delete-option, permission.option-delete-confirm, permission.option-delete-confirm-rule: it goes with what was said about it',
    as: 'abe',
    given: async world => {
      page = await addPage(world, 'Orders')
      await world.db
        .insertInto('permission_option')
        .values({ page_id: page, ...ofShop(world), value: 'export', label: 'Export' })
        .execute()
      await setOverride(world, await builtIn(world, 'all-users'), 'page', page, 'export', true)
      await setOverride(world, await builtIn(world, 'all-users'), 'page', page, 'edit', true)
      return { params: DEV, query: { pageId: page, value: 'export' } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect(await world.db.selectFrom('permission_option').selectAll().execute()).toEqual([])
      expect((await world.db.selectFrom('permission_override').select('option').execute()).map(row => row.option)).toEqual(['edit'])
    },
  },
  { name: 'one that is not there', as: 'abe', given: ask('export'), expect: { status: 404, code: 'permission.optionUnknown', stored: 'same' } },
  {
    name: 'without a name',
    as: 'abe',
    given: async () => ({ params: DEV, query: { pageId: page } }),
    expect: { status: 422, errors: ['value'], stored: 'same' },
  },
  { name: 'is not for a member without duties', as: 'ben', given: ask('edit'), expect: { status: 403, stored: 'same' } },
])
