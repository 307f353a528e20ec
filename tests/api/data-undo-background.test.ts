// data.undoChange: one at a time, picked up where whoever did it was stopped, never half done; each row gets back what it had, whatever the kind of value.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { databasesBesideBuiltIn } from '../support/databases.ts'
import { addRow, applyAll, builtinSource, DEV, makeModel } from '../support/models.ts'
import { addDataRole, putIn } from '../support/roles.ts'
import { makeOrders, ORDERS, ordersIn } from '../support/rows.ts'
import { makeWorld, type Person, type World } from '../support/world.ts'

let world: World
let ids: string[]
beforeAll(async () => {
  world = await makeWorld()
  ids = await makeOrders(world)
})
afterAll(() => world?.close())

const change = async (amount: number, as: Person = 'ann'): Promise<string> =>
  (await world.call('data.updateRows', { as, params: ORDERS, body: { ids, values: { amount } } })).data.changeId
const undo = (changeId: string, as: Person = 'ann') => world.call('data.undoChange', { as, params: { ...ORDERS, changeId }, body: {} })
const amounts = async () => (await ordersIn(world)).map(row => row.amount)

/** What a process leaves behind that was taking a change back as this person, silent for so many seconds. */
async function left(changeId: string, as: Person, seconds: number, { undoId = null as string | null, attempts = 1 } = {}) {
  const id = uuidv7()
  await world.pool.query(
    `insert into row_bulk (id, company_id, app_id, tag, model_id, user_id, filter, keywords, row_count, state, touched_at, expires_at, change_id, undo_id, attempts)
     select $1, company_id, app_id, tag, model_id, $2, '', '', row_count, 'working', now() - $3 * interval '1 second', now() + interval '1 day', id, $5, $6 from row_change where id = $4`,
    [id, world.ids[as], seconds, changeId, undoId, attempts],
  )
  return id
}
const getBulk = (bulkId: string, as: Person = 'ann', more: object = {}) => world.call('data.getBulk', { as, params: { ...ORDERS, ...more, bulkId } })
async function recovered(bulkId: string, as: Person = 'ann', more: object = {}) {
  await world.running.services.data.recovery.look()
  // What is not picked up is told as it stands, before the time of the test is over.
  for (const end = Date.now() + 20_000; ;) {
    const { data } = await getBulk(bulkId, as, more)
    if (data.state !== 'working' || Date.now() > end) return data
    await new Promise(done => setTimeout(done, 50))
  }
}

it('two at once: one of them takes the change back, the other is refused', async () => {
  const before = await amounts()
  const changeId = await change(50)
  const replies = await Promise.all([undo(changeId), undo(changeId, 'abe')])
  expect(replies.map(reply => reply.status).sort()).toEqual([0, 409])
  expect(['data.undoing', 'data.undone']).toContain(replies.find(reply => reply.status)?.code)
  expect(await amounts()).toEqual(before)
})

it('is refused while somebody works on it, and told of; no more once nobody does', async () => {
  const before = await amounts()
  const changeId = await change(51)
  const bulkId = await left(changeId, 'abe', 0)
  await world.pool.query('update row_bulk set progress = 40 where id = $1', [bulkId])
  const changes = async () => (await world.call('data.listChanges', { as: 'ann', params: ORDERS })).data.items[0]
  expect(await changes()).toMatchObject({ id: changeId, isUndone: false, undoing: 40 })
  expect(await undo(changeId)).toMatchObject({ status: 409, code: 'data.undoing' })
  expect(await amounts()).toEqual([51, 51, 51])
  await world.pool.query(`update row_bulk set touched_at = now() - interval '2 minutes' where id = $1`, [bulkId])
  expect(await undo(changeId)).toMatchObject({ status: 0, data: { count: 3, job: '' } })
  expect(await changes()).toMatchObject({ id: changeId, isUndone: true, undoing: null })
  expect(await amounts()).toEqual(before)
  // Whoever had begun it is told, and can do nothing of it any more.
  expect((await getBulk(bulkId, 'abe')).data).toMatchObject({ state: 'failed', isUndo: true })
  const again = await world.call('data.retryBulk', { as: 'abe', params: { ...ORDERS, bulkId }, body: {} })
  expect(again.data).toMatchObject({ state: 'failed', reason: 'This change was taken back already' })
})

