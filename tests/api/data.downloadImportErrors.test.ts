// Rows with errors, to be put right.
import { expect } from 'vitest'
import { csv, ORDERS, ordersIn, planned, xlsx } from '../support/data-imports.ts'
import { sheetsOf } from '../support/imports.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const ready = async (world: World) => {
  await ordersIn(world)
  return { params: { ...ORDERS, importId: (await planned(world, csv('Number,Price,Remark', 'A-1,1,kept', ',2,=1+1', 'A-3,x,'))).data.id } }
}

scenarios('data.downloadImportErrors', [
  {
    name: 'holds the rows in the columns of their file, and what is wrong with each',
    as: 'ann',
    given: ready,
    query: { format: 'xlsx' },
    expect: { status: -1 },
    then: async (reply, world) => {
      expect(reply.headers['content-disposition']).toContain('orders')
      const [rows = []] = Object.values(await sheetsOf(reply.raw))
      expect(rows).toEqual([
        ['Number', 'Price', 'Remark', 'Row of the file', 'What is wrong'],
        [null, '2', '=1+1', 3, 'Number: Required'],
        ['A-3', 'x', null, 4, 'Price: Please enter a number'],
      ])
      // Put right, the file is read as it is.
      const again = await planned(world, await xlsx(rows[0] as string[], [['A-2', 2, '', 3, ''], ...rows.slice(2)]))
      expect(again.data.counts).toMatchObject({ create: 1, error: 1 })
    },
  },
  {
    name: 'as .csv, where no cell can be taken for a formula',
    as: 'ann',
    given: ready,
    query: { format: 'csv' },
    expect: { status: -1 },
    then: reply => expect(reply.raw.toString().split('\r\n')[1]).toBe(",2,'=1+1,3,Number: Required"),
  },
  {
    name: 'no errors',
    as: 'ann',
    given: async world => ({ params: { ...ORDERS, importId: (await planned(world, csv('Number', 'A-1'))).data.id } }),
    query: { format: 'csv' },
    expect: { status: 404, code: 'data.importNoErrors' },
  },
  { name: 'no such format', as: 'ann', given: ready, query: { format: 'pdf' }, expect: { status: 422, errors: ['format'] } },
  {
    name: 'not for another person with the duty',
    as: 'abe',
    given: ready,
    query: { format: 'csv' },
    expect: { status: 404, code: 'data.importUnknown', stored: 'same' },
  },
  { name: 'not for a member without the duty', as: 'ben', given: ready, query: { format: 'csv' }, expect: { status: 403, stored: 'same' } },
  { name: 'not for another organisation', as: 'dee', given: ready, query: { format: 'csv' }, expect: { status: 403, stored: 'same' } },
  { name: 'not for a stranger', given: ready, query: { format: 'csv' }, expect: { status: 401, stored: 'same' } },
])
