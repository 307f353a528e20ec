// What `up` and `verify` share: install and build, each only when something changed. Runs before any package is there.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isBuilt, root, writeStamp } from './stamp.mjs'

/** Runs a command with its output shown; fails with a sentence. */
export function run(command, args, { env = {}, quiet = false } = {}) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, {
      cwd: root,
      // npm hands every setting down as a variable; the next npm would complain about those it does not know.
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      shell: process.platform === 'win32' && command === 'npm',
    })
    let said = ''
    child.stdout?.on('data', chunk => (said += chunk))
    child.stderr?.on('data', chunk => (said += chunk))
    const forward = signal => child.kill(signal)
    process.on('SIGINT', forward).on('SIGTERM', forward)
    child.on('error', fail)
    child.on('close', (code, signal) => {
      process.off('SIGINT', forward).off('SIGTERM', forward)
      if (code === 0) return done(said)
      fail(new Error(`${said}\n${[command, ...args].join(' ')} failed (${signal ?? `exit code ${code}`})`.trim()))
    })
  })
}

/** npm as it was called, or the one on the path. */
export const npm = (args, options) =>
  process.env.npm_execpath?.endsWith('.js') ? run(process.execPath, [process.env.npm_execpath, ...args], options) : run('npm', args, options)

/** True when node_modules holds the very versions of package-lock.json; packages for other platforms may be missing. */
function isInstalled() {
  const hidden = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(hidden)) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const there = JSON.parse(readFileSync(hidden, 'utf8')).packages
  return Object.entries(wanted).every(
    ([path, { version, optional, peer }]) => path === '' || there[path]?.version === version || (!there[path] && (optional || peer)),
  )
}

export async function install() {
  if (isInstalled()) return
  console.log('Installing packages (npm ci) …')
  // The tools of the build are development packages, which production leaves out unless told.
  await npm(['ci', '--include=dev', '--include=optional', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], {
    quiet: true,
    env: { NODE_ENV: '' },
  })
}

export async function build() {
  if (isBuilt()) return
  console.log('Building (once for each change of the sources) …')
  const scripts = ['scripts/gen.ts', existsSync(join(root, 'scripts/build.ts')) ? 'scripts/build.ts' : 'scripts/build-server.ts']
  for (const script of scripts) await run(process.execPath, ['--import', 'tsx', script], { quiet: true, env: { NODE_ENV: 'production' } })
  writeStamp()
}

const isAlive = pid => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Two starts at the same time install and build once; the second waits. */
export async function oneAtATime(work) {
  const lock = join(root, '.cache/up.lock')
  mkdirSync(join(root, '.cache'), { recursive: true })
  for (let told = false; ;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const owner = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0
    if (owner && !isAlive(owner)) rmSync(lock, { force: true })
    else {
      if (!told) console.log('Another start is installing or building; waiting for it …')
      told = true
      await new Promise(done => setTimeout(done, 200))
    }
  }
  const unlock = () => rmSync(lock, { force: true })
  process.on('exit', unlock)
  try {
    return await work()
  } finally {
    unlock()
    process.off('exit', unlock)
  }
}
