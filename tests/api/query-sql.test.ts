// SQL that somebody wrote reads the tables of its app and does nothing else: hostile texts against each database that a source can be in, and each of the bars for itself.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FUNCTIONS } from '../../api/server/services/data/queries/by-hand/functions.ts'
import { readText } from '../../api/server/services/data/queries/by-hand/text.ts'
import { externalDatabases, type ConnectionInput } from '../support/databases.ts'
import { addRow, applyAll, builtinSource, DEV, makeModel } from '../support/models.ts'
import { setOverride as override } from '../support/permissions.ts'
import { addRole, builtIn, putIn } from '../support/roles.ts'
import { makeWorld, type World } from '../support/world.ts'

const databases = await externalDatabases()
const outside: { name: 'postgres' | 'mysql'; input: ConnectionInput; run(sql: string): Promise<any[]> }[] = []
let world: World
let sourceId = ''
let table = ''

/** An account of somebody who works with tables; that of the test's PostgreSQL is an administrator. */
async function plainAccount(input: ConnectionInput, run: (sql: string) => Promise<unknown>): Promise<ConnectionInput> {
  const username = `plain_${input.database}`
  await run(`create role ${username} login password 'Example-1'; grant all on schema public to ${username}`)
  return { ...input, username, password: 'Example-1' }
}

beforeAll(async () => {
  world = await makeWorld({ sqlSeconds: 1 })
  sourceId = await builtinSource(world)
  const made: [string, string][] = [['main', sourceId]]
  for (const database of databases) {
    const input = await database.fresh()
    const used = database.name === 'postgres' ? await plainAccount(input, sql => database.run(input, sql)) : input
    const reply = await world.call('source.create', { as: 'ann', params: DEV, body: { key: database.name, name: database.name, ...used } })
    expect(reply.msg).toBe('')
    made.push([database.name, reply.data.id])
    outside.push({ name: database.name, input, run: sql => database.run(input, sql) })
  }
  for (const [dsKey, id] of made) {
    await makeModel(world, id, 'sale', [
      { key: 'state', name: 'State', type: 'text' },
      { key: 'amount', name: 'Amount', type: 'decimal', precision: 10, scale: 2 },
      { key: 'day', name: 'Day', type: 'date' },
    ])
    await applyAll(world, id)
    for (const [at, state] of ['open', 'open', 'won'].entries()) await addRow(world, 'sale', { state, amount: 10.5 * (at + 1), day: '2026-01-31' }, { dsKey })
  }
  const { definition } = await world.db.selectFrom('data_model').select('definition').where('key', '=', 'sale').executeTakeFirstOrThrow()
  table = (definition as { table: string }).table
}, 120_000)
afterAll(() => world?.close())

const setOverride = (to: World, { role, kind, resource, option, allow }: { role: string; kind: string; resource: string; option: string; allow: boolean }) =>
  override(to, role, kind, resource, option, allow)
const ask = (
  text: string,
  more: Record<string, unknown> = {},
  { source = 'main', as = 'ann' as 'ann' | 'ben' | 'abe', parameters = {} as Record<string, unknown> } = {},
) => world.call('query.preview', { as, params: DEV, body: { definition: { sql: { source, text }, ...more }, parameters } })
const values = (reply: { data: any }) => reply.data.answer.items.map(({ _labels, ...row }: any) => Object.values(row))

const HARMLESS: [string, string, unknown[][]?][] = [
  [
    'groups and figures',
    'select state, sum(amount) as total from sale group by state order by state',
    [
      ['open', 31.5],
      ['won', 31.5],
    ],
  ],
  ['named parts', 'with s (a) as (select amount from sale), t as (select max(a) as m from s) select m as most from t', [[31.5]]],
  [
    'windows',
    'select state, row_number() over (partition by state order by amount) as n from sale order by 1, 2',
    [
      ['open', 1],
      ['open', 2],
      ['won', 1],
    ],
  ],
  ['comments and an end', '-- figures\nselect /* all */ count(*) as n from sale;', [[3]]],
  ['words in texts', "select 'drop table sale; -- pg_sleep(1)' as said from sale limit 1", [['drop table sale; -- pg_sleep(1)']]],
  ['days', "select day, count(*) as n from sale where day > '2026-01-01' group by day", [['2026-01-31', 3]]],
  [
    'cases',
    "select case when state in ('open') then 'yes' else 'no' end as o, count(*) as n from sale group by 1 order by 1",
    [
      ['no', 1],
      ['yes', 2],
    ],
  ],
]

