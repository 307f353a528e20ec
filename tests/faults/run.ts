// npm run faults [id…] [--full] [--all] [--quick]: puts the faults of faults.ts into a copy of the last commit, one at a time, and says which tests find them:
// those that a fault names, of the short set first. --full also tries those of the full set where the short one found something, --all the whole
// sets where nobody named found anything; --quick tells no journeys. What it came to is in test-results/faults.json.
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { BY_VERSION, installedPostgres } from '../../scripts/installed-postgres.ts'
import { storiesOf } from '../e2e/stories.ts'
import { faults, placeOf, type Fault } from './faults.ts'

const root = join(import.meta.dirname, '../..')
const results = join(root, 'test-results/faults.json')
const words = process.argv.slice(2)
const ids = words.filter(word => !word.startsWith('--'))
const unknown = ids.find(id => !faults.some(fault => fault.id === id))
if (unknown) throw new Error(`there is no fault "${unknown}"`)
const [withFull, withAll, isQuick] = [words.includes('--full'), words.includes('--all'), words.includes('--quick')]
const wanted = faults.filter(({ id }) => !ids.length || ids.includes(id))

const scratch = mkdtempSync(join(tmpdir(), 'tessera-faults-'))
const copy = join(scratch, 'tree')
const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' })

let isEnding = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (isEnding = true))

/** Runs a program in the copy and waits for it; what it starts ends with it. Nobody looks at what it says unless it is asked for. */
function run(args: string[], env: Record<string, string> = {}, isShown = words.includes('--verbose')): Promise<number> {
  return new Promise(done => {
    if (isEnding) return done(1)
    const child = spawn(process.execPath, args, {
      cwd: copy,
      env: { ...process.env, DATABASE_URL: '', ...env },
      stdio: ['pipe', isShown ? 'inherit' : 'ignore', isShown ? 'inherit' : 'ignore'],
    })
    const end = () => child.kill('SIGINT')
    process.once('SIGINT', end).once('SIGTERM', end)
    child.on('error', () => done(1))
    child.on('close', code => {
      process.off('SIGINT', end).off('SIGTERM', end)
      done(code ?? 1)
    })
  })
}
const script = (name: string) => ['--import', 'tsx', join(copy, 'scripts', name)]

/** The first test that failed; a file that does not start has found nothing, which is told as it says nothing about the tests. */
async function vitest(files: readonly string[], env: Record<string, string> = {}, more: string[] = []): Promise<string | undefined> {
  const report = join(scratch, 'report.json')
  rmSync(report, { force: true })
  const program = join(copy, 'node_modules/vitest/vitest.mjs')
  const once = ['--bail=1', '--experimental.fsModuleCache', '--reporter=json', `--outputFile.json=${report}`]
  await run([program, 'run', ...once, ...more, ...files], { NODE_ENV: 'test', ...env })
  type Result = { status: string; fullName: string; failureMessages: string[] }
  type Report = { testResults: { name: string; status: string; message: string; assertionResults: Result[] }[] }
  const { testResults } = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Report) : { testResults: [] }
  for (const { name, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed')
    // A busy machine has not found the fault.
    if (failed?.failureMessages.some(message => /timed out in \d+ ?ms/.test(message))) console.log(`took too long: ${relative(copy, name)}: ${failed.fullName}`)
    else if (failed) return `${relative(copy, name)}: ${failed.fullName}`
  }
  if (!testResults.length && !isEnding) console.log(`nothing ran: ${files.join(' ')}`)
  for (const { name, status, message, assertionResults } of testResults)
    if (status === 'failed' && !assertionResults.some(one => one.status === 'failed'))
      console.log(`did not start: ${relative(copy, name)} ${message.split('\n')[0] ?? ''}`)
  return undefined
}

/** The test that is most likely to find it alone, then the others. */
const first = async (by: readonly string[]) => (await vitest(by.slice(0, 1))) ?? (by.length > 1 ? await vitest(by.slice(1)) : undefined)

const onInstalled = (bin: string, files: readonly string[], env: Record<string, string> = {}) =>
  files.length ? vitest(files, { ...env, TEST_PG_BIN_DIR: bin }, ['--project=node', '--project=node-alone']) : undefined
const ofServer = (files: readonly string[]) => files.filter(file => file.startsWith('tests/api/'))
const byVersion = (files: readonly string[]) => files.filter(file => BY_VERSION.some(begin => file.startsWith(begin)))

let built = ''
/** Tells a story on the product with the fault; one whose area has changed is told in full by the short set as well. */
async function journey(fault: Fault, story: string, set: 'short' | 'full'): Promise<string | undefined> {
  if (built !== fault.id && (await run(script('build.ts'), { NODE_ENV: 'production' }))) return undefined
  built = fault.id
  rmSync(join(copy, 'test-results'), { recursive: true, force: true })
  const program = join(copy, 'node_modules/@playwright/test/cli.js')
  const whole = storiesOf([placeOf(fault, root)]).join()
  const which = [`--config=${join(copy, 'tests/e2e/playwright.config.ts')}`, `/${story}(-\\w+)?\\.e2e\\.ts$`]
  await run([program, 'test', ...which], { E2E_SET: set, E2E_WHOLE: whole, E2E_ENDS_WITH_STDIN: '1' })
  const file = join(copy, 'test-results/e2e.json')
  const { failures } = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { failures: { file: string; name: string }[] }) : { failures: [] }
  return failures[0] && `${failures[0].file}: ${failures[0].name}`
}

