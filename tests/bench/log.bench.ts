// The operation log of an app that holds millions of operations: pages, filters, the last page that is counted. A real server process.
import { database, median, memory, percentile, round, setUp, startServer, type Bench, type Figures } from './support.ts'

const DAY = 86_400_000

/** 200 people, the operations of half a year; one call in a thousand is rare, one person in 200 works as rarely as the others often. */
const seed = (rows: number) => `
insert into person (id, username, email, name)
  select gen_random_uuid(), 'log' || n, 'log' || n || '@example.test', 'Worker ' || n from generate_series(1, 200) n;
create temporary table worker as select row_number() over (order by username) as n, id from person where username like 'log%';
insert into audit (id, at, request_id, user_id, company_id, app_id, call, path, ip, agent, status, input, method, duration_ms, http_status, content_type, context, headers, response_headers, response)
  select gen_random_uuid(), now() - s.n * interval '3 seconds', 'r' || s.n, w.id, a.company_id, a.id,
    case when s.n % 1000 = 0 then 'page.delete' when s.n % 3 = 0 then 'page.saveDraft' else 'page.update' end,
    '/api/company/bench/app/load/page/' || s.n, '127.0.0.1', 'bench', 0, '{"name":"Orders","note":"seeded"}', 'PUT', s.n % 90, 200, 'application/json',
    '{"environment":"dev"}', '{"user-agent":"bench"}', '{"cache-control":"no-store"}', '{"status":0}'
  from generate_series(1, ${rows}) as s(n) cross join lateral (select id, company_id from app limit 1) a join worker w on w.n = s.n % 199 + 1;
`

export async function run({ quick, note }: Bench): Promise<Figures> {
  const rows = quick ? 200_000 : 5_000_000
  const server = await startServer()
  try {
    const client = await setUp(server)
    await client.call('POST', `/api/company/${client.companyKey}/app`, { name: 'Load', key: 'load', type: 1 })
    const db = await database(server)
    await db.query('set statement_timeout = 0')
    const started = performance.now()
    await db.query(seed(rows))
    await db.query('vacuum analyze audit')
    const size = Number((await db.query(`select pg_total_relation_size('audit') as n`)).rows[0].n)
    await db.end()
    note(`${rows} operations after ${round((performance.now() - started) / 1000)} s`)

    const base = `/api/company/${client.companyKey}/app/load/log`
    const now = Date.now()
    const time = async (query: string) => {
      const all: number[] = []
      for (let n = 0; n < (quick ? 5 : 30); n++) {
        const at = performance.now()
        await client.call('GET', `${base}?${query}`)
        all.push(performance.now() - at)
      }
      return { p50: median(all), p99: percentile(all, 99), max: percentile(all, 100) }
    }
    return {
      operations: rows,
      tableMiB: round(size / 2 ** 20, 0),
      firstPageMs: await time('page=1&perPage=20'),
      hundredRowsMs: await time('page=1&perPage=100'),
      lastCountedPageMs: await time('page=500&perPage=20'),
      oneDayMs: await time(`page=1&perPage=20&date=${now - 30 * DAY},${now - 29 * DAY}`),
      rareOperationMs: await time('page=1&perPage=20&operation=page.delete'),
      onePersonMs: await time('page=1&perPage=20&operator=log77@'),
      personAndRareOperationMs: await time('page=1&perPage=20&operator=log77@&operation=page.delete'),
      nobodyMs: await time('page=1&perPage=20&operator=nosuchperson'),
      memoryMiB: memory(server),
    }
  } finally {
    await server.remove()
  }
}
