// npm run verify: may I push? Installs, checks, builds, runs the tests and the browser journeys. The last line counts.
// npm run verify:full: the same with all journeys, all tests of the server on the older PostgreSQL too, other databases, and the large runs.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { build, install, npm, run } from './steps.mjs'
import { root } from './stamp.mjs'
import { remember } from './unsteady.mjs'

const count = { passed: 0, failed: 0, skipped: 0 }
const failed = []
/** What passed only when tried again: its name, and how it is told. */
const unsteady = []
const isFull = process.argv.includes('--full')
/** Seconds by part, in their order; those of a part of it are indented. */
const times = []
async function timed(part, work) {
  const from = Date.now()
  try {
    return await work()
  } finally {
    times.push({ part, seconds: Math.round((Date.now() - from) / 100) / 10 })
  }
}
const told = ({ file, name, message }) => `${file}: ${name}\n      ${message.split('\n').slice(0, 4).join('\n      ')}`
const title = text => console.log(`\n── ${text}`)

/** A step that is no test only counts when it fails. */
async function step(name, work) {
  title(name)
  try {
    await timed(name, work)
    return true
  } catch (error) {
    console.log(error.message)
    failed.push(`${name}: ${error.message}`)
    count.failed++
    return false
  }
}

/** A script's numbers and failures, as it leaves them in test-results; undefined where it broke off. */
async function results(script, file, only = []) {
  const path = join(root, 'test-results', file)
  rmSync(path, { force: true })
  const broke = await npm(['run', '--silent', script, '--', ...(isFull ? ['--full'] : []), ...only]).then(
    () => false,
    () => true,
  )
  if (!existsSync(path)) return undefined
  const found = JSON.parse(readFileSync(path, 'utf8'))
  return broke && !found.failures.length ? undefined : found
}

/** Files that are tried again; more of them are no accident. */
const MOST_AGAIN = 4

/**
 * Runs a script of tests. What fails is tried once more, its files alone: a machine that was too busy for a moment does not fail a run of an hour, and
 * what passes then is told at the end, so that it is mended.
 */
async function tests(name, script, file) {
  title(name)
  const first = await timed(name, () => results(script, file))
  times.push(...(first?.times ?? []).map(({ part, seconds }) => ({ part: `  ${part}`, seconds })))
  if (!first) {
    failed.push(`${name}: the run broke off`)
    count.failed++
    return
  }
  count.passed += first.passed
  count.skipped += first.skipped
  const files = [...new Set(first.failures.map(one => one.file))]
  let left = first.failures
  if (left.length && files.length <= MOST_AGAIN && !files.includes('')) {
    title(`${name}: once more, what failed`)
    const second = await timed(`${name}: once more`, () => results(script, file, files))
    if (second) {
      // Tests that failed only now count as well.
      left = second.failures
      const again = first.failures.filter(one => !left.some(other => other.file === one.file && other.name === one.name))
      for (const one of again) unsteady.push({ name: `${one.file}: ${one.name}`, told: told(one) })
      count.passed += again.length
    }
  }
  for (const one of left) failed.push(told(one))
  count.failed += left.length
}

/** The headless shell first: the same engine without a window, which loads a page with half the work. */
const CHROMIUM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Path of a browser; brings Debian's where none is installed and root may. */
async function browser() {
  if (process.env.CHROMIUM_PATH) {
    if (existsSync(process.env.CHROMIUM_PATH)) return process.env.CHROMIUM_PATH
    throw new Error(`CHROMIUM_PATH=${process.env.CHROMIUM_PATH} does not exist`)
  }
  const there = () => CHROMIUM.find(path => existsSync(path))
  if (there()) return there()
  const debian = existsSync('/usr/bin/apt-get')
  if (debian && process.getuid?.() === 0) {
    console.log('No Chromium here; installing it …')
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-qq'], { quiet: true, env })
    const bring = name => run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name, 'fonts-noto-cjk'], { quiet: true, env })
    // Not all of Debian's releases have the first.
    await bring('chromium-headless-shell').catch(() => bring('chromium'))
    if (there()) return there()
  }
  throw new Error(
    `The browser tests need Chromium, and none was found. Run this once, and verify again:\n\n    ${
      debian ? 'sudo apt-get update && sudo apt-get install -y chromium-headless-shell' : 'CHROMIUM_PATH=/path/to/chromium npm run verify'
    }\n`,
  )
}

