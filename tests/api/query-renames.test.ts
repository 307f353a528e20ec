// A model or field that gets another name takes its queries along; what goes is named in the plan.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addRow, applyAll, builtinSource, DEV, makeModel, planOf } from '../support/models.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
let sourceId = ''
const ids: Record<string, string> = {}
beforeAll(async () => {
  world = await makeWorld()
  sourceId = await builtinSource(world)
  const customer = await makeModel(world, sourceId, 'customer', [{ key: 'land', name: 'Land', type: 'text' }])
  const sale = await makeModel(world, sourceId, 'sale', [
    { key: 'state', name: 'State', type: 'text' },
    { key: 'amount', name: 'Amount', type: 'integer' },
    { key: 'customer', name: 'Customer', type: 'relationOne', relation: { modelId: customer.modelId } },
  ])
  Object.assign(ids, { customer: customer.modelId, sale: sale.modelId })
  await applyAll(world, sourceId)
  await addRow(world, 'sale', { state: 'won', amount: 2, customer: await addRow(world, 'customer', { land: 'de' }) })
  const reply = await world.call('query.create', {
    as: 'ann',
    params: DEV,
    body: {
      key: 'asked',
      name: 'Asked',
      definition: {
        model: 'main/sale',
        filter: { conjunction: 'and', children: [{ left: { type: 'field', field: 'customer.land' }, op: 'equal', right: 'de' }] },
        groups: [{ key: 'land', path: 'customer.land' }],
        measures: [{ key: 'sum', measure: 'sum', path: 'amount' }],
      },
    },
  })
  ids.query = reply.data.id
})
afterAll(() => world?.close())

const field = async (model: string, key: string) =>
  (
    (
      await world.db
        .selectFrom('data_model')
        .select('definition')
        .where('id', '=', ids[model] as string)
        .executeTakeFirstOrThrow()
    ).definition as { fields: { id: string; key: string; type: string; name: string }[] }
  ).fields.find(one => one.key === key) as { id: string; key: string; type: string; name: string }
const answer = async () => (await world.call('query.run', { as: 'ann', params: { ...DEV, queryKey: 'asked' } })).data

it('mends what is renamed: the model, fields of it, fields and models that relations lead to', async () => {
  expect((await answer()).items).toMatchObject([{ land: 'de', sum: 2 }])
  const rename = async (model: string, key: string, to: string) => {
    const one = await field(model, key)
    const reply = await world.call('model.updateField', {
      as: 'ann',
      params: { ...DEV, modelId: ids[model] as string, fieldId: one.id },
      body: { key: to, name: one.name, type: one.type, ...(key === 'customer' && { relation: { modelId: ids.customer } }) } as never,
    })
    expect(reply.msg).toBe('')
  }
  await rename('customer', 'land', 'country')
  await rename('sale', 'customer', 'buyer')
  await rename('sale', 'amount', 'total')
  for (const [id, key] of [
    ['sale', 'deal'],
    ['customer', 'client'],
  ] as const)
    expect((await world.call('model.update', { as: 'ann', params: { ...DEV, modelId: ids[id] as string }, body: { key, name: key } })).msg).toBe('')
  const { queries } = (await planOf(world, sourceId)) as { queries: { name: string; isMended: boolean }[] }
  expect(queries).toMatchObject([{ name: 'Asked', isMended: true }])
  await applyAll(world, sourceId)
  const saved = (await world.call('query.get', { as: 'ann', params: { ...DEV, queryId: ids.query as string } })).data
  expect(saved.definition).toMatchObject({ model: 'main/deal', groups: [{ key: 'land', path: 'buyer.country' }], measures: [{ key: 'sum', path: 'total' }] })
  expect(JSON.stringify(saved.definition.filter)).toContain('buyer.country')
  expect(saved.version).toBe(2)
  expect((await answer()).items).toMatchObject([{ land: 'de', sum: 2 }])
})

it('names what SQL says of tables and columns that get other names, and leaves the text to its author', async () => {
  const text = "select total as amount from deal where state <> 'client' /* buyer */"
  const body = { key: 'in_sql', name: 'In SQL', definition: { sql: { source: 'main', text } } }
  const made = await world.call('query.create', { as: 'ann', params: DEV, body })
  expect(made.msg).toBe('')
  const planned = async () => (await planOf(world, sourceId)).queries.filter(({ name }: { name: string }) => name === 'In SQL')
  const one = await field('sale', 'total')
  const rename = (key: string) =>
    world.call('model.updateField', {
      as: 'ann',
      params: { ...DEV, modelId: ids.sale as string, fieldId: one.id },
      body: { key, name: one.name, type: one.type } as never,
    })
  expect((await rename('worth')).msg).toBe('')
  expect(await planned()).toMatchObject([{ isMended: false, uses: [{ path: 'sql', name: 'deal.total', to: '' }] }])
  expect((await rename('total')).msg).toBe('')
  // What stands in a text, in a comment or under another name is no use.
  for (const [id, key] of [
    ['customer', 'person'],
    ['customer', 'client'],
  ] as const) {
    expect((await world.call('model.update', { as: 'ann', params: { ...DEV, modelId: ids[id] as string }, body: { key, name: key } })).msg).toBe('')
    expect(await planned()).toEqual([])
  }
  expect(
    (await world.call('model.update', { as: 'ann', params: { ...DEV, modelId: ids.sale as string }, body: { key: 'bargain', name: 'bargain' } })).msg,
  ).toBe('')
  expect(await planned()).toMatchObject([{ isMended: false, uses: [{ path: 'sql', name: 'deal', to: '' }] }])
  await applyAll(world, sourceId)
  expect((await world.call('query.get', { as: 'ann', params: { ...DEV, queryId: made.data.id } })).data).toMatchObject({
    version: 1,
    definition: { sql: { text } },
  })
  expect((await world.call('model.update', { as: 'ann', params: { ...DEV, modelId: ids.sale as string }, body: { key: 'deal', name: 'deal' } })).msg).toBe('')
  await applyAll(world, sourceId)
})

it('names what goes, and leaves the query as it is', async () => {
  const one = await field('sale', 'total')
  await world.call('model.deleteField', { as: 'ann', params: { ...DEV, modelId: ids.sale as string, fieldId: one.id } })
  const { queries } = (await planOf(world, sourceId)) as { queries: { isMended: boolean; uses: object[] }[] }
  expect(queries).toMatchObject([
    { isMended: false, uses: [{ path: 'measures[0]', name: 'deal.total', to: '' }] },
    { isMended: false, uses: [{ path: 'sql', name: 'deal.total', to: '' }] },
  ])
})
