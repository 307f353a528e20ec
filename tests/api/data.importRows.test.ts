// A file of rows is read; nothing of it is written.
import { expect } from 'vitest'
import { csv, ordersIn, storedOrders, xlsx } from '../support/data-imports.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('data.importRows', [
  {
    name: 'reads a .csv file and proposes where its columns go, by name and by key',
    as: 'ann',
    given: ordersIn,
    files: csv('Number *,price,Remark,Created', 'A-1,1.5,none,x', 'A-2,,,'),
    expect: {
      status: 0,
      data: {
        state: 'read',
        rowCount: 2,
        fileName: 'orders.csv',
        columns: [
          { name: 'Number *', sample: 'A-1, A-2', field: 'number' },
          { name: 'price', sample: '1.5', field: 'price' },
          { name: 'Remark', sample: 'none', field: '' },
          { name: 'Created', field: '' },
        ],
      },
    },
    then: async (reply, world) => {
      expect(reply.data.fields.filter((field: { isKey: boolean }) => field.isKey)).toEqual([
        { value: 'id', label: 'Id', isKey: true },
        { value: 'number', label: 'Number', isKey: true },
      ])
      expect(await storedOrders(world)).toEqual([])
    },
  },
  {
    name: 'reads a workbook, whatever the file is called',
    as: 'ann',
    given: async world => ({ ...(await ordersIn(world)), files: [{ ...(await xlsx(['Number'], [['A-1']]))[0], name: 'orders.csv' }] as never }),
    expect: { status: 0, data: { rowCount: 1, columns: [{ field: 'number' }] } },
  },
  {
    name: 'a file without rows',
    as: 'ann',
    given: ordersIn,
    files: csv('Number'),
    expect: { status: 422, code: 'data.importEmpty', errors: ['file'], stored: 'same' },
  },
  { name: 'an empty file', as: 'ann', given: ordersIn, files: csv(''), expect: { status: 422, errors: ['file'], stored: 'same' } },
  {
    name: 'a file that is neither',
    as: 'ann',
    given: ordersIn,
    files: [{ field: 'file', name: 'orders.csv', content: Buffer.from([1, 0, 2]) }],
    expect: { status: 422, code: 'sheet.notText', errors: ['file'], stored: 'same' },
  },
  {
    name: 'another kind of file',
    as: 'ann',
    given: ordersIn,
    files: [{ field: 'file', name: 'a.exe', content: 'x' }],
    expect: { status: 422, errors: ['file'] },
  },
  { name: 'not for a member without the duty', as: 'ben', given: ordersIn, files: csv('Number', 'A'), expect: { status: 403, stored: 'same' } },
  { name: 'not for another organisation', as: 'dee', given: ordersIn, files: csv('Number', 'A'), expect: { status: 403, stored: 'same' } },
  { name: 'not for a stranger', given: ordersIn, files: csv('Number', 'A'), expect: { status: 401, stored: 'same' } },
])
