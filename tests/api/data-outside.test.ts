// Databases of somebody else: tables read as models, rows of them, models made there, and what is left alone.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { externalDatabases, type ConnectionInput } from '../support/databases.ts'
import { addRow, applyAll, DEV, makeModel, planOf } from '../support/models.ts'
import { makeWorld, type World } from '../support/world.ts'

const databases = await externalDatabases()

const TABLES = {
  postgres: `
    create type mood as enum ('good', 'bad');
    create table "Customer groups" (id serial primary key, name varchar(40) not null unique);
    create table customers (customer_no integer generated always as identity primary key, "full name" text not null, mood mood, score numeric(6,2) default 1.5,
      since timestamp default now(), active boolean not null default true, group_id integer references "Customer groups" (id), payload bytea, twice integer generated always as (2 * 2) stored);
    create table codes (code varchar(5) primary key, label text);
    create table pairs (a integer, b integer, primary key (a, b));
    create table loose (a integer);
    create view good as select * from customers where mood = 'good';`,
  mysql: `
    create table \`Customer groups\` (id integer auto_increment primary key, name varchar(40) not null unique);
    create table customers (customer_no integer auto_increment primary key, \`full name\` varchar(200) not null, mood enum('good', 'bad'), score decimal(6,2) default 1.5,
      since datetime default current_timestamp, active tinyint(1) not null default 1, group_id integer, payload blob, twice integer generated always as (2 * 2) stored,
      foreign key (group_id) references \`Customer groups\` (id));
    create table codes (code varchar(5) primary key, label text);
    create table pairs (a integer, b integer, primary key (a, b));
    create table loose (a integer);
    create view good as select * from customers where mood = 'good';`,
}

