import { expect } from 'vitest'
import { DEV } from '../support/pages.ts'
import { GIT_REPO, gitRepo } from '../support/git.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios(
  'git.listRepos',
  [
    { name: 'begins with none', as: 'ann', params: DEV, expect: { status: 0, data: { items: [] } } },
    {
      name: 'tells fingerprints as ssh-keygen does',
      as: 'abe',
      params: DEV,
      given: async world => void (await gitRepo(world)),
      expect: { status: 0 },
      then: reply => {
        expect(reply.data.items).toMatchObject([{ repoSrc: GIT_REPO.repoSrc, branches: [] }])
        expect(reply.data.items[0].fingerprints).toEqual([expect.stringMatching(/^ed25519 SHA256:[A-Za-z0-9+/]{43}$/)])
      },
    },
    { name: 'keeps out members without the duty', as: 'ben', params: DEV, expect: { status: 403 } },
  ],
  { features: { standaloneGitPush: true } },
)
scenarios('git.listRepos', [{ name: 'is not there where git is not offered', as: 'ann', params: DEV, expect: { status: 403, code: 'git.notHere' } }], {
  features: { standaloneGitPush: false },
})
