import { expect } from 'vitest'
import { addRow, applyAll, builtinSource, DEV, makeModel } from '../support/models.ts'
import type { World } from '../support/world.ts'
import { scenarios } from '../support/scenarios.ts'

const HERE = { ...DEV, dsKey: 'main', dmKey: 'order' }
let sourceId = ''
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
      await addRow(world, 'order', { title, amount })
  }
  return { params: HERE as Record<string, string> }
}
/** What rows hold, which is no part of the system tables. */
const rows = async (world: World) => {
  const app = world.ids.shop.replaceAll('-', '')
  return (await world.pool.query(`select title, amount from app_${app}_dev."order" order by id`)).rows
}
scenarios('data.createRow', [
  {
    name: 'data.create-row: adds a row',
    as: 'ann',
    given: ready,
    body: { title: 'Fourth' },
    expect: { status: 0 },
    then: async (_reply, world) => expect((await rows(world)).at(-1)).toEqual({ title: 'Fourth', amount: null }),
  },
  {
    name: 'says what is wrong at its field',
    as: 'ann',
    given: ready,
    body: { amount: 'many', other: 1 },
    expect: { status: 422, errors: ['amount', 'other', 'title'] },
  },
  {
    name: 'keeps a member without the duty out',
    as: 'ben',
    given: ready,
    body: { title: 'Mine' },
    expect: { status: 403, stored: 'same' },
    then: async (_reply, world) => expect(await rows(world)).toHaveLength(4),
  },
  {
    name: 'keeps another organisation out',
    as: 'dee',
    given: ready,
    body: { title: 'Mine' },
    expect: { status: 403, stored: 'same' },
    then: async (_reply, world) => expect(await rows(world)).toHaveLength(4),
  },
])
