import { expect } from 'vitest'
import { addRow, applyAll, builtinSource, DEV, makeModel } from '../support/models.ts'
import type { World } from '../support/world.ts'
import { scenarios } from '../support/scenarios.ts'

const HERE = { ...DEV, dsKey: 'main', dmKey: 'order' }
let sourceId = ''
let rowId = ''
const ready = async (world: World) => {
  if (!sourceId) {
    sourceId = await builtinSource(world)
    await makeModel(world, sourceId, 'order', [
      { key: 'title', type: 'text', name: 'Title', required: true },
      { key: 'amount', type: 'integer', name: 'Amount' },
    ])
    await applyAll(world, sourceId)
    for (const [title, amount] of [
      ['First', 3],
      ['Second', 1],
      ['Third', 2],
    ] as const)
      rowId = await addRow(world, 'order', { title, amount })
  }
  return { params: HERE as Record<string, string> }
}
/** What rows hold, which is no part of the system tables. */
const rows = async (world: World) => {
  const app = world.ids.shop.replaceAll('-', '')
  return (await world.pool.query(`select title, amount from app_${app}_dev."order" order by id`)).rows
}
scenarios('data.getRow', [
  {
    name: 'answers a row',
    as: 'ann',
    given: async world => ({ params: { ...(await ready(world)).params, rowId } }),
    expect: { status: 0, data: { row: { title: 'Third', amount: 2, version: 1 } } },
  },
  { name: 'finds no other', as: 'ann', given: async () => ({ params: { ...HERE, rowId: sourceId } }), expect: { status: 404, code: 'data.rowUnknown' } },
  {
    name: 'takes what is no id for no row',
    as: 'ann',
    given: async () => ({ params: { ...HERE, rowId: "1' or '1'='1" } }),
    expect: { status: 404, code: 'data.rowUnknown' },
  },
  {
    name: 'keeps a member without the duty out',
    as: 'ben',
    given: async () => ({ params: { ...HERE, rowId } }),
    expect: { status: 403, stored: 'same' },
    then: async (_reply, world) => expect(await rows(world)).toHaveLength(3),
  },
])