it('cannot be tried again while somebody else works on the same change', async () => {
  const changeId = await change(52)
  const mine = await left(changeId, 'ann', 0)
  await world.pool.query(`update row_bulk set state = 'failed' where id = $1`, [mine])
  const other = await left(changeId, 'abe', 0)
  expect(await world.call('data.retryBulk', { as: 'ann', params: { ...ORDERS, bulkId: mine }, body: {} })).toMatchObject({ status: 409, code: 'data.undoing' })
  await world.pool.query('delete from row_bulk where id = $1', [other])
  expect((await world.call('data.retryBulk', { as: 'ann', params: { ...ORDERS, bulkId: mine }, body: {} })).data).toMatchObject({
    state: 'done',
    undone: { count: 3 },
  })
})

it('is picked up when the process that did it is gone', async () => {
  const before = await amounts()
  const changeId = await change(53)
  const bulkId = await left(changeId, 'ann', 120)
  // It will be picked up: nobody is asked to try again.
  expect((await getBulk(bulkId)).data).toMatchObject({ state: 'working' })
  expect(await recovered(bulkId)).toMatchObject({ state: 'done', progress: 100, undone: { count: 3, leftCount: 0 } })
  expect(await amounts()).toEqual(before)
  expect(await undo(changeId)).toMatchObject({ status: 409, code: 'data.undone' })
})

it('is not picked up for ever, nor while somebody works on it', async () => {
  const changeId = await change(54)
  const bulkId = await left(changeId, 'ann', 120, { attempts: 3 })
  await world.running.services.data.recovery.look()
  expect((await getBulk(bulkId)).data).toMatchObject({ state: 'failed', reason: '' })
  await world.pool.query('update row_bulk set touched_at = now(), attempts = 1 where id = $1', [bulkId])
  await world.running.services.data.recovery.look()
  expect((await getBulk(bulkId)).data).toMatchObject({ state: 'working' })
  expect(await amounts()).toEqual([54, 54, 54])
  await world.pool.query('delete from row_bulk where id = $1', [bulkId])
  expect(await undo(changeId)).toMatchObject({ status: 0 })
})

it('is picked up for nobody who may not do it any more', async () => {
  const role = await addDataRole(world, 'ben')
  const before = await amounts()
  const changeId = await change(55, 'ben')
  const bulkId = await left(changeId, 'ben', 120)
  await world.pool.query('delete from role_member where role_id = $1', [role])
  await world.running.services.data.recovery.look()
  await putIn(world, role, 'user', [world.ids.ben])
  expect((await getBulk(bulkId, 'ben')).data).toMatchObject({ state: 'failed', reason: 'You are not allowed to do this' })
  expect(await amounts()).toEqual([55, 55, 55])
  // He may again, and what he began is picked up for him.
  await world.pool.query(`update row_bulk set state = 'working', attempts = 1, touched_at = now() - interval '2 minutes' where id = $1`, [bulkId])
  expect(await recovered(bulkId, 'ben')).toMatchObject({ state: 'done' })
  expect(await amounts()).toEqual(before)
})

