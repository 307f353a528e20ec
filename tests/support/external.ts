// A server process' worth of objects on a PostgreSQL that asks for a password, as an operator's own does.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig, type Config } from '../../api/server/config.ts'
import { startServer, type Running } from '../../api/server/process.ts'
import { freshDatabase } from './world.ts'

export interface External {
  running: Running
  password: string
  dataDir: string
  get(url: string, headers?: Record<string, string>): Promise<Answer>
  post(url: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Another process on the same database and data folder. */
  another(more?: Partial<Config>): Promise<External>
  close(): Promise<void>
}
export interface Answer {
  http: number
  status: number
  code?: string
  msg: string
  data: Record<string, any>
  errors: Record<string, string>
}

/** `empty`: nothing was ever installed; otherwise the database is at the migrations of the template. */
export async function external({ empty = true, passwordInUrl = false, ...more }: { empty?: boolean; passwordInUrl?: boolean } & Partial<Config> = {}) {
  const { database, drop } = await freshDatabase({ empty })
  const { host, user, password, database: name } = database.options as Record<'host' | 'user' | 'password' | 'database', string>
  const dataDir = mkdtempSync(join(tmpdir(), 'tessera-external-'))
  const databaseUrl = `postgresql://${user}${passwordInUrl ? `:${encodeURIComponent(password)}` : ''}@localhost/${name}?host=${encodeURIComponent(host)}`
  const open: Running[] = []

  async function serve(config: Partial<Config>): Promise<External> {
    const running = await startServer({
      ...readConfig({}),
      logLevel: 'silent',
      checkAnswers: true,
      ratePerMinute: 1_000_000,
      dataDir,
      databaseUrl,
      ...more,
      ...config,
    })
    open.push(running)
    const ask = async (method: 'GET' | 'POST', url: string, headers: Record<string, string>, body?: unknown): Promise<Answer> => {
      const answer = await running.app.inject({
        method,
        url,
        headers: { accept: 'application/json', ...headers },
        ...(body !== undefined && { payload: body as object }),
      })
      const json = String(answer.headers['content-type']).includes('json') ? answer.json() : {}
      return { http: answer.statusCode, status: json.status ?? -1, code: json.code, msg: json.msg ?? '', data: json.data ?? {}, errors: json.errors ?? {} }
    }
    return {
      running,
      password,
      dataDir,
      get: (url, headers = {}) => ask('GET', url, headers),
      post: (url, body, headers = {}) => ask('POST', url, headers, body),
      another: next => serve(next ?? {}),
      async close() {
        await Promise.all(open.map(one => one.close()))
        rmSync(dataDir, { recursive: true, force: true })
        await drop()
      },
    }
  }
  return serve({})
}
