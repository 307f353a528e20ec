// release.gitPull, release.planGitPull: what others put into a branch, taken over into dev against what both had; and a push after it.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeKeyPair } from '../../api/server/services/i/ssh-keys.ts'
import { addPage, DEV, shopOf, wrongPeople } from '../support/pages.ts'
import { isInstalled, startGitServer, type GitServer } from '../support/peers/git-over-ssh.ts'
import { scenarios } from '../support/scenarios.ts'
import { makeWorld, type World } from '../support/world.ts'

const ID = '0191d5a0-0000-7000-8000-00000000c0de'
const whole = { account: ID, repo: ID, branch: 'main', commit: 'a'.repeat(40), parts: [] }

scenarios(
  'release.gitPull',
  [
    {
      name: 'wants an account, a repository, what was looked at and what was chosen',
      as: 'ann',
      params: DEV,
      body: {},
      expect: { status: 422, errors: ['account', 'commit', 'parts', 'repo'], stored: 'same' },
    },
    {
      name: 'knows own accounts only',
      as: 'ann',
      params: DEV,
      body: whole,
      expect: { status: 422, code: 'git.accountUnknown', errors: ['account'], stored: 'same' },
    },
    ...wrongPeople({ body: whole }, async () => ({ params: DEV })),
  ],
  { features: { standaloneGitPush: true } },
)

