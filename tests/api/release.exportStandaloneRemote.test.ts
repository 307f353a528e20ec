// release.export-standalone-remote release.remote-export: a web app by itself onto a branch of a real repository behind a real SSH server, as a task
// that ends well, ends with the truth, or is taken up.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { contracts } from '../../api/generated/contract.ts'
import { makeKeyPair } from '../../api/server/services/i/ssh-keys.ts'
import { addPage, DEV } from '../support/pages.ts'
import { GIT_REPO, gitRepo } from '../support/git.ts'
import { isInstalled, startGitServer, type GitServer } from '../support/peers/git-over-ssh.ts'
import { publish } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'
import { makeWorld, type World } from '../support/world.ts'

const features = { standaloneGitPush: true, standaloneRemoteExport: true }
const ID = '0191d5a0-0000-7000-8000-00000000c0de'
const whole = { from: 'dev', branch: 'main', commitMsg: 'Orders by month' }
const refused = (name: string, body: object, errors: string[]) => ({ name, as: 'ann' as const, body, expect: { status: 422, errors, stored: 'same' as const } })
async function accountOf(world: World, who: 'ann' | 'ben', pair = makeKeyPair(who)): Promise<string> {
  const git = { gitUsername: who, gitEmail: `${who}@example.test`, protocolType: 'SSH', method: 'hand' } as const
  return (await world.call('i.addGitAccount', { as: who, body: { ...git, sshPublicKey: pair.publicKey, sshPrivateKey: pair.privateKey } })).data.id
}

scenarios(
  'release.exportStandaloneRemote',
  [
    refused('release.remote-export-version release.remote-export-branch release.remote-export-commit: wants all three', {}, ['from', 'branch', 'commitMsg']),
    refused('wants more than spaces for a message', { ...whole, commitMsg: '  ' }, ['commitMsg']),
    ...[' ', "'", '"', '\\', '&', '$', ';'].map(sign => refused(`takes no ${sign} in the branch`, { ...whole, branch: `a${sign}b` }, ['branch'])),
    {
      name: 'says where no repository is chosen for it',
      as: 'ann',
      given: async world => void (await gitRepo(world)),
      body: whole,
      expect: { status: 409, code: 'release.remoteNotSet', stored: 'same' },
    },
    {
      name: 'wants a git account',
      as: 'ann',
      given: async world => void (await gitRepo(world, { isRemote: true })),
      body: whole,
      expect: { status: 422, code: 'git.accountUnknown', errors: ['account'], stored: 'same' },
    },
    {
      name: 'takes no account of another person',
      as: 'ann',
      given: async world => ({ body: { ...whole, account: await accountOf(world, 'ben') } }),
      expect: { status: 422, code: 'git.accountUnknown', errors: ['account'], stored: 'same' },
    },
    {
      name: 'knows no such version',
      as: 'ann',
      given: async world => ({ body: { ...whole, from: '9.9.9', account: await accountOf(world, 'ann') } }),
      expect: { status: 422, code: 'release.sourceUnknown', stored: 'same' },
    },
    { name: 'has nothing to export yet', as: 'ann', body: whole, expect: { status: 422, code: 'release.nothingToExport', stored: 'same' } },
    {
      name: 'is for web apps',
      as: 'ann',
      given: async world => void (await world.db.updateTable('app').set({ type: 2 }).where('id', '=', world.ids.shop).execute()),
      body: whole,
      expect: { status: 409, code: 'release.notStandalone', stored: 'same' },
    },
    { name: 'keeps out who may not edit', as: 'ben', body: whole, expect: { status: 403, stored: 'same' } },
    { name: 'keeps other organisations out', as: 'dee', body: whole, expect: { status: 403, stored: 'same' } },
  ],
  { features },
)
scenarios(
  'release.exportStandaloneRemote',
  [
    {
      name: 'is not there where the installation does not offer it',
      as: 'ann',
      body: whole,
      expect: { status: 403, code: 'release.remoteNotHere', stored: 'same' },
    },
  ],
  { features: { standaloneGitPush: true } },
)

const STATUSES = ['NotStarted', 'Pending', 'Success', 'Fail', 'Finish']
const STEPS = ['checkFile', 'gitPull', 'gitCommit', 'gitPush'] as const
describe('remoteExport, release.entity-remote-export: what the calls take and tell', () => {
  const shapeOf = (id: string) => contracts.find(call => call.id === id) as unknown as { body?: Shape; query?: Shape; response: Shape }
  interface Shape {
    required: string[]
    properties: Record<string, Shape & { enum?: string[]; items?: Shape }>
  }
  it('is the documented fields and statuses', () => {
    expect(shapeOf('release.exportStandaloneRemote').body?.required).toEqual(['from', 'branch', 'commitMsg'])
    const { items } = shapeOf('release.listRemoteExports').response.properties.items as { items: Shape }
    expect(items.required).toEqual(expect.arrayContaining(['version', 'createTime', 'status', 'branch']))
    expect(items.properties.status?.enum).toEqual(STATUSES)
    const status = shapeOf('release.getRemoteStatus').response
    expect(status.required).toEqual(['status', ...STEPS])
    for (const name of STEPS) expect(status.properties[name]?.properties.status?.enum).toEqual(STATUSES)
    expect(status.properties.status?.enum).toEqual(STATUSES)
  })
})

