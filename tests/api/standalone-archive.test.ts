// The engine and an application as somebody gets them: unpacked in an empty folder, started with nothing of this machine but Node, opened, written to,
// upgraded. Among the large runs: packing, unpacking and three starts take half a minute.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { applyAll, builtinSource, DEV, makeModel } from '../support/models.ts'
import { addPage } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { makeWorld, type World } from '../support/world.ts'

const isBuilt = existsSync(join(import.meta.dirname, '../../dist/server/main.js'))
const rows = '/api/resource/acme/shop/source/main/model/order'

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

  async function get(fileType: string, from: string, to: string) {
    const { raw } = await home.call('release.exportStandalone', { as: 'ann', query: { fileType }, body: { from } })
    writeFileSync(join(folder, to), raw)
  }
  async function start(environment: Record<string, string> = {}) {
    const port = await new Promise<number>(done => {
      const probe = createServer().listen(0, '127.0.0.1', () => {
        const { port: free } = probe.address() as { port: number }
        probe.close(() => done(free))
      })
    })
    // Nothing of ours: no variables, a home of its own, another working folder.
    server = spawn(process.execPath, [join(folder, 'tessera/start.mjs')], {
      cwd: '/',
      env: { PATH: '/usr/bin:/bin', HOME: join(folder, 'home'), PORT: String(port), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
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
