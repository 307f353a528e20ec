// release.git-push, release.git-push-dialog, release.entity-git: an app on a branch of a real repository behind a real SSH server.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAddress } from '../../api/server/services/git/repository.ts'
import { makeKeyPair } from '../../api/server/services/i/ssh-keys.ts'
import { makeFixture } from '../support/fixtures.ts'
import { addPage, DEV } from '../support/pages.ts'
import { isInstalled, startGitServer, type GitServer } from '../support/peers/git-over-ssh.ts'
import { scenarios } from '../support/scenarios.ts'
import { makeWorld, type World } from '../support/world.ts'

const ID = '0191d5a0-0000-7000-8000-00000000c0de'
const whole = { from: 'dev', account: ID, repo: ID, commit: 'Orders by month', branch: 'main' }
/** A git account of somebody, as they would add it. */
async function accountOf(world: World, who: 'ann' | 'ben'): Promise<string> {
  const { publicKey, privateKey } = makeKeyPair(who)
  const git = { gitUsername: who, gitEmail: `${who}@example.test`, protocolType: 'SSH', method: 'hand' } as const
  return (await world.call('i.addGitAccount', { as: who, body: { ...git, sshPublicKey: publicKey, sshPrivateKey: privateKey } })).data.id
}
const refused = (name: string, body: object, errors: string[]) => ({ name, as: 'ann' as const, body, expect: { status: 422, errors, stored: 'same' as const } })

scenarios(
  'release.gitPush',
  [
    refused('release.git-version, release.git-account, release.git-repo: wants a version, an account and a repository', {}, ['from', 'account', 'repo']),
    ...["'", '"', '\\', '&', '$', ';'].flatMap(sign => [
      refused(`release.git-commit: takes no ${sign} in the message`, { ...whole, commit: `a${sign}b` }, ['commit']),
      refused(`release.git-branch: takes no ${sign} in the branch`, { ...whole, branch: `a${sign}b` }, ['branch']),
    ]),
    refused('release.git-branch: takes no space in the branch', { ...whole, branch: 'a b' }, ['branch']),
    { name: 'knows own accounts only', as: 'ann', body: whole, expect: { status: 422, code: 'git.accountUnknown', errors: ['account'], stored: 'same' } },
    {
      name: 'takes no account of another person',
      as: 'ann',
      given: async world => ({ body: { ...whole, account: await accountOf(world, 'ben') } }),
      expect: { status: 422, code: 'git.accountUnknown', errors: ['account'], stored: 'same' },
    },
    {
      name: 'takes no repository of another app',
      as: 'ann',
      given: async world => ({
        body: { ...whole, account: await accountOf(world, 'ann'), repo: (await makeFixture(world, 'acme', 'ann', ['repoId'])).repoId },
      }),
      expect: { status: 422, code: 'git.repoUnknown', errors: ['repo'], stored: 'same' },
    },
    { name: 'release.who: keeps out who may not publish', as: 'ben', body: whole, expect: { status: 403, stored: 'same' } },
    { name: 'keeps other organisations out', as: 'dee', body: whole, expect: { status: 403, stored: 'same' } },
  ],
  { features: { standaloneGitPush: true } },
)
scenarios(
  'release.gitPush',
  [
    {
      name: 'release.git-push-flag: is not there where the installation does not offer it',
      as: 'ann',
      body: whole,
      expect: { status: 403, code: 'git.notHere', stored: 'same' },
    },
  ],
  { features: { standaloneGitPush: false } },
)

describe('addresses', () => {
  it.each([
    ['git@git.example.test:acme/apps.git', { user: 'git', host: 'git.example.test', port: 22, path: 'acme/apps.git' }],
    ['ssh://git@git.example.test:2222/acme/apps.git', { user: 'git', host: 'git.example.test', port: 2222, path: 'acme/apps.git' }],
    ['ssh://Git.Example.Test/acme/apps', { user: 'git', host: 'git.example.test', port: 22, path: 'acme/apps' }],
  ])('%s', (text, parts) => expect(parseAddress(text)).toEqual(parts))
  it.each([
    'https://git.example.test/acme/apps.git',
    'file:///etc',
    '/etc/passwd',
    'ext::sh -c touch% /tmp/x',
    'ssh://-oProxyCommand=touch/x',
    'git@-oProxyCommand=id:apps.git',
    'ssh://git@host:99999/x',
    'git@host:../../etc',
    'git@host:a/../b',
    "git@host:a'b",
    'git@host:$(id)',
    'ssh://git@host/a b',
    '-u@host:x',
    '',
  ])('is none: %j', text => expect(parseAddress(text)).toBeUndefined())
})