/** Refused before anything is asked, with what they would do. */
const HOSTILE: Record<'both' | 'postgres' | 'mysql', [string, string][]> = {
  both: [
    ['writes', "insert into sale (id) values ('a')"],
    ['changes', 'update sale set amount = 0'],
    ['deletes', 'delete from sale'],
    ['empties', 'truncate sale'],
    ['drops', 'drop table sale'],
    ['alters', 'alter table sale add column x int'],
    ['makes', 'create table x (a int)'],
    ['grants', 'grant all on sale to public'],
    ['ends the transaction', 'commit'],
    ['begins another', 'start transaction read write'],
    ['a second statement', 'select 1 as a; drop table sale'],
    ['a second statement behind a comment', 'select 1 as a;-- \ndrop table sale'],
    ['a second one in brackets', 'select 1 as a); drop table sale; select (1'],
    ['out of the brackets', 'select 1 as a) as q, (select 2 as b'],
    ['a write in a named part', 'with x as (delete from sale returning 1) select 1 as a'],
    ['a write in a named part, in other letters', 'with x as (DeLeTe from sale returning 1) select 1 as a'],
    ['locks rows', 'select amount from sale for update'],
    ['locks rows a little', 'select amount from sale for share'],
    ['into a table', 'select 1 as a into x'],
    ['settings', 'set statement_timeout = 0'],
    ['an unclosed text', "select 'a"],
    ['an unclosed comment', 'select 1 /* a'],
    ['a comment in a comment', 'select 1 /* a /* b */ drop table sale */'],
    ['a function in quotation marks', 'select "sleep"(1) as a'],
    ['a function of another schema', 'select public.count(1) as a'],
    ['a sign that is none', 'select 1 as a \\g'],
    ['a parameter that is not there', 'select {{nobody}} as a'],
    ['of the database', 'select table_name from information_schema.tables'],
    ['a name without letters', 'select 1 as "‮"'],
  ],
  postgres: [
    ['waits', 'select pg_sleep(30) as a'],
    ['waits, called by its schema', 'select pg_catalog.pg_sleep(30) as a'],
    ['settings', "select set_config('statement_timeout', '0', false) as a"],
    ['reads settings', "select current_setting('data_directory') as a"],
    ['reads files', "select pg_read_file('/etc/passwd') as a"],
    ['lists folders', "select pg_ls_dir('/') as a"],
    ['large objects', "select lo_import('/etc/passwd') as a"],
    ['makes a large object', 'select lo_create(1) as a'],
    ['another database', "select * from dblink('dbname=postgres', 'select 1') as t(a int)"],
    ['text as SQL', "select query_to_xml('select 1', true, true, '') as a"],
    ['ends others', 'select pg_terminate_backend(1) as a'],
    ['tells others', "select pg_notify('a', 'b') as a"],
    ['locks', 'select pg_advisory_lock(1) as a'],
    ['numbers', "select nextval('x') as a"],
    ['copies', "copy sale to program 'id'"],
    ['a block', 'do $$ begin end $$'],
    ['dollars around a text', 'select $$a$$ as a'],
    ['explains', 'explain analyze select 1'],
    ['calls', 'call x()'],
    ['the catalogue', 'select relname from pg_class'],
    ['the catalogue by its schema', 'select relname from pg_catalog.pg_class'],
    ['the catalogue in quotation marks', 'select relname from "pg_class"'],
    ['the catalogue, letters by number', 'select relname from U&"\\0070g_class"'],
    ['a class by a cast', "select 'sale'::regclass as a"],
    ['a class by another cast', `select cast('sale' as "regclass") as a`],
    ['people', 'select rolname from pg_roles'],
    ['statements of others', 'select query from pg_stat_activity'],
    ['a text of another spelling', "select E'\\'; drop table sale; --' as a"],
    ['a whole table as a call', 'select count from rows from (generate_subscripts(array[1], 1)) as x(count)'],
    ['operators by their schema', 'select 1 operator(pg_catalog.+) 1 as a'],
  ],
  mysql: [
    ['waits', 'select sleep(30) as a'],
    ['counts without end', "select benchmark(1000000000, md5('a')) as a"],
    ['locks', "select get_lock('a', 10) as a"],
    ['reads files', "select load_file('/etc/passwd') as a"],
    ['writes files', "select 1 as a into outfile '/tmp/x'"],
    ['a comment that runs', 'select 1 /*! union select 2 */ as a'],
    ['a comment that runs in MariaDB', 'select 1 /*M! union select 2 */ as a'],
    ['settings for a statement', 'set statement max_statement_time=0 for select 1'],
    ['variables', 'select @@datadir as a'],
    ['variables of its own', 'select @a := 1 as a'],
    ['another database', 'select user from mysql.user'],
    ['what others do', 'select * from performance_schema.threads'],
    ['analyses', 'select 1 as a from sale procedure analyse()'],
    ['a text that begins a line comment', "select 'a\\' as b, 'c--' as d"],
    ['a handler', 'handler sale open'],
    ['does', 'do sleep(5)'],
    ['prepares', "prepare x from 'drop table sale'"],
  ],
}

