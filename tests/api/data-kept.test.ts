// What left a database with its model or field is kept there for a while, and comes back with it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesBesideBuiltIn } from '../support/databases.ts'
import { addRow, applyAll, builtinSource, DEV, makeModel, planOf } from '../support/models.ts'
import { addPage } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { makeWorld, type World } from '../support/world.ts'

const databases = await databasesBesideBuiltIn()

describe.each(['builtin', ...databases.map(one => one.name)])('what left a database: %s', kind => {
  let world: World
  let sourceId: string
  let dsKey = 'main'
  let order: Awaited<ReturnType<typeof makeModel>>
  let customer: Awaited<ReturnType<typeof makeModel>>
  let names: Awaited<ReturnType<(typeof databases)[number]['fresh']>> | undefined
  const call = async (id: Parameters<World['call']>[0], params: object = {}, more: object = {}) => {
    const reply = await world.call(id, { as: 'ann', ...more, params: { ...DEV, sourceId, dsKey, dmKey: 'order', modelId: order?.modelId, ...params } })
    if (reply.status) throw new Error(`${id}: ${reply.msg} ${JSON.stringify(reply.errors)}`)
    return reply.data
  }
  const rows = async () => (await call('data.listRows', {}, { query: { orderBy: 'created_at' } })).items as Record<string, unknown>[]
  const keptNow = async () => (await call('release.listKept')).items.map((one: any) => [one.model, one.field].filter(Boolean).join('.')).toSorted()
  const drop = async (...fields: string[]) => {
    for (const key of fields) await call('model.deleteField', { fieldId: order.fields[key] })
    await applyAll(world, sourceId, { confirmLoss: true })
  }
  /** Dev has the models of the first version again. */
  async function goBack() {
    await call('release.merge', {}, { body: { from: '1.0.0', parts: [`model ${order.modelId}`, `model ${customer.modelId}`] } })
    const plan = await planOf(world, sourceId)
    await applyAll(world, sourceId, { confirmLoss: true })
    return plan.statements.map((one: any) => one.back).filter(Boolean) as string[]
  }

  beforeAll(async () => {
    world = await makeWorld()
    await addPage(world, { name: 'Home' })
    sourceId = await builtinSource(world)
    const external = databases.find(one => one.name === kind)
    if (external) {
      dsKey = 'outside'
      names = await external.fresh()
      sourceId = (await world.call('source.create', { as: 'ann', params: DEV, body: { key: dsKey, name: 'Outside', ...names } })).data.id
    }
    customer = await makeModel(world, sourceId, 'customer', [{ key: 'name', type: 'text', required: true }])
    order = await makeModel(world, sourceId, 'order', [
      { key: 'title', type: 'text', required: true, unique: true, rules: { maxLength: 40 } },
      { key: 'state', type: 'text', required: true, default: 'new', rules: { maxLength: 20 } },
      { key: 'number', type: 'autoNumber' },
      { key: 'tags', type: 'multiEnum', options: [{ value: 'a', label: 'A' }] },
      { key: 'customer', type: 'relationOne', relation: { modelId: customer.modelId } },
      { key: 'must', type: 'relationOne', required: true, relation: { modelId: customer.modelId } },
    ])
    await applyAll(world, sourceId)
    await publish(world)
  })
  afterAll(() => world?.close())

  let ada: string

  it('is out of sight, asks nothing of new rows, and is told', async () => {
    ada = await addRow(world, 'customer', { name: 'Ada' }, { dsKey })
    await addRow(world, 'order', { title: 'One', state: 'old', tags: ['a'], customer: ada, must: ada }, { dsKey })
    await addRow(world, 'order', { title: 'Two', state: 'old', customer: ada, must: ada }, { dsKey })
    for (const key of ['title', 'state', 'number', 'tags', 'customer', 'must']) await call('model.deleteField', { fieldId: order.fields[key] })
    await call('model.delete', { modelId: customer.modelId })
    await call('model.addField', {}, { body: { key: 'note', name: 'Note', type: 'text' } })
    const plan = await planOf(world, sourceId)
    const day = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(Date.now() + 30 * 86_400_000)
    const losses = plan.statements.map((one: any) => one.loss).filter(Boolean)
    expect(losses).toContain(`The column title of order is removed; its values are kept until ${day}`)
    expect(losses).toContain(`The table customer is removed; its rows are kept until ${day}`)
    expect(plan).toMatchObject({ loses: true, final: false, problems: [] })
    await applyAll(world, sourceId, { confirmLoss: true })
    expect(await planOf(world, sourceId)).toMatchObject({ statements: [], synchronized: true })
    expect(await keptNow()).toEqual(['customer', 'order.customer', 'order.must', 'order.number', 'order.state', 'order.tags', 'order.title'])
    await addRow(world, 'order', { note: 'Three' }, { dsKey })
    expect(Object.keys((await rows())[0] ?? {})).not.toContain('title')
    // Nobody reads as a table of somebody else's what is kept.
    if (names) expect((await call('source.listTables')).items.map((one: any) => one.name)).toEqual(['order'])
  })

  it('comes back with the model: values of the rows that are there still, nothing or the default for those that came since', async () => {
    const back = await goBack()
    expect(back.toSorted()).toEqual([
      'The rows of customer come back as they were kept',
      ...['customer', 'must', 'number', 'state', 'tags', 'title'].map(name => `The values of ${name} come back as they were kept`),
    ])
    expect(await rows()).toMatchObject([
      { title: 'One', state: 'old', number: 1, tags: ['a'], customer: ada, must: ada },
      { title: 'Two', state: 'old', number: 2, customer: ada, must: ada },
      { title: null, state: 'new', customer: null, must: null },
    ])
    expect(await keptNow()).toEqual(['order.Note'])
    // What is to have a value is asked for the next time.
    expect((await planOf(world, sourceId)).problems.toSorted()).toEqual([
      'must is to be required, but there are rows without a value',
      'title is to be required, but there are rows without a value',
    ])
    const third = (await rows())[2] as { id: string }
    await call('data.updateRow', { rowId: third.id }, { body: { title: 'Three', must: ada } })
    await applyAll(world, sourceId)
    expect(await planOf(world, sourceId)).toMatchObject({ statements: [], problems: [], synchronized: true })
    // Numbers go on.
    await addRow(world, 'order', { title: 'Four', must: ada }, { dsKey })
    expect((await rows()).map(row => row.number)).toEqual([1, 2, 3, 4])
  })

  it('names no rows that were deleted meanwhile', async () => {
    const bob = await addRow(world, 'customer', { name: 'Bob' }, { dsKey })
    const first = (await rows())[0] as { id: string }
    await call('data.updateRow', { rowId: first.id }, { body: { customer: bob } })
    await drop('customer')
    await call('data.deleteRows', { dmKey: 'customer', rowIds: bob })
    await goBack()
    expect((await rows()).map(row => row.customer)).toEqual([null, ada, null, null])
  })

  it('goes for good when it is thrown away', async () => {
    await drop('state')
    const [one] = (await call('release.listKept')).items
    expect(one).toMatchObject({ tag: 'dev', model: 'order', field: 'state', table: 'order', keptBy: 'Ann' })
    await call('release.deleteKept', { keptId: one.id })
    expect(await keptNow()).toEqual(['order.Note'])
    expect(await goBack()).toEqual([])
    expect((await rows()).map(row => row.state)).toEqual(['new', 'new', 'new', 'new'])
  })

  it('goes by itself after its time', async () => {
    await call('model.delete', { modelId: order.modelId })
    await call('model.delete', { modelId: customer.modelId })
    await applyAll(world, sourceId, { confirmLoss: true })
    expect(await keptNow()).toEqual(['customer', 'order', 'order.Note'])
    await world.db
      .updateTable('data_kept')
      .set({ until: new Date(Date.now() - 1000) })
      .where('model_id', '=', order.modelId)
      .execute()
    await world.running.services.data.removeExpired()
    expect(await keptNow()).toEqual(['customer'])
    expect(await goBack()).toEqual(['The rows of customer come back as they were kept'])
    expect(await rows()).toEqual([])
    expect((await call('data.listRows', { dmKey: 'customer' })).items).toMatchObject([{ name: 'Ada' }])
  })
})
