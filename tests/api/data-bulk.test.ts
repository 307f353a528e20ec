// Changes of all rows that match (data.startBulk): many pages of them in one transaction, undone as a whole, by everybody only of the rows that he sees.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { databasesBesideBuiltIn } from '../support/databases.ts'
import { addRow, applyAll, builtinSource, DEV, makeModel } from '../support/models.ts'
import { addRule, makeOrders, ORDERS, rule, where } from '../support/row-permissions.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world?.close())

it('of a limited person touch the rows that he sees, and no others', async () => {
  await makeOrders(world)
  await addRule(world, rule({ users: [world.ids.ben] }, where('title', 'equal', "ben's")))
  const values = { amount: 50 }
  const preview = await world.call('data.previewBulk', { as: 'ben', params: ORDERS, body: { values } })
  expect(preview.data).toMatchObject({ count: 1, changed: 1, titles: ["ben's"], lines: [{ from: '1', to: '50', count: 1 }] })
  // Three rows match for those who see them all.
  expect((await world.call('data.startBulk', { as: 'ben', params: ORDERS, body: { values, count: 3 } })).data).toMatchObject({ state: 'failed' })
  expect((await world.call('data.startBulk', { as: 'ben', params: ORDERS, body: { values, count: 1 } })).data).toMatchObject({
    state: 'done',
    result: { count: 1, changed: 1 },
  })
  const { items } = (await world.call('data.listRows', { as: 'ann', params: ORDERS, query: { orderBy: 'id' } })).data
  expect(items.map((row: { amount: number }) => row.amount)).toEqual([50, 5, 9])
})

it('many at once, deleted and put back each for itself, wait for each other and for nothing else', async () => {
  const sourceId = await builtinSource(world)
  await makeModel(world, sourceId, 'crowd', [{ key: 'title', type: 'text' }])
  await applyAll(world, sourceId)
  const crowd = { ...DEV, dsKey: 'main', dmKey: 'crowd' }
  const ids: string[] = []
  for (let n = 0; n < 25; n++) ids.push(await addRow(world, 'crowd', { title: `Row ${n}` }))
  const deleted = await Promise.all(ids.map(rowIds => world.call('data.deleteRows', { as: 'ann', params: { ...crowd, rowIds } })))
  expect(deleted.map(reply => reply.status)).toEqual(ids.map(() => 0))
  const undone = await Promise.all(
    deleted.map(reply => world.call('data.undoChange', { as: 'ann', params: { ...crowd, changeId: reply.data.changeId }, body: {} })),
  )
  expect(undone.map(reply => reply.status)).toEqual(ids.map(() => 0))
  expect((await world.call('data.listRows', { as: 'ann', params: crowd })).data.total).toBe(25)
})

it('deletes rows that match by what the deletion itself empties', async () => {
  const sourceId = await builtinSource(world)
  const { modelId } = await makeModel(world, sourceId, 'node', [{ key: 'title', type: 'text' }])
  await world.call('model.addField', {
    as: 'ann',
    params: { ...DEV, modelId },
    body: { key: 'parent', name: 'Parent', type: 'relationOne', relation: { modelId } },
  })
  await applyAll(world, sourceId)
  const root = await addRow(world, 'node', { title: 'Root' })
  const table = `"app_${world.ids.shop.replaceAll('-', '')}_dev".node`
  const first = '00000000-0000-4000-8000-000000000000'
  await world.pool.query(`insert into ${table} (id, title, parent) values ($1, 'First', $2)`, [first, root])
  await world.pool.query(`insert into ${table} (id, title, parent) select gen_random_uuid(), 'Leaf', $1 from generate_series(1, 1500)`, [first])
  const nodes = { ...DEV, dsKey: 'main', dmKey: 'node' }
  const filter = JSON.stringify({ conjunction: 'and', children: [{ left: { type: 'field', field: 'parent' }, op: 'is_not_empty' }] })
  const settled = async (bulkId: string) => {
    for (;;) {
      const { data } = await world.call('data.getBulk', { as: 'ann', params: { ...nodes, bulkId } })
      if (data.state !== 'working') return data
      await new Promise(done => setTimeout(done, 50))
    }
  }
  const left = async () => (await world.call('data.listRows', { as: 'ann', params: nodes, query: { filter } })).data.total
  // Others match than were shown.
  const other = (await world.call('data.startBulk', { as: 'ann', params: nodes, body: { filter, count: 1500 } })).data
  expect(await settled(other.id)).toMatchObject({ state: 'failed' })
  expect(await left()).toBe(1501)
  const started = (await world.call('data.startBulk', { as: 'ann', params: nodes, body: { filter, count: 1501 } })).data
  const deleted = await settled(started.id)
  expect(deleted).toMatchObject({ state: 'done', result: { count: 1501 } })
  expect((await world.call('data.listRows', { as: 'ann', params: nodes })).data.items).toMatchObject([{ title: 'Root' }])
  const undone = (await world.call('data.undoChange', { as: 'ann', params: { ...nodes, changeId: deleted.result.changeId }, body: {} })).data
  // The answer may have come after all was done.
  if (undone.job) expect(await settled(undone.job)).toMatchObject({ state: 'done' })
  expect(await left()).toBe(1501)
})

