// A thousand people with one live list open, on one process: what the open pages cost while nothing happens, and how soon each hears of a hundred changes a second.
// A fifth of them see only rows of their own, by a rule whose condition is another one for each.
import { get } from 'node:http'
import { database, memory, round, serverCommand, setUp, startServer, wait, type Bench, type Figures, type Server } from './support.ts'

const ROWS = 2000
const PER_SECOND = 100

const people = (company: string, app: string, count: number) => `
insert into person (id, username, email, name) select gen_random_uuid(), 'p' || n, 'p' || n || '@example.test', 'P' || n from generate_series(1, ${count}) n;
insert into member (company_id, user_id, role) select '${company}', id, 'member' from person where username ~ '^p[0-9]+$';
insert into session (token_hash, user_id, csrf, expires_at) select sha256(username::bytea), id, 'c', now() + interval '1 day' from person where username ~ '^p[0-9]+$';
insert into role (id, company_id, app_id, name) values (gen_random_uuid(), '${company}', '${app}', 'Few'), (gen_random_uuid(), '${company}', '${app}', 'Many');
insert into role_member (role_id, kind, subject_id, company_id, app_id)
  select r.id, 'user', p.id, '${company}', '${app}' from person p join role r on r.app_id = '${app}' and r.name = case when substring(p.username, 2)::int % 5 = 0 then 'Few' else 'Many' end
  where p.username ~ '^p[0-9]+$';
insert into permission_list (app_id, company_id, list, roles) select app_id, company_id, 'dataManage', array_agg(id) from role where app_id = '${app}' and name in ('Few', 'Many') group by 1, 2;`

interface Page {
  name: string
  isLimited: boolean
  close(): void
}

/** Most pages are told the same: the machine that is measured is this one, too. */
const parsed = new Map<string, readonly string[] | undefined>()
function idsIn(text: string) {
  if (!parsed.has(text)) {
    if (parsed.size > 50) parsed.clear()
    parsed.set(text, (JSON.parse(text) as { ids?: string[] }).ids)
  }
  return parsed.get(text)
}

/** An open page: hears of rows. */
function follow(server: Server, path: string, n: number, hears: (page: Page, ids: readonly string[] | undefined) => void): Promise<Page> {
  return new Promise((done, failed) => {
    const asked = get(`${server.url}${path}`, { agent: false, headers: { cookie: `tessera_session=p${n}`, accept: 'text/event-stream' } }, reply => {
      if (reply.statusCode !== 200) return failed(new Error(`${reply.statusCode} for a stream`))
      const page = { name: `p${n}`, isLimited: n % 5 === 0, close: () => asked.destroy() }
      let text = ''
      reply.setEncoding('utf8')
      reply.on('data', (chunk: string) => {
        text += chunk
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          const event = text.slice(0, end)
          text = text.slice(end + 2)
          if (event.includes('event: open')) done(page)
          if (event.startsWith('event: rows')) hears(page, idsIn(event.slice(event.indexOf('data: ') + 6)))
        }
      })
      reply.on('error', () => {})
    })
    asked.on('error', failed)
  })
}

/** Moments in milliseconds, of which there are millions. */
function createTimes() {
  const buckets = new Uint32Array(60_000)
  let count = 0
  const at = (part: number) => {
    let left = Math.ceil(count * part)
    for (let ms = 0; ms < buckets.length; ms++) if ((left -= buckets[ms] as number) <= 0) return ms
    return buckets.length
  }
  return {
    add(ms: number) {
      count++
      buckets[Math.min(buckets.length - 1, Math.ceil(ms))]!++
    },
    count: () => count,
    told: () => ({ heard: count, medianMs: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), mostMs: at(1) }),
  }
}

/** What is held, without what waits to be collected. */
async function settled(server: Server) {
  for (let n = 0; n < 3; n++) {
    server.child.kill('SIGUSR2')
    await wait(1000)
  }
  return memory(server)
}
const COLLECTING = ['--expose-gc', '--import', `data:text/javascript,process.on('SIGUSR2',()=>gc())`]

