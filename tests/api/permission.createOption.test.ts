import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { addPage, DEV } from '../support/permissions.ts'
import { scenarios } from '../support/scenarios.ts'

let page = ''
const ask = (body: Record<string, unknown>) => async () => ({ params: DEV, body: { pageId: page, ...body } })

scenarios('permission.createOption', [
  {
    name: 'permission.create-option, permission.option-create-dialog: a page gets a permission of its own',
    as: 'abe',
    given: async world => {
      page = await addPage(world, 'Orders')
      return { params: DEV, body: { pageId: page, value: 'export', label: ' Export ' } }
    },
    expect: { status: 0, data: { hasEffect: true } },
    then: async (_reply, world) =>
      expect(await world.db.selectFrom('permission_option').select(['page_id', 'value', 'label']).execute()).toEqual([
        { page_id: page, value: 'export', label: 'Export' },
      ]),
  },
  {
    name: 'permission.option-reserved: accepted, and told to do nothing',
    as: 'abe',
    given: ask({ value: 'share', label: 'Share' }),
    expect: { status: 0, data: { hasEffect: false } },
  },
  {
    name: 'permission.option-reserved: what every page has is refused, and not taken without being there afterwards',
    as: 'abe',
    given: ask({ value: 'read' }),
    expect: { status: 422, errors: ['value'], code: 'permission.optionBuiltIn', stored: 'same' },
  },
  {
    name: 'the identifier is taken',
    as: 'abe',
    given: ask({ value: 'EXPORT', label: '' }),
    expect: { status: 422, errors: ['value'], code: 'permission.optionTaken', stored: 'same' },
  },
  {
    name: 'permission.option-identifier, permission.option-label: letters and digits, at most 10',
    as: 'abe',
    given: ask({ value: 'ex-port', label: 'Longer than ten' }),
    expect: { status: 422, errors: ['label', 'value'], stored: 'same' },
    then: reply => expect(reply.errors).toEqual({ value: 'Only letters and digits', label: 'No more than 10 characters' }),
  },
  { name: 'permission.option-identifier: required', as: 'abe', given: ask({ label: 'X' }), expect: { status: 422, errors: ['value'], stored: 'same' } },
  {
    name: 'a page of nobody',
    as: 'abe',
    given: async () => ({ params: DEV, body: { pageId: uuidv7(), value: 'x' } }),
    expect: { status: 404, code: 'page.unknown', stored: 'same' },
  },
  { name: 'is not for a member without duties', as: 'ben', given: ask({ value: 'print' }), expect: { status: 403, stored: 'same' } },
])
