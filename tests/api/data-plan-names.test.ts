// source.plan and source.apply: a name that becomes another's. What has it keeps what is in it, and what is deleted for it is named.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesBesideBuiltIn, type ConnectionInput } from '../support/databases.ts'
import { addRow, applyAll, builtinSource, DEV, makeModel, planOf, type FieldSpec } from '../support/models.ts'
import { addPage } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { makeWorld, type World } from '../support/world.ts'

const databases = await databasesBesideBuiltIn()
const LATEST = { companyKey: 'acme', appUrlKey: 'shop' }
type Made = Awaited<ReturnType<typeof makeModel>>

describe.each(['builtin', ...databases.map(one => one.name)])('names that move: %s', kind => {
  const external = databases.find(one => one.name === kind)
  let world: World
  let sourceId: string
  let dsKey = 'main'
  let input: ConnectionInput | undefined

  beforeAll(async () => {
    world = await makeWorld()
    await addPage(world, { name: 'Home' })
    sourceId = await builtinSource(world)
    if (!external) return
    dsKey = 'outside'
    input = await external.fresh()
    sourceId = (await world.call('source.create', { as: 'ann', params: DEV, body: { key: dsKey, name: 'Outside', ...input } })).data.id
  })
  afterAll(() => world?.close())

  const done = async (id: Parameters<World['call']>[0], params: Record<string, unknown>, body?: Record<string, unknown>) => {
    const reply = await world.call(id, { as: 'ann', params: { ...DEV, sourceId, ...params } as never, body })
    expect(reply).toMatchObject({ status: 0 })
    return reply.data
  }
  const make = (key: string, fields: FieldSpec[]) => makeModel(world, sourceId, key, fields)
  const add = (dmKey: string, row: Record<string, unknown>) => addRow(world, dmKey, row, { dsKey })
  const rename = (made: Made, field: string, key: string, more: Record<string, unknown> = { type: 'text' }) =>
    done('model.updateField', { modelId: made.modelId, fieldId: made.fields[field] }, { key, name: key, ...more })
  const renameModel = ({ modelId }: Made, key: string) => done('model.update', { modelId }, { key, name: key })
  const removeField = ({ modelId, fields }: Made, field: string) => done('model.deleteField', { modelId, fieldId: fields[field] })
  const removeModel = ({ modelId }: Made) => done('model.delete', { modelId })
  const rows = async (dmKey: string, at: { companyKey: string; appUrlKey: string } = DEV) =>
    (await done('data.listRows', { ...at, dsKey, dmKey })).items as Record<string, unknown>[]
  const losses = (plan: Record<string, any>) => plan.statements.flatMap(({ loss }: { loss: string }) => (loss ? [loss.replace(/; its .*/, '')] : []))
  const apply = async (lost: string[] = []) => {
    expect(losses(await planOf(world, sourceId))).toEqual(lost)
    await applyAll(world, sourceId, { confirmLoss: true })
    expect(await planOf(world, sourceId)).toMatchObject({ statements: [], synchronized: true })
  }

  it('a field that gets the key of a deleted one keeps its values', async () => {
    const made = await make('item', [
      { key: 'price', type: 'text' },
      { key: 'cost', type: 'text', unique: true },
    ])
    await apply()
    await add('item', { price: 'old', cost: 'kept' })
    await removeField(made, 'price')
    await rename(made, 'cost', 'price', { type: 'text', unique: true })
    await apply(['The column price of item is removed'])
    expect(await rows('item')).toMatchObject([{ price: 'kept' }])
    expect('cost' in (await rows('item'))[0]!).toBe(false)
  })

  it('a new field with the key of a deleted one starts empty', async () => {
    const made = await make('again', [{ key: 'note', type: 'text' }])
    await apply()
    await add('again', { note: 'secret' })
    await removeField(made, 'note')
    await done('model.addField', { modelId: made.modelId }, { key: 'note', name: 'Note', type: 'autoNumber' })
    await apply(['The column note of again is removed'])
    expect(await rows('again')).toMatchObject([{ note: 1 }])
  })

  it('two fields that trade keys keep their values, and what is checked of them', async () => {
    const made = await make('pair', [
      { key: 'a', type: 'text', required: true },
      { key: 'b', type: 'text' },
    ])
    await done('model.addIndex', { modelId: made.modelId }, { name: 'Both', fields: ['a', 'b'], unique: true })
    await apply()
    await add('pair', { a: 'A', b: 'B' })
    await rename(made, 'a', 'c')
    await rename(made, 'b', 'a')
    await rename(made, 'a', 'b', { type: 'text', required: true })
    await apply()
    expect(await rows('pair')).toMatchObject([{ a: 'B', b: 'A' }])
    expect(await world.call('data.createRow', { as: 'ann', params: { ...DEV, dsKey, dmKey: 'pair' }, body: { a: 'x' } })).toMatchObject({ status: 422 })
    expect(await add('pair', { b: 'x' })).toBeTruthy()
  })

  it('keys that move on from field to field take their values along, and a new field takes the first', async () => {
    const made = await make('chain', [
      { key: 'a', type: 'text' },
      { key: 'b', type: 'text' },
    ])
    await apply()
    await add('chain', { a: 'A', b: 'B' })
    await rename(made, 'b', 'c')
    await rename(made, 'a', 'b')
    await done('model.addField', { modelId: made.modelId }, { key: 'a', name: 'a', type: 'text' })
    await apply()
    expect(await rows('chain')).toMatchObject([{ a: null, b: 'A', c: 'B' }])
  })

  it('a model that gets the key of a deleted one keeps its rows, and one that is new has none', async () => {
    const customer = await make('customer', [{ key: 'name', type: 'text' }])
    const orders = await make('orders', [{ key: 'customer', type: 'relationOne', relation: { modelId: customer.modelId } }])
    const invoices = await make('invoices', [{ key: 'number', type: 'text', unique: true }])
    await apply()
    await add('orders', { customer: await add('customer', { name: 'Ann' }) })
    await add('invoices', { number: 'R-1' })
    await removeModel(orders)
    await removeModel(customer)
    await renameModel(invoices, 'orders')
    await make('customer', [{ key: 'name', type: 'text' }])
    const plan = await planOf(world, sourceId)
    expect(losses(plan).toSorted()).toEqual(['The table customer is removed', 'The table orders is removed'])
    await applyAll(world, sourceId, { confirmLoss: true })
    expect(await planOf(world, sourceId)).toMatchObject({ statements: [], synchronized: true })
    expect(await rows('orders')).toMatchObject([{ number: 'R-1' }])
    expect(await rows('customer')).toEqual([])
  })

  it('models whose keys move on, or round in a circle, keep their rows and what names them', async () => {
    const one = await make('one', [{ key: 'title', type: 'text' }])
    const two = await make('two', [{ key: 'one', type: 'relationOne', relation: { modelId: one.modelId } }])
    await apply()
    const id = await add('one', { title: 'First' })
    await add('two', { one: id })
    await renameModel(two, 'three')
    await renameModel(one, 'two')
    await apply()
    expect(await rows('two')).toMatchObject([{ title: 'First' }])
    expect(await rows('three')).toMatchObject([{ one: id }])
    await renameModel(one, 'four')
    await renameModel(two, 'two')
    await renameModel(one, 'three')
    await apply()
    expect(await rows('three')).toMatchObject([{ title: 'First' }])
    expect(await rows('two')).toMatchObject([{ one: id, _labels: expect.anything() }])
  })

  it('a release brings at once what dev got in steps', async () => {
    const made = await make('staged', [
      { key: 'price', type: 'text' },
      { key: 'cost', type: 'text' },
      { key: 'extra', type: 'text' },
    ])
    await apply()
    if (external) await done('source.update', { ...LATEST, sourceId }, { name: 'Outside', ...(await external.fresh()), dialect: undefined })
    await publish(world, { confirmLoss: true })
    const id = (await world.call('data.createRow', { as: 'ann', params: { ...LATEST, dsKey, dmKey: 'staged' }, body: { price: 'P', cost: 'C', extra: 'E' } }))
      .data.id
    expect(id).toBeTruthy()
    await removeField(made, 'price')
    await apply(['The column price of staged is removed'])
    await rename(made, 'cost', 'price')
    await rename(made, 'extra', 'cost')
    await apply()
    const shown = (await world.call('release.plan', { as: 'ann', params: LATEST as never, body: {} })).data
    expect(shown.loses).toBe(true)
    expect(shown.sources.flatMap(losses)).toEqual(['The column price of staged is removed'])
    await publish(world, { confirmLoss: true, planHash: shown.hash })
    expect(await rows('staged', LATEST)).toMatchObject([{ price: 'C', cost: 'E' }])
  })

  it('what was refused half-way is gone on with', async () => {
    const made = await make('half', [
      { key: 'a', type: 'text' },
      { key: 'b', type: 'text' },
      { key: 'c', type: 'text' },
      { key: 'd', type: 'text' },
      { key: 'number', type: 'text' },
    ])
    await apply()
    await add('half', { a: 'A', b: 'B', c: 'C', d: 'D', number: 'none' })
    await rename(made, 'a', 'e')
    await rename(made, 'b', 'a')
    await rename(made, 'a', 'b')
    await removeField(made, 'd')
    await rename(made, 'c', 'd')
    await done('model.addField', { modelId: made.modelId }, { key: 'c', name: 'c', type: 'text' })
    // The text is no number: the database says so when the names have changed.
    await rename(made, 'number', 'number', { type: 'integer' })
    const { hash } = await planOf(world, sourceId)
    expect(await world.call('source.apply', { as: 'ann', params: { ...DEV, sourceId }, body: { hash, confirmLoss: true } })).toMatchObject({
      status: 409,
      code: 'data.applyFailed',
      // In our words, whatever the database says, and without the value that it names.
      msg: 'Values in the table half do not fit the new type of a field. Change the values, or let the field keep its type',
    })
    await rename(made, 'number', 'number')
    await applyAll(world, sourceId, { confirmLoss: true })
    expect(await planOf(world, sourceId)).toMatchObject({ statements: [], synchronized: true })
    expect(await rows('half')).toMatchObject([{ a: 'B', b: 'A', c: null, d: 'C', number: 'none' }])
  })

  it('a name that somebody else has is not taken', async () => {
    if (!external || !input) return
    const made = await make('mine', [{ key: 'a', type: 'text' }])
    await apply()
    await add('mine', { a: 'A' })
    await external.run(input, 'create table theirs (id integer primary key); alter table mine add column x integer')
    await rename(made, 'a', 'x')
    expect((await planOf(world, sourceId)).problems).toEqual(['The table mine already has a column x that no field has made; choose another key'])
    await rename(made, 'a', 'a')
    await renameModel(made, 'theirs')
    const plan = await planOf(world, sourceId)
    expect(plan.problems).toEqual(['The database already has a table theirs; read it as a model, or choose another key'])
    expect(await world.call('source.apply', { as: 'ann', params: { ...DEV, sourceId }, body: { hash: plan.hash, confirmLoss: true } })).toMatchObject({
      status: 409,
      code: 'data.planBlocked',
    })
    await renameModel(made, 'mine')
    await apply()
    expect(await rows('mine')).toMatchObject([{ a: 'A' }])
  })
})
