// The machine's git and ssh, as somebody's git account: nothing of the machine's own settings is read, the host has to show the key that was said to be
// its, and nothing of a repository is run or checked out as links.
import { spawn } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '../../errors.ts'
import { AddressError, addressOf } from '../foundation/addresses.ts'
import { temporaryFolder } from '../../temporary.ts'

/** Where a repository is, in the forms that git servers show: `ssh://git@host:22/path.git` and `git@host:path.git`. */
export interface RepositoryAddress {
  user: string
  host: string
  port: number
  path: string
}
export interface Account {
  name: string
  email: string
  privateKey: string
}
export interface Repository {
  address: RepositoryAddress
  /** Lines of keys of the host, as a known_hosts file has them without the name. */
  hostKeys: readonly string[]
}

const HOST = /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/
const PATH = /^[A-Za-z0-9._~][A-Za-z0-9._~/+@-]{0,400}$/
/** Longest time of one command: a first push of a large app over a slow line. */
const COMMAND_MS = 180_000
const OUTPUT_BYTES = 8 * 1024 * 1024

/** Undefined for what is no address of a repository over SSH. */
export function parseAddress(text: string): RepositoryAddress | undefined {
  const long = /^ssh:\/\/(?:([A-Za-z0-9._-]{1,64})@)?([^/:]+)(?::(\d{1,5}))?\/(.+)$/.exec(text)
  const short = long ? null : /^(?:([A-Za-z0-9._-]{1,64})@)([^/:]+):(?!\/\/)(.+)$/.exec(text)
  const [, user = 'git', host = '', port, path = ''] = long ?? (short && [short[0], short[1], short[2], '22', short[3]]) ?? []
  const number = Number(port ?? 22)
  if (!HOST.test(host) || !PATH.test(path) || path.split('/').includes('..') || number < 1 || number > 65_535 || user.startsWith('-')) return undefined
  return { user, host: host.toLowerCase(), port: number, path }
}

interface Ran {
  code: number
  /** It said more than is kept. */
  isCut: boolean
  out: string
  error: string
}

/** Runs a program to its end; a program that is not there is told in words. */
export function runProgram(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { cwd, input, ms = COMMAND_MS }: { cwd?: string; input?: string; ms?: number } = {},
): Promise<Ran> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'], detached: true })
    const out: Buffer[] = []
    const error: Buffer[] = []
    let size = 0
    const keep = (list: Buffer[]) => (chunk: Buffer) => {
      size += chunk.length
      if (size <= OUTPUT_BYTES) list.push(chunk)
    }
    // git starts ssh: both end.
    const end = () => {
      try {
        process.kill(-(child.pid as number), 'SIGKILL')
      } catch {
        // It has ended meanwhile.
      }
    }
    const late = setTimeout(end, ms)
    child.stdout.on('data', keep(out))
    child.stderr.on('data', keep(error))
    child.stdin.on('error', () => {})
    child.stdin.end(input ?? '')
    child.on('error', problem => {
      clearTimeout(late)
      const isMissing = (problem as NodeJS.ErrnoException).code === 'ENOENT'
      fail(isMissing ? new ApiError('git.missing', 'This server has no {program}. Ask whoever runs it to install it', 503, { values: { program } }) : problem)
    })
    child.on('close', (code, signal) => {
      clearTimeout(late)
      done({
        code: signal ? 124 : (code ?? 1),
        isCut: size > OUTPUT_BYTES,
        out: Buffer.concat(out).toString('utf8'),
        error: Buffer.concat(error).toString('utf8'),
      })
    })
  })
}

const refused = (code: string, english: string, values: Record<string, string> = {}, status = 422) => new ApiError(code, english, status, { values })

/** What git or ssh said, in our words; its own last line stays beside them. */
function problemOf({ code, error }: Ran, host: string): ApiError {
  const last =
    error
      .trim()
      .split('\n')
      .filter(line => !/^(hint|remote: *$|warning: Permanently)/.test(line))
      .at(-1)
      ?.slice(0, 300) ?? ''
  if (code === 124) return refused('git.slow', 'The git server did not answer in time', {}, 504)
  if (/Host key verification failed|REMOTE HOST IDENTIFICATION HAS CHANGED|No .* host key is known/i.test(error))
    return refused(
      'git.hostKey',
      '{host} shows another key than the one that is kept for this repository. Read the key anew in the settings if that is right',
      { host },
    )
  if (/Permission denied|publickey/i.test(error))
    return refused('git.denied', '{host} does not take the key of this git account, or the account may not do this', { host })
  if (
    /Could not resolve|Connection refused|Connection timed out|No route to host|Network is unreachable|Connection closed|Connection reset|closed by remote|disconnect|Broken pipe|early EOF|hung up/i.test(
      error,
    )
  )
    return refused('git.unreachable', 'The connection to {host} did not hold: {detail}', { host, detail: last }, 502)
  if (/does not appear to be a git repository|Repository not found|not found/i.test(error))
    return refused('git.noRepository', 'There is no such repository at {host}, or the account may not see it', { host })
  if (/non-fast-forward|fetch first|stale info|cannot lock ref|failed to update ref/i.test(error))
    return refused('git.moved', 'The branch was changed by somebody else in this moment. Push again', {}, 409)
  if (/pre-receive hook declined|protected branch|hook declined|remote rejected/i.test(error))
    return refused('git.rejected', 'The git server does not take this push: {detail}', { detail: last })
  return refused('git.failed', 'git could not do this: {detail}', { detail: last || `exit code ${code}` }, 502)
}