/** What the journey of git needs besides; Debian's, where root may bring it. */
async function gitAndSsh() {
  const inPath = name => (process.env.PATH ?? '').split(delimiter).some(folder => existsSync(join(folder, name)))
  const missing = ['git', 'ssh', 'ssh-keyscan'].filter(name => !inPath(name))
  if (!missing.length) return
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0)
    throw new Error(
      `The browser tests need ${missing.join(', ')}. Install git and OpenSSH once, and verify again:\n\n    sudo apt-get install -y git openssh-client\n`,
    )
  console.log(`No ${missing.join(', ')} here; installing …`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { quiet: true, env })
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'git', 'openssh-client'], { quiet: true, env })
}

/** Servers that the full set tries the product on, and what runs a container image; Debian's, where root may bring them. */
async function otherPrograms() {
  const missing = [
    ['/usr/lib/postgresql/15/bin/postgres', 'postgresql-15'],
    ['/usr/sbin/mariadbd', 'mariadb-server-core', 'mariadb-client-core'],
    ...['skopeo', 'umoci', 'runc'].map(name => [['/usr/bin', '/usr/sbin'].map(folder => join(folder, name)).find(existsSync) ?? name, name]),
  ].flatMap(([path, ...packages]) => (existsSync(path) ? [] : packages))
  if (!missing.length) return
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0)
    throw new Error(
      `The full set needs PostgreSQL 15, MariaDB, and skopeo, umoci and runc for container images. Run this once, and verify again:\n\n    sudo apt-get install -y ${missing.join(' ')}\n`,
    )
  console.log(`Installing ${missing.join(' ')} …`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  // Their programs are wanted, not a server of the machine's own.
  mkdirSync('/etc/postgresql-common', { recursive: true })
  const settings = '/etc/postgresql-common/createcluster.conf'
  if (!existsSync(settings)) writeFileSync(settings, 'create_main_cluster = false\n')
  await run('apt-get', ['update', '-qq'], { quiet: true, env })
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], { quiet: true, env })
}

const prepared = await step('Packages', install)
if (prepared) {
  if (isFull) await step('Other databases and containers', otherPrograms)
  // Once for all that follows, which would each begin with it.
  if (await step('Types from the contracts', () => npm(['run', '--silent', 'gen']))) process.env.TESSERA_GENERATED = '1'
  // Each has stretches on one core only; the build says nothing while it goes well.
  const [, built] = await Promise.all([step('Types, lint, format', () => npm(['run', '--silent', 'check'])), step('Build', build)])
  await tests('Tests', 'test', 'test.json')
  if (existsSync(join(root, 'scripts/e2e.ts'))) {
    const ready = await step('Browser', async () => {
      process.env.CHROMIUM_PATH = await browser()
      await gitAndSsh()
      console.log(execFileSync(process.env.CHROMIUM_PATH, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim())
    })
    if (ready && built) await tests('Browser journeys', 'e2e', 'e2e.json')
  }
}
/** Results of earlier runs in this clone; a file that cannot be read is none. */
function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
const kept = join(root, 'test-results/unsteady.json')
const { history, tooOften } = remember(
  read(kept),
  unsteady.map(({ name }) => name),
)
for (const name of tooOften) failed.push(`${name}\n      was unsteady twice in the last five runs`)
count.failed += tooOften.length
mkdirSync(join(root, 'test-results'), { recursive: true })
writeFileSync(kept, `${JSON.stringify(history)}\n`)
writeFileSync(join(root, 'test-results/times.json'), `${JSON.stringify(times)}\n`)

const list = (heading, lines) => lines.length && console.log(`\n── ${heading}\n${lines.map(line => `    ${line}`).join('\n')}`)
list(
  'Passed only when tried again',
  unsteady.map(one => one.told),
)
list('Failed', failed)
list(
  'Seconds by part',
  times.map(({ part, seconds }) => `${seconds.toFixed(1).padStart(8)}  ${part}`),
)
console.log(`\n${count.passed} passed, ${count.failed} failed${count.skipped ? `, ${count.skipped} skipped` : ''}`)
process.exitCode = count.failed ? 1 : 0