describe.each(databases)('a database of somebody else: $name', database => {
  let world: World
  let input: ConnectionInput
  let sourceId = ''
  const call = (id: Parameters<World['call']>[0], more: Record<string, unknown> = {}) =>
    world.call(id, { as: 'ann', ...more, params: { ...DEV, sourceId, dsKey: 'outside', ...(more.params as object) } })
  const models = async () => (await call('model.list')).data.items as { id: string; key: string; state: string; managed: boolean }[]

  beforeAll(async () => {
    world = await makeWorld()
    input = await database.fresh()
    await database.run(input, TABLES[database.name])
    sourceId = (await call('source.create', { body: { key: 'outside', name: 'Outside', ...input } })).data.id
  })
  afterAll(() => world?.close())

  it('tells its tables, and which of them can be models', async () => {
    const { items } = (await call('source.listTables')).data
    const byName = Object.fromEntries(
      items.map((table: { name: string; problem: string; isView: boolean }) => [table.name, table.isView ? 'view' : table.problem]),
    )
    expect(byName).toEqual({ 'Customer groups': '', customers: '', codes: '', pairs: 'compositeKey', loose: 'noPrimaryKey', good: 'view' })
  })

  it('reads tables as models, with their keys, types, choices and relations', async () => {
    expect(await call('source.readTables', { body: { tables: ['pairs'] } })).toMatchObject({ status: 422, errors: { tables: expect.any(String) } })
    expect(await call('source.readTables', { body: { tables: ['customers', 'Customer groups', 'codes'] } })).toMatchObject({ status: 0, data: { added: 3 } })
    expect(await call('source.readTables', { body: { tables: ['codes'] } })).toMatchObject({ status: 0, data: { added: 0 } })
    const list = await models()
    expect(list.map(model => [model.key, model.state, model.managed])).toEqual([
      ['codes', 'applied', false],
      ['customer_groups', 'applied', false],
      ['customers', 'applied', false],
    ])
    const { fields } = (await call('model.get', { params: { modelId: list[2]!.id } })).data
    expect(fields).toMatchObject([
      { key: 'full_name', name: 'Full name', type: 'text', required: true },
      { key: 'mood', type: 'enum', options: [{ value: 'good' }, { value: 'bad' }] },
      { key: 'score', type: 'decimal', precision: 6, scale: 2 },
      { key: 'since', type: 'datetime' },
      { key: 'active', type: 'boolean', required: false },
      { key: 'group_id', type: 'relationOne', relation: { model: 'Customer groups' } },
      { key: 'twice', type: 'integer', readOnly: true },
    ])
  })

  it('makes a relation of a foreign key whose table is read later, and keeps it when tables are read again (Budibase #13955, #2377)', async () => {
    await database.run(
      input,
      `create table authors (id integer primary key, name varchar(40) not null);
       create table books (id integer primary key, title varchar(40) not null, author_id integer, foreign key (author_id) references authors (id));`,
    )
    const typeOf = async () => {
      const { id } = (await models()).find(model => model.key === 'books') ?? { id: '' }
      const { fields, state } = (await call('model.get', { params: { modelId: id } })).data
      return [fields.find((field: { key: string }) => field.key === 'author_id').type, state]
    }
    await call('source.readTables', { body: { tables: ['books'] } })
    expect(await typeOf()).toEqual(['integer', 'applied'])
    expect(await call('source.readTables', { body: { tables: ['authors'] } })).toMatchObject({ status: 0, data: { added: 1 } })
    expect(await typeOf()).toEqual(['relationOne', 'applied'])
    // With the names that people gave it.
    const { id: modelId } = (await models()).find(model => model.key === 'books') ?? { id: '' }
    const fieldNow = async () => (await call('model.get', { params: { modelId } })).data.fields.find((one: { type: string }) => one.type === 'relationOne')
    const { id: fieldId, relation } = await fieldNow()
    const body = { key: 'author', name: 'Written by', type: 'relationOne', relation: { modelId: relation.modelId } }
    expect(await call('model.updateField', { params: { modelId, fieldId }, body })).toMatchObject({ status: 0 })
    expect(await call('source.readTables', { body: { tables: ['books', 'authors'] } })).toMatchObject({ status: 0, data: { added: 0 } })
    expect(await fieldNow()).toMatchObject({ key: 'author', name: 'Written by', relation })
    await applyAll(world, sourceId)
  })

  it('gets pages for its tables, whose lists know the rows of each other', async () => {
    const chosen = (await models()).filter(model => ['books', 'authors'].includes(model.key))
    const reply = await call('starter.createPages', { body: { models: chosen.map(({ id }) => ({ modelId: id })) } })
    expect(reply).toMatchObject({ status: 0 })
    const { id } = reply.data.pages.find((page: { path: string }) => page.path === '/authors/:rowId')
    const { schema } = (await call('page.get', { params: { pageId: id } })).data
    expect(JSON.stringify(schema)).toContain('"source":"outside","model":"books"')
  })

  it.runIf(database.name === 'postgres')('reads and shows tables of another schema than public (Budibase #6083)', async () => {
    await database.run(
      input,
      "create schema sales; create table sales.deals (id integer primary key, title text not null); insert into sales.deals values (1, 'First')",
    )
    const salesId: string = (await call('source.create', { body: { key: 'sales', name: 'Sales', ...input, schema: 'sales' } })).data.id
    expect(await call('source.readTables', { params: { sourceId: salesId }, body: { tables: ['deals'] } })).toMatchObject({ status: 0, data: { added: 1 } })
    const [deal] = (await call('model.list', { params: { sourceId: salesId } })).data.items
    const { pages } = (await call('starter.createPages', { body: { models: [{ modelId: deal.id }] } })).data
    const { schema } = (await call('page.get', { params: { pageId: pages[0].id } })).data
    expect(JSON.stringify(schema)).toContain('"source":"sales","model":"deals"')
    const list = await call('data.listRows', { params: { dsKey: 'sales', dmKey: 'deals' } })
    expect(list.data.items).toMatchObject([{ title: 'First' }])
    expect(await call('source.delete', { params: { sourceId: salesId } })).toMatchObject({ status: 0 })
  })

  it('writes and reads rows, with the keys that the database gives', async () => {
    const group = await addRow(world, 'customer_groups', { name: "O'Brien & Söhne 中文" }, { dsKey: 'outside' })
    const id = await addRow(world, 'customers', { full_name: 'Ann', mood: 'good', score: '12.5', group_id: group }, { dsKey: 'outside' })
    expect(typeof id).toBe('number')
    const { row } = (await call('data.getRow', { params: { dmKey: 'customers', rowId: String(id) } })).data
    expect(row).toMatchObject({
      id,
      full_name: 'Ann',
      mood: 'good',
      score: '12.50',
      active: true,
      group_id: group,
      twice: 4,
      _labels: { group_id: "O'Brien & Söhne 中文" },
    })
    expect(new Date(row.since).getFullYear()).toBeGreaterThan(2020)
    expect(await call('data.updateRow', { params: { dmKey: 'customers', rowId: String(id) }, body: { mood: 'bad', active: false } })).toMatchObject({
      status: 0,
    })
    const list = await call('data.listRows', {
      params: { dmKey: 'customers' },
      query: {
        keywords: 'ann',
        filter: JSON.stringify({ conjunction: 'and', children: [{ left: { type: 'field', field: 'active' }, op: 'equal', right: false }] }),
      },
    })
    expect(list.data).toMatchObject({ total: 1, managed: false, items: [{ mood: 'bad' }] })
    expect(await addRow(world, 'codes', { code: 'a,b', label: 'x' }, { dsKey: 'outside' })).toBe('a,b')
    expect(await call('data.deleteRows', { params: { dmKey: 'customer_groups', rowIds: String(group) } })).toMatchObject({ status: 409, code: 'data.rowInUse' })
  })

  it('computes fields of tables that stay as they are', async () => {
    const { id } = (await models()).find(one => one.key === 'customers') as { id: string }
    const add = (body: object) => call('model.addField', { params: { modelId: id }, body: { name: 'Made here', type: 'text', ...body } })
    expect(await add({ key: 'plain' })).toMatchObject({ status: 409, code: 'model.readOnly' })
    const made = await add({ key: 'told', formula: "CONCATENATE(full_name, ': ', mood, ' ', score * 2)" })
    expect(made.status, JSON.stringify(made.errors)).toBe(0)
    await applyAll(world, sourceId)
    const list = await call('data.listRows', { params: { dmKey: 'customers' }, query: { keywords: 'ann: bad', orderBy: 'told' } })
    expect(list.data).toMatchObject({ total: 1, items: [{ told: 'Ann: bad 25' }] })
    expect((await call('source.readTables', { body: { tables: ['customers'] } })).status).toBe(0)
    expect(await call('model.deleteField', { params: { modelId: id, fieldId: made.data.id } })).toMatchObject({ status: 0 })
    await applyAll(world, sourceId)
  })

  it('offers rows to choose from, and tells figures of them', async () => {
    const key = await addRow(world, 'customers', { full_name: 'Cid', mood: 'bad', score: '2.25', since: '2026-03-04T10:00:00.000Z' }, { dsKey: 'outside' })
    const params = { dmKey: 'customers' }
    const options = await call('data.listOptions', { params: { ...params, fieldKey: 'full_name' }, query: { keywords: 'cid', selected: String(key) } })
    expect(options.data.options).toEqual([{ value: key, label: 'Cid' }])
    const by = async (measure: string, query: object) => (await call('data.listTotals', { params: { ...params, measure }, query })).data
    expect((await by('count', { by: 'mood' })).items.map(({ label }: { label: string }) => label)).toContain('bad')
    expect((await by('sum', { of: 'score', keywords: 'cid' })).value).toBe(2.25)
    expect((await by('count', { by: 'since', keywords: 'cid' })).items).toEqual([{ key: '2026-03', label: '2026-03', value: 1 }])
    expect((await by('count', { by: 'group_id', keywords: 'cid' })).items).toMatchObject([{ key: null, value: 1 }])
    const groups = async (query: object) => (await call('data.listGroups', { params, query: { keywords: 'cid', ...query } })).data.items
    for (const query of [
      { by: 'mood', figures: 'score:sum' },
      { by: 'since', unit: 'day', zone: 'Asia/Tokyo', figures: 'score:max' },
      { by: 'active', figures: 'score:avg' },
      { by: 'group_id', figures: 'score:min' },
    ]) {
      const [group] = await groups(query)
      expect(group, query.by).toMatchObject({ count: 1, figures: [2.25] })
      expect((await groups({ by: 'full_name', filter: group.filter }))[0], query.by).toMatchObject({ key: 'Cid', count: 1 })
    }
    expect((await groups({ by: 'since', unit: 'day', zone: 'Asia/Tokyo' }))[0].key).toBe('2026-03-04')
    expect((await call('data.deleteRows', { params: { ...params, rowIds: String(key) } })).status).toBe(0)
  })

  it('deletes rows whose keys hold commas and percent signs, and no others', async () => {
    const params = { dmKey: 'codes' }
    for (const code of ['X', 'Y', 'X,Y', '50%', 'C', 'D']) await addRow(world, 'codes', { code, label: 'of this test' }, { dsKey: 'outside' })
    const left = async () =>
      (await call('data.listRows', { params, query: { keywords: 'of this test', orderBy: 'id' } })).data.items.map((row: { id: string }) => row.id)
    // The call encodes the whole of it once more.
    expect(await call('data.deleteRows', { params: { ...params, rowIds: 'X%2CY' } })).toMatchObject({ status: 0, data: { count: 1 } })
    expect(await left()).toEqual(['50%', 'C', 'D', 'X', 'Y'])
    expect(await call('data.deleteRows', { params: { ...params, rowIds: '50%,C' } })).toMatchObject({ status: 0, data: { count: 2 } })
    expect(await call('data.deleteRows', { params: { ...params, rowIds: 'X,nothing' } })).toMatchObject({ status: 404 })
    expect(await left()).toEqual(['D', 'X', 'Y'])
  })

  it('makes tables of models of ours beside them, and takes none over that is there', async () => {
    const { modelId } = await makeModel(world, sourceId, 'loose', [{ key: 'name', type: 'text' }])
    expect((await planOf(world, sourceId)).problems).toEqual([expect.stringContaining('loose')])
    expect(await call('source.apply', { body: { hash: (await planOf(world, sourceId)).hash } })).toMatchObject({ status: 409, code: 'data.planBlocked' })
    await call('model.update', { params: { modelId }, body: { key: 'ticket', name: 'Ticket' } })
    await applyAll(world, sourceId)
    await addRow(world, 'ticket', { name: 'First' }, { dsKey: 'outside' })
    expect(await database.run(input, 'select name, version from ticket')).toEqual([{ name: 'First', version: 1 }])
  })

  it('keeps what must be there in the database, too', async () => {
    const { modelId, fields } = await makeModel(world, sourceId, 'permit', [{ key: 'number', type: 'text', required: true }])
    await applyAll(world, sourceId)
    const isNullable = async () =>
      (
        await database.run(
          input,
          `select is_nullable as nullable from information_schema.columns where table_name = 'permit' and column_name = 'number' and table_schema ${database.name === 'mysql' ? '= database()' : "<> ''"}`,
        )
      )[0].nullable
    expect(await isNullable()).toBe('NO')
    // Another type is another definition of the column there.
    const longer = { key: 'number', name: 'number', type: 'longText', required: true }
    expect(await call('model.updateField', { params: { modelId, fieldId: fields.number }, body: longer })).toMatchObject({ status: 0 })
    await applyAll(world, sourceId)
    expect(await isNullable()).toBe('NO')
  })

  it('takes a row without a value for one that is different from any', async () => {
    await addRow(world, 'customers', { full_name: 'Nobody asked' }, { dsKey: 'outside' })
    const found = async (op: string) =>
      (
        await call('data.listRows', {
          params: { dmKey: 'customers' },
          query: {
            keywords: 'nobody',
            filter: JSON.stringify({ conjunction: 'and', children: [{ left: { type: 'field', field: 'mood' }, op, right: 'good' }] }),
          },
        })
      ).data.total
    expect([await found('not_equal'), await found('select_not_equals'), await found('equal')]).toEqual([1, 1, 0])
  })

  it('data.unsynced: notices what somebody changed there, and mends it', async () => {
    await database.run(input, 'alter table ticket drop column name')
    expect(await planOf(world, sourceId)).toMatchObject({ synchronized: false, drift: expect.stringContaining('add column'), loses: false })
    expect((await call('data.listSources')).data.items[1]).toMatchObject({ key: 'outside', synchronized: false })
    await applyAll(world, sourceId)
    expect(await planOf(world, sourceId)).toMatchObject({ statements: [], synchronized: true, drift: '' })
  })

  it('says that it cannot be reached, and is there again when it is', async () => {
    const { dialect: _dialect, ...address } = input
    await call('source.update', { body: { name: 'Outside', ...address, port: 1 } })
    expect(await call('data.listRows', { params: { dmKey: 'ticket' } })).toMatchObject({ status: 503, code: 'data.unreachable' })
    await call('source.update', { body: { name: 'Outside', ...address } })
    expect(await call('data.listRows', { params: { dmKey: 'ticket' } })).toMatchObject({ status: 0 })
  })

  it('leaves the tables as they are when the source is forgotten', async () => {
    await call('source.delete')
    expect((await call('source.list')).data.options).toHaveLength(1)
    expect(await database.run(input, 'select count(*) as n from ticket')).toHaveLength(1)
  })
})
