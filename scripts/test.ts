// npm test [part of a file name…]: all tests but the browser journeys; those of the server a second time on an installed PostgreSQL.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'tessera-results-'))
const count = { passed: 0, failed: 0, skipped: 0 }
/** What failed; `file` is empty where it belongs to none. */
const failures: { file: string; name: string; message: string }[] = []

interface Report {
  numPassedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { name: string; status: string; message: string; assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[]
}

/** Runs vitest and adds its numbers; a run that breaks off counts as a failure. */
async function vitest(name: string, args: string[], env: Record<string, string> = {}) {
  const file = join(folder, `${name}.json`)
  console.log(`\n${name}`)
  const code = await new Promise<number>(done => {
    const program = join(root, 'node_modules/vitest/vitest.mjs')
    const child = spawn(
      process.execPath,
      [program, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, '--passWithNoTests', ...args],
      {
        cwd: root,
        env: { ...process.env, NODE_ENV: 'test', DATABASE_URL: '', ...env },
        stdio: 'inherit',
      },
    )
    child.on('error', () => done(1))
    child.on('close', exit => done(exit ?? 1))
  })
  const before = failures.length
  if (existsSync(file)) {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report
    count.passed += report.numPassedTests
    count.skipped += report.numPendingTests + report.numTodoTests
    for (const { name: path, status, message, assertionResults } of report.testResults) {
      const failed = assertionResults.filter(test => test.status === 'failed')
      const inFile = relative(root, path)
      for (const test of failed) failures.push({ file: inFile, name: test.fullName, message: test.failureMessages[0] ?? '' })
      if (status === 'failed' && !failed.length) failures.push({ file: inFile, name: 'the file as a whole', message })
    }
  }
  // An error outside any test fails the run without failing a test.
  if (code && failures.length === before) failures.push({ file: '', name, message: 'an error outside any test, or the run broke off; see above' })
  count.failed = failures.length
}

const answer = (program: string, args: string[]) => {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}

/** Programs of a PostgreSQL server on this machine, 15 or newer. */
function installedPostgres(): { bin: string; version: string } | undefined {
  const onPath = (process.env.PATH ?? '').split(':').map(path => join(path, 'postgres'))
  const debian = existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql')
        .sort((a, b) => Number(b) - Number(a))
        .map(version => `/usr/lib/postgresql/${version}/bin/postgres`)
    : []
  for (const path of [join(answer('pg_config', ['--bindir']), 'postgres'), ...onPath, ...debian]) {
    if (!existsSync(path)) continue
    // A link elsewhere does not bring its initdb along.
    const bin = dirname(realpathSync(path))
    const version = answer(join(bin, 'postgres'), ['--version'])
    if (Number(/(\d+)/.exec(version)?.[1]) >= 15 && existsSync(join(bin, 'initdb'))) return { bin, version }
  }
  return undefined
}

const wanted = process.argv.slice(2)
await vitest('On the embedded PostgreSQL', wanted)
const installed = installedPostgres()
if (installed)
  await vitest(`On the installed ${installed.version}`, ['--project', 'node', '--project', 'node-alone', ...(wanted.length ? wanted : ['tests/api/'])], {
    TEST_PG_BIN_DIR: installed.bin,
  })
else console.log('\nNo PostgreSQL server is installed here; the second run of the server tests is left out.')

rmSync(folder, { recursive: true, force: true })
mkdirSync(join(root, 'test-results'), { recursive: true })
writeFileSync(join(root, 'test-results/test.json'), `${JSON.stringify({ ...count, failures })}\n`)
console.log(`\n${count.passed} passed, ${count.failed} failed${count.skipped ? `, ${count.skipped} skipped` : ''}`)
process.exitCode = count.failed ? 1 : 0
