// npm test [--full] [--changed] [part of a file name…]: all tests but the browser journeys, and those whose SQL differs by version a second time on an
// installed PostgreSQL. --full: all of the server's tests there, and the large runs; --changed: only what differs from main can affect.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { affected } from './affected.ts'
import { BY_VERSION, installedPostgres } from './installed-postgres.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'tessera-results-'))
const count = { passed: 0, failed: 0, skipped: 0 }
/** What failed; `file` is empty where it belongs to none. */
const failures: { file: string; name: string; message: string }[] = []

/** Seconds by part: a run as a whole, and what its workers spent in the files of each project. */
const times: { part: string; seconds: number }[] = []
/** Files of all runs with their seconds, and after how many of the run they began. */
const slow: { file: string; run: string; from: number; seconds: number }[] = []

const projectOf = (file: string) => (file.endsWith('.tsx') || file.startsWith('tests/src/') || file.startsWith('tests/renderers/') ? 'browser-side' : 'node')
const tenths = (ms: number) => Math.round(ms / 100) / 10

interface Report {
  numPassedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    message: string
    startTime: number
    endTime: number
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** What outside-errors.ts writes. */
interface Outside {
  reason: string
  errors: { file: string; test: string; message: string }[]
}

/** Runs vitest and adds its numbers; a run that breaks off counts as a failure. */
async function vitest(name: string, args: string[], env: Record<string, string> = {}) {
  const file = join(folder, `${name}.json`)
  const outside = join(folder, `${name}.outside.json`)
  console.log(`\n${name}`)
  const from = Date.now()
  const code = await new Promise<number>(done => {
    const program = join(root, 'node_modules/vitest/vitest.mjs')
    const child = spawn(
      process.execPath,
      [
        program,
        ...(args[0] === 'related' ? ['related', '--run'] : ['run']),
        '--reporter=default',
        '--reporter=json',
        `--reporter=${join(root, 'scripts/outside-errors.ts')}`,
        `--outputFile.json=${file}`,
        '--passWithNoTests',
        ...(args[0] === 'related' ? args.slice(1) : args),
      ],
      {
        cwd: root,
        env: { ...process.env, NODE_ENV: 'test', DATABASE_URL: '', TESSERA_OUTSIDE_ERRORS: outside, ...env },
        stdio: 'inherit',
      },
    )
    child.on('error', () => done(1))
    child.on('close', exit => done(exit ?? 1))
  })
  const before = failures.length
  times.push({ part: name, seconds: tenths(Date.now() - from) })
  if (existsSync(file)) {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report
    count.passed += report.numPassedTests
    count.skipped += report.numPendingTests + report.numTodoTests
    const spent = new Map<string, number>()
    for (const { name: path, startTime, endTime } of report.testResults) {
      const inFile = relative(root, path)
      const project = projectOf(inFile)
      spent.set(project, (spent.get(project) ?? 0) + endTime - startTime)
      slow.push({ file: inFile, run: name, from: tenths(startTime - from), seconds: tenths(endTime - startTime) })
    }
    for (const [project, ms] of spent) times.push({ part: `${name}: in the files of ${project}`, seconds: tenths(ms) })
    for (const { name: path, status, message, assertionResults } of report.testResults) {
      const failed = assertionResults.filter(test => test.status === 'failed')
      const inFile = relative(root, path)
      for (const test of failed) failures.push({ file: inFile, name: test.fullName, message: test.failureMessages[0] ?? '' })
      if (status === 'failed' && !failed.length) failures.push({ file: inFile, name: 'the file as a whole', message })
    }
  }
  // An error outside any test fails the run without failing a test.
  if (code && failures.length === before) {
    const { reason, errors } = (existsSync(outside) ? JSON.parse(readFileSync(outside, 'utf8')) : { reason: 'never ended', errors: [] }) as Outside
    for (const { file: path, test, message } of errors)
      failures.push({ file: path && relative(root, resolve(root, path)), name: `an error outside any test${test && `, while this ran: ${test}`}`, message })
    if (!errors.length) failures.push({ file: '', name, message: `the run broke off (${reason}, exit ${code})` })
  }
  count.failed = failures.length
}

const answer = (program: string, args: string[]) => {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}

const git = (...args: string[]) =>
  answer('git', ['-C', root, ...args])
    .split('\n')
    .filter(Boolean)
/** Files that differ from main, committed or not. */
function changed(): string[] {
  const base = answer('git', ['-C', root, 'merge-base', 'HEAD', 'main']) || 'HEAD'
  return [...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')])]
}

async function runChanged() {
  // Made by gen, which runs before this.
  const { partOf, ids: calls } = await import('../tests/support/areas.ts')
  const tests = git('ls-files', '--cached', '--others', '--exclude-standard', 'tests')
  const found = affected(changed(), calls, tests)
  if (found.everywhere.length) console.log(`Anything may depend on these, which only \`npm test\` tells:\n  ${found.everywhere.join('\n  ')}`)
  const parts = [...new Set(found.calls.flatMap(id => partOf(id) ?? []))]
  const generated = parts.flatMap(part => [`tests/api/access.${part}.test.ts`, `tests/api/bad-input.${part}.test.ts`])
  await vitest('What the change can affect', [...found.tests, ...generated], { TESSERA_CALLS: found.calls.join() })
  if (found.related.length) await vitest('What imports the change', ['related', '--project', 'browser-*', ...found.related])
}

async function runAll(wanted: string[], full: boolean) {
  const env: Record<string, string> = full ? { TESSERA_FULL: '1' } : {}
  await vitest('On the embedded PostgreSQL', wanted, env)
  const installed = installedPostgres()
  const again = wanted.length ? wanted : full ? ['tests/api/'] : BY_VERSION
  if (installed)
    await vitest(`On the installed ${installed.version}`, ['--project', 'node', '--project', 'node-alone', ...again], {
      ...env,
      TEST_PG_BIN_DIR: installed.bin,
    })
  else console.log('\nNo PostgreSQL server is installed here; the second run of the server tests is left out.')
}

const flags = process.argv.slice(2).filter(arg => arg.startsWith('--'))
const wanted = process.argv.slice(2).filter(arg => !arg.startsWith('--'))
if (flags.includes('--changed')) await runChanged()
else await runAll(wanted, flags.includes('--full'))

const slowest = slow.sort((a, b) => b.seconds - a.seconds).slice(0, 25)
console.log(`\nThe slowest files\n${slowest.map(({ seconds, file, run }) => `${seconds.toFixed(1).padStart(7)} s  ${file}  (${run})`).join('\n')}`)
rmSync(folder, { recursive: true, force: true })
mkdirSync(join(root, 'test-results'), { recursive: true })
writeFileSync(join(root, 'test-results/test.json'), `${JSON.stringify({ ...count, failures, times, slowest, files: slow })}\n`)
console.log(`\n${count.passed} passed, ${count.failed} failed${count.skipped ? `, ${count.skipped} skipped` : ''}`)
process.exitCode = count.failed ? 1 : 0
