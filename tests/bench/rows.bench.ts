// A model of a million rows with 20 row permissions, held by roles through departments and other roles: the list page of limited people beside an
// administrator's, one call at a time and at 20 connections. A real server process.
import autocannon from 'autocannon'
import { ADMIN, Client, database, median, memory, percentile, round, setUp, startServer, type Bench, type Figures, type Server } from './support.ts'

const CONNECTIONS = 20
const ROLES = 20
const DEPARTMENTS = 40
const REGIONS = 200

/** People of departments: `many` sits where all roles lead to, `few` where four do, `one` sees what is his own, a handful of rows. */
const people = (company: string, app: string) => `
insert into person (id, username, email, name, password_hash)
  select gen_random_uuid(), n, n || '@example.test', n, (select password_hash from person where email = '${ADMIN.email}') from unnest(array['many', 'few', 'one']) n;
insert into person (id, username, email, name) select gen_random_uuid(), 'owner' || n, 'owner' || n || '@example.test', 'Owner ' || n from generate_series(1, 300) n;
insert into member (company_id, user_id, role) select '${company}', id, 'member' from person where username in ('many', 'few', 'one') or username like 'owner%';
insert into department (id, company_id, parent_id, path, name, code)
  select id, company_id, parent_id, array[parent_id, id], 'Department ' || n, 'dep' || n
  from (select gen_random_uuid() as id, company_id, d.id as parent_id, n from department d, generate_series(1, ${DEPARTMENTS}) n where d.company_id = '${company}' and d.parent_id is null) each;
insert into department_member (department_id, user_id, company_id)
  select d.id, p.id, d.company_id from department d join person p on (p.username = 'many' and substring(d.name, 12)::int <= ${ROLES}) or (p.username = 'few' and substring(d.name, 12)::int <= 4)
  where d.company_id = '${company}' and d.parent_id is not null;
insert into role (id, company_id, app_id, name) select gen_random_uuid(), '${company}', '${app}', 'Role ' || n from generate_series(1, ${ROLES}) n;
insert into role (id, company_id, app_id, name) values (gen_random_uuid(), '${company}', '${app}', 'Data');
-- Every second one by a department, the others by a role that a department holds.
insert into role_member (role_id, kind, subject_id, company_id, app_id)
  select r.id, 'department', d.id, r.company_id, r.app_id from role r join department d on d.company_id = r.company_id and d.name = 'Department ' || substring(r.name, 6)
  where r.app_id = '${app}' and r.name like 'Role %' and substring(r.name, 6)::int % 2 = 1;
insert into role_member (role_id, kind, subject_id, company_id, app_id)
  select r.id, 'role', i.id, r.company_id, r.app_id from role r join role i on i.app_id = r.app_id and i.name = 'Role ' || (substring(r.name, 6)::int - 1)
  where r.app_id = '${app}' and r.name like 'Role %' and substring(r.name, 6)::int % 2 = 0;
insert into role_member (role_id, kind, subject_id, company_id, app_id)
  select r.id, 'user', p.id, r.company_id, r.app_id from role r join person p on p.username in ('many', 'few', 'one') where r.app_id = '${app}' and r.name = 'Data';
insert into role_member (role_id, kind, subject_id, company_id, app_id)
  select r.id, 'user', p.id, r.company_id, r.app_id from role r join person p on p.username = 'one' where r.app_id = '${app}' and r.name = 'Role 2';
insert into permission_list (app_id, company_id, list, roles) select app_id, company_id, 'dataManage', array[id] from role where app_id = '${app}' and name = 'Data';
analyze;`

/** Oldest first, and with ids of their moment, as rows come in. */
const rows = (schema: string, count: number) => `
create temporary table who as select row_number() over (order by username) - 1 as n, id from person where username like 'owner%';
create temporary table dep as select row_number() over (order by name) - 1 as n, id from department where parent_id is not null;
insert into ${schema}."order" (id, title, amount, status, region, owner, department, created_at, updated_at)
  select uuidv7(-s.n * interval '1 second'), 'Order ' || s.n, s.n % 1000, (array['new', 'paid', 'sent', 'done'])[s.n % 4 + 1], 'R' || s.n % ${REGIONS},
    case when s.n % 250000 = 0 then (select id from person where username = 'one') else w.id end, d.id, now() - s.n * interval '1 second', now()
  from generate_series(1, ${count}) as s(n) join who w on w.n = s.n % 300 join dep d on d.n = s.n % 37 order by s.n desc;
vacuum analyze ${schema}."order";`

const field = (name: string) => ({ type: 'field', field: name })
/** Twenty rules of five kinds, most of which a person's own values decide. */
function filters(n: number) {
  const region = { left: field('region'), op: 'equal', right: `R${n}` }
  const kinds = [
    { conjunction: 'and', children: [region] },
    { conjunction: 'and', children: [{ left: field('owner'), op: 'equal', right: field('user.id') }] },
    {
      conjunction: 'and',
      children: [
        { left: field('department'), op: 'select_any_in', right: field('user.departments') },
        { left: field('status'), op: 'select_equals', right: 'sent' },
      ],
    },
    {
      conjunction: 'and',
      children: [
        region,
        {
          conjunction: 'or',
          children: [
            { left: field('amount'), op: 'greater', right: 900 },
            { left: field('status'), op: 'select_not_equals', right: 'done' },
          ],
        },
      ],
    },
    { conjunction: 'and', children: [{ left: field('title'), op: 'equal', right: `Order ${n * 1000}` }] },
  ]
  return kinds[n % kinds.length] as object
}