describe('the text', () => {
  const read = (text: string, engine: 'postgres' | 'mysql') => readText(text, engine, new Set(['p']), (_key, at) => `$${at}`, 10)
  it.each([...HOSTILE.both, ...HOSTILE.postgres])('PostgreSQL: %s', (_name, text) => {
    // The name of a column is looked at when it is answered.
    if (!/ as "[^"]*[^\x20-\x7e]/.test(text)) expect(() => read(text, 'postgres')).toThrow(/query/i)
  })
  it.each([...HOSTILE.both, ...HOSTILE.mysql])('MariaDB: %s', (_name, text) => {
    if (!/"/.test(text)) expect(() => read(text, 'mysql')).toThrow(/query/i)
  })
  it('parameters become places, and never text', () => {
    expect(read("select '{{p}}' as a, {{p}} as b, {{ p }} as c", 'postgres')).toMatchObject({
      sql: "select '{{p}}' as a, $1 as b, $2 as c limit 10",
      places: ['p', 'p'],
    })
  })
  it('no function that waits, locks, writes or tells of the server is known', () => {
    const bad =
      /sleep|lock|file|notify|terminate|cancel|setval|nextval|^lo_|^pg_|setting|config|dblink|xml|benchmark|version|user|database|schema|repeat|lpad|rpad|space/
    for (const names of Object.values(FUNCTIONS)) expect([...names].filter(name => bad.test(name))).toEqual([])
  })
})

