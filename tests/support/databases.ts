// Databases of somebody else for tests of data sources: a second PostgreSQL with TCP, and MariaDB or MySQL where one is installed.
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mysql from 'mysql2/promise'
import pg from 'pg'
import { afterAll } from 'vitest'
import { freshDatabase } from './world.ts'

export interface ConnectionInput {
  dialect: 'postgres' | 'mysql'
  host: string
  port: number
  database: string
  username: string
  password: string
}
export interface ExternalDatabase {
  name: 'postgres' | 'mysql'
  /** An empty database of its own, and how to reach it. */
  fresh(): Promise<ConnectionInput>
  /** Runs SQL in a database, as somebody else would. */
  run(input: ConnectionInput, sql: string): Promise<any[]>
}

type Ends = (() => Promise<void> | void)[]
/** What ends with the file that asks for a database; several files of one process share this module. */
function ending(): Ends {
  const ends: Ends = []
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })
  return ends
}

const freePort = () =>
  new Promise<number>(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

/** The test run's PostgreSQL listens on a socket file; this is a door to it from TCP. */
async function tcpDoor(host: string, ends: Ends): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer(outer => {
    const inner = connect(join(host, '.s.PGSQL.5432'))
    for (const socket of [outer, inner]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        outer.destroy()
        inner.destroy()
        sockets.delete(socket)
      })
    }
    outer.pipe(inner).pipe(outer)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  ends.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as { port: number }).port
}

export async function postgresDatabase(): Promise<ExternalDatabase> {
  const ends = ending()
  let port: number | undefined
  return {
    name: 'postgres',
    async fresh() {
      const { database, drop } = await freshDatabase({ empty: true })
      const { host, user, password, database: name } = database.options as Record<'host' | 'user' | 'password' | 'database', string>
      port ??= await tcpDoor(host, ends)
      ends.push(drop)
      return { dialect: 'postgres', host: '127.0.0.1', port, database: name, username: user, password }
    },
    async run({ host, port: at, database, username, password }, sql) {
      const client = new pg.Client({ host, port: at, database, user: username, password })
      await client.connect()
      try {
        const result = await client.query(sql)
        return [result].flat().at(-1)?.rows ?? []
      } finally {
        await client.end()
      }
    },
  }
}

const MYSQLD = ['/usr/sbin/mariadbd', '/usr/sbin/mysqld', '/usr/local/bin/mariadbd'].find(existsSync)
const PASSWORD = 'Example-1'

/** Runs a server until this process ends, however it does: the line that the shell waits for never comes, only its end. Its folder goes with it. */
const UNTIL_WE_END = '"$@" & server=$!; read line; kill -9 $server; wait $server; rm -rf "$0"'

/** Port of a server for all files of this process, started when one is asked for; undefined where none is installed. */
let mysqlPort: Promise<number> | undefined
async function startMysql(program: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-mysql-'))
  const data = join(folder, 'data')
  // A server that starts removes temporary tables where it keeps its own: with others in one folder it removes theirs while they use them.
  const common = [`--tmpdir=${folder}`, ...(process.getuid?.() === 0 ? ['--user=root'] : [])]
  const installer = program.includes('mariadb') || existsSync('/usr/bin/mariadb-install-db')
  if (installer)
    execFileSync(
      '/usr/bin/mariadb-install-db',
      ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db', ...common],
      {
        stdio: 'ignore',
      },
    )
  else execFileSync(program, ['--no-defaults', '--initialize-insecure', `--datadir=${data}`, ...common], { stdio: 'ignore' })
  const port = await freePort()
  const args = [
    '--no-defaults',
    `--datadir=${data}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--socket=${join(folder, 's')}`,
    `--pid-file=${join(folder, 'pid')}`,
    '--innodb-buffer-pool-size=32M',
    '--innodb-flush-log-at-trx-commit=0',
    ...common,
  ]
  const child = spawn('/bin/sh', ['-c', UNTIL_WE_END, folder, program, ...args], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  child.unref()
  ;(child.stdin as Socket).unref()
  for (let tries = 0; ; tries++)
    try {
      const root = await mysql.createConnection({ host: '127.0.0.1', port, user: 'root' })
      await root.query(`create user 'outside'@'%' identified by '${PASSWORD}'`)
      await root.query(`grant all privileges on \`outside%\`.* to 'outside'@'%'`)
      await root.end()
      return port
    } catch (error) {
      if (tries > 300 || child.exitCode !== null) throw error
      await new Promise(done => setTimeout(done, 100))
    }
}

/** The second run of the short set is about another PostgreSQL; what MariaDB does was tried in the first. */
const ofSecondRun = Boolean(process.env.TEST_PG_BIN_DIR) && !process.env.TESSERA_FULL

export async function mysqlDatabase(): Promise<ExternalDatabase | undefined> {
  if (ofSecondRun) return undefined
  if (!MYSQLD) {
    console.warn('neither MariaDB nor MySQL is installed: what needs one is not tried')
    return undefined
  }
  const port = await (mysqlPort ??= startMysql(MYSQLD))
  const one: ExternalDatabase = {
    name: 'mysql',
    async fresh() {
      const database = `outside_${randomBytes(6).toString('hex')}`
      const root = await mysql.createConnection({ host: '127.0.0.1', port, user: 'root' })
      await root.query(`create database ${database} character set utf8mb4`)
      await root.end()
      return { dialect: 'mysql', host: '127.0.0.1', port, database, username: 'outside', password: PASSWORD }
    },
    async run({ host, port, database, username, password }, sql) {
      const connection = await mysql.createConnection({ host, port, database, user: username, password, multipleStatements: true })
      try {
        const [rows] = await connection.query(sql)
        return rows as any[]
      } finally {
        await connection.end()
      }
    },
  }
  return one
}

/** Every kind of database that a source can be in, as far as it runs here. */
export async function externalDatabases(): Promise<ExternalDatabase[]> {
  const all = [await postgresDatabase(), await mysqlDatabase()]
  return all.filter(one => one !== undefined)
}

/**
 * Those that what is tried on the built-in database is tried on as well: MariaDB, which speaks another SQL and is written to as a database of somebody else.
 * A PostgreSQL of somebody else has the SQL of the one and the way of the other; the full set tries it too.
 */
export async function databasesBesideBuiltIn(): Promise<ExternalDatabase[]> {
  const all = await externalDatabases()
  return process.env.TESSERA_FULL || all.length < 2 ? all : all.filter(({ name }) => name === 'mysql')
}