const canPull = isInstalled('git') && isInstalled('ssh', '-V') && isInstalled('ssh-keygen', '-?') !== undefined
// Each pull and push is several connections of real ssh.
describe.skipIf(!canPull)('with git and ssh', { timeout: 120_000 }, () => {
  let world: World
  let server: GitServer
  let at: { account: string; repo: string }
  let orders: string
  const folder = mkdtempSync(join(tmpdir(), 'tessera-git-test-'))
  const key = makeKeyPair('ann@example.test')
  const call = (id: Parameters<World['call']>[0], body: object) => world.call(id, { as: 'ann', params: DEV, body })
  const push = () => call('release.gitPush', { from: 'dev', ...at, commit: 'From here', branch: 'main' })
  const plan = async (more: object = {}) => call('release.planGitPull', { ...at, branch: 'main', ...more })
  const git = (...args: string[]) => execFileSync('git', ['--git-dir', join(folder, 'apps.git'), ...args], { encoding: 'utf8' }).trim()
  const text = (body: string) => ({ type: 'page', title: body, body })
  const bodyOf = async (id: string) => (await world.running.services.pages.get(shopOf(world), id, world.ids.ann)).schema?.body
  const named = (reply: Awaited<ReturnType<typeof plan>>) =>
    reply.data.plan.options.flatMap((one: any) => one.children.map(({ change, name, conflict }: any) => `${change} ${name}${conflict ? ' !' : ''}`)).sort()

  /** A commit onto main by somebody with a clone, who works on the files of the app. */
  function fromElsewhere(work: (shop: string, page: (name: string) => string) => void) {
    const clone = mkdtempSync(join(folder, 'clone-'))
    const run = (...args: string[]) =>
      execFileSync('git', ['-C', clone, '-c', 'user.name=bob', '-c', 'user.email=bob@example.test', ...args], { stdio: 'ignore' })
    execFileSync('git', ['clone', '-q', '-b', 'main', join(folder, 'apps.git'), clone], { stdio: 'ignore' })
    const pages = join(clone, 'shop/pages')
    work(join(clone, 'shop'), name => join(pages, readdirSync(pages).find(one => one.startsWith(`${name}.`)) as string))
    run('add', '-A')
    run('commit', '-q', '-m', 'From elsewhere')
    run('push', '-q', 'origin', 'main')
  }
  const edit = (file: string, change: (page: any) => void) => {
    const page = JSON.parse(readFileSync(file, 'utf8'))
    change(page)
    writeFileSync(file, JSON.stringify(page, null, 2))
  }

  beforeAll(async () => {
    execFileSync('git', ['init', '-q', '--bare', '-b', 'main', join(folder, 'apps.git')])
    server = await startGitServer(folder, [key.publicKey])
    world = await makeWorld({ features: { standaloneGitPush: true }, privateDataSources: true })
    const made = await world.call('i.addGitAccount', {
      as: 'ann',
      body: {
        gitUsername: 'Ann',
        gitEmail: 'ann@example.test',
        protocolType: 'SSH',
        method: 'hand',
        sshPublicKey: key.publicKey,
        sshPrivateKey: key.privateKey,
      },
    })
    const added = await call('git.addRepo', { repo: 'Apps', repoSrc: `ssh://git@localhost:${server.port}/apps.git`, hostKeys: [server.hostKey] })
    at = { account: made.data.id, repo: added.data.id }
    orders = await addPage(world, { name: 'Orders', path: '/orders', schema: text('Orders') })
    await addPage(world, { name: 'Old', path: '/old', schema: text('Old') })
    expect((await push()).status).toBe(0)
  })
  afterAll(async () => {
    await world?.close()
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('has nothing to take where nobody pushed, though the app was changed here since', async () => {
    await addPage(world, { name: 'Mine', path: '/mine', schema: text('Mine') })
    expect((await plan()).data).toMatchObject({ commit: git('rev-parse', 'main'), branch: 'main', known: true, chosen: [], plan: { count: 0 } })
  })

  it('takes over what others changed, added and removed, leaves what was changed here, and can be pushed again', async () => {
    fromElsewhere((_shop, page) => {
      edit(page('orders'), one => (one.schema.body = 'Orders of theirs'))
      edit(page('old'), one => Object.assign(one, { id: '01890000-0000-7000-8000-00000000abcd', name: 'Theirs', path: '/theirs' }))
    })
    expect((await push()).code).toBe('git.ahead')
    const looked = await plan()
    expect(named(looked)).toEqual(['added Theirs', 'changed Orders', 'removed Old'])
    const { chosen: parts, commit } = looked.data
    const pulled = await call('release.gitPull', { ...at, branch: 'main', commit, parts })
    expect(pulled.msg).toBe('')
    expect(pulled.data).toMatchObject({ count: 3, models: false, commit })
    expect(await bodyOf(orders)).toBe('Orders of theirs')
    const names = Object.values((await world.running.services.releases.contentOf(shopOf(world), 'dev')).pages).map(one => one.name)
    expect(names.sort()).toEqual(['Mine', 'Orders', 'Theirs'])
    expect((await push()).data).toMatchObject({ changed: true })
    expect(git('show', '--stat', '--format=', 'main')).toContain('mine')
  })

  it('tells what was changed on both sides, takes it only where it is chosen, and is told when the branch moved since', async () => {
    fromElsewhere((_shop, page) => edit(page('orders'), one => (one.schema.body = 'Theirs again')))
    await world.running.services.pages.update(shopOf(world), world.ids.ann, orders, { schema: text('Ours again') })
    const looked = await plan()
    expect(named(looked)).toEqual(['changed Orders !'])
    expect(looked.data.chosen).toEqual([])
    fromElsewhere((_shop, page) => edit(page('mine'), one => (one.name = 'Mine of theirs')))
    const { commit } = looked.data
    expect((await call('release.gitPull', { ...at, branch: 'main', commit, parts: [] })).code).toBe('git.movedSince')
    const now = await plan({ parts: [`page ${orders}`] })
    expect(now.data.plan).toMatchObject({ conflicts: 1, problems: [] })
    const kept = await call('release.gitPull', { ...at, branch: 'main', commit: now.data.commit, parts: (await plan()).data.chosen })
    expect(kept.data).toMatchObject({ count: 1 })
    expect(await bodyOf(orders)).toBe('Ours again')
    expect((await push()).data).toMatchObject({ changed: true })
    expect(
      git(
        'show',
        `main:${git('ls-tree', '-r', '--name-only', 'main')
          .split('\n')
          .find(one => one.includes('pages/orders.'))}`,
      ),
    ).toContain('Ours again')
  })

  it('refuses a folder that does not fit together, with the file', async () => {
    const before = await world.stored()
    fromElsewhere((_shop, page) => writeFileSync(page('orders'), '{'))
    expect(await plan()).toMatchObject({ status: 422, code: 'git.badFolder' })
    expect(await world.stored()).toBe(before)
  })

  it('says where there is no such branch', async () => expect((await plan({ branch: 'none' })).code).toBe('git.noBranch'))
})
