// What the sheets of a file are understood as.
import { expect, it } from 'vitest'
import { columnStats, findRelations } from '../../api/server/services/starter/sheets/infer.ts'
import { keyFrom } from '../../api/server/services/starter/sheets/keys.ts'
import { csv } from '../support/data-imports.ts'
import { asFile, workbook } from '../support/imports.ts'
import { DEV, wrongPeople } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'

const CUSTOMERS = [
  ['C-1', 'Ada', 'Leeds'],
  ['C-2', 'Bob', 'Bristol'],
  ['C-3', 'Cleo', 'Leeds'],
]
const ORDERS = Array.from({ length: 9 }, (_one, at) => [
  `O-${at}`,
  CUSTOMERS[at % 3]?.[0] ?? '',
  ['New', 'Paid', 'Sent'][at % 3] ?? '',
  new Date(Date.UTC(2026, 0, at + 1)),
  at * 1.25,
  at,
  at % 2 ? 'yes' : 'no',
])
const file = async () =>
  asFile(
    await workbook([
      { name: 'Customers', columns: ['Customer no', 'Name', 'City'].map(header => ({ header })), rows: CUSTOMERS },
      { name: 'Orders', columns: ['Order no', 'Customer', 'Status', 'Due', 'Price', 'Pieces', 'Urgent'].map(header => ({ header })), rows: ORDERS },
    ]),
    'shop.xlsx',
  ) as never

scenarios('starter.readSheets', [
  {
    name: 'understands types, choices, keys and which sheet names rows of which',
    as: 'ann',
    params: DEV,
    given: async () => ({ files: await file() }),
    expect: { status: 0, data: { state: 'read', fileName: 'shop.xlsx', result: null } },
    then: reply => {
      const [customers, orders] = reply.data.sheets
      expect(customers.columns.map((one: any) => [one.name, one.type, one.unique, one.required])).toEqual([
        ['Customer no', 'text', true, true],
        ['Name', 'text', false, true],
        ['City', 'text', false, true],
      ])
      expect(orders.rowCount).toBe(9)
      expect(orders.columns.map((one: any) => [one.name, one.type])).toEqual([
        ['Order no', 'text'],
        ['Customer', 'relationOne'],
        ['Status', 'enum'],
        ['Due', 'date'],
        ['Price', 'decimal'],
        ['Pieces', 'integer'],
        ['Urgent', 'boolean'],
      ])
      expect(orders.columns[1].relation).toEqual({ sheet: 0, column: 0 })
      expect(orders.columns[2].options).toEqual(['New', 'Paid', 'Sent'])
    },
  },
  {
    name: 'reads a .csv as one sheet called like the file',
    as: 'ann',
    params: DEV,
    files: csv('编号,名称,备注', '007,茶,'),
    expect: { status: 0, data: { sheets: [{ name: 'orders', rowCount: 1 }] } },
    then: reply =>
      expect(reply.data.sheets[0].columns.map((one: any) => [one.name, one.type, one.sample])).toEqual([
        ['编号', 'text', ['007']],
        ['名称', 'text', ['茶']],
        ['备注', 'text', []],
      ]),
  },
  { name: 'wants rows', as: 'ann', params: DEV, files: csv('A,B'), expect: { status: 422, errors: ['file'], stored: 'same' } },
  { name: 'wants a file', as: 'ann', params: DEV, expect: { status: 422, stored: 'same' } },
  ...wrongPeople({}, async () => ({ params: DEV })),
])

const column = (name: string, values: string[]) => {
  const stats = columnStats(0, name)
  for (const value of values) stats.add(value)
  return stats.end(values.length)
}
const many = (count: number, value: (at: number) => string) => Array.from({ length: count }, (_one, at) => value(at))

it('a column is what all of its values are, and a typing error in a long one is told', () => {
  expect(column('N', ['1', '2,000', '-3']).column.type).toBe('integer')
  expect(column('N', ['1', '2.50']).column).toMatchObject({ type: 'decimal', scale: 2 })
  expect(column('N', ['007', '12']).column.type).toBe('text')
  expect(column('D', ['2026-01-31', '2026/2/1', '2026年3月1日']).column.type).toBe('date')
  expect(column('D', ['2026-01-31 09:30', '2026-02-01']).column.type).toBe('datetime')
  expect(column('D', ['01/02/2026']).column.type).toBe('text')
  expect(column('T', ['09:30', '17:00:00']).column.type).toBe('time')
  expect(column('B', ['是', '否', '是']).column.type).toBe('boolean')
  expect(column('L', ['a\nb', 'c']).column.type).toBe('longText')
  expect(column('Amount', [...many(99, String), 'none']).column).toMatchObject({ type: 'integer', misfits: 1, required: false })
  expect(
    column(
      'Status',
      many(30, at => ['Open', 'Done'][at % 2] ?? ''),
    ).column,
  ).toMatchObject({ type: 'enum', options: ['Open', 'Done'] })
  expect(
    column(
      'E-mail',
      many(5, at => `a${at}@x.test`),
    ).column,
  ).toMatchObject({ unique: true, required: true })
  expect(column('Note', ['a', '']).column).toMatchObject({ required: false })
})

it('small numbers that are found everywhere name no rows of another sheet, unless they are called so', () => {
  const sheets = (name: string) => [
    {
      name: 'Customers',
      columns: [
        column(
          'Id',
          many(20, at => String(at + 1)),
        ),
      ],
    },
    {
      name: 'Orders',
      columns: [
        column(
          name,
          many(40, at => String((at % 10) + 1)),
        ),
      ],
    },
  ]
  const pieces = sheets('Pieces')
  findRelations(pieces)
  expect(pieces[1]?.columns[0]?.column.type).toBe('integer')
  const customers = sheets('Customer id')
  findRelations(customers)
  expect(customers[1]?.columns[0]?.column.relation).toEqual({ sheet: 0, column: 0 })
})

it('keys are made of any letters, free, and none of the system’s', () => {
  const taken = new Set(['name'])
  expect(['Order date', 'Größe', '姓名', '客户', 'ID', '№ 7', 'Name', '2026 Total', 'itemCount', '☃'].map(name => keyFrom(name, taken, 'field1'))).toEqual([
    'orderDate',
    'grosse',
    'name2',
    'customer',
    'field1',
    'field1',
    'name2',
    'total',
    'itemCount',
    'field1',
  ])
})
