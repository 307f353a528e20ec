// What benches share that look at the services themselves: they run in this process, on the database of a server that stands beside it, and the processor is
// counted by program.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { readConfig } from '../../api/server/config.ts'
import { startServer as serverHere } from '../../api/server/process.ts'
import { processesOf, round, type Server } from './support.ts'

const TICK_MS = 10

/** Milliseconds of the processor that a process has had. */
function ticks(pid: number): { program: 'node' | 'postgres'; ms: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const program = readFileSync(`/proc/${pid}/comm`, 'utf8').includes('postgres') ? 'postgres' : 'node'
    return { program, ms: (Number(fields[11]) + Number(fields[12])) * TICK_MS }
  } catch {
    // It ended while we looked.
    return undefined
  }
}

let statements = 0
const backends = new Set<number>()
/** From now on statements of this process are counted, and the processes of the database that answer them are known. */
export function countStatements() {
  const ask = pg.Client.prototype.query as (...all: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...all: unknown[]) {
    statements++
    const { processID } = this as unknown as { processID?: number | null }
    if (processID) backends.add(processID)
    return ask.apply(this, all)
  } as typeof pg.Client.prototype.query
}
export const statementsSoFar = () => statements

/** Of a server's processes; or of this one, and of the processes of the database that work for it. */
function processorOf(server: Server, isHere: boolean) {
  const sum = { node: 0, postgres: 0 }
  for (const pid of isHere ? [process.pid, ...backends] : processesOf(server)) {
    const its = ticks(pid)
    if (its) sum[its.program] += its.ms
  }
  return sum
}

export interface Rate {
  perSecond: number
  /** Of the processor, for each. */
  nodeMs: number
  postgresMs: number
}
/** Does something a number of times, some at once; `isHere`: in this process, and not by the server. */
export async function measured(server: Server, times: number, atOnce: number, run: (n: number) => Promise<unknown>, isHere = false): Promise<Rate> {
  const before = processorOf(server, isHere)
  const started = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let n = next++; n < times; n = next++) await run(n)
    }),
  )
  const seconds = (performance.now() - started) / 1000
  const after = processorOf(server, isHere)
  return {
    perSecond: round(times / seconds),
    nodeMs: round((after.node - before.node) / times, 2),
    postgresMs: round((after.postgres - before.postgres) / times, 2),
  }
}
export const said = ({ perSecond, nodeMs, postgresMs }: Rate) => `${perSecond}/s (${nodeMs} ms of Node, ${postgresMs} ms of PostgreSQL each)`

/** The services without HTTP, in this process, on the database of a server. */
export async function servicesHere(server: Server) {
  const password = readFileSync(join(server.dataDir, 'postgres-password'), 'utf8')
  const running = await serverHere(
    { ...readConfig({}), logLevel: 'silent', checkAnswers: false, secretKey: 'ab'.repeat(32) },
    {
      embedded: true,
      options: { host: join(server.dataDir, 'socket'), user: 'tessera', password, database: 'tessera' },
      tryPassword: async () => true,
      stop: async () => {},
    },
  )
  await running.app.ready()
  return running
}
