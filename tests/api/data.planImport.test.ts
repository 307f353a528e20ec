// Where columns go, and what each row would do.
import { expect } from 'vitest'
import { csv, ORDERS, ordersIn, read, storedOrders } from '../support/data-imports.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const ready = async (world: World) => {
  await ordersIn(world)
  return { params: { ...ORDERS, importId: (await read(world, csv('Number,Price', 'A-1,1', ',2'))).data.id } }
}

scenarios('data.planImport', [
  {
    name: 'finds out what each row would do, and writes none',
    as: 'ann',
    given: ready,
    body: { mode: 'insert', fields: ['number', 'price'] },
    expect: { status: 0, data: { state: 'planned', counts: { create: 1, error: 1 } } },
    then: async (_reply, world) => expect(await storedOrders(world)).toEqual([]),
  },
  {
    name: 'can be planned again with other choices',
    as: 'ann',
    given: ready,
    body: { mode: 'upsert', keyField: 'number', fields: ['number', ''] },
    expect: { status: 0, data: { mode: 'upsert', keyField: 'number', columns: [{ field: 'number' }, { field: '' }] } },
  },
  {
    name: 'a column too many',
    as: 'ann',
    given: ready,
    body: { mode: 'insert', fields: ['number', 'price', ''] },
    expect: { status: 422, errors: ['fields'] },
  },
  { name: 'no such field', as: 'ann', given: ready, body: { mode: 'insert', fields: ['number', 'created_at'] }, expect: { status: 422, errors: ['fields'] } },
  {
    name: 'two columns into one field',
    as: 'ann',
    given: ready,
    body: { mode: 'insert', fields: ['number', 'number'] },
    expect: { status: 422, errors: ['fields'] },
  },
  { name: 'no column at all', as: 'ann', given: ready, body: { mode: 'insert', fields: ['', ''] }, expect: { status: 422, errors: ['fields'] } },
  {
    name: 'rows found by a field that is not unique, or that no column fills',
    as: 'ann',
    given: ready,
    body: { mode: 'update', keyField: 'price', fields: ['number', 'price'] },
    expect: { status: 422, errors: ['keyField'] },
    then: async (_reply, world) => {
      const { params } = await ready(world)
      expect(await world.call('data.planImport', { as: 'ann', params, body: { mode: 'update', keyField: 'id', fields: ['number', ''] } })).toMatchObject({
        status: 422,
      })
      expect(await world.call('data.planImport', { as: 'ann', params, body: { mode: 'update', fields: ['number', ''] } })).toMatchObject({ status: 422 })
    },
  },
  { name: 'no such mode', as: 'ann', given: ready, body: { mode: 'replace', fields: [] }, expect: { status: 422, errors: ['mode'] } },
  {
    name: 'not for another person with the duty',
    as: 'abe',
    given: ready,
    body: { mode: 'insert', fields: ['number', ''] },
    expect: { status: 404, code: 'data.importUnknown', stored: 'same' },
  },
  {
    name: 'not for a member without the duty',
    as: 'ben',
    given: ready,
    body: { mode: 'insert', fields: ['number', ''] },
    expect: { status: 403, stored: 'same' },
  },
  { name: 'not for another organisation', as: 'dee', given: ready, body: { mode: 'insert', fields: ['number', ''] }, expect: { status: 403, stored: 'same' } },
  { name: 'not for a stranger', given: ready, body: { mode: 'insert', fields: ['number', ''] }, expect: { status: 401, stored: 'same' } },
])
