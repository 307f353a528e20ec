// Attempts to get SQL in through names, keys, operators, values, orders, ids: refused, or taken for what they are.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { compileFilter, OPERATORS } from '../../api/server/services/data/rows/filter.ts'
import { textOf } from '../../api/server/services/data/sql-text.ts'
import type { Definition } from '../../api/server/services/data/types.ts'
import { externalDatabases } from '../support/databases.ts'
import { addRow, applyAll, builtinSource, DEV, makeModel } from '../support/models.ts'
import { makeWorld, type World } from '../support/world.ts'

const EVIL = [
  `'; drop table person; --`,
  `" or 1=1 --`,
  '` or 1=1 -- ',
  `\\'; drop table person; --`,
  `1) or (1=1`,
  `') union select password_hash from person --`,
  `%' or '1'='1`,
  '${7*7}',
  '$1',
  '?',
  `\u00bf' or 1=1`,
  'x'.repeat(5000),
]
const databases = await externalDatabases()

describe.each(['builtin', ...databases.map(one => one.name)])('rows on %s take nothing for SQL', kind => {
  let world: World
  let dsKey = 'main'
  const place = () => ({ ...DEV, dsKey, dmKey: 'note' })
  const list = (query: Record<string, unknown>) => world.call('data.listRows', { as: 'ann', params: place(), query })
  const where = (left: unknown, op: unknown, right?: unknown) =>
    list({ filter: JSON.stringify({ conjunction: 'and', children: [{ left: { type: 'field', field: left }, op, right }] }) })
  beforeAll(async () => {
    world = await makeWorld()
    let sourceId = await builtinSource(world)
    const external = databases.find(one => one.name === kind)
    if (external) {
      dsKey = 'outside'
      sourceId = (await world.call('source.create', { as: 'ann', params: DEV, body: { key: dsKey, name: 'Outside', ...(await external.fresh()) } })).data.id
    }
    // Names that are words of SQL are names like others.
    await makeModel(world, sourceId, 'note', [
      { key: 'select', type: 'longText' },
      { key: 'order', type: 'integer' },
      { key: 'extra', type: 'json' },
    ])
    await applyAll(world, sourceId)
  })
  afterAll(() => world?.close())

  it('values come back as they went in, and are found by themselves alone', async () => {
    for (const text of EVIL) {
      const id = await addRow(world, 'note', { select: text, extra: { [text]: text } }, { dsKey })
      const { row } = (await world.call('data.getRow', { as: 'ann', params: { ...place(), rowId: id } })).data
      expect(row).toMatchObject({ select: text, extra: { [text]: text } })
      expect((await where('select', 'equal', text)).data.items.map((one: { id: string }) => one.id)).toEqual([id])
      if (text.length <= 1000) expect((await where('select', 'like', text)).data.items.some((one: { id: string }) => one.id === id)).toBe(true)
      if (text.length <= 100) expect((await list({ keywords: text })).data.items.some((one: { id: string }) => one.id === id)).toBe(true)
      await world.call('data.updateRow', { as: 'ann', params: { ...place(), rowId: id }, body: { select: `${text.slice(0, 100)}!` } })
    }
    expect((await list({})).data.total).toBe(EVIL.length)
  })

  it('names, operators, orders and ids that are none are refused', async () => {
    for (const text of EVIL.slice(0, -1)) {
      expect((await where(text, 'equal', 'x')).errors, text).toHaveProperty('filter')
      expect((await where('select', text, 'x')).errors, text).toHaveProperty('filter')
      expect((await where('select', 'equal', { type: 'field', field: text })).errors, text).toHaveProperty('filter')
      expect((await where('select', 'equal', { type: 'raw', sql: text })).errors, text).toHaveProperty('filter')
      expect((await where('order', 'equal', text)).errors, text).toHaveProperty('filter')
      expect((await list({ orderBy: text })).errors, text).toHaveProperty('orderBy')
      expect((await list({ orderBy: 'order', orderDir: text })).errors, text).toHaveProperty('orderDir')
      expect((await list({ fields: text })).errors, text).toHaveProperty('fields')
      expect((await list({ relations: text })).errors, text).toHaveProperty('relations')
      expect((await list({ filter: JSON.stringify({ conjunction: text, children: [] }) })).errors, text).toHaveProperty('filter')
      expect(await world.call('data.getRow', { as: 'ann', params: { ...place(), rowId: text } }), text).toMatchObject({ status: 404 })
      expect(await world.call('data.deleteRows', { as: 'ann', params: { ...place(), rowIds: text } }), text).toMatchObject({ status: 404 })
      expect(await world.call('data.listRows', { as: 'ann', params: { ...place(), dmKey: text } }), text).toMatchObject({ status: 404 })
      expect(Object.keys((await world.call('data.createRow', { as: 'ann', params: place(), body: { [text]: 1 } })).errors)).toEqual([text])
    }
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) expect((await where(name, 'equal', 'x')).errors).toHaveProperty('filter')
  })

  it('a tree that is too deep, too wide or no tree is refused', async () => {
    let deep: unknown = { left: { type: 'field', field: 'order' }, op: 'equal', right: 1 }
    for (let n = 0; n < 10; n++) deep = { conjunction: 'and', children: [deep] }
    const leaf = { left: { type: 'field', field: 'order' }, op: 'equal', right: 1 }
    for (const tree of [deep, { conjunction: 'and', children: Array.from({ length: 101 }, () => leaf) }, [leaf], 'x', 7, { children: 'x' }])
      expect((await list({ filter: JSON.stringify(tree) })).errors).toHaveProperty('filter')
  })
})

