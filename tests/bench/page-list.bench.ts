// The page list of many apps under load: 100,000 pages in 1,000 apps, 50 connections, a real server process and session.
import autocannon from 'autocannon'
import { database, memory, round, setUp, startServer, type Bench, type Figures } from './support.ts'

const PAGES_EACH = 100

/** Apps of ten groups with nine pages each, put in by SQL; versions and bodies as a save would leave them. */
const seed = (apps: number) => `
insert into app (id, company_id, key, name, type, owner_id)
  select uuidv7(), company.id, 'load' || n, 'Load ' || n, 1, company.owner_id from company, generate_series(1, ${apps}) n;
insert into page (id, company_id, app_id, kind, name, sort, updated_by)
  select uuidv7(), company_id, app.id, 'group', 'Group ' || g, g, owner_id from app, generate_series(1, 10) g where key like 'load%';
insert into page (id, company_id, app_id, parent_id, kind, name, path, icon, sort, body_hash, updated_by)
  select uuidv7(), page.company_id, app_id, page.id, 'page', page.name || ' page ' || n, '/g' || page.sort || '/p' || n, 'fa fa-file', n,
         sha256(convert_to(page.id::text || n, 'UTF8')), page.updated_by
  from page, generate_series(1, ${PAGES_EACH / 10 - 1}) n where kind = 'group';
insert into body (company_id, hash, size, content)
  select company_id, body_hash, 60, '{"type":"page","title":"' || name || '"}' from page where body_hash is not null on conflict do nothing;
insert into page_version (page_id, version, company_id, app_id, name, body_hash, created_by)
  select id, 1, company_id, app_id, name, body_hash, updated_by from page where body_hash is not null;
analyze;`

export async function run({ quick, note }: Bench): Promise<Figures> {
  const apps = quick ? 50 : 1000
  const server = await startServer()
  try {
    const client = await setUp(server)
    const db = await database(server)
    await db.query(seed(apps))
    const pages = Number((await db.query('select count(*) as n from page')).rows[0].n)
    await db.end()
    note(`${pages} pages in ${apps} apps`)
    const paths = Array.from({ length: apps }, (_, i) => `/api/company/${client.companyKey}/app/load${i + 1}-dev/page`)
    const one = await client.call<{ items: unknown[] }>('GET', paths[0] as string)
    if (one.items.length !== 10) throw new Error(`expected 10 groups, got ${one.items.length}`)

    let connection = 0
    const load = (duration: number) =>
      autocannon({
        url: server.url,
        connections: 50,
        duration,
        headers: { accept: 'application/json', cookie: client.cookie },
        // Each connection walks the apps from a place of its own.
        setupClient: each => {
          const from = (connection++ * 37) % paths.length
          each.setRequests([...paths.slice(from), ...paths.slice(0, from)].map(path => ({ method: 'GET' as const, path })))
        },
      })
    await load(2)
    const result = await load(quick ? 3 : 10)
    if (result.non2xx || result.errors || result.timeouts) throw new Error(`${result.non2xx} refused, ${result.errors} errors, ${result.timeouts} timeouts`)
    return {
      pages,
      apps,
      connections: 50,
      seconds: result.duration,
      requestsPerSecond: round(result.requests.average, 0),
      latencyMs: { p50: result.latency.p50, p90: result.latency.p90, p99: result.latency.p99, max: result.latency.max },
      bytesEach: Math.round(result.throughput.total / result.requests.total),
      memoryMiB: memory(server),
    }
  } finally {
    await server.remove()
  }
}
