// Permissions of a large app: 200 roles × 5,000 pages. Opening the matrix, saving 1,000 changes, previewing one, and what roles cost a call: the page
// list of somebody who holds ten roles through departments against an administrator's, in one run.
import autocannon from 'autocannon'
import { ADMIN, Client, database, median, round, setUp, startServer, type Bench, type Figures } from './support.ts'

const seed = (roles: number, pages: number, people: number) => `
insert into app (id, company_id, key, name, type, owner_id) select uuidv7(), id, 'rights', 'Rights', 1, owner_id from company;
insert into page (id, company_id, app_id, kind, name, path, sort) select uuidv7(), company_id, id, 'page', 'Page ' || n, '/p' || n, n from app, generate_series(1, ${pages}) n where key = 'rights';
insert into person (id, username, email, name) select uuidv7(), 'load' || n, 'load' || n || '@example.test', 'Load ' || n from generate_series(1, ${people}) n;
insert into member (company_id, user_id, role) select c.id, p.id, 'member' from company c, person p where p.username like 'load%';
insert into role (id, company_id, app_id, name) select uuidv7(), company_id, id, 'Role ' || n from app, generate_series(1, ${roles}) n where key = 'rights';
insert into department (id, company_id, parent_id, path, name, code)
  select id, company_id, parent_id, array[parent_id, id], 'Department ' || n, 'dep' || n
  from (select gen_random_uuid() as id, d.company_id, d.id as parent_id, n from department d, generate_series(1, 50) n where d.parent_id is null) each;
insert into department_member (department_id, user_id, company_id)
  select d.id, p.id, d.company_id from department d join person p on p.username like 'load%' and substring(p.username, 5)::int % 50 = substring(d.name, 12)::int % 50 where d.parent_id is not null;
insert into role_member (role_id, kind, subject_id, company_id, app_id)
  select r.id, 'department', d.id, r.company_id, r.app_id from role r join department d on d.parent_id is not null
  and (substring(r.name, 6)::int % 50 = substring(d.name, 12)::int % 50) where r.built_in is null;
insert into role_member (role_id, kind, subject_id, company_id, app_id)
  select o.id, 'role', r.id, r.company_id, r.app_id from role r join role o on o.app_id = r.app_id and o.built_in is null
  and substring(o.name, 6)::int = substring(r.name, 6)::int + 1 where r.built_in is null and substring(r.name, 6)::int % 5 <> 0;
insert into permission_list (app_id, company_id, list, roles)
  select a.id, a.company_id, l, array(select id from role r where r.app_id = a.id and r.built_in is null order by id limit 100) from app a, unnest(array['edit', 'viewLog', 'dataManage']) l where key = 'rights';
insert into permission_override (role_id, kind, option, resource_id, app_id, company_id, allow)
  select r.id, 'page', o, p.id, p.app_id, p.company_id, true
  from role r join page p on p.app_id = r.app_id cross join unnest(array['read', 'edit', 'delete']) o
  where r.built_in is null and substring(r.name, 6)::int % 4 = p.sort % 4 and p.sort % 8 = 0;
analyze;`

export async function run({ quick, note }: Bench): Promise<Figures> {
  const [roles, pages, people] = quick ? [40, 500, 200] : [200, 5_000, 20_000]
  const server = await startServer()
  try {
    const client = await setUp(server)
    const db = await database(server)
    await db.query(seed(roles, pages, people))
    note(`${(await db.query('select count(*)::int as n from permission_override')).rows[0].n} exceptions`)
    const base = `/api/company/${client.companyKey}/app/rights-dev`
    const time = async (work: () => Promise<unknown>, times: number) => {
      const each: number[] = []
      for (let n = 0; n < times; n++) {
        const from = performance.now()
        await work()
        each.push(performance.now() - from)
      }
      return { median: median(each), max: round(Math.max(...each)) }
    }
    const matrix = await client.call<{ resources: { id: string }[]; roles: { value: string; type: number }[] }>('GET', `${base}/acl/matrix?kind=page`)
    const opened = await time(() => client.call('GET', `${base}/acl/matrix?kind=page`), quick ? 3 : 10)
    const custom = matrix.roles.slice(-roles)
    let allow = false
    const thousand = (option: string) => ({
      kind: 'page',
      changes: Array.from({ length: 1_000 }, (_, n) => ({ roleId: custom[n % 10]?.value, resourceId: matrix.resources[(n / 10) | 0]?.id, option, allow })),
    })
    const saved = await time(
      async () => {
        allow = !allow
        await client.call('POST', `${base}/acl/matrix`, thousand('delete'))
      },
      quick ? 4 : 12,
    )
    const previewed = await time(() => client.call('POST', `${base}/acl/whatIf`, thousand('read')), 3)

    // Somebody with roles beside an administrator, on the same list of pages.
    await db.query(`update person set password_hash = (select password_hash from person where email = $1) where username = 'load1'`, [ADMIN.email])
    const limited = new Client(server.url)
    await limited.call('POST', '/login', { username: 'load1', password: ADMIN.password })
    const load = async (cookie: string) => {
      const go = (duration: number) =>
        autocannon({ url: server.url + base + '/page', connections: 20, duration, headers: { accept: 'application/json', cookie } })
      await go(1)
      const result = await go(quick ? 2 : 8)
      if (result.non2xx || result.errors) throw new Error(`${result.non2xx} refused`)
      return { requestsPerSecond: round(result.requests.average, 0), p50: result.latency.p50, p99: result.latency.p99 }
    }
    // One call after the other, in turn, so that both meet the same machine.
    const calls = { administrator: [] as number[], withRoles: [] as number[] }
    for (let n = 0; n < (quick ? 50 : 300); n++)
      for (const who of ['administrator', 'withRoles'] as const) {
        const from = performance.now()
        await (who === 'withRoles' ? limited : client).call('GET', base)
        calls[who].push(performance.now() - from)
      }
    const callMs = { administrator: median(calls.administrator), withRoles: median(calls.withRoles) }
    const administrator = await load(client.cookie)
    const withRoles = await load(limited.cookie)
    await db.end()
    return { roles, pages, people, matrixMs: opened, save1000Ms: saved, whatIf1000Ms: previewed, callMs, pageList: { administrator, withRoles } }
  } finally {
    await server.remove()
  }
}
