// What the sheets of a file are understood as.
import { expect, it } from 'vitest'
import { readCell } from '../../api/server/services/data/index.ts'
import { yearFirst } from '../../api/server/services/starter/sheets/dates.ts'
import { columnStats, findRelations } from '../../api/server/services/starter/sheets/infer.ts'
import { keyFrom } from '../../api/models/keys.ts'
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

it('days without the year in front are read as one of them proves, and asked for where none does', () => {
  const dates = (...values: string[]) => {
    const { type, dateOrder, dateExample, misfits } = column('D', values).column
    return [type, dateOrder, dateExample ?? '', misfits]
  }
  expect(dates('01/02/2026', '03/04/2026')).toEqual(['date', 'unclear', '01/02/2026', 0])
  expect(dates('01/02/2026', '13/02/2026')).toEqual(['date', 'dayFirst', '', 0])
  expect(dates('1-2-2026', '2-13-2026', '2026-05-01')).toEqual(['date', 'monthFirst', '', 0])
  expect(dates('1.2.2026')).toEqual(['date', 'dayFirst', '', 0])
  expect(dates('01/02/2026 9:30', '03/04/2026')).toEqual(['datetime', 'unclear', '01/02/2026 9:30', 0])
  // Each of two orders is proven: no column of dates, unless one of them is a typing error.
  expect(dates('13/02/2026', '02/13/2026')).toEqual(['text', 'dayFirst', '', 0])
  expect(dates(...many(99, at => `${13 + (at % 15)}/02/2026`), '02/13/2026')).toEqual(['date', 'dayFirst', '', 1])
  expect(dates('13/13/2026')).toEqual(['text', undefined, '', 0])
  expect(yearFirst('01/02/2026', 'dayFirst')).toBe('2026-02-01')
  expect(yearFirst('1/2/2026 9:30', 'monthFirst')).toBe('2026-01-02 9:30')
  expect(yearFirst('2026-01-02', 'monthFirst')).toBe('2026-01-02')
})

it('what texts and numbers stand for is recognised where it is certain', () => {
  const kind = (name: string, values: string[]) => {
    const { type, format, currency, scale } = column(name, values).column
    return [type, format, ...(currency ? [currency] : []), ...(type === 'decimal' ? [scale] : [])]
  }
  expect(kind('Mail', ['ann@example.com', 'ben@example.com', 'ann@example.com'])).toEqual(['text', 'email'])
  expect(kind('Site', ['https://example.com', 'http://example.com/a'])).toEqual(['text', 'url'])
  expect(kind('Colour', ['#2468ff', '#000000'])).toEqual(['text', 'color'])
  // A phone number is no number, and a number is a phone number where the column says so.
  expect(kind('Phone', ['13800000000', '+44 20 7946 0958'])).toEqual(['text', 'phone'])
  expect(kind('手机', ['13800000000', '13900000000'])).toEqual(['text', 'phone'])
  expect(kind('Size', ['13800000000', '13900000000'])).toEqual(['integer', undefined])
  expect(kind('Share', ['12.5%', '100%'])).toEqual(['decimal', 'percent', 1])
  expect(kind('Share', ['12,5%', '0', '1,234.25 %', '0,125％'])).toEqual(['decimal', 'percent', 3])
  // One and a quarter, or more than a thousand?
  expect(kind('Share', ['1,250%', '2,500%'])).toEqual(['text', undefined])
  expect(kind('Price', ['€1,234.50', '12 €', 'EUR 3'])).toEqual(['decimal', 'currency', 'EUR', 2])
  expect(kind('Where', ['52.52, 13.405', '48.1371543, 11.5761'])).toEqual(['json', 'location'])
  expect(kind('Where', [`52°31'12"N 13°24'18"E`, '33.8568 S, 151.2153 E', '北纬39.9度 东经116.4度'])).toEqual(['json', 'location'])
  expect(kind('坐标', ['39.90, 116.40', '31.23, 121.47'])).toEqual(['json', 'location'])
  // Sizes, and two prices; a link to a map is a link.
  expect(kind('Size', ['12.50, 13.20', '10.00, 20.00'])).toEqual(['text', undefined])
  expect(kind('Size', ['12, 13', '10, 20'])).toEqual(['text', undefined])
  expect(kind('Location', ['12.5, 13.2', 'Berlin', 'Munich'])).toEqual(['text', undefined])
  expect(kind('Map', ['https://www.openstreetmap.org/#map=15/52.52/13.405'])).toEqual(['text', 'url'])
  // Dollars of which country, and a ¥ of which of two?
  expect(kind('Price', ['$12.50', '$3'])).toEqual(['text', undefined])
  expect(kind('Price', ['€12.50', '£3'])).toEqual(['text', undefined])
})

it('several choices in a cell are recognised by what stands between them', () => {
  expect(column('Tags', ['Tea; Coffee', 'Tea', 'Coffee', 'Coffee；Milk', 'Milk', 'Tea']).column).toMatchObject({
    type: 'multiEnum',
    options: ['Tea', 'Coffee', 'Milk'],
  })
  expect(column('Note', ['See below; then call', 'None; all good; thanks']).column.type).toBe('text')
  const options = ['Tea', 'Coffee, black'].map(value => ({ value, label: value }))
  const field = { id: 'a', key: 'a', name: 'A', type: 'multiEnum' as const, column: 'a', required: false, unique: false, options }
  const cell = (text: string) => (readCell(field, text) as { value: unknown }).value
  expect(['Tea; coffee, black', 'Coffee, black', 'tea\nTea', 'Tea, Milk'].map(cell)).toEqual([
    ['Tea', 'Coffee, black'],
    ['Coffee, black'],
    ['Tea', 'Tea'],
    ['Tea, Milk'],
  ])
})

it('cells with a percentage or an amount are read as the field keeps them', () => {
  const decimal = { id: 'a', key: 'a', name: 'A', type: 'decimal' as const, column: 'a', required: false, unique: false }
  const cell = (text: string, more: object = {}) => (readCell({ ...decimal, ...more }, text) as { value: unknown }).value
  expect(['12.5%', '12.5', '-3 %'].map(text => cell(text, { format: 'percent' }))).toEqual(['12.5', '12.5', '-3'])
  expect(['12,5 %', '+0,125%', '1,234.5 %', '-7 ％'].map(text => cell(text, { format: 'percent' }))).toEqual(['12.5', '0.125', '1234.5', '-7'])
  // A comma that may mean two things is told at the row, not guessed.
  expect(cell('1,250 %', { format: 'percent' })).toBe('1,250 %')
  expect(['12.5%', '5%', '100%', '-0.5%'].map(text => cell(text))).toEqual(['0.125', '0.05', '1', '-0.005'])
  expect(cell('100%', { type: 'integer' })).toBe(1)
  const amount = (currency: string) => (text: string) => cell(text, { format: 'currency', currency })
  expect(['€1,234.50', '12 EUR', '-€3', '7'].map(amount('EUR'))).toEqual(['1234.50', '12', '-3', '7'])
  expect(['￥12', '12元', 'CN¥5', 'RMB 8'].map(amount('CNY'))).toEqual(['12', '12', '5', '8'])
  // Of another currency: no number, and told.
  expect(amount('EUR')('$12')).toBe('$12')
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
