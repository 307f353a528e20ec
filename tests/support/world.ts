// A small world to try calls in: people, two organisations, an app; a server in memory on a database of its own.
import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject as provided } from 'vitest'
import { calls, type CallId } from '../../api/generated/calls.ts'
import { readConfig, type Config } from '../../api/server/config.ts'
import type { OpenedDatabase } from '../../api/server/database/index.ts'
import { startServer, type Running } from '../../api/server/process.ts'
import { SESSION_COOKIE } from '../../api/server/who.ts'
import { connect } from '../../api/server/store/database.ts'
import { CHANGES, NOT_COMPARED } from './changes.ts'
import { PASSWORD, PEOPLE, type Ids, type Person, type WholeDb } from './people.ts'

export { PASSWORD, PEOPLE, type Person }

export interface Reply {
  http: number
  status: number
  code?: string
  msg: string
  data: Record<string, any>
  errors: Record<string, string>
  headers: Record<string, unknown>
  raw: Buffer
}
export interface Ask {
  as?: Person
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  files?: { field: string; name: string; content: Buffer | string; mime?: string }[]
  headers?: Record<string, string>
}

export interface World {
  running: Running
  db: WholeDb
  pool: pg.Pool
  config: Config
  database: OpenedDatabase
  ids: Ids
  call(id: CallId, ask?: Ask): Promise<Reply>
  /** Cookie and token of a signed-in person, for requests made by hand with `running.app.inject`. */
  headersOf(person: Person): Promise<Record<string, string>>
  /** Row counts and contents of every table but sessions, rates and the audit log, as one text: what a refused call must not change. */
  stored(): Promise<string>
  /** A second server process' worth of objects on the same database. */
  another(config?: Partial<Config>): Promise<World>
  close(): Promise<void>
}

/** Of no installation; a key in the data folder would be made in the working tree. */
const SECRET_KEY = 'ab'.repeat(32)

const administrators = new Map<string, Promise<pg.Client>>()
/** One connection for all worlds of a worker, which keeps nobody from ending. */
async function admin(sql: string) {
  const server = provided('server')
  const open = async () => {
    const client = new pg.Client({ ...server, database: 'postgres' })
    client.on('error', () => {})
    await client.connect()
    ;(client as unknown as { unref(): void }).unref()
    return client
  }
  const known = administrators.get(server.host) ?? open()
  administrators.set(server.host, known)
  await (await known).query(sql)
}

/** A database of its own, copied from the migrated template, or the one that has people and apps, or empty. */
export async function freshDatabase({ empty = false, populated = false } = {}): Promise<{ database: OpenedDatabase; drop(): Promise<void> }> {
  const server = provided('server')
  const name = `t_${randomBytes(8).toString('hex')}`
  // Copying files is quicker than writing them through the log, on a server that waits for no disk.
  await admin(`create database ${name}${empty ? '' : ` template ${populated ? 'tessera_populated' : 'tessera_template'}`} strategy file_copy`)
  return {
    database: { embedded: true, options: { ...server, database: name }, tryPassword: async () => true, stop: async () => {} },
    // Connections that are about to end are waited for: one that is ended from outside is an error of whoever had it. By force what stays for five seconds.
    drop: () => admin(`drop database if exists ${name}`).catch(() => admin(`drop database if exists ${name} with (force)`)),
  }
}

