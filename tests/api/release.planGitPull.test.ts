// release.planGitPull: what is asked for; what it answers is told with the pulls themselves, in release.gitPull.test.ts.
import { DEV, wrongPeople } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'

const ID = '0191d5a0-0000-7000-8000-00000000c0de'
const body = { account: ID, repo: ID, branch: 'main' }
const ask = { as: 'ann' as const, params: DEV }

scenarios(
  'release.planGitPull',
  [
    { ...ask, name: 'wants an account and a repository', body: {}, expect: { status: 422, errors: ['account', 'repo'], stored: 'same' } },
    { ...ask, name: 'knows own accounts only', body, expect: { status: 422, code: 'git.accountUnknown', errors: ['account'], stored: 'same' } },
    ...wrongPeople({ body }, async () => ({ params: DEV })),
  ],
  { features: { standaloneGitPush: true } },
)
