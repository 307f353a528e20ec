// Rows as a file: the list's conditions, order and columns, names for ids, nothing that a program takes for a formula.
import { expect } from 'vitest'
import { sheetsOf } from '../support/imports.ts'
import { addRow, applyAll, builtinSource, DEV, makeModel } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const HERE = { ...DEV, dsKey: 'main', dmKey: 'order' }
let isReady = false
const ready = async (world: World) => {
  if (!isReady) {
    isReady = true
    const sourceId = await builtinSource(world)
    const { modelId } = await makeModel(world, sourceId, 'customer', [{ key: 'name', type: 'text' }], 'Customers')
    await makeModel(
      world,
      sourceId,
      'order',
      [
        { key: 'title', type: 'text', name: 'Title', required: true },
        { key: 'status', type: 'enum', name: 'Status', options: [{ value: 'new', label: 'New' }] },
        { key: 'price', type: 'decimal', name: 'Price' },
        { key: 'paid', type: 'boolean', name: 'Paid' },
        { key: 'at', type: 'datetime', name: 'At' },
        { key: 'owner', type: 'user', name: 'Owner' },
        { key: 'customer', type: 'relationOne', name: 'Customer', relation: { modelId } },
        { key: 'facts', type: 'json', name: 'Facts' },
      ],
      'Orders',
    )
    await applyAll(world, sourceId)
    const customer = await addRow(world, 'customer', { name: 'Northwind, Inc.' })
    await addRow(world, 'order', {
      title: '=HYPERLINK("x")',
      status: 'new',
      price: '-19.90',
      paid: true,
      at: '2026-01-31T09:30:00Z',
      owner: world.ids.ben,
      customer,
      facts: { a: 1 },
    })
    await addRow(world, 'order', { title: 'Plain', paid: false })
  }
  return { params: HERE as Record<string, string> }
}
const text = (raw: Buffer) => raw.toString('utf8')

scenarios('data.exportRows', [
  {
    name: 'all rows and fields of the model as .csv, newest first',
    as: 'ann',
    given: ready,
    query: { format: 'csv' },
    expect: { status: -1 },
    then: reply => {
      expect(reply.headers['content-type']).toContain('text/csv')
      expect(reply.headers['content-disposition']).toContain('Orders.csv')
      expect(text(reply.raw)).toBe(
        '\ufeffTitle,Status,Price,Paid,At,Owner,Customer,Facts\r\n' +
          'Plain,,,No,,,,\r\n' +
          `"'=HYPERLINK(""x"")",New,-19.9,Yes,2026-01-31T09:30:00Z,Ben,"Northwind, Inc.","{""a"":1}"\r\n`,
      )
    },
  },
  {
    name: 'as .xlsx in the columns, order and conditions of the list, in the language of the reader',
    as: 'ann',
    given: ready,
    headers: { 'accept-language': 'zh-CN' },
    query: {
      format: 'xlsx',
      fields: 'paid,title,at',
      orderBy: 'title',
      filter: JSON.stringify({ conjunction: 'and', children: [{ left: { type: 'field', field: 'paid' }, op: 'equal', right: true }] }),
    },
    expect: { status: -1 },
    then: async reply =>
      expect(await sheetsOf(reply.raw)).toEqual({
        Orders: [
          ['Paid', 'Title', 'At'],
          ['是', '=HYPERLINK("x")', new Date('2026-01-31T09:30:00Z')],
        ],
      }),
  },
  {
    name: 'pages of any number come in one file, each row once',
    as: 'ann',
    given: async world => {
      const place = await ready(world)
      const table = `app_${world.ids.shop.replaceAll('-', '')}_dev."order"`
      await world.pool.query(`insert into ${table} (id, title) select gen_random_uuid(), 'Many ' || n from generate_series(1, 2500) n`)
      return place
    },
    query: { format: 'csv', fields: 'id,title', keywords: 'Many', orderBy: 'title', orderDir: 'desc' },
    expect: { status: -1 },
    then: reply => {
      const lines = text(reply.raw).trim().split('\r\n')
      expect(lines).toHaveLength(2501)
      expect(new Set(lines).size).toBe(2501)
      expect(lines[1]).toMatch(/,Many 999$/)
    },
  },
  { name: 'no such column', as: 'ann', given: ready, query: { format: 'csv', fields: 'title,nothing' }, expect: { status: 422, errors: ['fields'] } },
  { name: 'no such format', as: 'ann', given: ready, query: { format: 'pdf' }, expect: { status: 422, errors: ['format'] } },
  { name: 'no condition', as: 'ann', given: ready, query: { format: 'csv', filter: '{"a"' }, expect: { status: 422, errors: ['filter'] } },
  {
    name: 'no such model',
    as: 'ann',
    given: async world => ({ params: { ...(await ready(world)).params, dmKey: 'nothing' } }),
    query: { format: 'csv' },
    expect: { status: 404 },
  },
  { name: 'not for a member without the duty', as: 'ben', given: ready, query: { format: 'csv' }, expect: { status: 403 } },
  { name: 'not for another organisation', as: 'dee', given: ready, query: { format: 'csv' }, expect: { status: 403 } },
  { name: 'not for a stranger', given: ready, query: { format: 'csv' }, expect: { status: 401 } },
])
