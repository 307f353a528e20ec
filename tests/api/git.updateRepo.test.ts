import { expect } from 'vitest'
import { DEV } from '../support/pages.ts'
import { GIT_REPO, gitRepo } from '../support/git.ts'
import { scenarios } from '../support/scenarios.ts'

const NONE = '0191d5a0-0000-7000-8000-00000000c0de'
let id = ''
scenarios(
  'git.updateRepo',
  [
    {
      name: 'changes name and key, and knows its branches as before',
      as: 'ann',
      given: async world => {
        id = await gitRepo(world)
        await world.db
          .insertInto('git_branch')
          .values({ repository_id: id, branch: 'main', company_id: world.ids.acme, app_id: world.ids.shop, commit_id: 'abc', changed_at: new Date() })
          .execute()
        return { params: { ...DEV, repoId: id }, body: { ...GIT_REPO, repo: 'Renamed' } }
      },
      expect: { status: 0 },
      then: async (_reply, world) => {
        const [row] = (await world.call('git.listRepos', { as: 'ann', params: DEV })).data.items
        expect(row).toMatchObject({ repo: 'Renamed', branches: [{ branch: 'main', commit: 'abc' }] })
      },
    },
    {
      name: 'forgets the branches of another address',
      as: 'ann',
      given: async () => ({ params: { ...DEV, repoId: id }, body: { ...GIT_REPO, repo: 'Renamed', repoSrc: 'git@git.example.test:acme/other.git' } }),
      expect: { status: 0 },
      then: async (_reply, world) => expect(await world.db.selectFrom('git_branch').selectAll().execute()).toEqual([]),
    },
    {
      name: 'takes no name of another one',
      as: 'ann',
      given: async world => {
        await gitRepo(world, { repo: 'Taken' })
        return { params: { ...DEV, repoId: id }, body: { ...GIT_REPO, repo: 'taken' } }
      },
      expect: { status: 422, code: 'git.nameTaken', errors: ['repo'], stored: 'same' },
    },
    {
      name: 'knows no other',
      as: 'ann',
      params: { ...DEV, repoId: NONE },
      body: { ...GIT_REPO, repo: 'New' },
      expect: { status: 404, code: 'git.repoUnknown', stored: 'same' },
    },
  ],
  { features: { standaloneGitPush: true } },
)