interface Found {
  id: string
  kind: string
  found: 'short' | 'full' | 'nobody'
  /** Also with --full where the short set had found it. */
  full: boolean
  test: string
  seconds: number
}

async function look(fault: Fault): Promise<Omit<Found, 'seconds'>> {
  const { id, kind, by } = fault
  const story = isQuick ? undefined : fault.story
  const told = (found: Found['found'], test = '') => ({ id, kind, found, full: found !== 'nobody', test })
  const installed = installedPostgres()?.bin
  const short =
    (fault.onInstalled ? undefined : await first(by)) ??
    (installed && fault.onInstalled ? await onInstalled(installed, byVersion(by)) : undefined) ??
    (story ? await journey(fault, story, 'short') : undefined)
  if (short && !withFull) return told('short', short)
  const full =
    (by.length ? await vitest(by, { TESSERA_FULL: '1' }) : undefined) ??
    (installed ? await onInstalled(installed, ofServer(by), { TESSERA_FULL: '1' }) : undefined) ??
    (story ? await journey(fault, story, 'full') : undefined)
  if (short) return { ...told('short', short), full: !!full }
  if (full) return told('full', full)
  if (!withAll) return told('nobody')
  const anyShort = (await vitest([])) ?? (installed ? await onInstalled(installed, BY_VERSION) : undefined) ?? (await journey(fault, '[\\w-]+?', 'short'))
  if (anyShort) return told('short', anyShort)
  const anyFull =
    (await vitest([], { TESSERA_FULL: '1' })) ??
    (installed ? await onInstalled(installed, ['tests/api/'], { TESSERA_FULL: '1' }) : undefined) ??
    (await journey(fault, '[\\w-]+?', 'full'))
  return anyFull ? told('full', anyFull) : told('nobody')
}

/** What gen makes comes from these, and once more when the fault is gone. */
const isMadeFrom = (file: string) => /^(api\/(contract|messages|server\/store\/migrations)\/|renderers\/[^/]+\/(about\.ts|zh-CN\.json)$)/.test(file)

/** The copy's own, as far as programs can see: tests for the browser find nothing behind a link. */
function linkModules(from: string, to: string) {
  try {
    execFileSync('cp', ['-al', from, to], { stdio: 'ignore' })
  } catch {
    // On another disk, or a system whose cp knows no links.
    rmSync(to, { recursive: true, force: true })
    symlinkSync(from, to)
  }
}

const found: Found[] = []
function keep() {
  const there = existsSync(results) ? (JSON.parse(readFileSync(results, 'utf8')) as Found[]) : []
  const all = new Map([...there, ...found].map(one => [one.id, one]))
  mkdirSync(dirname(results), { recursive: true })
  writeFileSync(results, `${JSON.stringify(faults.flatMap(({ id }) => all.get(id) ?? []))}\n`)
}

try {
  git('worktree', 'add', '--quiet', '--detach', copy, 'HEAD')
  linkModules(join(root, 'node_modules'), join(copy, 'node_modules'))
  // Made just now, from the same files.
  for (const made of ['api/generated', 'api/contract/expanded', 'renderers/generated']) cpSync(join(root, made), join(copy, made), { recursive: true })
  for (const fault of wanted) {
    if (isEnding) break
    const file = join(copy, placeOf(fault, copy))
    const whole = readFileSync(file, 'utf8')
    const from = Date.now()
    writeFileSync(
      file,
      whole.replace(fault.find, () => fault.put),
    )
    if (isMadeFrom(relative(copy, file))) await run(script('gen.ts'))
    const one = { ...(await look(fault)), seconds: Math.round((Date.now() - from) / 1000) }
    writeFileSync(file, whole)
    if (isMadeFrom(relative(copy, file))) await run(script('gen.ts'))
    if (isEnding) break
    found.push(one)
    keep()
    console.log(`${one.found.padEnd(7)}${one.id.padEnd(36)}${one.kind.padEnd(13)}${String(one.seconds).padStart(4)} s  ${one.test}`)
  }
} finally {
  git('worktree', 'remove', '--force', copy)
  rmSync(scratch, { recursive: true, force: true })
}

const count = (by: Found['found']) => found.filter(one => one.found === by).length
const byFull = found.filter(one => one.full).length
console.log(`\n${found.length} faults: the short set found ${count('short')} of the ${byFull} that the full one finds; nobody found ${count('nobody')}`)
process.exitCode = byFull && count('short') / byFull < 0.95 ? 1 : 0