/** Makes the world; close it in afterAll. */
export async function makeWorld(overrides: Partial<Config> = {}, { populated = true } = {}): Promise<World> {
  const { database, drop } = await freshDatabase({ populated })
  const { pool, db: scoped } = connect({ ...database.options, max: 4 })
  const db = scoped as WholeDb
  const ids = { ...(populated && provided('ids')) } as Ids
  const tokens = new Map<string, { token: string; csrf: string }>()
  const open = new Set<World>()

  async function serve(more: Partial<Config>): Promise<World> {
    const config: Config = {
      ...readConfig({}),
      features: { standaloneGitPush: true },
      secretKey: SECRET_KEY,
      logLevel: 'silent',
      checkAnswers: true,
      ratePerMinute: 1_000_000,
      ...overrides,
      ...more,
    }
    const running = await startServer(config, database)
    await running.app.ready()

    /** Taken as good: asking before each call was a third of what a run asks of the database. `call` opens another where it was not. */
    const sessionOf = async (person: Person) => {
      const kept = tokens.get(person)
      if (kept) return kept
      const { token } = await running.services.sessions.open(ids[person], { ip: '127.0.0.1', agent: 'test' })
      const made = { token, csrf: (await running.services.access.find(token, {})).session?.csrf ?? '' }
      tokens.set(person, made)
      return made
    }

    /** True once a session is gone, which is forgotten then. */
    const hasEnded = async (person: Person) => {
      const kept = tokens.get(person)
      if (!kept || (await running.services.access.find(kept.token, {})).session) return false
      return tokens.delete(person)
    }

    /** One figure of each table that has rows, with their number. */
    async function ofTables(names: string[], figure: string): Promise<Map<string, string>> {
      if (!names.length) return new Map()
      const parts = names.map(
        name => `select '${name}' as name, json_build_object('n', count(*), 'sum', ${figure})::text as held from "${name}" t having count(*) > 0`,
      )
      const text = parts.join(' union all ')
      // Under a name the server keeps the plan.
      const { rows } = await pool.query<{ name: string; held: string }>({ name: `stored ${createHash('md5').update(text).digest('hex')}`, text })
      return new Map(rows.map(row => [row.name, row.held]))
    }
    /** What each table held when it was last read, by the versions of its rows. */
    const held = new Map<string, { version: string; content: string | undefined }>()
    let last = { at: '', stored: '' }

    const world: World = {
      running,
      db,
      pool,
      config,
      database,
      ids,
      async call(id, { as, params = {}, query, body, files, headers = {} } = {}) {
        const { method, path, bodyKind, scope, access }: { method: string; path: string; bodyKind: string; access: string; scope?: 'headers' } = calls[id]
        let url: string = path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
          encodeURIComponent(
            params[name] ??
              { companyKey: 'acme', appUrlKey: 'shop', appKey: 'shop', doorCompany: 'acme', doorApp: 'shop', hookCompany: 'acme', hookApp: 'shop-dev' }[name] ??
              '',
          ),
        )
        if (query)
          url += `?${new URLSearchParams(Object.entries(query).flatMap(([key, value]) => (Array.isArray(value) ? value.map(item => [key, String(item)]) : [[key, String(value)]])))}`
        const sent: Record<string, string> = {
          accept: 'application/json',
          ...(scope && { 'x-company-key': params.companyKey ?? 'acme', 'x-app-key': params.appUrlKey ?? 'shop' }),
          ...headers,
        }
        if (as) {
          // It would be answered as to a stranger, not refused.
          if (access === 'anyone') await hasEnded(as)
          const { token, csrf } = await sessionOf(as)
          sent.cookie = `${SESSION_COOKIE}=${token}`
          sent['x-csrf-token'] ??= csrf
        }
        let payload: string | Buffer | undefined
        const send = () => running.app.inject({ method: method as 'GET', url, headers: sent, ...(payload !== undefined && { payload }) })
        if (bodyKind === 'multipart' && method !== 'GET') {
          const boundary = 'tesseraboundary'
          const parts: Buffer[] = []
          for (const [name, value] of Object.entries((body as Record<string, unknown>) ?? {}))
            parts.push(Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`))
          for (const file of files ?? [])
            parts.push(
              Buffer.from(
                `--${boundary}\r\ncontent-disposition: form-data; name="${file.field}"; filename="${file.name}"\r\ncontent-type: ${file.mime ?? 'application/octet-stream'}\r\n\r\n`,
              ),
              Buffer.from(file.content),
              Buffer.from('\r\n'),
            )
          payload = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
          sent['content-type'] = `multipart/form-data; boundary=${boundary}`
        } else if (body !== undefined) {
          payload = JSON.stringify(body)
          sent['content-type'] = 'application/json'
        }
        let reply = await send()
        // Whom an earlier call signed out signs in again, as a person would; nobody comes past this to what the call does.
        if (as && reply.statusCode === 401 && (await hasEnded(as))) {
          Object.assign(sent, await world.headersOf(as), headers['x-csrf-token'] && { 'x-csrf-token': headers['x-csrf-token'] })
          reply = await send()
        }
        let json: Partial<Reply> = {}
        if (String(reply.headers['content-type']).includes('json')) json = reply.json()
        return {
          http: reply.statusCode,
          status: json.status ?? -1,
          code: json.code,
          msg: json.msg ?? '',
          data: json.data ?? {},
          errors: json.errors ?? {},
          headers: reply.headers,
          raw: reply.rawPayload,
        }
      },
      async headersOf(person) {
        await hasEnded(person)
        const { token, csrf } = await sessionOf(person)
        return { cookie: `${SESSION_COOKIE}=${token}`, 'x-csrf-token': csrf }
      },
      async stored() {
        const at: string | undefined = (await pool.query({ name: 'changes', text: CHANGES })).rows[0]?.at
        if (at && at === last.at) return last.stored
        // A file without a byte holds no row; of some hundred and forty tables a world has a dozen or two with something in them.
        const { rows: tables } = await pool.query<{ name: string }>({
          name: 'filled tables',
          text: `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0 order by 1`,
        })
        const compared = tables.filter(({ name }) => !NOT_COMPARED.has(name)).map(({ name }) => name)
        // Which versions of rows a table shows, without reading what is in them: a table that shows the same ones as before holds what it held.
        const versions = await ofTables(compared, 'sum(hashtextextended(t.xmin::text || t.ctid::text, 0))')
        for (const name of compared) {
          const version = versions.get(name)
          if (version && held.get(name)?.version !== version)
            held.set(name, { version, content: (await ofTables([name], 'sum(hashtextextended(t::text, 0))')).get(name) })
        }
        const stored = compared.flatMap(name => (versions.has(name) ? [`${name} ${held.get(name)?.content}`] : [])).join('\n')
        // What is written while it was read is seen the next time.
        if (at) last = { at, stored }
        return stored
      },
      another: async (next = {}) => serve(next),
      async close() {
        open.delete(world)
        await running.close()
        if (open.size) return
        await pool.end()
        await drop()
      },
    }
    open.add(world)
    return world
  }
  return serve({})
}
