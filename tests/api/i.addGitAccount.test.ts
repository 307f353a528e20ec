// i.add-git-account, i.git-required, i.git-protocol, i.git-method, i.git-keys
import { generateKeyPairSync } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ssh2 from 'ssh2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSecrets } from '../../api/server/services/foundation/secrets.ts'
import { makeKeyPair } from '../../api/server/services/i/ssh-keys.ts'
import { isInstalled, startGitServer } from '../support/peers/git-over-ssh.ts'
import { scenarios } from '../support/scenarios.ts'
import { makeWorld, type World } from '../support/world.ts'

const account = { gitUsername: 'ann', gitEmail: 'ann@example.test', protocolType: 'SSH' }
const [one, other] = [makeKeyPair('one@example.test'), makeKeyPair('other@example.test')]
const hand = (name: string, keys: object, errors: string[], code: string) => ({
  name,
  as: 'ann' as const,
  body: { ...account, method: 'hand', ...keys },
  expect: { status: 422, code, errors, stored: 'same' as const },
})

scenarios('i.addGitAccount', [
  {
    name: 'i.git-required: wants name, email and protocol',
    as: 'ann',
    body: {},
    expect: { status: 422, errors: ['gitUsername', 'gitEmail', 'protocolType'], stored: 'same' },
  },
  {
    name: 'i.git-protocol: SSH only',
    as: 'ann',
    body: { ...account, protocolType: 'HTTPS' },
    expect: { status: 422, errors: ['protocolType'], stored: 'same' },
  },
  { name: 'i.git-method: auto or hand', as: 'ann', body: { ...account, method: 'magic' }, expect: { status: 422, errors: ['method'], stored: 'same' } },
  { name: 'keeps out who is not signed in', body: account, expect: { status: 401, stored: 'same' } },
  {
    name: 'i.add-git-account, i.git-keys: auto makes a pair; the private key is kept sealed and shown once, and stands in no log',
    as: 'ann',
    body: { ...account, method: 'auto' },
    expect: { status: 0 },
    then: async (reply, world) => {
      expect(reply.data.sshPublicKey).toMatch(/^ssh-ed25519 [A-Za-z0-9+/]{68} ann@example\.test$/)
      expect(reply.data.sshPrivateKey).toMatch(/^-----BEGIN OPENSSH PRIVATE KEY-----\n/)
      const row = await world.db.selectFrom('git_account').selectAll().executeTakeFirstOrThrow()
      expect(row.private_key).toMatch(/^s1\./)
      expect(createSecrets(world).open(row.private_key)).toBe(reply.data.sshPrivateKey)
      expect(JSON.stringify(await world.db.selectFrom('audit').selectAll().execute())).not.toContain('OPENSSH PRIVATE')
    },
  },
  {
    name: 'i.git-keys: hand takes the pair that is typed in',
    as: 'ann',
    body: { ...account, method: 'hand', sshPublicKey: one.publicKey, sshPrivateKey: one.privateKey },
    expect: { status: 0, data: { sshPublicKey: one.publicKey, sshPrivateKey: '' } },
  },
  {
    name: 'also an older one in PEM',
    as: 'ann',
    given: async () => {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }) as string
      const parsed = ssh2.utils.parseKey(pem)
      if (parsed instanceof Error) throw parsed
      const line = `ssh-rsa ${parsed.getPublicSSH().toString('base64')}`
      return { body: { ...account, method: 'hand', sshPublicKey: line, sshPrivateKey: pem } }
    },
    expect: { status: 0 },
  },
  hand('wants both keys', {}, ['sshPublicKey'], 'git.publicKey'),
  hand('says what is no public key', { sshPublicKey: 'ssh-ed25519 hello', sshPrivateKey: one.privateKey }, ['sshPublicKey'], 'git.publicKey'),
  hand(
    'says what is no private key',
    { sshPublicKey: one.publicKey, sshPrivateKey: one.privateKey.replace(/\n[^-]/, '\nX') },
    ['sshPrivateKey'],
    'git.privateKey',
  ),
  hand('says that they are no pair', { sshPublicKey: one.publicKey, sshPrivateKey: other.privateKey }, ['sshPrivateKey'], 'git.notAPair'),
  hand('takes no line in a line', { sshPublicKey: `${one.publicKey}\n${other.publicKey}`, sshPrivateKey: one.privateKey }, ['sshPublicKey'], 'git.publicKey'),
])

