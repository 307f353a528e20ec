// data.undoChange: optional relations that a deletion emptied are filled again with what was deleted, in its own model and in others.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { databasesBesideBuiltIn } from '../support/databases.ts'
import { addRow, applyAll, builtinSource, DEV, makeModel } from '../support/models.ts'
import { addRule, rule, where } from '../support/row-permissions.ts'
import { addDataRole } from '../support/roles.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world?.close())

/** Customers that may have a parent, and orders that may have a customer. */
async function made(sourceId: string) {
  const customer = await makeModel(world, sourceId, 'customer', [{ key: 'name', type: 'text', name: 'Name' }])
  await world.call('model.addField', {
    as: 'ann',
    params: { ...DEV, modelId: customer.modelId },
    body: { key: 'parent', name: 'Parent', type: 'relationOne', relation: { modelId: customer.modelId } },
  })
  await makeModel(world, sourceId, 'sale', [
    { key: 'title', type: 'text', name: 'Title' },
    { key: 'customer', type: 'relationOne', name: 'Customer', relation: { modelId: customer.modelId } },
  ])
  await applyAll(world, sourceId)
}
const call =
  (dsKey: string, dmKey: string) =>
  (id: Parameters<World['call']>[0], more: Record<string, unknown> = {}) =>
    world.call(id, { as: 'ann', ...more, params: { ...DEV, dsKey, dmKey, ...(more.params as object) } })

const databases = [{ name: 'builtin' as const }, ...(await databasesBesideBuiltIn())]
it.each(databases)('$name: relations are emptied, filled again, and left where they name something else by now', async database => {
  const outside = 'fresh' in database
  const dsKey = outside ? `out_${database.name}` : 'main'
  const sourceId = outside
    ? (await world.call('source.create', { as: 'ann', params: DEV, body: { key: dsKey, name: dsKey, ...(await database.fresh()) } })).data.id
    : await builtinSource(world)
  await made(sourceId)
  const add = (dmKey: string, body: object) => addRow(world, dmKey, body as Record<string, unknown>, { dsKey })
  const customers = call(dsKey, 'customer')
  const sales = call(dsKey, 'sale')
  const [acme, other] = [await add('customer', { name: 'Acme' }), await add('customer', { name: 'Other' })]
  const branch = await add('customer', { name: 'Branch', parent: acme })
  const [first, second, third] = [
    await add('sale', { title: 'First', customer: acme }),
    await add('sale', { title: 'Second', customer: acme }),
    await add('sale', { title: 'Third', customer: branch }),
  ]
  const before = (await customers('data.listRows', { query: { orderBy: 'id' } })).data.items
  const { changeId } = (await customers('data.deleteRows', { params: { rowIds: `${acme},${branch}` } })).data
  const sale = async (id: string) => (await sales('data.getRow', { params: { rowId: id } })).data.row
  expect((await sale(first)).customer).toBeNull()
  expect((await sales('data.getHistory', { params: { rowId: first } })).data.items[0]).toMatchObject({
    kind: 'update',
    changes: [{ field: 'customer', to: '' }],
  })
  // Nothing of it stands among the changes of the orders that can be undone: it belongs to the deletion.
  expect((await sales('data.listChanges')).data.items).toEqual([])

  await sales('data.updateRow', { params: { rowId: second }, body: { customer: other } })
  expect((await customers('data.getChange', { params: { changeId } })).data).toMatchObject({ count: 2, still: 2, relations: 2 })
  expect((await customers('data.undoChange', { params: { changeId }, body: {} })).data).toEqual({
    count: 2,
    leftCount: 0,
    left: [],
    relations: { filled: 2, left: 1, leftTitles: ['Second'] },
    otherwise: [],
    job: '',
  })
  expect([(await sale(first)).customer, (await sale(second)).customer, (await sale(third)).customer]).toEqual([acme, other, branch])
  const after = (await customers('data.listRows', { query: { orderBy: 'id' } })).data.items
  expect(after.map((row: { name: string; parent: unknown }) => [row.name, row.parent])).toEqual(
    before.map((row: { name: string; parent: unknown }) => [row.name, row.parent]),
  )
  expect((await sales('data.getHistory', { params: { rowId: first } })).data.items[0]).toMatchObject({ kind: 'undo', changes: [{ from: '' }] })
})

it('names none of the rows that the person does not see', async () => {
  await addDataRole(world, 'ben')
  const customers = call('main', 'customer')
  const [one, other] = [await addRow(world, 'customer', { name: 'One' }), await addRow(world, 'customer', { name: 'Else' })]
  const sale = await addRow(world, 'sale', { title: 'Secret', customer: one })
  await addRule(world, rule({ users: [world.ids.ben] }, where('title', 'equal', 'Open')), { ...DEV, dsKey: 'main', dmKey: 'sale' })
  const { changeId } = (await customers('data.deleteRows', { as: 'ben', params: { rowIds: one } })).data
  await call('main', 'sale')('data.updateRow', { params: { rowId: sale }, body: { customer: other } })
  expect((await customers('data.undoChange', { as: 'ben', params: { changeId }, body: {} })).data).toMatchObject({
    count: 1,
    relations: { filled: 0, left: 1, leftTitles: [] },
  })
})
