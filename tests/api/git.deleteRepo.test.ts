import { expect } from 'vitest'
import { DEV } from '../support/pages.ts'
import { gitRepo } from '../support/git.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios(
  'git.deleteRepo',
  [
    {
      name: 'takes it out of the settings',
      as: 'ann',
      given: async world => ({ params: { ...DEV, repoId: await gitRepo(world) } }),
      expect: { status: 0 },
      then: async (_reply, world) => expect((await world.call('git.listRepos', { as: 'ann', params: DEV })).data.items).toEqual([]),
    },
    {
      name: 'knows none twice',
      as: 'ann',
      params: { ...DEV, repoId: '0191d5a0-0000-7000-8000-00000000c0de' },
      expect: { status: 404, code: 'git.repoUnknown', stored: 'same' },
    },
  ],
  { features: { standaloneGitPush: true } },
)