describe('conditions as SQL', () => {
  const definition: Definition = {
    table: 't',
    managed: true,
    primaryKey: { column: 'id', type: 'uuid', generated: true },
    titleField: '',
    indexes: [],
    fields: [
      { id: '1', key: 'name', name: 'Name', type: 'text', column: 'na"me`', required: false, unique: false },
      { id: '2', key: 'size', name: 'Size', type: 'integer', column: 'size', required: false, unique: false },
      { id: '3', key: 'owner', name: 'Owner', type: 'user', column: 'owner', required: false, unique: false },
    ],
  }
  const text = (engine: 'postgres' | 'mysql', tree: unknown, variables = {}) => {
    const condition = compileFilter(tree, { definition, engine }, { variables })
    return condition && textOf(engine, sql`${condition}`)
  }
  const leaf = (field: string, op: string, right?: unknown) => ({ left: { type: 'field', field }, op, right })
  const ME = '0191d5a0-0000-7000-8000-0000000000a1'

  it('quote names and bind values in each dialect', () => {
    expect(text('postgres', { conjunction: 'and', children: [leaf('name', 'equal', "x'")] })).toEqual({ sql: '("na""me`" = $1)', parameters: ["x'"] })
    expect(text('mysql', { conjunction: 'and', children: [leaf('name', 'equal', "x'")] })).toEqual({ sql: '(`na"me``` = ?)', parameters: ["x'"] })
  })
  it('know every operator, for both', () => {
    for (const engine of ['postgres', 'mysql'] as const)
      for (const op of OPERATORS) {
        const right = /between/.test(op) ? [1, 2] : /any_in/.test(op) ? [1, 2] : /like|with/.test(op) ? 'x' : 1
        const one = text(engine, { conjunction: 'and', children: [leaf(/like|with/.test(op) ? 'name' : 'size', op, right)] })
        expect(one?.parameters.length, `${engine} ${op}`).toBe(/empty/.test(op) ? 0 : Array.isArray(right) ? 2 : 1)
      }
  })
  it('bind variables: one value, several, nobody', () => {
    const mine = { conjunction: 'or', children: [leaf('owner', 'equal', { type: 'field', field: 'me' })] }
    expect(text('postgres', mine, { me: ME })).toEqual({ sql: '("owner" = $1)', parameters: [ME] })
    expect(text('postgres', mine, { me: [ME, ME] })).toEqual({ sql: '("owner" in ($1, $2))', parameters: [ME, ME] })
    expect(text('postgres', mine, { me: null })).toEqual({ sql: '(1 = 0)', parameters: [] })
  })
  it('an empty tree is no condition; its contrary is exact where values are missing', () => {
    expect(text('postgres', { conjunction: 'and', children: [] })).toBe(undefined)
    expect(text('postgres', { conjunction: 'and', not: true, children: [leaf('size', 'less', 5)] })?.sql).toBe('not coalesce(("size" < $1), false)')
  })
})
