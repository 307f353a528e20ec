// Undoing brings rows back as their database had them, columns that no model knows included; or it is said before that it cannot.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { externalDatabases, type ConnectionInput } from '../support/databases.ts'
import { addRow, applyAll, builtinSource, DEV, makeModel } from '../support/models.ts'
import { builtIn, letManageData, setOverride } from '../support/permissions.ts'
import { makeWorld, type World } from '../support/world.ts'

const databases = await externalDatabases()

const IS_WHOLE = Boolean(process.env.TESSERA_FULL)
/** Columns of each type, with values that are easily lost. */
const COLUMNS: Record<'postgres' | 'mysql', [type: string, ...values: string[]][]> = {
  postgres: [
    ['smallint', '-32768'],
    ['bigint', '9223372036854775807', '-9007199254740993'],
    ['numeric', '12345678901234567890.12345678901234567890', "'NaN'", '1.50'],
    ['numeric(6,2)', '1.50'],
    ['real', '0.1', "'-Infinity'"],
    ['double precision', '0.1::float8 + 0.2', '5e-324'],
    ['money', '12.34'],
    ['boolean', 'false'],
    ['text', "E'line\\n\\'quotes\" \\\\ 中文 🙂'", "''"],
    ['varchar(10)', "'ends  '"],
    ['char(5)', "'ab'"],
    ['citex', "'Domain'"],
    ['bytea', "'\\x00ff00'", "''"],
    ['json', `'{"b": 1.10,  "a": "x", "a": [1]}'`, `'"text"'`, "'null'"],
    ['jsonb', `'{"b": 12345678901234567890.10}'`, `'"123"'`, "'[]'"],
    ['int[]', "'{1,NULL,3}'", "'{}'", "'[5:6]={1,2}'"],
    ['text[]', `'{"a,b","q\\"",NULL,"NULL"}'`, "'{{a,b},{c,d}}'"],
    ['mood', "'bad'"],
    ['mood[]', "'{good,bad}'"],
    ['date', "'infinity'", "'0044-03-15 BC'"],
    ['time', "'23:59:59.123456'"],
    ['timetz', "'23:59:59.123456-07:30'"],
    ['timestamp', "'2026-02-28 01:02:03.123456'", "'-infinity'"],
    ['timestamptz', "'2026-03-29 02:30:00.654321+01'", "'1880-01-01 00:00:00.1+00'"],
    ['interval', "'1 year -2 mons +3 days -04:05:06.789012'"],
    ['bit(3)', "B'101'"],
    ['varbit', "B'0010'"],
    ['inet', "'10.0.0.1/8'"],
    ['cidr', "'10.0.0.0/8'"],
    ['macaddr', "'08:00:2b:01:02:03'"],
    ['uuid', "'0191D5A0-0000-7000-8000-0000000000A5'"],
    ['xml', '\'<a b="1">&lt;</a>\''],
    ['point', "'(0.1,1e-10)'"],
    ['polygon', "'((0,0),(1,1),(2,0))'"],
    ['int4range', "'[1,5)'", "'empty'"],
    ['tstzrange', `'["2026-01-01 00:00:00.000001+00",)'`],
    ['tsvector', "'a fat cat'"],
    ['pair', "row(1, 'a,\"b')", 'row(null, null)'],
    ['oid', '4294967295'],
    ['name', "'n'"],
    ['"char"', "'x'"],
  ],
  mysql: [
    ['tinyint', '-128'],
    ['bigint', '-9223372036854775808', '9007199254740993'],
    ['bigint unsigned', '18446744073709551615'],
    ['int(8) zerofill', '42'],
    ['decimal(40,20)', '12345678901234567890.12345678901234567890'],
    ['float', '0.1', '16777217', '1e-38'],
    ['double', '0.1e0 + 0.2e0', '1.7976931348623157e308', '2.2250738585072014e-308'],
    ['bit(1)', "b'1'"],
    ['bit(64)', "b'1000000000000000000000000000000000000000000000000000000000000001'"],
    ['tinyint(1)', '0', '7'],
    ['varchar(20)', "'ends  '", "''"],
    ['char(5)', "'ab'"],
    ['varchar(20) character set latin1', "'Grüße'"],
    ['text', "'line\\n\\'quotes\" \\\\ 中文 🙂'"],
    ['longtext', "'long'"],
    ['binary(4)', "x'00ff'"],
    ['varbinary(9)', "x'ff00fe'", "x''"],
    ['blob', "x'00ff00'", "x''"],
    ['longblob', "x'c3'"],
    ['enum("good","b,ad")', "'b,ad'"],
    ['set("x","y","z")', "'x,z'", "''"],
    ['date', "'2026-02-28'", "'0000-00-00'"],
    ['time(6)', "'-838:59:58.999999'"],
    ['datetime(6)', "'2026-02-28 01:02:03.123456'", "'0000-00-00 00:00:00'"],
    ['timestamp(6) null', "'2026-02-28 01:02:03.654321'"],
    ['year', '1999'],
    ['json', `'{"b": 1.10,  "a": "x"}'`, `'"text"'`, `'[1, null]'`],
    ['point', 'st_geomfromtext("POINT(0.1 1e-10)")', 'st_geomfromtext("POINT(1 2)", 4326)'],
    ['geometry', 'st_geomfromtext("POLYGON((0 0, 1 1, 2 0, 0 0))")'],
  ],
}
const TYPES = "create type mood as enum ('good', 'bad'); create domain citex as text check (length(value) < 9); create type pair as (a integer, b text);"

