// i.update-git-account
import { expect } from 'vitest'
import { createSecrets } from '../../api/server/services/foundation/secrets.ts'
import { makeKeyPair } from '../../api/server/services/i/ssh-keys.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const account = { gitUsername: 'ann', gitEmail: 'ann@example.test', protocolType: 'SSH' }
let made: { id: string; sshPublicKey: string; sshPrivateKey: string }
const change = (more: object) => async (world: World) => {
  made ??= (await world.call('i.addGitAccount', { as: 'ann', body: account })).data as typeof made
  return { body: { id: made.id, ...account, ...more } }
}
const typed = makeKeyPair('typed@example.test')

scenarios('i.updateGitAccount', [
  {
    name: 'i.update-git-account: changes it; the pair stays and is not shown',
    as: 'ann',
    given: change({ gitUsername: 'annie', desc: 'At work', method: 'auto' }),
    expect: { status: 0 },
    then: async (reply, world) => {
      expect(reply.data).toEqual({ id: made.id, sshPublicKey: made.sshPublicKey, sshPrivateKey: '' })
      expect((await world.call('i.listGitAccounts', { as: 'ann' })).data.items).toMatchObject([{ gitUsername: 'annie', desc: 'At work' }])
    },
  },
  {
    name: 'i.git-keys: reGen makes a new pair, shown once',
    as: 'ann',
    given: change({ method: 'auto', reGen: true }),
    expect: { status: 0 },
    then: reply => {
      expect(reply.data.sshPublicKey).not.toBe(made.sshPublicKey)
      expect(reply.data.sshPrivateKey).toContain('OPENSSH PRIVATE KEY')
    },
  },
  { name: 'by hand it wants the pair', as: 'ann', given: change({ method: 'hand' }), expect: { status: 422, errors: ['sshPublicKey'], stored: 'same' } },
  {
    name: 'takes a pair that is typed in',
    as: 'ann',
    given: change({ method: 'hand', sshPublicKey: typed.publicKey, sshPrivateKey: typed.privateKey }),
    expect: { status: 0, data: { sshPublicKey: typed.publicKey, sshPrivateKey: '' } },
  },
  {
    name: 'which stays where nothing else is typed in',
    as: 'ann',
    given: change({ method: 'hand', sshPublicKey: typed.publicKey, sshPrivateKey: '' }),
    expect: { status: 0 },
  },
  { name: 'says which field is empty', as: 'ann', given: change({ gitUsername: '' }), expect: { status: 422, errors: ['gitUsername'], stored: 'same' } },
  { name: "knows nothing of somebody else's", as: 'ben', given: change({}), expect: { status: 404, code: 'git.unknown', stored: 'same' } },
  { name: 'keeps out who is not signed in', given: change({}), expect: { status: 401, stored: 'same' } },
  {
    name: 'keeps the key that was typed in sealed',
    as: 'ann',
    given: change({}),
    expect: { status: 0 },
    then: async (_reply, world) => {
      const row = await world.db.selectFrom('git_account').select('private_key').where('id', '=', made.id).executeTakeFirstOrThrow()
      expect(createSecrets(world).open(row.private_key)).toBe(typed.privateKey)
    },
  },
])

scenarios(
  'i.updateGitAccount',
  [
    {
      name: 'is not offered where the feature is off',
      as: 'ann',
      body: { id: '0191d5a0-0000-7000-8000-000000000001', gitUsername: 'ann', gitEmail: 'ann@example.test', protocolType: 'SSH' },
      expect: { status: 403, code: 'git.notHere', stored: 'same' },
    },
  ],
  { features: {} },
)
