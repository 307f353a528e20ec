// source.plan and source.apply: a model changes, the table follows, and nothing is lost without a word.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { structureRefused } from '../../api/server/services/data/design/refused.ts'
import { databasesBesideBuiltIn } from '../support/databases.ts'
import { addRow, applyAll, builtinSource, DEV, makeModel, planOf } from '../support/models.ts'
import { makeWorld, type World } from '../support/world.ts'

const databases = await databasesBesideBuiltIn()

describe.each(['builtin', ...databases.map(one => one.name)])('the plan of a source: %s', kind => {
  let world: World
  let sourceId: string
  let dsKey = 'main'
  let made: Awaited<ReturnType<typeof makeModel>>
  const call = (id: Parameters<World['call']>[0], more: Record<string, unknown> = {}) =>
    world.call(id, { as: 'ann', ...more, params: { ...DEV, sourceId, dsKey, dmKey: 'order', modelId: made?.modelId, ...(more.params as object) } })
  const change = (key: string, body: Record<string, unknown>) =>
    call('model.updateField', { params: { fieldId: made.fields[key] }, body: { key, name: key, ...body } })
  const texts = async () => (await planOf(world, sourceId)).statements.map((one: { sql: string }) => one.sql)
  const rows = async () => (await call('data.listRows', { query: { orderBy: 'created_at' } })).data.items

  beforeAll(async () => {
    world = await makeWorld()
    sourceId = await builtinSource(world)
    const external = databases.find(one => one.name === kind)
    if (external) {
      dsKey = 'outside'
      sourceId = (await world.call('source.create', { as: 'ann', params: DEV, body: { key: dsKey, name: 'Outside', ...(await external.fresh()) } })).data.id
    }
    made = await makeModel(world, sourceId, 'order', [
      { key: 'title', type: 'text', rules: { maxLength: 50 } },
      { key: 'amount', type: 'integer' },
      { key: 'note', type: 'longText' },
    ])
  })
  afterAll(() => world?.close())

  it('shows what would run and changes nothing', async () => {
    const plan = await planOf(world, sourceId)
    expect(plan.statements.at(-1).sql).toMatch(/^create table/)
    expect(plan).toMatchObject({ problems: [], loses: false, synchronized: false })
    expect(await call('data.listRows')).toMatchObject({ status: 404, code: 'data.modelUnknown' })
  })

  it('applies what was shown, and only that', async () => {
    const { hash } = await planOf(world, sourceId)
    await change('amount', { type: 'integer', required: true })
    expect(await call('source.apply', { body: { hash } })).toMatchObject({ status: 409, code: 'data.planChanged' })
    expect(await call('source.apply', { body: { hash: 'x' } })).toMatchObject({ status: 422, errors: { hash: 'Not a valid hash' } })
    expect((await applyAll(world, sourceId)).statements).toBeGreaterThan(0)
    await addRow(world, 'order', { title: 'One', amount: 1, note: 'n' }, { dsKey })
    await addRow(world, 'order', { title: 'Two', amount: 2 }, { dsKey })
  })

  it('only who designs the app may see or apply a plan', async () => {
    expect(await call('source.plan', { as: 'ben', body: {} })).toMatchObject({ status: 403 })
    expect(await call('source.apply', { as: 'ben', body: { hash: '0'.repeat(64) } })).toMatchObject({ status: 403 })
    expect(await call('source.plan', { params: { appUrlKey: 'shop' }, body: {} })).toMatchObject({ status: 409, code: 'data.environmentFixed' })
  })

  it('keeps the rows of a table and the values of a column that only changed their names', async () => {
    await change('amount', { key: 'quantity', type: 'integer', required: true })
    await call('model.update', { body: { key: 'purchase', name: 'Purchase' } })
    expect((await planOf(world, sourceId)).loses).toBe(false)
    await applyAll(world, sourceId)
    const list = await call('data.listRows', { params: { dmKey: 'purchase' }, query: { orderBy: 'quantity' } })
    expect(list.data.items).toMatchObject([
      { title: 'One', quantity: 1 },
      { title: 'Two', quantity: 2 },
    ])
    await change('amount', { type: 'integer', required: true })
    await call('model.update', { body: { key: 'order', name: 'Order' } })
    await applyAll(world, sourceId)
  })

  it('gives the rows that are there the default of a new required field, as a bound value', async () => {
    await call('model.addField', { body: { key: 'state', name: 'State', type: 'text', required: true, default: "it's; drop table" } })
    const { statements } = await planOf(world, sourceId)
    expect(statements.find((one: { parameters: string[] }) => one.parameters.length)).toMatchObject({ parameters: ["it's; drop table"] })
    await applyAll(world, sourceId)
    expect(await rows()).toMatchObject([{ state: "it's; drop table" }, { state: "it's; drop table" }])
  })

  it('says what stands in the way before anything runs', async () => {
    await change('note', { type: 'longText', required: true })
    expect((await planOf(world, sourceId)).problems).toEqual(['note is to be required, but there are rows without a value'])
    await change('note', { type: 'longText' })
    const extra = await call('model.addField', { body: { key: 'must', name: 'Must', type: 'integer', required: true } })
    expect((await planOf(world, sourceId)).problems).toEqual(['Must is required, but the rows that are there have no value; give it a default'])
    await call('model.deleteField', { params: { fieldId: extra.data.id } })
    await addRow(world, 'order', { title: 'Two', amount: 3 }, { dsKey })
    await change('title', { type: 'text', unique: true, rules: { maxLength: 50 } })
    expect((await planOf(world, sourceId)).problems).toEqual(['title is to be unique, but rows share the same value'])
    await change('title', { type: 'text', rules: { maxLength: 50 } })
    expect(await texts()).toEqual([])
  })

  it('widens a column without a word, and warns where values change', async () => {
    await change('title', { type: 'longText' })
    expect((await planOf(world, sourceId)).loses).toBe(false)
    await applyAll(world, sourceId)
    await change('amount', { type: 'text', rules: { maxLength: 20 }, required: true })
    await applyAll(world, sourceId, { confirmLoss: true })
    expect((await rows())[0]).toMatchObject({ title: 'One', amount: '1' })
    await change('amount', { type: 'integer', required: true })
    expect((await planOf(world, sourceId)).loses).toBe(true)
    await applyAll(world, sourceId, { confirmLoss: true })
    expect((await rows())[0]).toMatchObject({ amount: 1 })
  })

  it('adds and drops indexes', async () => {
    const index = await call('model.addIndex', { body: { name: 'By amount', fields: ['amount'] } })
    expect(await texts()).toEqual([expect.stringMatching(/^create index/)])
    await applyAll(world, sourceId)
    await call('model.deleteIndex', { params: { indexId: index.data.id } })
    expect(await texts()).toEqual([expect.stringMatching(/^drop index/)])
    await applyAll(world, sourceId)
  })

  it('a relation that is unique or indexed no more stays a relation', async () => {
    const one = await makeModel(world, sourceId, 'one', [{ key: 'title', type: 'text' }])
    const two = await makeModel(world, sourceId, 'two', [
      { key: 'one', type: 'relationOne', unique: true, relation: { modelId: one.modelId } },
      { key: 'other', type: 'relationOne', relation: { modelId: one.modelId } },
    ])
    const params = { modelId: two.modelId, fieldId: two.fields.one, dmKey: 'two' }
    const index = await call('model.addIndex', { params, body: { name: 'Other', fields: ['other'] } })
    await applyAll(world, sourceId)
    await call('model.updateField', { params, body: { key: 'one', name: 'one', type: 'relationOne', relation: { modelId: one.modelId } } })
    await call('model.deleteIndex', { params: { ...params, indexId: index.data.id } })
    await applyAll(world, sourceId)
    expect(await planOf(world, sourceId)).toMatchObject({ statements: [], synchronized: true })
    const id = await addRow(world, 'one', { title: 'One' }, { dsKey })
    await addRow(world, 'two', { one: id, other: id }, { dsKey })
    await addRow(world, 'two', { one: id }, { dsKey })
    expect(await call('data.deleteRows', { params: { dmKey: 'one', rowIds: id } })).toMatchObject({ status: 0 })
    expect((await call('data.listRows', { params })).data.items).toMatchObject([{ one: null }, { one: null }])
    await call('model.delete', { params })
    await call('model.delete', { params: { modelId: one.modelId } })
    await applyAll(world, sourceId, { confirmLoss: true })
  })

  it('removes a column or a table only when that is confirmed', async () => {
    await call('model.deleteField', { params: { fieldId: made.fields.note } })
    const plan = await planOf(world, sourceId)
    expect(plan).toMatchObject({
      loses: true,
      statements: [{ loss: expect.stringMatching(/^The column note of order is removed; its values are kept until /) }],
    })
    expect(await call('source.apply', { body: { hash: plan.hash } })).toMatchObject({ status: 409, code: 'data.lossUnconfirmed' })
    await applyAll(world, sourceId, { confirmLoss: true })
    await call('model.delete')
    expect(await planOf(world, sourceId)).toMatchObject({
      loses: true,
      statements: [{ loss: expect.stringMatching(/^The table order is removed; its rows are kept until /) }],
    })
    await applyAll(world, sourceId, { confirmLoss: true })
    expect((await call('model.list')).data).toMatchObject({ items: [], removed: 0, synchronized: true })
  })
})