/** Every row of a table as text, by means of its own. */
const ALL = {
  postgres: (table: string) => `set datestyle = iso; set timezone = 'UTC'; select x.id::text as id, x::text as whole from ${table} x order by id`,
  mysql: (table: string, type: string) =>
    `set time_zone = '+00:00'; select id, ${!type ? '1' : /^(float|double)/.test(type) ? 'cast(v + 0e0 as char)' : /^(big|tiny)?int|decimal|year|date|time/.test(type) ? 'cast(v as char)' : 'hex(v)'} as whole, note from ${table} order by id`,
}

describe.each(databases)('rows of a database of somebody else: $name', database => {
  let world: World
  let input: ConnectionInput
  let sourceId = ''
  // The short set tells of every third; lists, times and texts stand beside one another, so that each kind is among them.
  const columns = COLUMNS[database.name].filter((_column, at) => IS_WHOLE || at % 3 === 2)
  const call = (id: Parameters<World['call']>[0], dmKey: string, more: Record<string, unknown> = {}) =>
    world.call(id, { as: 'ann', ...more, params: { ...DEV, sourceId, dsKey: 'outside', dmKey, ...(more.params as object) } })
  const run = (text: string) => database.run(input, text)
  const KEY_AND_NOTE = `(id bigint primary key, note ${database.name === 'postgres' ? 'text' : 'varchar(50)'} default 'x')`
  /** Somebody else changes the table after the model was read from it, so that the model knows only its key and the note. */
  async function makeTable(name: string, after = '') {
    await run(`create table ${name} ${KEY_AND_NOTE}`)
    expect(await call('source.readTables', '', { body: { tables: [name] } })).toMatchObject({ status: 0, data: { added: 1 } })
    if (after) await run(after)
  }
  const all = async (table: string, type = '') => (await run(ALL[database.name](table, type))).flat().filter(row => 'id' in row)
  const previewDeletion = async (table: string, ids: string[]) => (await call('data.previewRows', table, { body: { ids } })).data.undo
  const remove = async (table: string, ids: string[]) => {
    const reply = await call('data.deleteRows', table, { params: { rowIds: ids.join(',') } })
    expect(reply.msg).toBe('')
    return reply.data.changeId as string
  }
  const undo = (table: string, changeId: string) => call('data.undoChange', table, { params: { changeId }, body: {} })

  beforeAll(async () => {
    world = await makeWorld()
    input = await database.fresh()
    sourceId = (await world.call('source.create', { as: 'ann', params: DEV, body: { key: 'outside', name: 'Outside', ...input } })).data.id
    if (database.name === 'postgres') await run(TYPES)
    // All at once: reading tables again for each type took longer than what is tested.
    const tables = columns.map((_, at) => `t${at}`)
    const each = (sql: (table: string, type: string) => string) => run(columns.map(([type], at) => sql(`t${at}`, type)).join(' '))
    await each(table => `create table ${table} ${KEY_AND_NOTE};`)
    expect(await call('source.readTables', '', { body: { tables } })).toMatchObject({ status: 0, data: { added: tables.length } })
    await each((table, type) => `alter table ${table} add column v ${type};`)
    await each(table => `create table k${table} as select * from ${table} where 1 = 0; alter table k${table} add primary key (id);`)
    expect(await call('source.readTables', '', { body: { tables: tables.map(table => `k${table}`) } })).toMatchObject({ status: 0 })
  }, 120_000)
  afterAll(() => world?.close())

  const lax = database.name === 'mysql' ? "set sql_mode = 'ALLOW_INVALID_DATES'; " : ''
  it.each(columns.map(([type, ...values], at) => ({ type, values, table: `t${at}` })))(
    'of type $type come back exactly, unknown to the model or known',
    async ({ type, values, table }) => {
      const inserts = (into: string) =>
        ['null', ...values].map((value, at) => `insert into ${into} (id, note, v) values (${at + 1}, ${at ? 'null' : "'n'"}, ${value});`).join(' ')
      await run(lax + inserts(table))
      const ids = ['null', ...values].map((_, at) => String(at + 1))
      const before = await all(table, type)
      expect(before).toHaveLength(ids.length)
      expect(await previewDeletion(table, ids)).toEqual({ isPossible: true, notes: [] })
      const deletion = await remove(table, ids)
      expect(await all(table, type)).toEqual([])
      expect(await undo(table, deletion)).toMatchObject({ status: 0, data: { count: ids.length, leftCount: 0, otherwise: [] } })
      expect(await all(table, type)).toEqual(before)

      // The same read with its column, as far as fields hold it.
      const known = `k${table}`
      await run(lax + inserts(known))
      const rows = await all(known, type)
      expect(await undo(known, await remove(known, ids))).toMatchObject({ status: 0, data: { count: ids.length, otherwise: [] } })
      expect(await all(known, type)).toEqual(rows)
      const emptied = await call('data.updateRows', known, { body: { ids, values: { v: null } } })
      // A column that no field holds.
      if (emptied.status) return expect(emptied.errors).toEqual({ v: 'Unknown field' })
      expect(await all(known, type)).not.toEqual(rows)
      expect(await undo(known, emptied.data.changeId)).toMatchObject({ status: 0, data: { count: values.length, leftCount: 0 } })
      expect(await all(known, type)).toEqual(rows)
      // Somebody else changes it again: the last change of ours is put back one by one.
      for (const id of ids.slice(1, IS_WHOLE ? undefined : 2)) {
        // What fields answer as nothing stays as it is when nothing is sent.
        if ((await call('data.getRow', known, { params: { rowId: id } })).data.row.v === null) continue
        expect(await call('data.updateRow', known, { params: { rowId: id }, body: { v: null } })).toMatchObject({ status: 0 })
        const { items } = (await call('data.getHistory', known, { params: { rowId: id } })).data
        expect(await call('data.restoreRow', known, { params: { rowId: id }, body: { changeId: items[1].id } })).toMatchObject({
          status: 0,
          data: { changed: 1 },
        })
      }
      expect(await all(known, type)).toEqual(rows)
    },
  )

  const isMysql = database.name === 'mysql'

  it('are not offered to be undone when rows of other tables go with them, and that is said before', async () => {
    await makeTable('invoice', 'create table line (id bigint primary key, invoice bigint, foreign key (invoice) references invoice (id) on delete cascade)')
    await run("insert into invoice values (1, 'a'), (2, 'b'); insert into line values (1, 1), (2, 1)")
    expect(await previewDeletion('invoice', ['2'])).toEqual({ isPossible: true, notes: [] })
    const told = { isPossible: false, notes: ['Rows of “line” that are deleted with them and do not come back: 2'] }
    expect(await previewDeletion('invoice', ['1', '2'])).toEqual(told)
    expect((await call('data.previewBulk', 'invoice', { body: {} })).data.undo).toEqual(told)
    expect((await call('data.previewRows', 'invoice', { body: { ids: ['1'], values: { note: 'c' } } })).data.undo).toEqual({ isPossible: true, notes: [] })
    expect(await run('select * from line')).toHaveLength(2)
    expect(await remove('invoice', ['1'])).toBe('')
    expect((await call('data.listChanges', 'invoice')).data.items).toEqual([])
    const rest = await call('data.startBulk', 'invoice', { body: { count: 1 } })
    expect(rest.data.result).toMatchObject({ count: 1, changeId: expect.stringMatching(/./) })
  })

  it('are not offered to be undone when relations that no model knows are emptied', async () => {
    await makeTable('client', 'create table visit (id bigint primary key, client bigint, foreign key (client) references client (id) on delete set null)')
    await run("insert into client values (1, 'a'); insert into visit values (1, 1)")
    expect(await previewDeletion('client', ['1'])).toEqual({
      isPossible: false,
      notes: ['Rows of “visit” whose “client” is emptied and not filled again: 1'],
    })
  })

  it('come back beside triggers, and it is said before that what these do is not undone', async () => {
    await makeTable('watched', 'create table diary (what varchar(20))')
    await run(
      isMysql
        ? "create trigger watch before insert on watched for each row set new.note = 'trigger'"
        : "create function watch() returns trigger language plpgsql as $$ begin new.note = 'trigger'; return new; end $$; create trigger watch before insert on watched for each row execute function watch()",
    )
    await run("insert into watched values (1, 'a')")
    await run("update watched set note = 'mine'")
    expect(await previewDeletion('watched', ['1'])).toEqual({
      isPossible: true,
      notes: ['The database fills note itself: there the rows come back with other values', 'The table has triggers (watch): what they do is not undone'],
    })
    const changeId = await remove('watched', ['1'])
    expect(await undo('watched', changeId)).toMatchObject({ status: 0, data: { count: 1, otherwise: ['note'] } })
  })

  it('are told before when their database would not take them back', async () => {
    await makeTable('strict')
    await run("insert into strict values (1, 'a')")
    await run(
      isMysql
        ? "create trigger never before insert on strict for each row signal sqlstate '45000' set message_text = 'never'"
        : "create function never() returns trigger language plpgsql as $$ begin raise exception 'never'; end $$; create trigger never before insert on strict for each row execute function never()",
    )
    expect(await previewDeletion('strict', ['1'])).toMatchObject({
      isPossible: false,
      notes: ['The database would not take the rows back: never', expect.stringContaining('never')],
    })
    expect(await run('select * from strict')).toHaveLength(1)
  })

  it('are told before when their database would not take them back, without a value that is hidden from whoever asks', async () => {
    const each = (name: string, table: string, when: string, what: string) =>
      isMysql
        ? `create trigger ${name} ${when} on ${table} for each row ${what};`
        : `create function ${name}() returns trigger language plpgsql as $$ begin ${what}; return null; end $$; create trigger ${name} ${when} on ${table} for each row execute function ${name}();`
    const tables = ['paid', 'counted']
    await run(
      tables
        .map(table => `create table ${table} (id bigint primary key, note varchar(9), pay varchar(9)); insert into ${table} values (1, 'a', 'HUSH-1');`)
        .join(' '),
    )
    expect(await call('source.readTables', '', { body: { tables } })).toMatchObject({ status: 0, data: { added: 2 } })
    // What is deleted is kept elsewhere, where nothing may stand twice, and counted by its number.
    await run('create table kept (pay varchar(9) unique); create table tally (pay integer)')
    await run(each('keep_deleted', 'paid', 'after delete', 'insert into kept values (old.pay)'))
    await run(each('keep_made', 'paid', 'after insert', 'insert into kept values (new.pay)'))
    await run(each('count_made', 'counted', 'after insert', `insert into tally values (${isMysql ? 'new.pay' : 'new.pay::integer'})`))
    const everybody = await builtIn(world, 'all-users')
    await letManageData(world, [everybody])
    for (const { definition } of await world.db.selectFrom('data_model').select('definition').where('key', 'in', tables).execute()) {
      const { id } = (definition as { fields: { id: string; key: string }[] }).fields.find(field => field.key === 'pay') as { id: string }
      await setOverride(world, everybody, 'field', id, 'read', false)
    }
    const notes = async (dmKey: string, as: 'ann' | 'ben') => (await call('data.previewRows', dmKey, { as, body: { ids: ['1'] } })).data.undo.notes.slice(0, -1)
    for (const as of ['ann', 'ben'] as const)
      expect(await notes('paid', as)).toEqual(['The database would not take the rows back', 'Another row has this value'])
    expect(await notes('counted', 'ann')).toEqual([expect.stringMatching(/^The database would not take the rows back: .*HUSH-1/)])
    expect(await notes('counted', 'ben')).toEqual(['The database would not take the rows back'])
  })

  it('are left as they are when somebody changed a part of them meanwhile that fields do not tell', async () => {
    await run(`create table moment (id bigint primary key, at ${isMysql ? 'datetime(6)' : 'timestamp'})`)
    await call('source.readTables', '', { body: { tables: ['moment'] } })
    await run("insert into moment values (1, '2026-01-01 00:00:00.123456')")
    const { changeId } = (await call('data.updateRows', 'moment', { body: { ids: ['1'], values: { at: '2026-01-02T00:00:00Z' } } })).data
    await run("update moment set at = '2026-01-02 00:00:00.000001'")
    expect((await call('data.getChange', 'moment', { params: { changeId } })).data).toMatchObject({ count: 1, still: 0 })
    expect(await undo('moment', changeId)).toMatchObject({ status: 409, code: 'data.nothingToUndo' })
    // A form sends back what it was given.
    const { row } = (await call('data.getRow', 'moment', { params: { rowId: '1' } })).data
    expect(await call('data.updateRow', 'moment', { params: { rowId: '1' }, body: row })).toMatchObject({ status: 0 })
    expect(await run("select * from moment where at = '2026-01-02 00:00:00.000001'")).toHaveLength(1)
  })

  it('are not offered to be undone when what they are known by changes', async () => {
    await run("create table code (code varchar(5) primary key, label varchar(9)); insert into code values ('a', 'A')")
    await call('source.readTables', '', { body: { tables: ['code'] } })
    const change = { ids: ['a'], values: { code: 'b' } }
    expect((await call('data.previewRows', 'code', { body: change })).data.undo).toEqual({ isPossible: false, notes: ['It changes what the row is known by'] })
    expect(await call('data.updateRows', 'code', { body: change })).toMatchObject({ status: 0, data: { changed: 1, changeId: '' } })
    expect(await run('select code, label from code')).toEqual([{ code: 'b', label: 'A' }])
  })

  if (isMysql)
    it('are not deleted by looking at what deleting them would do, where a table has no transactions', async () => {
      await makeTable('plain', 'alter table plain engine = MyISAM')
      await run("insert into plain values (1, 'a')")
      expect(await previewDeletion('plain', ['1'])).toEqual({ isPossible: true, notes: ['The table has no transactions (MyISAM): what fails half-way stays'] })
      expect(await run('select * from plain')).toHaveLength(1)
    })

  it('of JSON are read and written as JSON', async () => {
    await run(`create table doc (id bigint primary key, name varchar(9), body json); insert into doc values (1, 'a', '{"a": [1]}'), (2, 'b', '"text"')`)
    await call('source.readTables', '', { body: { tables: ['doc'] } })
    const { items, fields } = (await call('data.listRows', 'doc', { query: { orderBy: 'id' } })).data
    expect(fields.find((field: { key: string }) => field.key === 'body').type).toBe('json')
    expect(items.map((row: { body: unknown }) => row.body)).toEqual([{ a: [1] }, 'text'])
    expect(await call('data.updateRow', 'doc', { params: { rowId: '1' }, body: { ...items[0], name: 'c' } })).toMatchObject({ status: 0 })
    expect(await call('data.updateRow', 'doc', { params: { rowId: '2' }, body: { body: { b: 1 } } })).toMatchObject({ status: 0 })
    expect((await call('data.getRow', 'doc', { params: { rowId: '2' } })).data.row.body).toEqual({ b: 1 })
  })
})

