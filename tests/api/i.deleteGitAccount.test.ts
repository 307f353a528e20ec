// i.delete-git-account
import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let id = ''
const it = async (world: World) => {
  id ||= (await world.call('i.addGitAccount', { as: 'ann', body: { gitUsername: 'ann', gitEmail: 'ann@example.test', protocolType: 'SSH' } })).data.id
  return { params: { gitAccountId: id }, body: {} }
}

scenarios('i.deleteGitAccount', [
  { name: "knows nothing of somebody else's", as: 'ben', given: it, expect: { status: 404, code: 'git.unknown', stored: 'same' } },
  { name: 'wants an id', as: 'ann', params: { gitAccountId: 'x' }, body: {}, expect: { status: 404, stored: 'same' } },
  { name: 'keeps out who is not signed in', given: it, expect: { status: 401, stored: 'same' } },
  {
    name: 'i.delete-git-account: deletes it with its keys',
    as: 'ann',
    given: it,
    expect: { status: 0 },
    then: async (_reply, world) => expect(await world.db.selectFrom('git_account').select('id').execute()).toEqual([]),
  },
])

scenarios(
  'i.deleteGitAccount',
  [
    {
      name: 'is not offered where the feature is off',
      as: 'ann',
      params: { gitAccountId: '0191d5a0-0000-7000-8000-000000000001' },
      expect: { status: 403, code: 'git.notHere', stored: 'same' },
    },
  ],
  { features: {} },
)
