import { expect } from 'vitest'
import { addPage, DEV, ofShop } from '../support/permissions.ts'
import { scenarios } from '../support/scenarios.ts'

let page = ''
const ask = (body: Record<string, unknown>) => async () => ({ params: DEV, body: { pageId: page, ...body } })

scenarios('permission.updateOption', [
  {
    name: 'permission.update-option, permission.option-edit-dialog: another label, as a version',
    as: 'abe',
    given: async world => {
      page = await addPage(world, 'Orders')
      const own = { page_id: page, ...ofShop(world) }
      await world.db
        .insertInto('permission_option')
        .values([
          { ...own, value: 'export', label: 'Export' },
          { ...own, value: 'api:orders:call', label: '' },
        ])
        .execute()
      return { params: DEV, body: { pageId: page, value: 'export', label: 'Take out' } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const last = await world.db.selectFrom('permission_change').selectAll().orderBy('n', 'desc').executeTakeFirstOrThrow()
      expect(last).toMatchObject({ what: 'option', ref: { page_id: page, value: 'export' }, before: { label: 'Export' }, after: { label: 'Take out' } })
    },
  },
  {
    name: 'permission.option-label: at most 10',
    as: 'abe',
    given: ask({ value: 'export', label: 'Longer than ten' }),
    expect: { status: 422, errors: ['label'], stored: 'same' },
  },
  {
    name: 'permission.editor-custom: no built-in one',
    as: 'abe',
    given: ask({ value: 'read', label: 'See' }),
    expect: { status: 404, code: 'permission.optionUnknown', stored: 'same' },
  },
  {
    name: 'permission.editor-custom: none of an API',
    as: 'abe',
    given: ask({ value: 'api:orders:call', label: 'See' }),
    expect: { status: 409, code: 'permission.optionFixed', stored: 'same' },
  },
  { name: 'is not for a member without duties', as: 'ben', given: ask({ value: 'export', label: 'Mine' }), expect: { status: 403, stored: 'same' } },
])
