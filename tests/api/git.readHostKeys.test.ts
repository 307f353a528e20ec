// The keys of a host, asked of a real SSH server.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEV } from '../support/pages.ts'
import { isInstalled, startGitServer, type GitServer } from '../support/peers/git-over-ssh.ts'
import { scenarios } from '../support/scenarios.ts'
import { makeWorld, type World } from '../support/world.ts'

scenarios(
  'git.readHostKeys',
  [
    {
      name: 'wants an address over SSH',
      as: 'ann',
      params: DEV,
      body: { repoSrc: 'https://git.example.test/a' },
      expect: { status: 422, code: 'git.badAddress', errors: ['repoSrc'], stored: 'same' },
    },
    {
      name: 'asks no address where clouds keep their secrets',
      as: 'ann',
      params: DEV,
      body: { repoSrc: 'git@169.254.169.254:a' },
      expect: { status: 422, code: 'git.address', stored: 'same' },
    },
    { name: 'keeps out who may not publish', as: 'ben', params: DEV, body: { repoSrc: 'git@git.example.test:a' }, expect: { status: 403 } },
  ],
  { features: { standaloneGitPush: true } },
)

describe.skipIf(!isInstalled('ssh', '-V'))('with ssh-keyscan', () => {
  let world: World
  let server: GitServer
  const folder = mkdtempSync(join(tmpdir(), 'tessera-git-test-'))
  beforeAll(async () => {
    server = await startGitServer(folder, [])
    world = await makeWorld({ features: { standaloneGitPush: true }, privateDataSources: true })
  })
  afterAll(async () => {
    await world?.close()
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const ask = (port: number) => world.call('git.readHostKeys', { as: 'ann', params: DEV, body: { repoSrc: `ssh://git@localhost:${port}/apps.git` } })

  it('tells the keys that the host shows', async () => {
    const { data } = await ask(server.port)
    expect(data.hostKeys).toEqual([server.hostKey])
    expect(data.fingerprints).toEqual([expect.stringMatching(/^rsa SHA256:/)])
  })
  it('tells that nothing answers', async () => expect(await ask(1)).toMatchObject({ code: 'git.unreachable' }))
})
