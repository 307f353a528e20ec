// npm run verify: may I push? Installs, checks, builds, runs every test and the browser journeys. The last line counts.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build, install, npm, run } from './steps.mjs'
import { root } from './stamp.mjs'

const count = { passed: 0, failed: 0, skipped: 0 }
const title = text => console.log(`\n── ${text}`)

/** A step that is no test only counts when it fails. */
async function step(name, work) {
  title(name)
  try {
    await work()
    return true
  } catch (error) {
    console.log(error.message)
    count.failed++
    return false
  }
}

/** Runs a script that leaves its numbers in test-results. */
async function tests(name, script, file) {
  title(name)
  const results = join(root, 'test-results', file)
  rmSync(results, { force: true })
  const failed = await npm(['run', '--silent', script]).then(
    () => false,
    () => true,
  )
  const found = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : { passed: 0, failed: 0 }
  count.passed += found.passed
  count.skipped += found.skipped ?? 0
  count.failed += found.failed || (failed || !existsSync(results) ? 1 : 0)
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
console.log(`\n${count.passed} passed, ${count.failed} failed${count.skipped ? `, ${count.skipped} skipped` : ''}`)
process.exitCode = count.failed ? 1 : 0
