// An app of 5,000 pages and 1,000,000 rows out into a package and in again as a new app, with the most memory that the server held over what it has at rest.
import { createWriteStream, mkdtempSync, openAsBlob, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { database, memory, round, samplePage, setUp, startServer, wait, watchMemory, type Bench, type Client, type Figures, type Server } from './support.ts'

const PASSWORD = 'Secret-1'
const CALLS_AT_ONCE = 8

async function many(count: number, make: (n: number) => Promise<unknown>) {
  let next = 0
  await Promise.all(
    Array.from({ length: CALLS_AT_ONCE }, async () => {
      while (next < count) await make(next++)
    }),
  )
}

/** Models of orders and their customers, applied. */
async function makeModels(client: Client, app: string) {
  const [source] = (await client.call('GET', `${app}/source`)).options
  const add = async (key: string, fields: Record<string, unknown>[]): Promise<string> => {
    const { id } = await client.call('POST', `${app}/source/${source.id}/model`, { key, name: key })
    for (const field of fields) await client.call('POST', `${app}/model/${id}/field`, { name: field.key, ...field })
    return id
  }
  const customer = await add('customer', [
    { key: 'name', type: 'text', required: true },
    { key: 'city', type: 'text' },
  ])
  await add('order', [
    { key: 'title', type: 'text', required: true },
    { key: 'amount', type: 'decimal', precision: 12, scale: 2 },
    { key: 'due', type: 'date' },
    { key: 'paid', type: 'boolean' },
    { key: 'customer', type: 'relationOne', required: true, relation: { modelId: customer } },
  ])
  const plan = await client.call('POST', `${app}/source/${source.id}/plan`)
  await client.call('POST', `${app}/source/${source.id}/apply`, { hash: plan.hash })
}

/** Rows straight into the tables, as many calls would take an hour. */
async function fill(server: Server, rows: number) {
  const db = await database(server)
  try {
    const { rows: found } = await db.query<{ schema: string; table: string; column: string; key: string; model: string }>(`
      select n.nspname as schema, a.definition->>'table' as table, f->>'column' as column, f->>'key' as key, a.key as model
      from data_applied a, jsonb_array_elements(a.definition->'fields') f, pg_namespace n join pg_class c on c.relnamespace = n.oid
      where a.tag = 'dev' and c.relname = a.definition->>'table' and n.nspname like '%dev%'`)
    const of = (model: string) => {
      const mine = found.filter(one => one.model === model)
      return { table: `"${mine[0]?.schema}"."${mine[0]?.table}"`, column: (key: string) => `"${mine.find(one => one.key === key)?.column}"` }
    }
    const [customer, order] = [of('customer'), of('order')]
    const customers = Math.ceil(rows / 50)
    await db.query(`insert into ${customer.table} (id, ${customer.column('name')}, ${customer.column('city')})
      select gen_random_uuid(), 'Customer ' || n, 'City ' || n % 100 from generate_series(1, ${customers}) n`)
    await db.query(`with them as (select array_agg(id) as ids from ${customer.table})
      insert into ${order.table} (id, ${['title', 'amount', 'due', 'paid', 'customer'].map(order.column).join()})
      select gen_random_uuid(), 'Order number ' || n, n % 100000 / 100.0, date '2020-01-01' + n % 2000, n % 3 = 0, them.ids[1 + n % ${customers}]
      from generate_series(1, ${rows - customers}) n, them`)
    await db.query(`analyze ${customer.table}, ${order.table}`)
  } finally {
    await db.end()
  }
}

/** Runs it, and tells how long it took and how much memory it took over what there was. */
async function measured<T>(server: Server, run: () => Promise<T>): Promise<{ found: T; seconds: number; overIdleMiB: { node: number; postgres: number } }> {
  await wait(3000)
  const idle = memory(server)
  const stop = watchMemory(server)
  const started = performance.now()
  const found = await run()
  const seconds = round((performance.now() - started) / 1000)
  const most = stop()
  return { found, seconds, overIdleMiB: { node: round(most.node - idle.node), postgres: round(most.postgres - idle.postgres) } }
}

export async function run({ quick, note }: Bench): Promise<Figures> {
  const [pages, rows] = quick ? [50, 10_000] : [5000, 1_000_000]
  const folder = mkdtempSync(join(tmpdir(), 'tessera-package-bench-'))
  const file = join(folder, 'big.amis')
  const server = await startServer()
  try {
    const client = await setUp(server)
    const company = `/api/company/${client.companyKey}`
    await client.call('POST', `${company}/app`, { name: 'Big', key: 'big', type: 1 })
    const app = `${company}/app/big-dev`
    await many(pages, n => client.call('POST', `${app}/page`, { name: `Page ${n}`, path: `/p${n}`, kind: 'page', schema: samplePage(`p${n}`) }))
    await makeModels(client, app)
    await fill(server, rows)
    note(`${pages} pages and ${rows} rows made`)
    const headers = { cookie: client.cookie, 'x-csrf-token': client.csrf }
    const out = await measured(server, async () => {
      const body = JSON.stringify({ password: PASSWORD, exportWithData: true })
      const answer = await fetch(`${server.url}${app}/release/export`, { method: 'POST', body, headers: { ...headers, 'content-type': 'application/json' } })
      if (!answer.headers.get('x-content-length') || !answer.body) throw new Error(await answer.text())
      await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(file))
    })
    const fileMiB = round(statSync(file).size / 1024 / 1024)
    note(`out: ${JSON.stringify(out)}, ${fileMiB} MiB`)
    const { user } = await client.call('GET', '/api/session')
    const into = await measured(server, async () => {
      const body = new FormData()
      body.append('file', await openAsBlob(file), 'big.amis')
      for (const [name, value] of Object.entries({ email: user.email, password: PASSWORD, confirm: 'true' })) body.append(name, value)
      const answer = await fetch(`${server.url}/api/runtime/v1/install`, { method: 'POST', body, headers: { ...headers, accept: 'application/json' } })
      const { status, msg, data } = (await answer.json()) as { status: number; msg: string; data: { appKey: string } }
      if (status !== 0) throw new Error(msg)
      return data.appKey
    })
    const { total } = await client.call('GET', `/api/resource/${client.companyKey}/${into.found}-dev/source/main/model/order?perPage=1`)
    if (!total) throw new Error('the app that was installed has no rows')
    const each = ({ seconds, overIdleMiB }: typeof into | typeof out) => ({ seconds, rowsPerSecond: round(rows / seconds, 0), overIdleMiB })
    return { pages, rows, fileMiB, out: each(out), in: each(into) }
  } finally {
    await server.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}