const canPush = isInstalled('git') && isInstalled('ssh', '-V') && isInstalled('ssh-keygen', '-?') !== undefined
describe.skipIf(!canPush)('with git and ssh', () => {
  let world: World
  let server: GitServer
  let silent: Server
  let repo: string
  const folder = mkdtempSync(join(tmpdir(), 'tessera-git-test-'))
  const key = makeKeyPair('ann@example.test')
  const stranger = makeKeyPair('stranger@example.test')
  const accounts: Record<string, string> = {}
  const call = (id: Parameters<World['call']>[0], body: object, params: object = {}) => world.call(id, { as: 'ann', params: { ...DEV, ...params }, body })
  const push = (body: object = {}) => call('release.gitPush', { from: 'dev', account: accounts.right, repo, commit: 'First', branch: 'main', ...body })
  const git = (...args: string[]) => execFileSync('git', ['--git-dir', join(folder, 'apps.git'), ...args], { encoding: 'utf8' }).trim()
  /** Temporary files of this process: beside it others push as well. */
  const temporary = join(folder, 'tmp')
  const kept = process.env.TMPDIR
  const leftBehind = () => readdirSync(temporary).filter(name => name.startsWith('tessera-git-'))
  /** A commit onto main by somebody with a clone, of one file. */
  function fromElsewhere(file: string, text: string) {
    const clone = mkdtempSync(join(folder, 'clone-'))
    const run = (...args: string[]) =>
      execFileSync('git', ['-C', clone, '-c', 'user.name=bob', '-c', 'user.email=bob@example.test', ...args], { stdio: 'ignore' })
    execFileSync('git', ['clone', '-q', '-b', 'main', join(folder, 'apps.git'), clone], { stdio: 'ignore' })
    mkdirSync(join(clone, file, '..'), { recursive: true })
    writeFileSync(join(clone, file), text)
    run('add', '-A')
    run('commit', '-q', '-m', 'From elsewhere')
    run('push', '-q', 'origin', 'main')
  }

  beforeAll(async () => {
    mkdirSync(temporary)
    process.env.TMPDIR = temporary
    execFileSync('git', ['init', '-q', '--bare', '-b', 'main', join(folder, 'apps.git')])
    server = await startGitServer(folder, [key.publicKey])
    silent = createServer(() => {}).listen(0, '127.0.0.1')
    world = await makeWorld({ features: { standaloneGitPush: true }, privateDataSources: true })
    for (const [name, pair] of Object.entries({ right: key, wrong: stranger })) {
      const body = {
        gitUsername: 'Ann',
        gitEmail: 'ann@example.test',
        protocolType: 'SSH',
        method: 'hand',
        sshPublicKey: pair.publicKey,
        sshPrivateKey: pair.privateKey,
      }
      accounts[name] = (await world.call('i.addGitAccount', { as: 'ann', body })).data.id
    }
    repo = (await call('git.addRepo', { repo: 'Apps', repoSrc: `ssh://git@localhost:${server.port}/apps.git`, hostKeys: [server.hostKey] })).data.id
    await addPage(world, { name: 'Orders', path: '/orders', schema: { type: 'page', body: 'Orders' } } as never)
  })
  afterAll(async () => {
    await world?.close()
    await server?.stop()
    silent?.close()
    if (kept === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = kept
    rmSync(folder, { recursive: true, force: true })
  })

  it('is listed in the settings of the app, with the fingerprint of its host', async () => {
    expect((await world.call('appSetting.getSetting', { as: 'ann', params: DEV })).data.config.gitRepos).toMatchObject([{ id: repo, repo: 'Apps' }])
    const [one] = (await world.call('git.listRepos', { as: 'ann', params: DEV })).data.items
    expect(one.fingerprints[0]).toMatch(/^rsa SHA256:[A-Za-z0-9+/]{43}$/)
  })

  it('puts one commit onto a branch of an empty repository, as the account', async () => {
    const reply = await push()
    expect(reply.msg).toBe('')
    expect(reply.data).toMatchObject({ changed: true, branch: 'main', commit: git('rev-parse', 'main') })
    expect(git('log', '--format=%an <%ae> %s', 'main')).toBe('Ann <ann@example.test> First')
    const files = git('ls-tree', '-r', '--name-only', 'main').split('\n')
    expect(files.every(file => file.startsWith('shop/'))).toBe(true)
    const page = files.find(file => file.startsWith('shop/pages/orders.')) as string
    expect(JSON.parse(git('show', `main:${page}`))).toMatchObject({ name: 'Orders', path: '/orders', schema: { type: 'page', body: 'Orders' } })
    expect(server.seen.length).toBeGreaterThan(0)
    await expect.poll(leftBehind).toEqual([])
    const [branch] = (await world.call('git.listRepos', { as: 'ann', params: DEV })).data.items[0].branches
    expect(branch).toMatchObject({ branch: 'main', commit: git('rev-parse', 'main').slice(0, 10), changedBy: 'Ann' })
  })

  it('makes no commit where nothing changed', async () => {
    const before = git('rev-parse', 'main')
    expect((await push({ commit: 'Again' })).data).toMatchObject({ changed: false, commit: before })
    expect(git('rev-parse', 'main')).toBe(before)
  })

  it('leaves everything beside the folder of the app as it is, and follows the default branch', async () => {
    fromElsewhere('README.md', 'Ours\n')
    await addPage(world, { name: 'New', path: '/new', schema: { type: 'page', body: 'New' } } as never)
    const reply = await push({ branch: '', commit: '' })
    expect(reply.data).toMatchObject({ changed: true, branch: 'main' })
    expect(git('show', 'main:README.md')).toBe('Ours')
    expect(git('log', '-1', '--format=%s', 'main')).toMatch(/^Shop /)
    expect(git('diff', '--name-only', 'main~1', 'main').split('\n')).toEqual([expect.stringMatching(/^shop\/pages\/new\./)])
  })

  it('writes over nothing that came from elsewhere, says what it is, and does so when it is asked to', async () => {
    fromElsewhere('shop/menu/help.json', '{}\n')
    await addPage(world, { name: 'Third', path: '/third', schema: { type: 'page' } } as never)
    const before = git('rev-parse', 'main')
    const reply = await push()
    expect(reply).toMatchObject({ status: 409, code: 'git.ahead' })
    expect(reply.msg).toContain('shop/menu/help.json')
    expect(git('rev-parse', 'main')).toBe(before)
    expect((await push({ overwrite: true, commit: 'Ours' })).data).toMatchObject({ changed: true })
    expect(git('ls-tree', '-r', '--name-only', 'main')).not.toContain('help.json')
    expect(git('log', '-2', '--format=%s', 'main').split('\n')).toEqual(['Ours', 'From elsewhere'])
  })

  it('makes a branch that is not there of the default one', async () => {
    expect((await push({ branch: 'feature/orders', commit: 'Try' })).data).toMatchObject({ branch: 'feature/orders' })
    expect(git('merge-base', 'main', 'feature/orders')).toBe(git('rev-parse', 'main'))
  })

  it('keeps a branch for one push at a time', async () => {
    await world.db
      .updateTable('git_branch')
      .set({ busy_until: new Date(Date.now() + 60_000) })
      .where('branch', '=', 'main')
      .execute()
    expect((await push()).code).toBe('git.busy')
    await world.db
      .updateTable('git_branch')
      .set({ busy_until: new Date(Date.now() - 1000) })
      .where('branch', '=', 'main')
      .execute()
    expect((await push()).status).toBe(0)
  })

  it('takes a push for ours whose end it did not see', async () => {
    const tree = (await world.db.selectFrom('git_branch').selectAll().where('branch', '=', 'main').executeTakeFirstOrThrow()).tree_id
    await world.db.updateTable('git_branch').set({ tree_id: '', pushing_tree_id: tree }).where('branch', '=', 'main').execute()
    await addPage(world, { name: 'Fourth', path: '/fourth', schema: { type: 'page' } } as never)
    expect((await push()).data).toMatchObject({ changed: true })
  })

  it.each([
    ['the key of a stranger', async () => push({ account: accounts.wrong }), 'git.denied'],
    ['no such version', async () => push({ from: '9.9.9' }), 'release.sourceUnknown'],
    ['no such repository in the settings', async () => push({ repo: ID }), 'git.repoUnknown'],
    ['a branch that git takes for none', async () => push({ branch: 'a..b' }), 'git.badBranch'],
  ])('refuses %s, and nothing is half pushed', async (_name, attempt, code) => {
    const before = git('for-each-ref')
    const reply = await attempt()
    expect(reply.code, reply.msg).toBe(code)
    expect(git('for-each-ref')).toBe(before)
    await expect.poll(leftBehind).toEqual([])
  })

  it.each([
    [
      'another key of the host',
      () => ({ repoSrc: `ssh://git@localhost:${server.port}/apps.git`, hostKeys: [makeKeyPair('x').publicKey.split(' ').slice(0, 2).join(' ')] }),
      'git.hostKey',
    ],
    ['a repository that is not there', () => ({ repoSrc: `ssh://git@localhost:${server.port}/none.git`, hostKeys: [server.hostKey] }), 'git.noRepository'],
    ['a host that does not answer', () => ({ repoSrc: 'ssh://git@localhost:1/apps.git', hostKeys: [server.hostKey] }), 'git.unreachable'],
    ['addresses where clouds keep their secrets', () => ({ repoSrc: 'ssh://git@169.254.169.254/apps.git', hostKeys: [server.hostKey] }), 'git.address'],
  ])('refuses %s', async (name, values, code) => {
    const added = await call('git.addRepo', { repo: name.slice(0, 60), ...values() })
    expect(added.msg).toBe('')
    expect(await push({ repo: added.data.id })).toMatchObject({ code })
  })

  it('tells what the server says against a push', async () => {
    const hook = join(folder, 'apps.git/hooks/pre-receive')
    writeFileSync(hook, '#!/bin/sh\necho "main is protected here" >&2\nexit 1\n')
    chmodSync(hook, 0o755)
    await addPage(world, { name: 'Fifth', path: '/fifth', schema: { type: 'page' } } as never)
    const reply = await push()
    rmSync(hook)
    expect(reply.code).toBe('git.rejected')
    expect((await push()).data).toMatchObject({ changed: true })
  })

  it('is refused private addresses where the installation is open to many', async () => {
    const open = await world.another({ privateDataSources: false })
    const reply = await open.call('release.gitPush', { as: 'ann', params: DEV, body: { from: 'dev', account: accounts.right, repo, branch: 'main' } })
    expect(reply.code).toBe('git.address')
    await open.close()
  })
})
