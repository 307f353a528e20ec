// Runs the browser journeys of tests/e2e against the built product: npm run e2e [part of a file name…]
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import { Skipped, takeEnvironment, takeJourneys, type JourneyServer } from '../tests/e2e/harness.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const results = join(root, 'test-results')
const CHROMIUM = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
// QUIC and the background services would only try to reach the network.
const FLAGS = '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'.split(' ')

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
  const built = ['dist/server/main.js', 'dist/server/main.mjs'].map(name => join(root, name)).find(existsSync)
  return built ? [built] : ['--import', 'tsx', join(root, 'api/server/main.ts')]
}

/** Servers to stop when the run is ended from outside. */
const running = new Set<{ kill(): Promise<void> }>()

async function serve(env: Record<string, string>): Promise<JourneyServer & { kill(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tessera-e2e-'))
  const port = process.env.E2E_PORT ? Number(process.env.E2E_PORT) : await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let log = ''

  async function start() {
    const started = spawn(process.execPath, command(), {
      cwd: root,
      env: { ...process.env, DATABASE_URL: '', ...env, PORT: String(port), HOST: '127.0.0.1', TESSERA_DATA: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    started.stdout?.on('data', (chunk: Buffer) => (log += chunk))
    started.stderr?.on('data', (chunk: Buffer) => (log += chunk))
    for (const end = Date.now() + 60_000; ;) {
      if (started.exitCode !== null || Date.now() > end) throw new Error(`the server did not start:\n${log.slice(-3000)}`)
      if (
        await fetch(`${url}/healthz`).then(
          answer => answer.ok,
          () => false,
        )
      )
        return
      await new Promise(done => setTimeout(done, 100))
    }
  }
  async function stop() {
    const stopped = child
    child = undefined
    if (!stopped || stopped.exitCode !== null) return
    stopped.kill('SIGTERM')
    const gone = new Promise(done => stopped.once('exit', done))
    await Promise.race([gone, new Promise(done => setTimeout(done, 15_000))])
    if (stopped.exitCode === null) stopped.kill('SIGKILL')
    await gone
  }
  await start()
  const server = {
    url,
    dataDir,
    log: () => log,
    start,
    stop,
    async kill() {
      running.delete(server)
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  running.add(server)
  return server
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void Promise.all([...running].map(server => server.kill())).finally(() => process.exit(1))
  })

/** Collects what goes wrong in a page; returns the uncaught errors. */
function watch(page: Page, problems: string[]): string[] {
  const uncaught: string[] = []
  page.on('pageerror', error => {
    uncaught.push(error.message)
    problems.push(`uncaught: ${error.message}`)
  })
  page.on('console', message => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`)
  })
  return uncaught
}

/** Closing has an end: a browser that does not answer any more fails one journey, not the run. */
const closed = (closing: Promise<unknown>) => Promise.race([closing, new Promise(done => setTimeout(done, 15_000).unref())]).catch(() => undefined)

async function main() {
  const executablePath = CHROMIUM.find(path => path && existsSync(path))
  if (!executablePath) {
    console.error('No Chromium on this machine. Install one (Debian: apt-get install -y chromium) or set CHROMIUM_PATH.')
    return 1
  }
  mkdirSync(results, { recursive: true })
  const wanted = process.argv.slice(2)
  const files = readdirSync(join(root, 'tests/e2e'))
    .filter(name => name.endsWith('.e2e.ts') && (!wanted.length || wanted.some(part => name.includes(part))))
    .sort()
  const browser = await chromium.launch({ executablePath, args: FLAGS })
  const count = { passed: 0, failed: 0, skipped: 0 }
  const failures: { file: string; name: string; message: string }[] = []

  for (const file of files) {
    await import(pathToFileURL(join(root, 'tests/e2e', file)).href)
    const journeys = takeJourneys()
    const server = await serve(takeEnvironment())
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' })
    try {
      for (const { name, run, options } of journeys) {
        const started = performance.now()
        const page = await context.newPage()
        const problems: string[] = []
        const uncaught = watch(page, problems)
        const shot = async (picture: string) => {
          const path = join(results, `${picture}.png`)
          await page.screenshot({ path })
          return path
        }
        let timer: NodeJS.Timeout | undefined
        const late = new Promise<never>((_done, failed) => {
          timer = setTimeout(() => failed(new Error(`took longer than ${options.seconds ?? 120} s`)), (options.seconds ?? 120) * 1000)
        })
        const took = () => `${((performance.now() - started) / 1000).toFixed(1)} s`
        const skip = (reason: string): never => {
          throw new Skipped(reason)
        }
        try {
          await Promise.race([run({ page, context, browser, server, shot, problems, skip }), late])
          const left = uncaught.filter(text => !options.allow?.test(text))
          if (left.length) throw new Error(`uncaught in the page: ${left.join(' | ')}`)
          count.passed++
          console.log(`ok    ${file}: ${name} (${took()})`)
        } catch (error) {
          if (error instanceof Skipped) {
            count.skipped++
            console.log(`skip  ${file}: ${name}: ${error.message}`)
          } else {
            count.failed++
            failures.push({ file, name, message: (error as Error).message })
            console.log(`FAIL  ${file}: ${name} (${took()})\n      ${(error as Error).stack?.replaceAll('\n', '\n      ')}`)
            for (const problem of [...new Set(problems)].slice(0, 10)) console.log(`      page: ${problem}`)
            await shot(`failed-${file}-${name}`.replace(/[^\w.-]+/g, '-').slice(0, 120)).catch(() => undefined)
          }
        } finally {
          clearTimeout(timer)
          await closed(page.close())
        }
      }
    } finally {
      await closed(context.close())
      await server.kill()
    }
  }
  await closed(browser.close())
  writeFileSync(join(results, 'e2e.json'), `${JSON.stringify({ ...count, failures })}\n`)
  console.log(`\n${count.passed} passed, ${count.failed} failed${count.skipped ? `, ${count.skipped} skipped` : ''}`)
  return count.failed ? 1 : 0
}

// A journey that took too long may have left something open.
process.exit(await main())