const canPush = isInstalled('git') && isInstalled('ssh', '-V')
describe.skipIf(!canPush)('with git and ssh', () => {
  let world: World
  let server: GitServer
  const folder = mkdtempSync(join(tmpdir(), 'tessera-remote-test-'))
  const key = makeKeyPair('ann@example.test')
  let right = ''
  let repo = ''
  const call = (id: Parameters<World['call']>[0], more: object = {}) => world.call(id, { as: 'ann', params: DEV, ...more })
  const git = (...args: string[]) => execFileSync('git', ['--git-dir', join(folder, 'apps.git'), ...args], { encoding: 'utf8' }).trim()
  const temporary = join(folder, 'tmp')
  const kept = process.env.TMPDIR
  const leftBehind = () => readdirSync(temporary).filter(name => /^tessera-(git|remote)-/.test(name))
  const hookFile = join(folder, 'apps.git/hooks/pre-receive')
  function hook(text: string) {
    writeFileSync(hookFile, `#!/bin/sh\n${text}\n`)
    chmodSync(hookFile, 0o755)
  }
  /** A commit by somebody with a clone, of one file, onto a branch. */
  function fromElsewhere(file: string, text: string, branch = 'main') {
    const clone = mkdtempSync(join(folder, 'clone-'))
    const run = (...args: string[]) =>
      execFileSync('git', ['-C', clone, '-c', 'user.name=bob', '-c', 'user.email=bob@example.test', ...args], { stdio: 'ignore' })
    execFileSync('git', ['clone', '-q', '-b', 'main', join(folder, 'apps.git'), clone], { stdio: 'ignore' })
    mkdirSync(join(clone, file, '..'), { recursive: true })
    writeFileSync(join(clone, file), text)
    run('add', '-A')
    run('commit', '-q', '-m', 'From elsewhere')
    run('push', '-q', 'origin', `HEAD:${branch}`)
  }
  const statusOf = async (transId: string) => (await call('release.getRemoteStatus', { query: { transId } })).data
  const ended = (transId: string) =>
    vi.waitFor(
      async () => {
        const status = await statusOf(transId)
        expect(['Success', 'Fail', 'Finish']).toContain(status.status)
        return status
      },
      { timeout: 30_000, interval: 100 },
    )
  async function exported(body: object = {}) {
    const reply = await call('release.exportStandaloneRemote', { body: { ...whole, account: right, ...body } })
    expect(reply.status, reply.msg).toBe(0)
    return ended(reply.data.transId)
  }
  const well = Object.fromEntries(STEPS.map(name => [name, { status: 'Success' }]))

  beforeAll(async () => {
    mkdirSync(temporary)
    process.env.TMPDIR = temporary
    execFileSync('git', ['init', '-q', '--bare', '-b', 'main', join(folder, 'apps.git')])
    server = await startGitServer(folder, [key.publicKey])
    world = await makeWorld({ features, privateDataSources: true })
    right = await accountOf(world, 'ann', key)
    repo = await gitRepo(world, { repoSrc: `ssh://git@localhost:${server.port}/apps.git`, hostKeys: [server.hostKey], isRemote: true })
    await addPage(world, { name: 'Orders', path: '/orders', schema: { type: 'page', body: 'Orders' } } as never)
  })
  afterAll(async () => {
    await world?.close()
    await server?.stop()
    if (kept === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = kept
    rmSync(folder, { recursive: true, force: true })
  })

  it('release.list-remote-branches: an empty repository gets main', async () => {
    expect((await call('release.listRemoteBranches')).data.items).toEqual([{ label: 'main', value: 'main' }])
    expect((await call('release.listRemoteExports')).data).toMatchObject({ running: '', items: [] })
    expect((await call('app.get')).data.perms.remoteExport).toBe(true)
  })

  it('puts one commit onto the branch, as the account, of files that people can read', async () => {
    expect(await exported()).toMatchObject({ status: 'Success', ...well, checkFile: { msg: 'Pages: 1' }, gitPull: { msg: 'The repository is empty' } })
    expect(git('log', '--format=%an <%ae> %s', 'main')).toBe('ann <ann@example.test> Orders by month')
    const files = git('ls-tree', '-r', '--name-only', 'main').split('\n')
    expect(files.every(file => file.startsWith('standalone/shop/'))).toBe(true)
    const page = files.find(file => file.startsWith('standalone/shop/app/pages/orders.')) as string
    expect(JSON.parse(git('show', `main:${page}`))).toMatchObject({ name: 'Orders', schema: { type: 'page', body: 'Orders' } })
    expect(JSON.parse(git('show', 'main:standalone/shop/about.json'))).toMatchObject({ app: { key: 'shop' }, format: 'tessera-application' })
    expect(git('show', 'main:standalone/shop/README.md')).toContain('APP_FILE=standalone/shop')
    // It is told how it ended before its folder is gone.
    await expect.poll(leftBehind).toEqual([])
  })

  it('what came out of the repository runs: the engine takes the folder for an application', async () => {
    const clone = mkdtempSync(join(folder, 'run-'))
    execFileSync('git', ['clone', '-q', '-b', 'main', join(folder, 'apps.git'), clone], { stdio: 'ignore' })
    const admin = { adminEmail: 'ada@example.test', adminPassword: 'Correct-horse-7' }
    const alone = await makeWorld({ appFile: join(clone, 'standalone/shop'), ...admin }, { populated: false })
    try {
      const { config } = alone.running.services
      expect(config.standalone).toMatchObject({ app: { key: 'shop', name: 'Shop' } })
      expect(await alone.db.selectFrom('page').select(['name', 'path']).where('path', '=', '/orders').execute()).toEqual([{ name: 'Orders', path: '/orders' }])
      expect((await alone.db.selectFrom('release').select('tag').where('status', '=', 1).execute()).map(({ tag }) => tag)).toEqual(['latest'])
    } finally {
      await alone.close()
    }
    rmSync(join(clone, 'standalone/shop/app/tessera.json'))
    await expect(makeWorld({ appFile: join(clone, 'standalone/shop'), ...admin }, { populated: false })).rejects.toThrow('tessera.json is missing')
    rmSync(join(clone, 'standalone/shop/about.json'))
    await expect(makeWorld({ appFile: join(clone, 'standalone/shop'), ...admin }, { populated: false })).rejects.toThrow('is no application')
  })

  it('finishes without a commit where the branch holds exactly this already', async () => {
    const before = git('rev-parse', 'main')
    expect(await exported({ commitMsg: 'Again' })).toMatchObject({
      status: 'Finish',
      gitCommit: { msg: 'The branch holds exactly this already' },
      gitPush: { status: 'Finish' },
    })
    expect(git('rev-parse', 'main')).toBe(before)
  })

  it('leaves everything beside its folder, follows a branch that moves meanwhile, and makes a branch that is not there', async () => {
    fromElsewhere('README.md', 'Ours\n')
    fromElsewhere('other.md', 'Meanwhile\n', 'ahead')
    await addPage(world, { name: 'New', path: '/new', schema: { type: 'page', body: 'New' } } as never)
    // While it pushes for the first time, somebody else's commit arrives.
    hook(`[ -e moved ] && exit 0; touch moved
env -u GIT_QUARANTINE_PATH -u GIT_OBJECT_DIRECTORY -u GIT_ALTERNATE_OBJECT_DIRECTORIES git update-ref refs/heads/main ${git('rev-parse', 'ahead')}`)
    expect(await exported({ commitMsg: 'New page' })).toMatchObject({ status: 'Success', ...well })
    expect(existsSync(join(folder, 'apps.git/moved'))).toBe(true)
    rmSync(hookFile)
    expect(git('log', '-2', '--format=%s', 'main').split('\n')).toEqual(['New page', 'From elsewhere'])
    expect(git('show', 'main:README.md')).toBe('Ours')
    expect(git('show', 'main:other.md')).toBe('Meanwhile')
    expect(git('diff', '--name-only', 'main~1', 'main').split('\n')).toEqual([expect.stringMatching(/^standalone\/shop\/app\/pages\/new\./)])
    await publish(world, { version: '2.0.0', title: 'Second' })
    expect(await exported({ from: '2.0.0', branch: 'staging' })).toMatchObject({ status: 'Success' })
    expect(JSON.parse(git('show', 'staging:standalone/shop/about.json'))).toMatchObject({ version: '2.0.0' })
    expect((await call('release.listRemoteBranches', { query: { account: right } })).data.items.map((one: { value: string }) => one.value)).toEqual([
      'main',
      'ahead',
      'staging',
    ])
  })

  it.each([
    ['the key of a stranger', async () => ({ account: await accountOf(world, 'ann', makeKeyPair('stranger')) }), 'gitPull', /does not take the key/],
    ['a branch that git takes for none', async () => ({ branch: 'a..b' }), 'gitPull', /name of a branch/],
    [
      'what the server says against it',
      async () => {
        hook('echo "main is protected here" >&2; exit 1')
        await addPage(world, { name: 'Refused', path: '/refused', schema: { type: 'page' } } as never)
        return {}
      },
      'gitPush',
      /does not take this push/,
    ],
  ])('fails with a sentence at its step for %s, and nothing is half pushed', async (_name, given, at, said) => {
    const body = await given()
    const before = git('for-each-ref')
    const status = await exported(body)
    rmSync(hookFile, { force: true })
    expect(status).toMatchObject({ status: 'Fail', [at]: { status: 'Fail', msg: expect.stringMatching(said) } })
    expect(git('for-each-ref')).toBe(before)
    // It is told how it ended before its folder is gone.
    await expect.poll(leftBehind).toEqual([])
  })

  it('release.list-remote-exports release.get-remote-status: the history tells how each ended, in the language of whoever asks', async () => {
    const { items } = (await call('release.listRemoteExports')).data
    expect(items.map((one: { status: string }) => one.status)).toEqual(['Fail', 'Fail', 'Fail', 'Success', 'Success', 'Finish', 'Success'])
    expect(items[3]).toMatchObject({ version: '2.0.0', branch: 'staging', createdBy: 'Ann', commitMsg: whole.commitMsg })
    const chinese = await call('release.getRemoteStatus', { query: { transId: items[0].transId }, headers: { 'accept-language': 'zh-CN' } })
    expect(chinese.data.gitPush.msg).toContain('拒绝了此次推送')
  })

  it('is one at a time of an app', async () => {
    const id = await left({})
    expect(await call('release.exportStandaloneRemote', { body: { ...whole, account: right } })).toMatchObject({ http: 409, code: 'release.remoteBusy' })
    expect((await call('release.listRemoteExports')).data.running).toBe(id)
    await world.db.updateTable('remote_export').set({ status: 'Fail' }).where('id', '=', id).execute()
  })

  /** An export whose process was killed while it worked on it. */
  async function left(values: { commit_id?: string; secondsAgo?: number }) {
    const { transId } = (await call('release.exportStandaloneRemote', { body: { ...whole, account: right, commitMsg: 'Left behind' } })).data
    await ended(transId)
    const { secondsAgo = 0, ...rest } = values
    const touched_at = new Date(Date.now() - secondsAgo * 1000)
    const worker = ID
    await world.db
      .updateTable('remote_export')
      .set({ status: 'Pending', worker, touched_at, ended_at: null, ...rest })
      .where('id', '=', transId)
      .execute()
    return transId
  }
  const resume = async (id: string) => {
    await world.running.services.standalone.remote.resume({ companyId: world.ids.acme, appId: world.ids.shop }, id)
    return (await statusOf(id)).status
  }

  it('takes up what a killed process left: what was pushed counts, what was not is done', async () => {
    await addPage(world, { name: 'Last', path: '/last', schema: { type: 'page' } } as never)
    const pushed = await left({})
    const tip = git('rev-parse', 'main')
    expect(await resume(pushed), 'somebody may still be at it').toBe('Pending')
    await world.db
      .updateTable('remote_export')
      .set({ touched_at: new Date(Date.now() - 60_000), commit_id: tip })
      .where('id', '=', pushed)
      .execute()
    expect(await resume(pushed)).toBe('Success')
    expect(git('rev-parse', 'main')).toBe(tip)
    git('update-ref', 'refs/heads/main', `${tip}~1`)
    const undone = await left({ secondsAgo: 60, commit_id: '' })
    git('update-ref', 'refs/heads/main', `${tip}~1`)
    expect(await resume(undone)).toBe('Success')
    expect(git('log', '-1', '--format=%s', 'main')).toBe('Left behind')
    expect(await resume(undone), 'once').toBe('Success')
  })

  it('ends with the truth where whoever began it may no longer', async () => {
    const id = await left({ secondsAgo: 60 })
    await world.db.updateTable('remote_export').set({ created_by: world.ids.ben }).where('id', '=', id).execute()
    expect(await resume(id)).toBe('Fail')
    expect((await statusOf(id)).checkFile.msg).toBe('Whoever began this may not export the app any more')
  })

  it('another repository takes the place of the first', async () => {
    const other = await gitRepo(world, { isRemote: true })
    expect((await call('git.listRepos')).data.items.filter((one: { isRemote: boolean }) => one.isRemote)).toMatchObject([{ id: other }])
    await call('git.updateRepo', {
      params: { ...DEV, repoId: repo },
      body: { ...GIT_REPO, repo: 'Again', repoSrc: `ssh://git@localhost:${server.port}/apps.git`, hostKeys: [server.hostKey], isRemote: true },
    })
    expect((await call('release.listRemoteExports')).data.remote).toBe('Again')
  })
})