describe('the tables of the built-in source', () => {
  it('go with the app, however it is deleted', async () => {
    const world = await makeWorld()
    const sourceId = await builtinSource(world)
    await makeModel(world, sourceId, 'order', [{ key: 'title', type: 'text' }])
    await applyAll(world, sourceId)
    const schemas = async () => (await world.pool.query(`select nspname from pg_namespace where nspname like 'app\\_%'`)).rows
    expect(await schemas()).toHaveLength(1)
    await world.db.deleteFrom('app').where('id', '=', world.ids.shop).execute()
    expect(await schemas()).toHaveLength(0)
    await world.close()
  })
})

it.each([
  ['42501', 'create table "s"."half" ()', 'The account of this data source may not change the structure of its database', { table: 'half' }],
  [
    'ER_DUP_ENTRY',
    'create unique index `ux` on `half` (`a`)',
    'Rows of the table {table} have the same value where each has to have its own now',
    { table: 'half' },
  ],
  ['XX000', 'alter table "half" drop column "a"', 'The database did not take the change. Its reason is in the log of the server', undefined],
])('says in our words why a database did not take a change: %s', (code, statement, english, values) => {
  const error = Object.assign(new Error('could not open "/var/lib/secret": value "Ann"'), { code })
  const told = structureRefused(statement, error)
  expect([told.code, told.english, told.more.values]).toEqual(['data.applyFailed', english, values])
})