const ROWS = 2300
const databases = [{ name: 'builtin' as const }, ...(await databasesBesideBuiltIn())]
it.each(databases)('$name: many pages of rows are changed, deleted and put back as they were', async database => {
  const outside = 'fresh' in database
  const dsKey = outside ? `out_${database.name}` : 'main'
  const input = outside ? await database.fresh() : undefined
  const sourceId = input
    ? (await world.call('source.create', { as: 'ann', params: DEV, body: { key: dsKey, name: dsKey, ...input } })).data.id
    : await builtinSource(world)
  await makeModel(world, sourceId, 'item', [
    { key: 'title', type: 'text', name: 'Title' },
    { key: 'code', type: 'text', name: 'Code', unique: true },
    { key: 'price', type: 'decimal', name: 'Price' },
    { key: 'facts', type: 'json', name: 'Facts' },
  ])
  await applyAll(world, sourceId)
  const call = (id: Parameters<World['call']>[0], more: Record<string, unknown> = {}) =>
    world.call(id, { as: 'ann', ...more, params: { ...DEV, dsKey, dmKey: 'item', ...(more.params as object) } })
  const csv = ['Title,Code,Price,Facts', ...Array.from({ length: ROWS }, (_, n) => `${n % 2 ? 'Odd' : 'Even'},c${n},${n % 3}.50,"{""n"":${n % 2}}"`)].join('\n')
  const read = await call('data.importRows', { files: [{ field: 'file', name: 'items.csv', content: csv }] })
  expect(read.data.columns.map((one: { field: string }) => one.field)).toEqual(['title', 'code', 'price', 'facts'])
  const settled = async (reply: { data: Record<string, any> }, id: 'data.getImport' | 'data.getBulk', param: string) => {
    let { data } = reply
    while (data.state === 'working' || data.state === 'checking') {
      await new Promise(done => setTimeout(done, 100))
      data = (await call(id, { params: { [param]: data.id } })).data
    }
    return data
  }
  const planned = await call('data.planImport', { params: { importId: read.data.id }, body: { mode: 'insert', fields: ['title', 'code', 'price', 'facts'] } })
  expect((await settled(planned, 'data.getImport', 'importId')).counts).toMatchObject({ create: ROWS, error: 0 })
  const imported = await settled(await call('data.confirmImport', { params: { importId: read.data.id }, body: {} }), 'data.getImport', 'importId')
  expect(imported).toMatchObject({ state: 'done', result: { created: ROWS } })

  const start = async (body: object) => settled(await call('data.startBulk', { body }), 'data.getBulk', 'bulkId')
  const all = async () => (await call('data.exportRows', { query: { format: 'csv', orderBy: 'id' } })).raw.toString()
  const before = await all()
  expect(before.split('\n').filter(Boolean)).toHaveLength(ROWS + 1)

  const preview = await call('data.previewBulk', { body: { values: { price: '1.50' } } })
  expect(preview.data).toMatchObject({ count: ROWS, changed: 1533 })
  expect(preview.data.lines).toMatchObject([
    { from: '0.50', to: '1.50', count: 767 },
    { from: '2.50', to: '1.50', count: 766 },
  ])
  // What is unique cannot be the same in all of them.
  expect(await call('data.previewBulk', { body: { values: { code: 'same' } } })).toMatchObject({
    status: 422,
    code: 'data.taken',
    errors: { code: expect.any(String) },
  })
  const taken = await start({ values: { code: 'same' }, count: ROWS })
  expect(taken).toMatchObject({ state: 'failed', reason: 'Another row has this value' })
  expect(await all()).toBe(before)

  const changed = await start({ values: { price: '1.50' }, count: ROWS })
  expect(changed).toMatchObject({ state: 'done', result: { count: ROWS, changed: 1533 } })
  // More than a thousand rows are undone in the background.
  const settledUndo = async (job: string) => settled(await call('data.getBulk', { params: { bulkId: job } }), 'data.getBulk', 'bulkId')
  const undo = async (changeId: string): Promise<Record<string, any>> => {
    const { data } = await call('data.undoChange', { params: { changeId }, body: {} })
    return data.job ? settledUndo(data.job) : { state: 'done', undone: data }
  }
  expect(await undo(changed.result.changeId)).toMatchObject({ state: 'done', undone: { count: 1533, leftCount: 0 } })
  expect(await all()).toBe(before)

  const deleted = await start({ keywords: 'odd', count: ROWS / 2 })
  expect(deleted).toMatchObject({ state: 'done', isDeletion: true, result: { count: ROWS / 2 } })
  await addRow(world, 'item', { title: 'Late', code: 'late' }, { dsKey })
  // One of the codes is somebody else's by now: nothing is put back.
  const thief = await addRow(world, 'item', { title: 'Thief', code: 'c1' }, { dsKey })
  const stopped = await undo(deleted.result.changeId)
  expect(stopped).toMatchObject({ state: 'failed', isUndo: true, isDeletion: false, count: ROWS / 2, reason: 'Another row has this value', undone: null })
  expect((await call('data.listChanges')).data.items[0]).toMatchObject({ count: ROWS / 2, isUndone: false, undoing: null })
  await call('data.deleteRows', { params: { rowIds: thief } })
  const again = await call('data.retryBulk', { params: { bulkId: stopped.id }, body: {} })
  expect(await settled(again, 'data.getBulk', 'bulkId')).toMatchObject({ state: 'done', progress: 100, undone: { count: ROWS / 2, leftCount: 0 } })
  expect(await call('data.undoChange', { params: { changeId: deleted.result.changeId }, body: {} })).toMatchObject({ status: 409, code: 'data.undone' })
  expect(
    (await all())
      .split('\n')
      .filter(line => !line.startsWith('Late'))
      .join('\n'),
  ).toBe(before)
})

