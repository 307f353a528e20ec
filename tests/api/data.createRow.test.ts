import { expect } from 'vitest'
import { applyAll, builtinSource, DEV, makeModel } from '../support/models.ts'
import { smallOrders } from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const orders = smallOrders()
let made: Promise<unknown> | undefined
const timesIn = async (world: World) => {
  made ??= (async () => {
    const sourceId = await builtinSource(world)
    await makeModel(world, sourceId, 'visit', [{ key: 'at', type: 'datetime' }])
    await applyAll(world, sourceId)
  })()
  await made
  return { params: { ...DEV, dsKey: 'main', dmKey: 'visit' } as Record<string, string> }
}
scenarios('data.createRow', [
  {
    name: 'data.create-row: adds a row',
    as: 'ann',
    given: orders.ready,
    body: { title: 'Fourth' },
    expect: { status: 0 },
    then: async (_reply, world) => expect((await orders.rows(world)).at(-1)).toEqual({ title: 'Fourth', amount: null }),
  },
  {
    name: 'says what is wrong at its field',
    as: 'ann',
    given: orders.ready,
    body: { amount: 'many', other: 1 },
    expect: { status: 422, errors: ['amount', 'other', 'title'] },
  },
  ...['2026-02-30T10:00:00Z', '2026-04-31 09:00'].map(at => ({
    name: `takes no day that does not exist: ${at}`,
    as: 'ann' as const,
    given: timesIn,
    body: { at },
    expect: { status: 422, errors: ['at'] },
  })),
  {
    name: 'keeps a member without the duty out',
    as: 'ben',
    given: orders.ready,
    body: { title: 'Mine' },
    expect: { status: 403, stored: 'same' },
    then: async (_reply, world) => expect(await orders.rows(world)).toHaveLength(4),
  },
  {
    name: 'keeps another organisation out',
    as: 'dee',
    given: orders.ready,
    body: { title: 'Mine' },
    expect: { status: 403, stored: 'same' },
    then: async (_reply, world) => expect(await orders.rows(world)).toHaveLength(4),
  },
])
