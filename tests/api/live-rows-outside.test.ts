// Changes of rows in a database of somebody else are told as those in ours are: after they are through, and to nobody who may not see them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileFilter } from '../../api/server/services/data/rows/filter.ts'
import { STATE, whatIsSeen } from '../../api/server/services/data/rows/live/seen.ts'
import { externalDatabases, type ConnectionInput } from '../support/databases.ts'
import { addRow, DEV } from '../support/models.ts'
import { makeWorld, type World } from '../support/world.ts'

const databases = await externalDatabases()
const TABLES = {
  postgres: 'create table customers (no integer generated always as identity primary key, name text not null, score numeric(6,2))',
  mysql: 'create table customers (no integer auto_increment primary key, name varchar(200) not null, score decimal(6,2))',
}

describe.each(databases)('changes of rows in $name', database => {
  let world: World
  let input: ConnectionInput
  const call = (id: Parameters<World['call']>[0], more: Record<string, unknown> = {}) =>
    world.call(id, { as: 'ann', ...more, params: { ...DEV, dsKey: 'outside', dmKey: 'customers', ...(more.params as object) } })

  beforeAll(async () => {
    world = await makeWorld()
    input = await database.fresh()
    await database.run(input, TABLES[database.name])
    const sourceId = (await call('source.create', { body: { key: 'outside', name: 'Outside', ...input } })).data.id
    expect((await call('source.readTables', { params: { sourceId }, body: { tables: ['customers'] } })).status).toBe(0)
  })
  afterAll(() => world?.close())

  it('are told of to whoever sees the row afterwards, and where the database can tell, to whoever saw it before', async () => {
    const { data, access } = world.running.services
    const scope = { companyId: world.ids.acme, appId: world.ids.shop, tag: 'dev' }
    const who = await access.findPerson(world.ids.ann, { companyKey: 'acme', appKey: 'shop', tag: 'dev' })
    const asker = { user: who.session?.user, company: who.company as never, app: who.app as never }
    const heard: unknown[] = []
    const follower = await data.live.follow(scope, asker, ['outside/customers'], async () => asker)
    const stop = follower.start((_event, told) => void heard.push(told))

    const model = async () => data.models.applied(scope, 'outside', 'customers')
    const above = async (right: number) =>
      compileFilter(
        { conjunction: 'and', children: [{ left: { type: 'field', field: 'score' }, op: 'greater', right: String(right) }] },
        { definition: (await model()).definition, engine: database.name },
        { table: STATE },
      )
    let last = '00000000-0000-0000-0000-000000000000'
    /** What two people hear of what was just done, one who sees high scores and one who sees all but the field that changed. */
    const seen = async () => {
      const { rows } = await world.pool.query<{ id: string }>('select id from row_change where id > $1 order by id', [last])
      last = rows.at(-1)?.id ?? last
      const { definition } = await model()
      const limits = [
        { condition: await above(5), hidden: new Set<string>() },
        { condition: undefined, hidden: new Set(definition.fields.filter(field => field.key === 'score').map(field => field.id)) },
      ]
      const store = await data.sources.storeOf(scope, (await model()).source)
      const changes = rows.map(row => row.id)
      return whatIsSeen(world.db as never, store, await model(), changes, limits, { named: true })
    }
    const knowsThePast = database.name === 'postgres'

    const id = String(await addRow(world, 'customers', { name: 'Ann', score: '1.50' }, { dsKey: 'outside' }))
    await expect.poll(() => heard).toEqual([{ model: 'outside/customers', ids: [id] }])
    stop()
    expect(await seen()).toEqual([
      { isTold: false, ids: [] },
      { isTold: true, ids: [id] },
    ])
    const score = (value: string) => call('data.updateRow', { params: { rowId: id }, body: { score: value } })
    await score('9.00')
    expect(await seen()).toEqual([
      { isTold: true, ids: [id] },
      { isTold: false, ids: [] },
    ])
    await score('2.00')
    expect((await seen())[0]).toEqual({ isTold: knowsThePast, ids: [] })
    await score('3.00')
    expect((await seen())[0]).toEqual({ isTold: false, ids: [] })
    await score('8.00')
    await seen()
    await call('data.deleteRows', { params: { rowIds: id } })
    expect((await seen())[0]).toEqual({ isTold: knowsThePast, ids: [] })
  })
})