it.each(databases)('$name: JSON is the same in whatever order its keys are answered', async database => {
  const outside = 'fresh' in database
  const dsKey = outside ? `json_${database.name}` : 'main'
  const sourceId = outside
    ? (await world.call('source.create', { as: 'ann', params: DEV, body: { key: dsKey, name: dsKey, ...(await database.fresh()) } })).data.id
    : await builtinSource(world)
  await makeModel(world, sourceId, 'fact', [
    { key: 'title', type: 'text' },
    { key: 'facts', type: 'json' },
  ])
  await applyAll(world, sourceId)
  const facts = { ...DEV, dsKey, dmKey: 'fact' }
  const ids = [
    await addRow(world, 'fact', { title: 'One', facts: { zebra: { b: 1, a: [2, { d: 1, c: 2 }] }, a: 1 } }, { dsKey }),
    await addRow(world, 'fact', { title: 'Two' }, { dsKey }),
  ]
  const values = { facts: { long: 1, b: { y: 1, x: 2 } } }
  const changed = await world.call('data.updateRows', { as: 'ann', params: facts, body: { ids, values } })
  expect(changed).toMatchObject({ status: 0 })
  const undone = await world.call('data.undoChange', { as: 'ann', params: { ...facts, changeId: changed.data.changeId }, body: {} })
  expect(undone).toMatchObject({ status: 0, data: { count: 2, left: [] } })
  const { items } = (await world.call('data.listRows', { as: 'ann', params: facts, query: { orderBy: 'title' } })).data
  expect(items.map((row: { facts: unknown }) => row.facts)).toEqual([{ a: 1, zebra: { a: [2, { c: 2, d: 1 }], b: 1 } }, null])
})