const databases = [{ name: 'builtin' as const }, ...(await databasesBesideBuiltIn())]
it.each(databases)('$name: each row gets back what it had, and a stop at any moment leaves all of it or nothing', async database => {
  const outside = 'fresh' in database
  const dsKey = outside ? `out_${database.name}` : 'main'
  const sourceId = outside
    ? (await world.call('source.create', { as: 'ann', params: DEV, body: { key: dsKey, name: dsKey, ...(await database.fresh()) } })).data.id
    : await builtinSource(world)
  const { modelId } = await makeModel(world, sourceId, 'thing', [
    { key: 'title', type: 'text', name: 'Title' },
    { key: 'about', type: 'longText', name: 'About' },
    { key: 'amount', type: 'integer', name: 'Amount' },
    { key: 'price', type: 'decimal', name: 'Price', precision: 12, scale: 2 },
    { key: 'done', type: 'boolean', name: 'Done' },
    { key: 'day', type: 'date', name: 'Day' },
    { key: 'moment', type: 'datetime', name: 'Moment' },
    { key: 'kind', type: 'enum', name: 'Kind', options: [{ value: 'a' }, { value: 'b' }] },
    { key: 'facts', type: 'json', name: 'Facts' },
  ])
  await world.call('model.addField', {
    as: 'ann',
    params: { ...DEV, modelId },
    body: { key: 'parent', name: 'Parent', type: 'relationOne', relation: { modelId } },
  })
  await applyAll(world, sourceId)
  const params = { ...DEV, dsKey, dmKey: 'thing' }
  const things: string[] = []
  for (const n of [1, 2, 3])
    things.push(
      await addRow(
        world,
        'thing',
        {
          title: `Thing ${n}`,
          about: n === 2 ? null : `About ${n} "'; --`,
          amount: n,
          price: `${n}.25`,
          done: n === 1,
          day: `2026-01-0${n}`,
          moment: `2026-01-0${n}T10:00:00.000Z`,
          kind: n === 2 ? 'a' : 'b',
          facts: { n, text: 'ünï' },
          ...(things.length && { parent: things[0] }),
        },
        { dsKey },
      ),
    )
  const all = async () =>
    (await world.call('data.listRows', { as: 'ann', params, query: { orderBy: 'id' } })).data.items.map((row: Record<string, unknown>) => {
      const { updatedAt: _at, updated_at: _too, version: _version, ...rest } = row
      return rest
    })
  const before = await all()
  expect(before).toHaveLength(3)
  const put = async () => {
    const values = {
      title: 'Same',
      about: 'x',
      amount: 9,
      price: '9.99',
      done: false,
      day: null,
      moment: '2020-01-01T00:00:00.000Z',
      kind: 'b',
      facts: [1],
      parent: null,
    }
    const { data } = await world.call('data.updateRows', { as: 'ann', params, body: { ids: things, values } })
    expect(data).toMatchObject({ changed: 3 })
    return data.changeId as string
  }
  const first = await put()
  expect((await world.call('data.undoChange', { as: 'ann', params: { ...params, changeId: first }, body: {} })).data).toMatchObject({ count: 3, leftCount: 0 })
  expect(await all()).toEqual(before)
  if (!outside) return

  // Stopped after the other database was through and before ours knew of it: it is found to be done, once.
  const history = async () => (await world.call('data.getHistory', { as: 'ann', params: { ...params, rowId: things[0] as string } })).data.items
  const known = await history()
  expect(known[0]).toMatchObject({ kind: 'undo' })
  const undoId = known[0].id as string
  await world.pool.query('update row_change set undone_at = null, undone_by = null where id = $1', [first])
  await world.pool.query(`update row_change set row_count = 0, fields = '{}' where id = $1`, [undoId])
  await world.pool.query('delete from row_bulk where change_id = $1', [first])
  expect((await history())[0]).toMatchObject({ kind: 'update' })
  const through = await left(first, 'ann', 120, { undoId })
  expect(await recovered(through, 'ann', params)).toMatchObject({ state: 'done', undone: { count: 3, leftCount: 0 } })
  expect(await all()).toEqual(before)
  expect(await history()).toEqual(known)
  expect(await world.call('data.undoChange', { as: 'ann', params: { ...params, changeId: first }, body: {} })).toMatchObject({
    status: 409,
    code: 'data.undone',
  })

  // Stopped before that: what was written down of it is forgotten, and it is done now.
  const second = await put()
  const begun = uuidv7()
  await world.pool.query(
    `insert into row_change (id, company_id, app_id, source_id, tag, model_id, kind, by_id, row_count) select $1, company_id, app_id, source_id, tag, model_id, 'undo', by_id, 0 from row_change where id = $2`,
    [begun, second],
  )
  await world.pool.query(
    `insert into row_change_row (change_id, n, model_id, row_id, before, after) select $1, n, model_id, row_id, after, before from row_change_row where change_id = $2 and n < 2`,
    [begun, second],
  )
  const halfway = await left(second, 'ann', 120, { undoId: begun })
  expect(await recovered(halfway, 'ann', params)).toMatchObject({ state: 'done', undone: { count: 3 } })
  expect(await all()).toEqual(before)
  expect((await world.pool.query('select 1 from row_change where id = $1', [begun])).rows).toEqual([])
})
