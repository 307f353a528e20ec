// The views of a list.
import { expect } from 'vitest'
import { ORDERS, ordersIn } from '../support/data-imports.ts'
import { applyAll, builtinSource, DEV, makeModel } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'
import type { Person, World } from '../support/world.ts'

const make = async (world: World, body: Record<string, unknown>, as: Person = 'ann'): Promise<string> => {
  await ordersIn(world)
  const reply = await world.call('data.createView', { as, params: ORDERS, body })
  if (reply.status) throw new Error(`${reply.msg} ${JSON.stringify(reply.errors)}`)
  return reply.data.id
}
const FILTER = JSON.stringify({ conjunction: 'and', children: [{ left: { type: 'field', field: 'status' }, op: 'equal', right: 'new' }] })

let expected = ''
let older = ''

const ready = async (world: World) => {
  await world.db.deleteFrom('data_view').execute()
  await make(world, { name: 'Mine', columns: ['status', 'number'], filter: FILTER, orderBy: 'number', orderDir: 'desc' })
  await make(world, { name: 'Of all', isShared: true, isDefault: true })
  return { params: ORDERS as Record<string, string> }
}

/** A view of fields one of which has another key since, and views of a field that is gone. */
const changed = async (world: World) => {
  const place = await ready(world)
  const sourceId = await builtinSource(world)
  const made = await makeModel(world, sourceId, 'task', [
    { key: 'state', type: 'text' },
    { key: 'done', type: 'boolean' },
  ])
  await applyAll(world, sourceId)
  const params = { ...place.params, dmKey: 'task' }
  const filter = (field: string, right: unknown) =>
    JSON.stringify({ conjunction: 'and', children: [{ conjunction: 'or', children: [{ left: { type: 'field', field }, op: 'equal', right }] }] })
  const add = async (body: object) => {
    const reply = await world.call('data.createView', { as: 'ann', params, body })
    if (reply.status) throw new Error(`${reply.msg} ${JSON.stringify(reply.errors)}`)
    return reply.data.id as string
  }
  const columns = ['done', 'state', 'id']
  const look = { frozen: ['state', 'done'], widths: columns.map(name => ({ name, width: 120 })), groups: [{ name: 'state' }, { name: 'done' }] }
  await add({ name: 'A', columns, ...look, filter: filter('state', 'new'), orderBy: 'state' })
  await add({ name: 'B', columns, filter: filter('done', true), orderBy: 'done', isShared: true, isDefault: true })
  const older = await add({ name: 'C' })
  await world.db
    .updateTable('data_view')
    .set({ filter: filter('id', ''), columns: JSON.stringify(['id', 'done']), order_by: 'id' })
    .where('id', '=', older)
    .execute()
  const of = { as: 'ann', params: { ...DEV, modelId: made.modelId } } as const
  const fieldOf = (key: 'state' | 'done') => ({ ...of, params: { ...of.params, fieldId: made.fields[key] as string } })
  for (const reply of [
    await world.call('model.updateField', { ...fieldOf('state'), body: { key: 'phase', name: 'Phase', type: 'text' } }),
    await world.call('model.deleteField', fieldOf('done')),
  ])
    if (reply.status) throw new Error(reply.msg)
  await applyAll(world, sourceId, { confirmLoss: true })
  return { params, filter }
}

scenarios('data.listViews', [
  {
    name: "one's own first, then those of all",
    as: 'ann',
    given: ready,
    expect: {
      status: 0,
      data: {
        items: [
          { name: 'Mine', isShared: false, isDefault: false, filter: FILTER, orderBy: 'number', orderDir: 'desc', columns: ['status', 'number'] },
          { name: 'Of all', isShared: true, isDefault: true, filter: '', orderBy: '', columns: [] },
        ],
      },
    },
  },
  {
    name: 'others see those of all only',
    as: 'abe',
    given: ready,
    expect: { status: 0 },
    then: reply => expect(reply.data.items.map((one: { name: string }) => one.name)).toEqual(['Of all']),
  },
  {
    name: 'a renamed field under its key of today; one that is gone is no condition, no order and no column',
    as: 'ann',
    given: async world => {
      const { params, filter } = await changed(world)
      expected = filter('phase', 'new')
      older = filter('id', '')
      return { params }
    },
    expect: { status: 0 },
    then: async (reply, world) => {
      expect(reply.data.items).toMatchObject([
        { name: 'A', filter: expected, orderBy: 'phase', columns: ['phase', 'id'], groups: [{ name: 'phase' }] },
        { name: 'C', filter: older, orderBy: 'id', columns: ['id'] },
        { name: 'B', isShared: true, isDefault: true, filter: '', orderBy: '', columns: ['phase', 'id'] },
      ])
      for (const { filter, orderBy } of reply.data.items)
        expect(
          (
            await world.call('data.listRows', {
              as: 'ann',
              params: { ...ORDERS, dmKey: 'task' },
              query: { ...(filter && { filter }), ...(orderBy && { orderBy }) },
            })
          ).status,
        ).toBe(0)
    },
  },
  { name: 'no such model', as: 'ann', given: async world => ({ params: { ...(await ready(world)).params, dmKey: 'nothing' } }), expect: { status: 404 } },
  { name: 'not for somebody else of the installation', as: 'cyd', given: ready, expect: { status: 403, stored: 'same' } },
  { name: 'not for another organisation', as: 'dee', given: ready, expect: { status: 403, stored: 'same' } },
  { name: 'not for a stranger', given: ready, expect: { status: 401, stored: 'same' } },
])
