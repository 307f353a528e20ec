// A server for journeys, on a folder and a port of its own.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export interface JourneyServer {
  /** Scheme, host and port, without a slash at the end. */
  url: string
  /** Data folder of the server that the journeys of one file share. */
  dataDir: string
  /** What the server wrote so far. */
  log(): string
  stop(): Promise<void>
  /** Starts it again on the same data folder and port. */
  start(): Promise<void>
}

const freePort = () =>
  new Promise<number>((done, failed) => {
    const probe = createServer()
    probe.once('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => done(port))
    })
  })

/** The built server where there is one, the sources otherwise. */
function command(): string[] {
  const built = join(root, 'dist/server/main.js')
  return existsSync(built) ? [built] : ['--import', 'tsx', join(root, 'api/server/main.ts')]
}

/** Ends a server when this process does, however that happens: the line that the shell waits for never comes, only the end of the pipe. */
const UNTIL_WE_END = 'exec 3<&0; "$@" 3<&- </dev/null & server=$!; { read line <&3; kill $server; } & wait $server'

/** Starts a server on a data folder, which is made where it is not there. */
export async function serve(dataDir: string, environment: Record<string, string> = {}): Promise<JourneyServer> {
  const port = process.env.E2E_PORT ? Number(process.env.E2E_PORT) : await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let log = ''

  async function start() {
    const started = spawn('/bin/sh', ['-c', UNTIL_WE_END, 'server', process.execPath, ...command()], {
      cwd: root,
      // Playwright's own variables are of no use to a server, and NODE_OPTIONS would load its compiler there.
      env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: '', ...environment, PORT: String(port), HOST: '127.0.0.1', TESSERA_DATA: dataDir },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    })
    child = started
    started.stdin?.on('error', () => {})
    started.stdout?.on('data', (chunk: Buffer) => (log += chunk))
    started.stderr?.on('data', (chunk: Buffer) => (log += chunk))
    for (const end = Date.now() + 60_000; ; await new Promise(done => setTimeout(done, 50))) {
      if (started.exitCode !== null || Date.now() > end) throw new Error(`the server did not start:\n${log.slice(-3000)}`)
      const answered = await fetch(`${url}/healthz`).then(
        answer => answer.ok,
        () => false,
      )
      if (answered) return
    }
  }
  async function stop() {
    const stopped = child
    child = undefined
    if (!stopped?.pid || stopped.exitCode !== null) return
    const gone = new Promise(done => stopped.once('exit', done))
    stopped.stdin?.end()
    const late = setTimeout(() => process.kill(-(stopped.pid as number), 'SIGKILL'), 15_000)
    await gone
    clearTimeout(late)
  }
  await start()
  return { url, dataDir, log: () => log, start, stop }
}

/** Another data folder with the same content; its files keep their owners, one of whom runs the database. */
export function copyData(from: string, to: string) {
  rmSync(to, { recursive: true, force: true })
  execFileSync('cp', ['-a', from, to])
}