export async function run({ quick, note }: Bench): Promise<Figures> {
  const pages = quick ? 100 : 1000
  const seconds = quick ? 5 : 20
  const server = await startServer({ command: [...COLLECTING, ...serverCommand()] })
  try {
    const admin = await setUp(server)
    const company = admin.companyKey
    await admin.call('POST', `/api/company/${company}/app`, { name: 'Live', key: 'live', type: 1 })
    const base = `/api/company/${company}/app/live-dev`
    const [source] = (await admin.call('GET', `${base}/source`)).options as [{ id: string }]
    const { id: modelId } = await admin.call('POST', `${base}/source/${source.id}/model`, { key: 'order', name: 'Orders' })
    for (const [key, type] of [
      ['title', 'text'],
      ['amount', 'integer'],
      ['owner', 'user'],
    ])
      await admin.call('POST', `${base}/model/${modelId}/field`, { key, name: key, type })
    const { hash } = await admin.call('POST', `${base}/source/${source.id}/plan`, {})
    await admin.call('POST', `${base}/source/${source.id}/apply`, { hash })
    const db = await database(server)
    const app = (await db.query(`select id, company_id from app where key = 'live'`)).rows[0] as { id: string; company_id: string }
    for (const statement of people(app.company_id, app.id, pages).split(';\n')) if (statement.trim()) await db.query(statement)
    await db.query(
      `insert into app_${app.id.replaceAll('-', '')}_dev."order" (id, title, amount, owner)
       select gen_random_uuid(), 'Order ' || n, 0, p.id from generate_series(1, ${ROWS}) n join person p on p.username = 'p' || (n % ${pages} + 1)`,
    )
    const rows = (await db.query(`select o.id, p.username from app_${app.id.replaceAll('-', '')}_dev."order" o join person p on p.id = o.owner`)).rows as {
      id: string
      username: string
    }[]
    const roles = (await db.query(`select id, name from role where app_id = '${app.id}'`)).rows as { id: string; name: string }[]
    const roleOf = (name: string) => roles.find(role => role.name === name)?.id
    const rule = (name: string, role: string, filters: object) =>
      fetch(`${server.url}/api/resource/v2/acl/model/main/order`, {
        method: 'POST',
        headers: { cookie: admin.cookie, 'x-csrf-token': admin.csrf, 'content-type': 'application/json', 'x-company-key': company, 'x-app-key': 'live-dev' },
        body: JSON.stringify({ type: 'row', name, permissions: ['SELECT'], users: { roles: [roleOf(role)], users: [] }, filters }),
      }).then(async reply => {
        const answer = (await reply.json()) as { status: number; msg: string }
        if (answer.status) throw new Error(`${answer.status} ${answer.msg}`)
      })
    await rule('All rows', 'Many', {})
    const own = { left: { type: 'field', field: 'owner' }, op: 'equal', right: { type: 'field', field: 'user.id' } }
    await rule('Own rows', 'Few', { conjunction: 'and', children: [own] })
    await db.query('analyze')
    const list = `/api/resource/${company}/live-dev/source/main/model/order`

    // What calls themselves leave in memory is no page's.
    for (let n = 1; n <= pages; n++)
      await fetch(`${server.url}${list}?perPage=20`, { headers: { cookie: `tessera_session=p${n}`, accept: 'application/json' } }).then(reply => reply.text())
    const before = await settled(server)

    /** When the change of a row was sent last. */
    const sentAt = new Map<string, number>()
    const ownerOf = new Map(rows.map(row => [row.id, row.username]))
    const took = { all: createTimes(), limited: createTimes() }
    const heard = { events: 0, unnamed: 0, wrong: 0 }
    const hears = (page: Page, ids: readonly string[] | undefined) => {
      const now = performance.now()
      heard.events++
      if (!ids) heard.unnamed++
      for (const id of ids ?? []) {
        if (page.isLimited && ownerOf.get(id) !== page.name) heard.wrong++
        const at = sentAt.get(id)
        if (at !== undefined) (page.isLimited ? took.limited : took.all).add(now - at)
      }
    }
    const open: Page[] = []
    for (let n = 1; n <= pages; n += 50)
      open.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(50, pages - n + 1) }, (_, i) =>
            follow(server, `/api/resource/${company}/live-dev/events?models=main/order`, n + i, hears),
          ),
        )),
      )
    note(`${open.length} pages open`)
    // Longer than a heartbeat, which looks up each person once.
    await wait(quick ? 1000 : 25_000)
    const idle = await settled(server)

    let [sent, failed] = [0, 0]
    const work: Promise<void>[] = []
    const began = performance.now()
    const total = seconds * PER_SECOND
    while (sent < total) {
      const due = Math.min(total, Math.floor(((performance.now() - began) / 1000) * PER_SECOND) + 1)
      for (; sent < due; sent++) {
        const row = rows[sent % rows.length] as (typeof rows)[number]
        sentAt.set(row.id, performance.now())
        work.push(
          admin.call('PUT', `${list}/${row.id}`, { amount: sent + 1 }).then(
            () => {},
            () => void failed++,
          ),
        )
      }
      await wait(4)
    }
    await Promise.all(work)
    const wroteIn = (performance.now() - began) / 1000
    await wait(3000)
    const busy = memory(server)
    for (const page of open) page.close()
    if (heard.wrong) throw new Error(`${heard.wrong} rows were told to people who may not see them`)
    await db.end()
    return {
      pages: open.length,
      memoryMiB: {
        withoutPages: before.node,
        idlePages: idle.node,
        more: round(idle.node - before.node),
        whileChanging: busy.node,
        postgresMore: round(idle.postgres - before.postgres),
      },
      changes: { sent, failed, perSecond: round(sent / wroteIn) },
      eventsPerPageAndSecond: round(heard.events / open.length / wroteIn),
      /** From sending the change to the event, in pages that see all rows, and in those that see a few. */
      seeAll: took.all.told(),
      seeTheirOwn: took.limited.told(),
      /** Every change that a page was to hear of, less those that it heard of by name; events that named no rows stand for some of these. */
      notHeard: sent * open.filter(page => !page.isLimited).length - took.all.count(),
      unnamed: heard.unnamed,
    }
  } finally {
    await server.remove()
  }
}
