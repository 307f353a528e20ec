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
scenarios('data.listModels', [
  {
    name: 'data.list-models: the models that the database of the environment holds',
    as: 'ann',
    given: async world => {
      await ready(world)
      return { params: { ...DEV, sourceId } }
    },
    expect: { status: 0, data: { items: [{ key: 'order', name: 'order' }] } },
  },
  {
    name: 'data.empty-models: another environment has none',
    as: 'ann',
    given: async () => ({ params: { companyKey: 'acme', appUrlKey: 'shop', sourceId } }),
    expect: { status: 0, data: { items: [] } },
  },
  {
    name: 'finds no other source',
    as: 'ann',
    given: async () => ({ params: { ...DEV, sourceId: rowId } }),
    expect: { status: 404, code: 'data.sourceUnknown' },
  },
  {
    name: 'keeps a member without the duty out',
    as: 'ben',
    given: async () => ({ params: { ...DEV, sourceId } }),
    expect: { status: 403, stored: 'same' },
    then: async (_reply, world) => expect(await rows(world)).toHaveLength(3),
  },
])
