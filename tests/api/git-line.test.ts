// Pushes and pulls over a line that breaks, beside much that is not the app's, and of a folder with hostile names in it: nothing is half there, and each is
// said in words. TESSERA_FULL takes a repository of 300 MB and breaks the line at more places.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeKeyPair } from '../../api/server/services/i/ssh-keys.ts'
import { commitEntry, gitAccount } from '../support/git.ts'
import { lineTo, type Line } from '../support/line.ts'
import { addPage, DEV } from '../support/pages.ts'
import { isInstalled, startGitServer, type GitServer } from '../support/peers/git-over-ssh.ts'
import { makeWorld, type World } from '../support/world.ts'

const isFull = !!process.env.TESSERA_FULL
/** Megabytes of others' files in the repository, in pieces of one. */
const MEGABYTES = isFull ? 300 : 3
const BROKEN_AT = isFull ? [1_000, 3_000, 10_000, 40_000, 150_000, 400_000, 700_000, 900_000] : [3_000, 400_000]
const LONGEST = isFull ? 600_000 : 120_000
/** What no packing makes smaller. */
const noise = (bytes: number) => randomBytes(bytes / 2).toString('hex')
const PAGE_BYTES = 1_600_000

const canPush = isInstalled('git') && isInstalled('ssh', '-V') && isInstalled('ssh-keygen', '-?') !== undefined
describe.skipIf(!canPush)('with git and ssh', { timeout: LONGEST }, () => {
  let world: World
  let server: GitServer
  let line: Line
  let at: { account: string; repo: string }
  const folder = mkdtempSync(join(tmpdir(), 'tessera-git-test-'))
  const key = makeKeyPair('ann@example.test')
  const call = (id: Parameters<World['call']>[0], body: object) => world.call(id, { as: 'ann', params: DEV, body })
  const push = () => call('release.gitPush', { from: 'dev', ...at, commit: 'From here', branch: 'main' })
  const plan = () => call('release.planGitPull', { ...at, branch: 'main' })
  const git = (...args: string[]) => execFileSync('git', ['--git-dir', join(folder, 'apps.git'), ...args], { encoding: 'utf8', maxBuffer: 1e9 }).trim()
  /** Temporary files of this process: beside it others push as well. */
  const temporary = join(folder, 'tmp')
  const kept = process.env.TMPDIR
  const leftBehind = () => readdirSync(temporary).filter(name => name.startsWith('tessera-git-'))

  const withEntry = (path: string, text: string, mode?: string) => commitEntry(join(folder, 'apps.git'), path, text, mode)

  beforeAll(async () => {
    mkdirSync(temporary)
    process.env.TMPDIR = temporary
    const clone = join(folder, 'clone')
    execFileSync('git', ['init', '-q', '--bare', '-b', 'main', join(folder, 'apps.git')])
    execFileSync('git', ['init', '-q', '-b', 'main', clone])
    mkdirSync(join(clone, 'others'))
    for (let n = 0; n < MEGABYTES; n++) writeFileSync(join(clone, 'others', `${n}.bin`), randomBytes(1_000_000))
    for (const args of [
      ['add', '-A'],
      ['-c', 'user.name=bob', '-c', 'user.email=bob@example.test', 'commit', '-q', '-m', 'Others'],
      ['push', '-q', join(folder, 'apps.git'), 'main'],
    ])
      execFileSync('git', ['-C', clone, '-c', 'core.compression=0', '-c', 'core.bigFileThreshold=100k', ...args])
    rmSync(clone, { recursive: true })
    git('config', 'uploadpack.allowFilter', 'true')
    server = await startGitServer(folder, [key.publicKey])
    line = await lineTo(server.port)
    world = await makeWorld({ features: { standaloneGitPush: true }, privateDataSources: true })
    const added = await call('git.addRepo', { repo: 'Apps', repoSrc: `ssh://git@localhost:${line.port}/apps.git`, hostKeys: [server.hostKey] })
    at = { account: await gitAccount(world, key), repo: added.data.id }
    await addPage(world, { name: 'Orders', path: '/orders', schema: { type: 'page', body: 'Orders' } } as never)
  }, LONGEST)
  afterAll(async () => {
    await world?.close()
    await line?.close()
    await server?.stop()
    if (kept === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = kept
    rmSync(folder, { recursive: true, force: true })
  })

  it('a push and a pull take none of what lies beside the app', async () => {
    const first = await push()
    expect(first.msg).toBe('')
    expect(first.data).toMatchObject({ changed: true })
    expect(git('ls-tree', '-r', '--name-only', 'main').split('\n').length).toBeGreaterThan(MEGABYTES)
    const undo = withEntry('shop/pages/new.json', JSON.stringify({ id: 'n', kind: 'page', name: 'New', path: '/new', schema: { type: 'page' } }))
    expect((await plan()).code, 'half a description of a page').toBe('package.badManifest')
    undo()
    expect((await plan()).data).toMatchObject({ plan: { count: 0 } })
    expect(line.bytes() + line.answered()).toBeLessThan(500_000)
    expect(leftBehind()).toEqual([])
  })

  it.each([
    ['hands out whole repositories only', 'false', false],
    ['keeps contents back, and speaks the old protocol, which cannot ask for them', 'true', true],
  ])('where a git server %s, all of it comes', async (_name, filters, isOld) => {
    git('config', 'uploadpack.allowFilter', filters)
    server.isOld = isOld
    const looked = await plan()
    expect(looked.msg).toBe('')
    expect(looked.data).toMatchObject({ plan: { count: 0 } })
    expect(line.answered()).toBeGreaterThan(MEGABYTES * 1_000_000)
    await addPage(world, { name: filters, path: `/${filters}`, schema: { type: 'page' } } as never)
    expect((await push()).data).toMatchObject({ changed: true })
    git('config', 'uploadpack.allowFilter', 'true')
    server.isOld = false
    expect(leftBehind()).toEqual([])
  })

  // The others are told by hostile-names.test.ts.
  it('refuses a folder with a name that is another on Windows, says which, and nothing has changed', async () => {
    const before = await world.stored()
    const undo = withEntry('shop/pages/aux.json', '{}')
    const reply = await plan()
    undo()
    expect(reply).toMatchObject({
      status: 422,
      code: 'git.badFolder',
      msg: 'The folder of the app holds a name that not every system can keep: pages/aux.json',
    })
    expect(await world.stored()).toBe(before)
    expect(leftBehind()).toEqual([])
  })

  it('leaves what others keep beside the app alone, whatever it is called', async () => {
    const undo = withEntry('shop/aux.txt', 'Ours')
    expect((await plan()).data).toMatchObject({ plan: { count: 0 } })
    undo()
  })

  it('says that a file stands where the folder of the app would be, and pushes over it only when told to', async () => {
    const undo = withEntry('shop', 'A file')
    const [pulled, pushed] = [await plan(), await push()]
    undo()
    expect(pulled).toMatchObject({
      status: 422,
      code: 'git.noApp',
      msg: 'What the branch holds as shop is no folder: a file or a link stands where this app would be',
    })
    expect(pushed).toMatchObject({ status: 409, code: 'git.ahead' })
    expect(pushed.msg).toMatch(/: .*shop/)
  })

  it('a pull over a line that breaks takes nothing over, says so, and works again after it', async () => {
    const page = git('ls-tree', '-r', '--name-only', 'main')
      .split('\n')
      .find(one => one.startsWith('shop/pages/orders.')) as string
    const theirs = JSON.parse(git('show', `main:${page}`)) as { schema: object }
    const undo = withEntry(page, JSON.stringify({ ...theirs, schema: { type: 'page', body: noise(PAGE_BYTES) } }))
    const before = await world.stored()
    for (const bytes of BROKEN_AT) {
      line.cutAfter(bytes, 'back')
      const reply = await plan()
      line.mend()
      expect(reply, String(bytes)).toMatchObject({ status: 502, code: 'git.unreachable' })
      expect(reply.msg).toMatch(/^The connection to localhost did not hold: ./)
      expect(await world.stored()).toBe(before)
      expect(leftBehind()).toEqual([])
    }
    expect((await plan()).data).toMatchObject({ plan: { count: 1 } })
    undo()
  })

  it('a push over a line that breaks leaves the branch as it was, says so, and works again after it', async () => {
    await addPage(world, { name: 'Large', path: '/large', schema: { type: 'page', body: noise(PAGE_BYTES) } } as never)
    const before = git('for-each-ref')
    for (const bytes of BROKEN_AT) {
      line.cutAfter(bytes)
      const reply = await push()
      line.mend()
      expect(reply, String(bytes)).toMatchObject({ status: 502, code: 'git.unreachable' })
      expect(reply.msg).toMatch(/^The connection to localhost did not hold: ./)
      expect(git('for-each-ref')).toBe(before)
      expect(leftBehind()).toEqual([])
    }
    expect((await push()).data).toMatchObject({ changed: true, commit: git('rev-parse', 'main') })
    expect(git('ls-tree', '-r', '--name-only', 'main')).toContain('shop/pages/large.')
    git('fsck', '--no-dangling', 'refs/heads/main')
  })
})
