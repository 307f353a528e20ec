// The rows of an import.
import { csv, ORDERS, ordersIn, planned } from '../support/data-imports.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const ready = async (world: World) => {
  await ordersIn(world)
  return { params: { ...ORDERS, importId: (await planned(world, csv('Number,Price', 'A-1,1', ',2', 'A-3,x'))).data.id } }
}

scenarios('data.listImportRows', [
  {
    name: 'says what a row does and what is wrong with another, in the language of the reader',
    as: 'ann',
    given: ready,
    headers: { 'accept-language': 'zh-CN' },
    expect: {
      status: 0,
      data: {
        total: 3,
        items: [
          {
            row: 2,
            action: 'create',
            values: [
              { label: 'Number', text: 'A-1' },
              { label: 'Price', text: '1' },
            ],
            problems: [],
          },
          { row: 3, action: 'error', problems: [{ column: 'Number', reason: '必填', value: '' }] },
          { row: 4, action: 'error', problems: [{ column: 'Price', value: 'x' }] },
        ],
      },
    },
  },
  {
    name: 'by what they do, by page',
    as: 'ann',
    given: ready,
    query: { action: 'error', perPage: 1, page: 2 },
    expect: { status: 0, data: { total: 2, items: [{ row: 4 }] } },
  },
  { name: 'no such action', as: 'ann', given: ready, query: { action: 'drop' }, expect: { status: 422, errors: ['action'] } },
  { name: 'not for another person with the duty', as: 'abe', given: ready, expect: { status: 404, code: 'data.importUnknown', stored: 'same' } },
  { name: 'not for a member without the duty', as: 'ben', given: ready, expect: { status: 403, stored: 'same' } },
  { name: 'not for another organisation', as: 'dee', given: ready, expect: { status: 403, stored: 'same' } },
  { name: 'not for a stranger', given: ready, expect: { status: 401, stored: 'same' } },
])