async function signedIn(server: Server, email: string): Promise<Client> {
  const client = new Client(server.url)
  await client.call('POST', '/login', { username: email, password: ADMIN.password })
  await client.session()
  return client
}

export async function run({ quick, note }: Bench): Promise<Figures> {
  const count = quick ? 100_000 : 1_000_000
  const server = await startServer()
  try {
    const admin = await setUp(server)
    const company = admin.companyKey
    await admin.call('POST', `/api/company/${company}/app`, { name: 'Load', key: 'load', type: 1 })
    const base = `/api/company/${company}/app/load-dev`
    const [source] = (await admin.call('GET', `${base}/source`)).options as { id: string }[]
    const sourceId = (source as { id: string }).id
    const { id: modelId } = await admin.call('POST', `${base}/source/${sourceId}/model`, { key: 'order', name: 'Orders' })
    const ids: Record<string, string> = {}
    for (const [key, type, more] of [
      ['title', 'text', {}],
      ['amount', 'integer', {}],
      ['status', 'enum', { options: ['new', 'paid', 'sent', 'done'].map(value => ({ value })) }],
      ['region', 'text', {}],
      ['owner', 'user', {}],
      ['department', 'department', {}],
    ] as const)
      ids[key] = (await admin.call('POST', `${base}/model/${modelId}/field`, { key, name: key, type, ...more })).id
    for (const key of ['title', 'region', 'owner', 'department'])
      await admin.call('POST', `${base}/model/${modelId}/index`, { name: `By ${key}`, fields: [key] })
    const { hash } = await admin.call('POST', `${base}/source/${sourceId}/plan`, {})
    await admin.call('POST', `${base}/source/${sourceId}/apply`, { hash })

    const db = await database(server)
    await db.query('set statement_timeout = 0')
    const app = (await db.query(`select id, company_id from app where key = 'load'`)).rows[0] as { id: string; company_id: string }
    await db.query(people(app.company_id, app.id))
    const started = performance.now()
    const schema = `app_${app.id.replaceAll('-', '')}_dev`
    for (const statement of rows(schema, count)
      .split(/;\n?/)
      .filter(text => text.trim()))
      await db.query(statement)
    const roles = (await db.query(`select id, name from role where app_id = $1 and name like 'Role %' order by substring(name, 6)::int`, [app.id])).rows as {
      id: string
    }[]
    await db.end()
    note(`${count} rows after ${round((performance.now() - started) / 1000)} s`)

    const list = `/api/resource/${company}/load-dev/source/main/model/order`
    for (const [n, role] of roles.entries()) {
      const answer = await fetch(`${server.url}/api/resource/v2/acl/model/main/order`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: admin.cookie, 'x-csrf-token': admin.csrf, 'X-Company-Key': company, 'X-App-Key': 'load-dev' },
        body: JSON.stringify({ type: 'row', name: `Rule ${n}`, permissions: ['SELECT'], users: { users: [], roles: [role.id] }, filters: filters(n) }),
      })
      const { status, msg } = (await answer.json()) as { status: number; msg: string }
      if (status) throw new Error(`rule ${n}: ${msg}`)
    }
    const clients = {
      admin,
      many: await signedIn(server, 'many@example.test'),
      few: await signedIn(server, 'few@example.test'),
      one: await signedIn(server, 'one@example.test'),
    }

    const alone = async (client: Client, query: string) => {
      const all: number[] = []
      for (let n = 0; n < (quick ? 10 : 40); n++) {
        const at = performance.now()
        await client.call('GET', `${list}?${query}`)
        all.push(performance.now() - at)
      }
      return { p50: median(all), p99: percentile(all, 99) }
    }
    const together = async (client: Client, path: string) => {
      const load = (duration: number) =>
        autocannon({ url: server.url + path, connections: CONNECTIONS, duration, headers: { accept: 'application/json', cookie: client.cookie } })
      // The server's connections to its database are opened, and each has planned what it is asked.
      await load(2)
      const result = await load(quick ? 3 : 15)
      if (result.non2xx || result.errors || result.timeouts) throw new Error(`${result.non2xx} refused, ${result.errors} errors, ${result.timeouts} timeouts`)
      return {
        requestsPerSecond: round(result.requests.average, 0),
        meanMs: round(result.latency.average),
        p50Ms: result.latency.p50,
        p99Ms: result.latency.p99,
      }
    }

    const figures: Record<string, Record<string, unknown> & { p50: number; meanMs: number; p99Ms: number }> = {}
    for (const [who, client] of Object.entries(clients)) {
      const { total, totalIsCapped = false } = await client.call('GET', `${list}?perPage=20`)
      await alone(client, 'perPage=20')
      figures[who] = {
        sees: `${total}${totalIsCapped ? ' or more' : ''}`,
        ...(await alone(client, 'perPage=20')),
        ...(await together(client, `${list}?perPage=20`)),
        sortedMs: await alone(client, 'perPage=20&orderBy=created_at&orderDir=desc'),
        page100Ms: await alone(client, 'perPage=20&page=100'),
      }
      note(`${who}: ${JSON.stringify(figures[who])}`)
    }
    const against = (who: string) => {
      const [limited, all] = [figures[who], figures.admin]
      return limited && all ? { alone: round(limited.p50 / all.p50, 2), at20Connections: round(limited.meanMs / all.meanMs, 2) } : {}
    }
    return {
      rows: count,
      rules: ROLES,
      connections: CONNECTIONS,
      ...figures,
      ratioToAdministrator: { many: against('many'), few: against('few'), one: against('one') },
      memoryMiB: memory(server),
    }
  } finally {
    await server.remove()
  }
}
