import { expect } from 'vitest'
import { smallOrders } from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'

const orders = smallOrders()
scenarios('data.createRow', [
  {
    name: 'data.create-row: adds a row',
    as: 'ann',
    given: orders.ready,
    body: { title: 'Fourth' },
    expect: { status: 0 },
    then: async (_reply, world) => expect((await orders.rows(world)).at(-1)).toEqual({ title: 'Fourth', amount: null }),
  },
  {
    name: 'says what is wrong at its field',
    as: 'ann',
    given: orders.ready,
    body: { amount: 'many', other: 1 },
    expect: { status: 422, errors: ['amount', 'other', 'title'] },
  },
  {
    name: 'keeps a member without the duty out',
    as: 'ben',
    given: orders.ready,
    body: { title: 'Mine' },
    expect: { status: 403, stored: 'same' },
    then: async (_reply, world) => expect(await orders.rows(world)).toHaveLength(4),
  },
  {
    name: 'keeps another organisation out',
    as: 'dee',
    given: orders.ready,
    body: { title: 'Mine' },
    expect: { status: 403, stored: 'same' },
    then: async (_reply, world) => expect(await orders.rows(world)).toHaveLength(4),
  },
])