describe('the built-in source', () => {
  it.each(HARMLESS)('answers %s', async (_name, text, expected) => {
    const reply = await ask(text)
    expect(reply.msg).toBe('')
    if (expected) expect(values(reply)).toEqual(expected)
    expect(reply.data.answer).toMatchObject({ isWhole: true })
  })
  it.each([...HOSTILE.both, ...HOSTILE.postgres])('refuses what %s', async (_name, text) => {
    const reply = await ask(text)
    expect([reply.status, reply.code], reply.msg).toEqual([422, 'query.invalid'])
  })
  it('tells the columns, the models, and what is a figure', async () => {
    const reply = await ask('select state, day, amount from sale')
    expect(reply.data.answer.columns).toEqual([
      { key: 'state', label: 'state', role: 'group', type: 'text' },
      { key: 'day', label: 'day', role: 'group', type: 'date' },
      { key: 'amount', label: 'amount', role: 'measure', type: 'decimal' },
    ])
    expect(reply.data.answer.models).toEqual(['main/sale'])
  })
  it('binds parameters, whatever stands in them', async () => {
    const parameters = [
      { key: 'state', type: 'text' },
      { key: 'least', type: 'number', default: 0 },
    ]
    const text = 'select count(*) as n from sale where state = {{state}} and amount >= {{least}}'
    const asked = async (given: Record<string, unknown>) => values(await ask(text, { parameters }, { parameters: given }))
    expect(await asked({ state: 'open' })).toEqual([[2]])
    expect(await asked({ state: 'open', least: 20 })).toEqual([[1]])
    expect(await asked({ state: "x' or '1'='1" })).toEqual([[0]])
  })
  it('reaches no table but those of the app, whatever the text is let say', async () => {
    for (const name of ['person', 'public.person', 'public.session', `app_${world.ids.acme.replaceAll('-', '')}_dev.sale`]) {
      const reply = await ask(`select count(*) as n from ${name}`)
      expect([reply.status, reply.code], name).toEqual([422, 'data.rejected'])
      expect(reply.msg).toMatch(/permission denied|does not exist/)
    }
  })
  it('the account may read the tables of one environment, and nothing else', async () => {
    const schema = `app_${world.ids.shop.replaceAll('-', '')}_dev`
    const [{ rolname }] = (
      await world.pool.query(
        `select rolname from pg_roles where rolname like 'tessera_sql_%' and not rolsuper and not rolcreatedb and not rolcreaterole and not rolbypassrls and has_table_privilege(rolname, $1, 'select')`,
        [`${schema}.${table}`],
      )
    ).rows
    const may = await world.pool.query(
      `select n.nspname || '.' || c.relname as name, p as privilege from pg_class c join pg_namespace n on n.oid = c.relnamespace, unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) p
       where c.relkind in ('r', 'v', 'm', 'p', 'f') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg_toast%' and has_table_privilege($1, c.oid, p)`,
      [rolname],
    )
    expect(may.rows).toEqual([{ name: `${schema}.${table}`, privilege: 'select' }])
    const { rows } = await world.pool.query(
      `select has_database_privilege($1, current_database(), 'create') or has_schema_privilege($1, 'public', 'create') or has_schema_privilege($1, $2, 'create') as may,
        (select count(*)::int from pg_auth_members m join pg_roles r on r.oid = m.member where r.rolname = $1) as memberships`,
      [rolname, schema],
    )
    expect(rows).toEqual([{ may: false, memberships: 0 }])
  })
  it('is ended where it takes too long', async () => {
    const begun = Date.now()
    const reply = await ask('with recursive t (n) as (select 1 union all select n + 1 from t) select count(*) as n from t')
    expect([reply.status, reply.code]).toEqual([503, 'data.tooSlow'])
    expect(Date.now() - begun).toBeLessThan(5_000)
    const left = await world.pool.query(`select 1 from pg_stat_activity where application_name = 'tessera sql' and state = 'active'`)
    expect(left.rows).toEqual([])
  }, 20_000)
  it('an answer of 100 MB is cut off', async () => {
    const doubled = Array.from({ length: 16 }, (_one, at) => `d${at + 1} as (select t || t as t from d${at})`).join(', ')
    const reply = await ask(`with d0 as (select 'abcdefghij'::text as t), ${doubled} select t, n from d16, generate_series(1, 160) as n`)
    // A machine that is busy with other things does not get as far as the limit of size.
    expect(['422 query.tooLarge', '503 data.tooSlow'], reply.msg).toContain(`${reply.status} ${reply.code}`)
  }, 30_000)
  it('answers no more rows than are asked for', async () => {
    const reply = await ask('select n from generate_series(1, 100000) as n', { limit: 5 })
    expect([reply.data.answer.items.length, reply.data.answer.isCut]).toEqual([5, true])
  })
  it('what the database says is told to whoever writes it, and to nobody else', async () => {
    const text = 'select state::int as a from sale'
    expect((await ask(text)).msg).toContain('invalid input syntax')
    const made = await world.call('query.create', {
      as: 'ann',
      params: DEV,
      body: { key: 'breaks', name: 'Breaks', definition: { sql: { source: 'main', text: 'select state from sale' } } },
    })
    expect(made.msg).toBe('')
    await world.db
      .updateTable('resource')
      .set({ definition: JSON.stringify({ sql: { source: 'main', text } }) })
      .where('id', '=', made.data.id)
      .execute()
    const reply = await world.call('query.run', { as: 'ben', params: { ...DEV, queryKey: 'breaks' } })
    expect([reply.status, reply.code]).toEqual([422, 'query.sqlFailed'])
    expect(reply.msg + JSON.stringify(reply.data)).not.toContain('open')
  })
  it('reads tables that are made later', async () => {
    await makeModel(world, sourceId, 'later', [{ key: 'a', name: 'A', type: 'integer' }])
    await applyAll(world, sourceId)
    await addRow(world, 'later', { a: 7 })
    expect(values(await ask('select a from later'))).toEqual([[7]])
  })
})

