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
scenarios('data.listSources', [
  {
    name: 'data.list-sources: id, key, name, dialect and whether it is synchronized (data.entity)',
    as: 'ann',
    given: async world => {
      await ready(world)
      return { params: DEV }
    },
    expect: { status: 0, data: { items: [{ key: 'main', name: 'Built-in', dialect: 'builtin', synchronized: true }] } },
  },
  {
    name: 'data.unsynced: a change of the design that is not applied shows',
    as: 'ann',
    given: async world => {
      await makeModel(world, sourceId, 'line', [])
      return { params: DEV }
    },
    expect: { status: 0, data: { items: [{ synchronized: false }] } },
    then: async (_reply, world) => expect(await rows(world)).toHaveLength(3),
  },
  { name: 'says that a parameter is unknown', as: 'ann', query: { nonsense: 1 }, expect: { status: 422, errors: ['nonsense'] } },
  { name: 'data.who: keeps a member without the duty out', as: 'ben', expect: { status: 403, stored: 'same' } },
])