interface More {
  env?: NodeJS.ProcessEnv
  cwd?: string
  /** What the command reads. */
  input?: string
}
export interface Opened {
  folder: string
  git(args: readonly string[], more?: More): Promise<string>
  /** Like `git`, and answers undefined where it ends with an error. */
  ask(args: readonly string[]): Promise<string | undefined>
}

/** An empty bare repository in a folder of its own that knows `repository` as origin; both go when `use` ends, the key with them. */
export async function withRepository<T>(
  { address, hostKeys }: Repository,
  account: Account,
  mayBePrivate: boolean,
  use: (opened: Opened) => Promise<T>,
): Promise<T> {
  const { user, host, port, path } = address
  const ip = await checkedAddress(host, mayBePrivate)
  const folder = await temporaryFolder('git')
  try {
    const key = join(folder, 'key')
    const known = join(folder, 'known_hosts')
    await writeFile(key, account.privateKey, { mode: 0o600 })
    await writeFile(known, hostKeys.map(line => `${host} ${line}\n`).join(''), { mode: 0o600 })
    const home = join(folder, 'home')
    await mkdir(home)
    const ssh = [
      `ssh -F /dev/null -i ${key} -o IdentitiesOnly=yes -o IdentityAgent=none -o BatchMode=yes -o StrictHostKeyChecking=yes`,
      // To the address that was checked, whatever the name says a moment later.
      `-o UserKnownHostsFile=${known} -o GlobalKnownHostsFile=/dev/null -o HostKeyAlias=${host} -o HostName=${ip}`,
      '-o ConnectTimeout=15 -o ServerAliveInterval=15 -o ServerAliveCountMax=4 -o ForwardAgent=no -o ClearAllForwardings=yes',
    ].join(' ')
    const env: NodeJS.ProcessEnv = {
      PATH: process.env.PATH,
      HOME: home,
      LANG: 'C',
      LC_ALL: 'C',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_TERMINAL_PROMPT: '0',
      GIT_ALLOW_PROTOCOL: 'ssh',
      GIT_SSH_COMMAND: ssh,
      GIT_AUTHOR_NAME: account.name,
      GIT_AUTHOR_EMAIL: account.email,
      GIT_COMMITTER_NAME: account.name,
      GIT_COMMITTER_EMAIL: account.email,
    }
    const store = join(folder, 'store')
    const settings = ['core.hooksPath=/dev/null', 'core.autocrlf=false', 'core.quotePath=false', 'core.symlinks=false', 'gc.auto=0', 'protocol.version=2']
    const all = settings.flatMap(one => ['-c', one])
    const run = (args: readonly string[], { env: own, cwd = folder, input }: More = {}) =>
      runProgram('git', [...all, `--git-dir=${store}`, ...args], { ...env, ...own }, { cwd, ...(input !== undefined && { input }) })
    const opened: Opened = {
      folder,
      async git(args, more) {
        const ran = await run(args, more)
        if (ran.code !== 0) throw problemOf(ran, host)
        if (ran.isCut) throw refused('git.failed', 'git could not do this: {detail}', { detail: `git ${args[0]}: too long` }, 502)
        return ran.out.trim()
      },
      async ask(args) {
        const ran = await run(args)
        return ran.code === 0 ? ran.out.trim() : undefined
      },
    }
    await opened.git(['init', '-q', '--bare', store])
    await opened.git(['remote', 'add', 'origin', `ssh://${user}@${host}:${port}/${path}`])
    return await use(opened)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function checkedAddress(host: string, mayBePrivate: boolean): Promise<string> {
  try {
    return await addressOf(host, mayBePrivate, {
      private: 'This installation does not connect to addresses in private networks',
      never: 'This address cannot be used',
    })
  } catch (error) {
    if (error instanceof AddressError) throw refused('git.address', error.english)
    throw error
  }
}

/** The keys that a host shows now, newest kinds first, as lines without its name. */
export async function readHostKeys({ host, port }: RepositoryAddress, mayBePrivate: boolean): Promise<string[]> {
  const ip = await checkedAddress(host, mayBePrivate)
  const ran = await runProgram('ssh-keyscan', ['-T', '10', '-p', String(port), ip], { PATH: process.env.PATH, LANG: 'C' }, { ms: 30_000 })
  const lines = ran.out.split('\n').flatMap(line => /^\S+ ((?:ssh|ecdsa)-[\w-]+ [A-Za-z0-9+/=]+)\s*$/.exec(line)?.[1] ?? [])
  if (!lines.length) throw refused('git.unreachable', 'Nothing at {host} shows a key. Check the address and its port', { host }, 502)
  const rank = (line: string) => ['ssh-ed25519', 'ecdsa', 'ssh-rsa'].findIndex(kind => line.startsWith(kind))
  return [...new Set(lines)].sort((a, b) => rank(a) - rank(b)).slice(0, 5)
}