describe('rows of the built-in database', () => {
  let world: World
  afterAll(() => world?.close())

  it('come back with columns that no model knows', async () => {
    world = await makeWorld()
    const sourceId = await builtinSource(world)
    await makeModel(world, sourceId, 'thing', [
      { key: 'title', type: 'text' },
      { key: 'at', type: 'datetime' },
    ])
    await applyAll(world, sourceId)
    const id = await addRow(world, 'thing', { title: 'A' })
    const { rows } = await world.pool.query("select table_schema from information_schema.tables where table_name = 'thing'")
    const table = `"${rows[0].table_schema}".thing`
    await world.pool.query(`alter table ${table} add column extra bytea default '\\x00ff', add column span interval default '1 day'`)
    await world.pool.query(`update ${table} set at = '2026-01-01 00:00:00.123456+00'`)
    const whole = async () => (await world.pool.query(`select x::text as whole from ${table} x`)).rows
    const before = await whole()
    const params = { ...DEV, dsKey: 'main', dmKey: 'thing' }
    const { changeId } = (await world.call('data.deleteRows', { as: 'ann', params: { ...params, rowIds: id } })).data
    expect(await whole()).toEqual([])
    expect(await world.call('data.undoChange', { as: 'ann', params: { ...params, changeId }, body: {} })).toMatchObject({ status: 0, data: { count: 1 } })
    expect(await whole()).toEqual(before)
  })
})
