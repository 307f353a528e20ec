// A query over a million rows, by month and choice, under five row permissions: beside the same SQL by hand, and beside an administrator's. A real server.
import { ADMIN, Client, database, median, memory, round, setUp, startServer, type Bench, type Figures, type Server } from './support.ts'

const RULES = 5
const field = (name: string) => ({ type: 'field', field: name })
/** Of kinds that people write; together they leave about a third of the rows. */
const filters = [
  { conjunction: 'and', children: [{ left: field('region'), op: 'equal', right: 'R1' }] },
  { conjunction: 'and', children: [{ left: field('owner'), op: 'equal', right: field('user.id') }] },
  {
    conjunction: 'and',
    children: [
      { left: field('amount'), op: 'greater', right: 900 },
      { left: field('status'), op: 'select_equals', right: 'sent' },
    ],
  },
  { conjunction: 'and', children: [{ left: field('status'), op: 'select_any_in', right: ['done'] }] },
  { conjunction: 'and', children: [{ left: field('region'), op: 'starts_with', right: 'R10' }] },
]
/** What somebody who knows SQL writes for the limited person. */
const byHand = (schema: string, person: string | undefined) => `
select to_char(month, 'YYYY-MM'), status, n, total from (
  select date_trunc('month', at at time zone 'Europe/Berlin') as month, status, count(*) as n, sum(amount) as total
  from ${schema}."order"
  ${person ? `where region = 'R1' or owner = '${person}' or (amount > 900 and status = 'sent') or status in ('done') or region ilike 'R10%'` : ''}
  group by 1, 2) as figures order by month, status limit 1001`

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
    const { id: sourceId } = source as { id: string }
    const { id: modelId } = await admin.call('POST', `${base}/source/${sourceId}/model`, { key: 'order', name: 'Orders' })
    for (const [key, type, more] of [
      ['at', 'datetime', {}],
      ['status', 'enum', { options: ['new', 'paid', 'sent', 'done'].map(value => ({ value })) }],
      ['amount', 'integer', {}],
      ['region', 'text', {}],
      ['owner', 'user', {}],
    ] as const)
      await admin.call('POST', `${base}/model/${modelId}/field`, { key, name: key, type, ...more })
    await admin.call('POST', `${base}/model/${modelId}/index`, { name: 'Figures', fields: ['at', 'status', 'amount', 'region', 'owner'] })
    const { hash } = await admin.call('POST', `${base}/source/${sourceId}/plan`, {})
    await admin.call('POST', `${base}/source/${sourceId}/apply`, { hash })

    const db = await database(server)
    await db.query('set statement_timeout = 0')
    const app = (await db.query(`select id, company_id from app where key = 'load'`)).rows[0] as { id: string; company_id: string }
    const schema = `app_${app.id.replaceAll('-', '')}_dev`
    await db.query(`insert into person (id, username, email, name, password_hash)
      select gen_random_uuid(), 'seller', 'seller@example.test', 'Seller', password_hash from person where email = '${ADMIN.email}'`)
    await db.query(`insert into member (company_id, user_id, role) select '${app.company_id}', id, 'member' from person where username = 'seller'`)
    await db.query(`insert into role (id, company_id, app_id, name) values (gen_random_uuid(), '${app.company_id}', '${app.id}', 'Seller')`)
    await db.query(`insert into role_member (role_id, kind, subject_id, company_id, app_id)
      select r.id, 'user', p.id, r.company_id, r.app_id from role r, person p where r.name = 'Seller' and p.username = 'seller'`)
    const started = performance.now()
    await db.query(`insert into ${schema}."order" (id, at, status, amount, region, owner, created_at, updated_at)
      select uuidv7(), now() - n * interval '95 seconds', (array['new', 'paid', 'sent', 'done'])[n % 4 + 1], n % 1000, 'R' || n % 200,
        case when n % 100 = 0 then (select id from person where username = 'seller') end, now(), now()
      from generate_series(1, ${count}) n`)
    await db.query(`vacuum analyze ${schema}."order"`)
    const { id: role } = (await db.query(`select id from role where name = 'Seller'`)).rows[0] as { id: string }
    const { id: person } = (await db.query(`select id from person where username = 'seller'`)).rows[0] as { id: string }
    note(`${count} rows after ${round((performance.now() - started) / 1000)} s`)

    for (const [n, tree] of filters.entries()) {
      const answer = await fetch(`${server.url}/api/resource/v2/acl/model/main/order`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: admin.cookie, 'x-csrf-token': admin.csrf, 'X-Company-Key': company, 'X-App-Key': 'load-dev' },
        body: JSON.stringify({ type: 'row', name: `Rule ${n}`, permissions: ['SELECT'], users: { users: [], roles: [role] }, filters: tree }),
      })
      const { status, msg } = (await answer.json()) as { status: number; msg: string }
      if (status) throw new Error(`rule ${n}: ${msg}`)
    }
    await admin.call('POST', `${base}/query`, {
      key: 'by_month',
      name: 'By month',
      definition: {
        model: 'main/order',
        groups: [
          { key: 'month', path: 'at', unit: 'month' },
          { key: 'status', path: 'status' },
        ],
        measures: [
          { key: 'n', measure: 'count' },
          { key: 'total', measure: 'sum', path: 'amount' },
        ],
      },
    })
    const clients = { admin, seller: await signedIn(server, 'seller@example.test') }
    const address = `/api/resource/${company}/load-dev/query/by_month?zone=Europe%2FBerlin`
    const times = async (ask: () => Promise<unknown>) => {
      const all: number[] = []
      for (let n = 0; n < (quick ? 5 : 15); n++) {
        const at = performance.now()
        await ask()
        all.push(performance.now() - at)
      }
      return round(median(all))
    }
    // In turns, so that both meet the same machine.
    const figures: Record<string, { sees: number; queryMs: number; byHandMs: number; ratio: number }> = {}
    for (const [who, client] of Object.entries(clients)) {
      const { items } = (await client.call('GET', address)) as { items: { n: number }[] }
      const hand = byHand(schema, who === 'seller' ? person : undefined)
      const check = (await db.query({ text: hand, rowMode: 'array' })).rows as [string, string, string, string][]
      const sees = items.reduce((sum, { n }) => sum + n, 0)
      if (sees !== check.reduce((sum, [, , n]) => sum + Number(n), 0)) throw new Error(`${who} sees ${sees} rows, other than by hand`)
      const queryMs = await times(() => client.call('GET', address))
      const byHandMs = await times(() => db.query(hand))
      figures[who] = { sees, queryMs, byHandMs, ratio: round(queryMs / byHandMs, 2) }
      note(`${who}: ${JSON.stringify(figures[who])}`)
    }
    await db.end()
    return {
      rows: count,
      rules: RULES,
      ...figures,
      ratioToAdministrator: round((figures.seller?.queryMs ?? 0) / (figures.admin?.queryMs ?? 1), 2),
      memoryMiB: memory(server),
    }
  } finally {
    await server.remove()
  }
}
