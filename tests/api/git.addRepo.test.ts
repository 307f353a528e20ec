import { DEV } from '../support/pages.ts'
import { GIT_REPO, gitRepo } from '../support/git.ts'
import { scenarios } from '../support/scenarios.ts'

const bad = (name: string, change: object, errors: string[], code?: string) => ({
  name,
  as: 'ann' as const,
  params: DEV,
  body: { ...GIT_REPO, ...change },
  expect: { status: 422, errors, stored: 'same' as const, ...(code && { code }) },
})

scenarios(
  'git.addRepo',
  [
    { name: 'adds a repository of the app', as: 'abe', params: DEV, body: GIT_REPO, expect: { status: 0 } },
    bad('takes no name twice, however it is written', { repo: ' aPPs ' }, ['repo'], 'git.nameTaken'),
    bad('takes addresses over SSH alone', { repo: 'B', repoSrc: 'https://git.example.test/acme/apps.git' }, ['repoSrc'], 'git.badAddress'),
    bad('takes no address that ends in an option of ssh', { repo: 'B', repoSrc: 'git@-oProxyCommand=id:x' }, ['repoSrc'], 'git.badAddress'),
    bad('wants a key of the host', { repo: 'B', hostKeys: [] }, ['hostKeys']),
    bad('takes no other text for a key', { repo: 'B', hostKeys: ['ssh-rsa a\n* ssh-rsa b'] }, ['hostKeys.0']),
    { name: 'keeps out who may not publish', as: 'ben', params: DEV, body: { ...GIT_REPO, repo: 'B' }, expect: { status: 403, stored: 'same' } },
    {
      name: 'holds twenty at most',
      as: 'ann',
      params: DEV,
      given: async world => {
        for (let n = 0; n < 19; n++) await gitRepo(world)
      },
      body: { ...GIT_REPO, repo: 'One more' },
      expect: { status: 422, code: 'data.tooMany', stored: 'same' },
    },
  ],
  { features: { standaloneGitPush: true } },
)