describe('a pair that was made here', () => {
  let world: World
  let folder = ''
  beforeAll(async () => {
    world = await makeWorld()
    folder = mkdtempSync(join(tmpdir(), 'tessera-git-'))
  })
  afterAll(async () => {
    await world?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const keyFile = (name: string, content: string) => {
    const file = join(folder, name)
    writeFileSync(file, content, { mode: 0o600 })
    return file
  }

  it('is read by an SSH library, and signs what its public key verifies', async () => {
    const { data } = await world.call('i.addGitAccount', { as: 'ann', body: account })
    const [secret, known] = [ssh2.utils.parseKey(data.sshPrivateKey), ssh2.utils.parseKey(data.sshPublicKey)]
    if (secret instanceof Error || known instanceof Error) throw new Error('not read')
    expect(known.verify(Buffer.from('hello'), secret.sign(Buffer.from('hello')))).toBe(true)
    expect(known.verify(Buffer.from('hallo'), secret.sign(Buffer.from('hello')))).toBe(false)
  })

  it.skipIf(!isInstalled('ssh-keygen', '-?') && !isInstalled('ssh', '-V'))('is read by OpenSSH', async () => {
    const { data } = await world.call('i.addGitAccount', { as: 'ann', body: account })
    expect(execFileSync('ssh-keygen', ['-y', '-f', keyFile('read', data.sshPrivateKey)], { encoding: 'utf8' }).trim()).toBe(data.sshPublicKey)
  })

  it.skipIf(!isInstalled('git') || !isInstalled('ssh', '-V'))('pushes to a git server over SSH; another one does not', { timeout: 60_000 }, async () => {
    const { data } = await world.call('i.addGitAccount', { as: 'ann', body: account })
    const row = await world.db.selectFrom('git_account').selectAll().where('id', '=', data.id).executeTakeFirstOrThrow()
    const privateKey = createSecrets(world).open(row.private_key)
    const server = await startGitServer(folder, [data.sshPublicKey])
    try {
      const git = (...args: string[]) =>
        execFileSync('git', args, { cwd: join(folder, 'work'), stdio: 'pipe', env: { ...process.env, GIT_TERMINAL_PROMPT: '0' } })
      execFileSync('git', ['init', '--bare', '-q', join(folder, 'app.git')])
      execFileSync('git', ['init', '-q', '-b', 'main', join(folder, 'work')])
      writeFileSync(join(folder, 'work/page.json'), '{}')
      git('add', '.')
      git('-c', `user.name=${row.git_username}`, '-c', `user.email=${row.git_email}`, 'commit', '-q', '-m', 'First')
      const push = (key: string) =>
        // Not in this process: it serves the other side meanwhile.
        new Promise<string>((done, failed) => {
          const ssh = `ssh -i ${key} -o IdentitiesOnly=yes -o IdentityAgent=none -o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR`
          import('node:child_process').then(({ execFile }) =>
            execFile(
              'git',
              ['push', `ssh://git@127.0.0.1:${server.port}/app.git`, 'main'],
              { cwd: join(folder, 'work'), env: { ...process.env, GIT_SSH_COMMAND: ssh } },
              (error, _out, told) => (error ? failed(error) : done(told)),
            ),
          )
        })
      await expect(push(keyFile('wrong', other.privateKey))).rejects.toThrow()
      await push(keyFile('right', privateKey))
      expect(server.seen).toEqual(['git ssh-ed25519'])
      const log = execFileSync('git', ['--git-dir', join(folder, 'app.git'), 'log', '--format=%an %ae', 'main'], { encoding: 'utf8' }).trim()
      expect(log).toBe('ann ann@example.test')
    } finally {
      await server.stop()
    }
  })
})

scenarios(
  'i.addGitAccount',
  [
    {
      name: 'is not offered where the feature is off',
      as: 'ann',
      body: { gitUsername: 'ann', gitEmail: 'ann@example.test', protocolType: 'SSH' },
      expect: { status: 403, code: 'git.notHere', stored: 'same' },
    },
  ],
  {
    features: {},
  },
)
