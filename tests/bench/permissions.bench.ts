// Permissions of a large app: 200 roles × 5,000 pages × 6 options. Opening the matrix, saving 1,000 changes, previewing one, and what roles cost a call: the page
// list of somebody who holds ten roles through departments against an administrator's, in one run.
import autocannon from 'autocannon'
import { ADMIN, Client, database, median, round, setUp, startServer, type Bench, type Figures } from './support.ts'
import { permissionSeed } from './permissions-seed.ts'

export async function run({ quick, note }: Bench): Promise<Figures> {
  const [roles, pages, people] = quick ? [40, 500, 200] : [200, 5_000, 20_000]
  const server = await startServer()
  try {
    const client = await setUp(server)
    const db = await database(server)
    await db.query(permissionSeed(roles, pages, people))
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
    const opened = await time(() => client.call('GET', `${base}/acl/matrix?kind=page&boxesOf=first`), quick ? 3 : 10)
    const whole = await time(() => client.call('GET', `${base}/acl/matrix?kind=page`), quick ? 3 : 10)
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
    return {
      roles,
      pages,
      people,
      matrixMs: opened,
      matrixOfAllRolesMs: whole,
      save1000Ms: saved,
      whatIf1000Ms: previewed,
      callMs,
      pageList: { administrator, withRoles },
    }
  } finally {
    await server.remove()
  }
}
