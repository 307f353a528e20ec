// The engine and an application as somebody gets them: unpacked in an empty folder, started with nothing of this machine but Node, opened, written to,
// upgraded; and the same as a container image, unpacked and run by Debian's umoci and runc. Among the large runs: packing, unpacking and five starts take
// a minute.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { entriesOf } from '../../api/server/services/standalone/engine.ts'
import { applyAll, builtinSource, DEV, makeModel } from '../support/models.ts'
import { addPage } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { makeWorld, type World } from '../support/world.ts'

const root = join(import.meta.dirname, '../..')
const isBuilt = existsSync(join(root, 'dist/server/main.js'))
/** What takes an image apart and runs it; all three are packages of Debian. */
const missing = ['skopeo', 'umoci', 'runc'].filter(tool => !['/usr/bin', '/usr/sbin', '/usr/local/bin'].some(folder => existsSync(join(folder, tool))))
const cannot = process.getuid?.() !== 0 ? 'it has to be root' : missing.length ? `it needs ${missing.join(', ')}: apt-get install skopeo umoci runc` : ''
const rows = '/api/resource/acme/shop/source/main/model/order'

type Run = (environment: Record<string, string>) => ChildProcess

it.skipIf(!isBuilt)('the engine holds each package that the built server loads instead of holding it', () => {
  const folder = join(root, 'dist/server')
  const named = new Set<string>()
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => /\.c?js$/.test(file))
  for (const name of texts)
    for (const [, imported, required, made] of readFileSync(join(folder, name), 'utf8').matchAll(
      /^import (?:[^'"\n]* from )?["']([^"']+)["'];|^(?:let|const|var) \w+ = (?:\w+\()?require\(["']([^"']+)["']\)|\bcreateRequire\)?\([^\n]{1,80}?\)\(["']([^"']+)["']\)/gm,
    ))
      named.add(imported ?? required ?? made ?? '')
  const packages = [...named].filter(name => !/^[./]/.test(name) && !isBuiltin(name))
  expect(packages).toEqual(expect.arrayContaining(['piscina', '@node-rs/argon2', 'amis-formula']))
  const held = new Set(entriesOf(root).map(entry => entry.name))
  expect(packages.filter(name => !held.has(`tessera/node_modules/${name}/package.json`))).toEqual([])
})

describe.skipIf(!process.env.TESSERA_FULL || !isBuilt)('a standalone app as two files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ts-'))
  let home: World
  let server: ChildProcess | undefined
  let said = ''
  afterAll(async () => {
    await stop()
    await home?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function get(fileType: string, from: string, to: string, more = {}) {
    const { raw } = await home.call('release.exportStandalone', { as: 'ann', query: { fileType, ...more }, body: { from } })
    writeFileSync(join(folder, to), raw)
  }
  /** Nothing of ours: no variables, a home of its own, another working folder. */
  const unpacked: Run = environment =>
    spawn(process.execPath, [join(folder, 'tessera/start.mjs')], {
      cwd: '/',
      env: { PATH: '/usr/bin:/bin', HOME: join(folder, 'home'), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  async function start(environment: Record<string, string> = {}, run = unpacked) {
    const port = await new Promise<number>(done => {
      const probe = createServer().listen(0, '127.0.0.1', () => {
        const { port: free } = probe.address() as { port: number }
        probe.close(() => done(free))
      })
    })
    server = run({ PORT: String(port), ...environment })
    const started = server
    for (const stream of [started.stdout, started.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk))
    const url = `http://127.0.0.1:${port}`
    for (const end = Date.now() + 90_000; ; await new Promise(done => setTimeout(done, 100))) {
      if (started.exitCode !== null || Date.now() > end) throw new Error(`it does not start: ${said.slice(-2000)}`)
      if (
        await fetch(`${url}/readyz`).then(
          answer => answer.ok,
          () => false,
        )
      )
        return url
    }
  }
  async function stop() {
    const stopped = server
    server = undefined
    if (!stopped || stopped.exitCode !== null) return
    const gone = new Promise(done => stopped.once('exit', done))
    stopped.kill('SIGTERM')
    await gone
  }
  async function signIn(url: string) {
    const login = await fetch(`${url}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'root@example.test', password: 'Correct-1!' }),
    })
    const cookie = (login.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    const session = (await (await fetch(`${url}/api/session`, { headers: { cookie } })).json()) as { data: { csrfToken: string } }
    return async (method: string, path: string, body?: object) => {
      const headers = { cookie, 'x-csrf-token': session.data.csrfToken, 'content-type': 'application/json' }
      const reply = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      return (await reply.json()) as { status: number; data: any }
    }
  }

  it('runs in an empty folder, takes rows, and keeps them over an upgrade', { timeout: 300_000 }, async () => {
    home = await makeWorld()
    await addPage(home, { name: 'Orders', path: '/orders' })
    const sourceId = await builtinSource(home)
    const { modelId } = await makeModel(home, sourceId, 'order', [{ key: 'title', type: 'text' }])
    await applyAll(home, sourceId)
    await publish(home, { version: '1.0.0', title: 'First' })
    // The database gives its rights away to an account that must be able to pass.
    chmodSync(folder, 0o755)
    mkdirSync(join(folder, 'home'))
    await get('engine', 'dev', 'engine.tar.gz')
    execFileSync('tar', ['xzf', 'engine.tar.gz'], { cwd: folder })
    await get('application', '1.0.0', 'tessera/app/shop-1.0.0.application.zip')

    let url = await start({ ADMIN_EMAIL: 'root@example.test', ADMIN_PASSWORD: 'Correct-1!' })
    let ask = await signIn(url)
    expect((await ask('POST', rows, { title: 'A lamp' })).status).toBe(0)
    expect((await ask('GET', '/api/company/acme/app/shop-dev/page')).status).toBe(404)
    const page = await fetch(`${url}/company/acme/app/shop`, { headers: { accept: 'text/html' } })
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('id="boot"')])
    await stop()

    await home.call('model.addField', { as: 'ann', params: { ...DEV, modelId }, body: { key: 'note', name: 'Note', type: 'text' } })
    await applyAll(home, sourceId)
    await publish(home, { version: '2.0.0', title: 'Second' })
    rmSync(join(folder, 'tessera/app/shop-1.0.0.application.zip'))
    await get('application', '2.0.0', 'tessera/app/shop-2.0.0.application.zip')
    url = await start()
    ask = await signIn(url)
    expect((await ask('GET', rows)).data.items).toMatchObject([{ title: 'A lamp', note: null }])
  })

  it.skipIf(!!cannot)(`runs as an image, and the next image takes over its volume${cannot && ` (not here: ${cannot})`}`, { timeout: 300_000 }, async () => {
    const volume = join(folder, 'volume')
    mkdirSync(volume, { mode: 0o700 })
    chownSync(volume, 10001, 10001)
    const image = async (version: string): Promise<Run> => {
      await get('application', version, `${version}.tar`, { mode: 'image' })
      const at = (name: string) => join(folder, `${version}-${name}`)
      const quiet = { stdio: 'pipe' as const }
      // Both ways in which it is told lead to the same image.
      for (const way of ['oci-archive', 'docker-archive'])
        execFileSync('skopeo', ['--insecure-policy', 'copy', `${way}:${join(folder, `${version}.tar`)}`, `oci:${at(way)}:app`], quiet)
      execFileSync('umoci', ['unpack', '--image', `${at('docker-archive')}:app`, at('bundle')], quiet)
      rmSync(at('bundle'), { recursive: true })
      execFileSync('umoci', ['unpack', '--image', `${at('oci-archive')}:app`, at('bundle')], quiet)
      return environment => {
        const path = join(at('bundle'), 'config.json')
        const config = JSON.parse(readFileSync(path, 'utf8'))
        config.process.terminal = false
        config.process.env.push('HOST=127.0.0.1', ...Object.entries(environment).map(([name, value]) => `${name}=${value}`))
        config.process.env = [...new Map(config.process.env.map((line: string) => [line.split('=')[0], line])).values()]
        // The port is this machine's; everything else is the container's own.
        config.linux.namespaces = config.linux.namespaces.filter((one: { type: string }) => one.type !== 'network')
        config.mounts = config.mounts.filter((one: { destination: string }) => one.destination !== '/data')
        config.mounts.push({ destination: '/data', type: 'bind', source: volume, options: ['rbind', 'rw'] })
        writeFileSync(path, JSON.stringify(config))
        return spawn('runc', ['--root', join(folder, 'runc'), 'run', '-b', at('bundle'), `tessera-${process.pid}-${version}`], {
          stdio: ['ignore', 'pipe', 'pipe'],
        })
      }
    }
    await stop()
    let url = await start({ ADMIN_EMAIL: 'root@example.test', ADMIN_PASSWORD: 'Correct-1!' }, await image('1.0.0'))
    let ask = await signIn(url)
    expect((await ask('POST', rows, { title: 'A lamp' })).status).toBe(0)
    await stop()
    url = await start({}, await image('2.0.0'))
    ask = await signIn(url)
    expect((await ask('GET', rows)).data.items).toMatchObject([{ title: 'A lamp', note: null }])
    await stop()
    // The same version is the same file.
    await get('application', '2.0.0', 'again.tar', { mode: 'image' })
    expect(readFileSync(join(folder, 'again.tar')).equals(readFileSync(join(folder, '2.0.0.tar')))).toBe(true)
  })

  it('says so where there is no application, or more than one', () => {
    const app = join(folder, 'tessera/app')
    const run = () => {
      try {
        execFileSync(process.execPath, [join(folder, 'tessera/start.mjs')], { env: { PATH: '/usr/bin' }, stdio: 'pipe' })
        return ''
      } catch (error) {
        return String((error as { stderr: Buffer }).stderr)
      }
    }
    writeFileSync(join(app, 'another.zip'), '')
    expect(run()).toContain('There are 2 application files')
    rmSync(app, { recursive: true })
    expect(run()).toContain('Put the application file')
  })
})