describe('who may', () => {
  const definition = { sql: { source: 'main', text: 'select state, count(*) as n from sale group by state' } }
  it('query.sql-right: who edits queries writes SQL only with the right to, on that source', async () => {
    const role = await addRole(world, 'Designers')
    await putIn(world, role, 'user', [world.ids.ben])
    const lists = ['edit', 'query.create', 'query:edit']
    await world.db
      .insertInto('permission_list')
      .values(lists.map(list => ({ company_id: world.ids.acme, app_id: world.ids.shop, list, roles: [role] })))
      .execute()
    const create = (key: string) => world.call('query.create', { as: 'ben', params: DEV, body: { key, name: key, definition } })
    const refused = await create('mine')
    expect([refused.status, refused.code]).toEqual([403, 'query.sqlRefused'])
    expect((await ask(definition.sql.text, {}, { as: 'ben' })).code).toBe('query.sqlRefused')
    await setOverride(world, { kind: 'source', resource: sourceId, role, option: 'sql', allow: true })
    const made = await create('mine')
    expect(made.msg).toBe('')
    expect(made.data.definition.sql.columns).toEqual([
      { column: 'state', type: 'text', role: 'group' },
      { column: 'n', type: 'integer', role: 'measure' },
    ])
    await setOverride(world, { kind: 'source', resource: sourceId, role, option: 'sql', allow: false })
    const params = { ...DEV, queryId: made.data.id }
    for (const text of [definition.sql.text, 'select 1 as a']) {
      const changed = await world.call('query.update', {
        as: 'ben',
        params,
        body: { key: 'mine', name: 'Mine', definition: { sql: { source: 'main', text } } },
      })
      expect([changed.status, changed.code]).toEqual([403, 'query.sqlRefused'])
    }
    expect((await world.call('query.restoreVersion', { as: 'ben', params: { ...params, version: '1' } })).code).toBe('query.sqlRefused')
    // What was SQL is not taken over by saving something else under it, either.
    const figures = { model: 'main/sale', measures: [{ measure: 'count' }] }
    expect((await world.call('query.update', { as: 'ben', params, body: { key: 'mine', name: 'Mine', definition: figures } })).code).toBe('query.sqlRefused')
  })
  it('readers get the answer of the app, and are told so; there are no rows behind it', async () => {
    await world.call('query.create', { as: 'ann', params: DEV, body: { key: 'whole', name: 'Whole', definition } })
    const sale = (await world.db.selectFrom('data_model').select('id').where('key', '=', 'sale').where('source_id', '=', sourceId).executeTakeFirstOrThrow()).id
    await setOverride(world, { kind: 'model', resource: sale, role: await builtIn(world, 'all-users'), option: 'read', allow: false })
    const reply = await world.call('query.run', { as: 'ben', params: { ...DEV, queryKey: 'whole' } })
    expect(reply.data).toMatchObject({
      isWhole: true,
      items: [
        { state: 'open', n: 2 },
        { state: 'won', n: 1 },
      ],
    })
    expect((await world.call('query.listRows', { as: 'ben', params: { ...DEV, queryKey: 'whole' } })).code).toBe('query.noRows')
  })
})

describe('other databases', () => {
  it.each(databases.map(({ name }) => name))(
    '%s answers and refuses alike',
    async name => {
      for (const [told, text, expected] of HARMLESS) {
        const reply = await ask(text, {}, { source: name })
        expect(reply.msg, told).toBe('')
        if (expected) expect(values(reply), told).toEqual(expected)
      }
      // Quotation marks make a text there, and no name.
      const isText = (text: string) => name === 'mysql' && text.includes('"sleep"')
      for (const [told, text] of [...HOSTILE.both, ...HOSTILE[name]]) {
        const reply = await ask(text, {}, { source: name })
        expect([reply.status, reply.code], `${told}: ${reply.msg}`).toEqual([422, isText(text) ? 'data.rejected' : 'query.invalid'])
      }
      const there = await outside.find(one => one.name === name)?.run('select count(*) as n from sale')
      expect(Number(there?.[0].n)).toBe(3)
    },
    60_000,
  )
  it.each(databases.map(({ name }) => name))(
    '%s is ended where it takes too long',
    async name => {
      const endless = 'with recursive t (n) as (select 1 union all select n + 1 from t) select count(*) as n from t'
      // MariaDB ends what goes round too often by itself.
      const text =
        name === 'postgres'
          ? endless
          : `with recursive d (n) as (select 1 union all select n + 1 from d where n < 900) select count(*) as n from d a, d b, d c, d e`
      const reply = await ask(text, {}, { source: name })
      expect([reply.status, reply.code], reply.msg).toEqual([503, 'data.tooSlow'])
    },
    20_000,
  )
  it('an account that may do more than work with tables is refused', async () => {
    const pg = outside.find(({ name }) => name === 'postgres')
    expect(pg).toBeTruthy()
    await world.call('source.create', { as: 'ann', params: DEV, body: { key: 'asAdmin', name: 'Admin', ...pg?.input } })
    const reply = await ask('select 1 as a', {}, { source: 'asAdmin' })
    expect([reply.status, reply.code]).toEqual([409, 'query.sqlAccount'])
  })
})
