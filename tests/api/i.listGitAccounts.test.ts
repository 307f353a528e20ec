// i.list-git-accounts, i.entity-git-account, release.list-git-accounts: whom a push to git is made as
import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'

const account = { gitUsername: 'ann', gitEmail: 'ann@example.test', protocolType: 'SSH', method: 'auto', desc: 'At home' }

scenarios('i.listGitAccounts', [
  {
    name: 'i.list-git-accounts: lists the own ones (i.entity-git-account), never a private key',
    as: 'ann',
    given: async world => {
      await world.call('i.addGitAccount', { as: 'ann', body: account })
      await world.call('i.addGitAccount', { as: 'ben', body: account })
    },
    expect: { status: 0, data: { total: 1, items: [account] } },
    then: reply => {
      expect(Object.keys(reply.data.items[0]).sort()).toEqual(['desc', 'gitEmail', 'gitUsername', 'id', 'method', 'protocolType', 'sshPublicKey'])
      expect(JSON.stringify(reply.data)).not.toContain('PRIVATE')
    },
  },
  { name: 'takes nobody else', as: 'ann', query: { userId: 'x' }, expect: { status: 422, errors: ['userId'], stored: 'same' } },
  { name: 'keeps out who is not signed in', expect: { status: 401, stored: 'same' } },
])

scenarios('i.listGitAccounts', [{ name: 'is not offered where the feature is off', as: 'ann', expect: { status: 403, code: 'git.notHere', stored: 'same' } }], {
  features: {},
})
