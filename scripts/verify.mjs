// npm run verify: may I push? Installs, checks, builds, runs every test and the browser journeys. The last line counts.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build, install, npm, run } from './steps.mjs'
import { root } from './stamp.mjs'

const count = { passed: 0, failed: 0, skipped: 0 }
const failed = []
const unsteady = []
const told = ({ file, name, message }) => `${file}: ${name}\n      ${message.split('\n').slice(0, 4).join('\n      ')}`
const title = text => console.log(`\n── ${text}`)

/** A step that is no test only counts when it fails. */
async function step(name, work) {
  title(name)
  try {
    await work()
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
  const broke = await npm(['run', '--silent', script, ...(only.length ? ['--', ...only] : [])]).then(
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
  const first = await results(script, file)
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
    const second = await results(script, file, files)
    if (second) {
      // Tests that failed only now count as well.
      left = second.failures
      const again = first.failures.filter(one => !left.some(other => other.file === one.file && other.name === one.name))
      for (const one of again) unsteady.push(told(one))
      count.passed += again.length
    }
  }
  for (const one of left) failed.push(told(one))
  count.failed += left.length
}

const CHROMIUM = [
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
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'], { quiet: true, env })
    if (there()) return there()
  }
  throw new Error(
    `The browser tests need Chromium, and none was found. Run this once, and verify again:\n\n    ${
      debian ? 'sudo apt-get update && sudo apt-get install -y chromium' : 'CHROMIUM_PATH=/path/to/chromium npm run verify'
    }\n`,
  )
}

const prepared = await step('Packages', install)
if (prepared) {
  await step('Types, lint, format', () => npm(['run', '--silent', 'check']))
  const built = await step('Build', build)
  await tests('Tests', 'test', 'test.json')
  if (existsSync(join(root, 'scripts/e2e.ts'))) {
    const ready = await step('Browser', async () => {
      process.env.CHROMIUM_PATH = await browser()
      console.log(execFileSync(process.env.CHROMIUM_PATH, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim())
    })
    if (ready && built) await tests('Browser journeys', 'e2e', 'e2e.json')
  }
}
const list = (heading, lines) => lines.length && console.log(`\n── ${heading}\n${lines.map(line => `    ${line}`).join('\n')}`)
list('Passed only when tried again', unsteady)
list('Failed', failed)
console.log(`\n${count.passed} passed, ${count.failed} failed${count.skipped ? `, ${count.skipped} skipped` : ''}`)
process.exitCode = count.failed ? 1 : 0
