// data.getHistory data.undoChange: rows of a database of somebody else have a history too, and what was deleted comes back with the key it had.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { externalDatabases, type ConnectionInput } from '../support/databases.ts'
import { addRow, DEV } from '../support/models.ts'
import { makeWorld, type World } from '../support/world.ts'

const databases = await externalDatabases()
const TABLES = {
  postgres:
    'create table customers (no integer generated always as identity primary key, name text not null, score numeric(6,2), twice integer generated always as (2 * 2) stored)',
  mysql:
    'create table customers (no integer auto_increment primary key, name varchar(200) not null, score decimal(6,2), twice integer generated always as (2 * 2) stored)',
}

describe.each(databases)('history of rows in $name', database => {
  let world: World
  let input: ConnectionInput
  const call = (id: Parameters<World['call']>[0], more: Record<string, unknown> = {}) =>
    world.call(id, { as: 'ann', ...more, params: { ...DEV, dsKey: 'outside', dmKey: 'customers', ...(more.params as object) } })
  const stored = () => database.run(input, 'select no, name, score from customers order by no')

  beforeAll(async () => {
    world = await makeWorld()
    input = await database.fresh()
    await database.run(input, TABLES[database.name])
    const sourceId = (await call('source.create', { body: { key: 'outside', name: 'Outside', ...input } })).data.id
    expect((await call('source.readTables', { params: { sourceId }, body: { tables: ['customers'] } })).status).toBe(0)
  })
  afterAll(() => world?.close())

  it('tells changes, puts a row back, and undoes a deletion', async () => {
    const ids: string[] = []
    for (const name of ['Ann', 'Ben']) ids.push(String(await addRow(world, 'customers', { name, score: '1.50' }, { dsKey: 'outside' })))
    const before = await stored()
    expect((await call('data.updateRows', { body: { ids, values: { score: '9.00' } } })).data).toMatchObject({ count: 2, changed: 2 })
    const { items } = (await call('data.getHistory', { params: { rowId: ids[0] } })).data
    expect(items).toMatchObject([{ kind: 'update', changes: [{ field: 'score', from: '1.50', to: '9.00' }] }, { kind: 'create' }])
    expect((await call('data.restoreRow', { params: { rowId: ids[0] }, body: { changeId: items[1].id } })).data).toEqual({ changed: 1 })
    const [, second] = (await stored()) as { score: unknown }[]
    expect(Number(second?.score)).toBe(9)

    const { changeId } = (await call('data.deleteRows', { params: { rowIds: ids.join(',') } })).data
    expect(await stored()).toHaveLength(0)
    expect(await call('data.undoChange', { params: { changeId }, body: {} })).toMatchObject({ status: 0, data: { count: 2, left: [] } })
    expect((await stored()).map(row => row.no)).toEqual(before.map(row => row.no))
    expect(await call('data.undoChange', { params: { changeId }, body: {} })).toMatchObject({ status: 409, code: 'data.undone' })
  })
})
