// release.list-remote-branches; what a real repository answers is asked in release.exportStandaloneRemote.test.ts.
import { gitRepo } from '../support/git.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios(
  'release.listRemoteBranches',
  [
    { name: 'says where no repository is chosen', as: 'ann', expect: { status: 409, code: 'release.remoteNotSet', stored: 'same' } },
    {
      name: 'wants a git account',
      as: 'ann',
      given: async world => void (await gitRepo(world, { isRemote: true })),
      expect: { status: 422, code: 'git.accountUnknown', errors: ['account'], stored: 'same' },
    },
  ],
  { features: { standaloneGitPush: true, standaloneRemoteExport: true } },
)
