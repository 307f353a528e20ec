// release.check-fixed of an app that was installed (setup.check-fixed): status 0 lets the release be repeated; otherwise the message says what is open.
import { expect } from 'vitest'
import { addPage, DEV } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let reported: { issueId: string; issues: any[] }
const prepare = async (world: World) => {
  // As an import brings it in: saving a page with script by hand is refused.
  await addPage(world, { name: 'Far', path: '/far', schema: { type: 'page', body: [{ type: 'service', api: 'https://a.test/x' }, { type: 'custom' }] } })
  reported = (await world.call('setup.releaseStandalone', { as: 'ann', body: { version: '1.0.0', title: 'x' } })).data as typeof reported
}
const answer = (ignored: number) => ({
  params: DEV,
  body: {
    issueId: reported.issueId,
    issues: reported.issues.map((issue, at) => ({ ...issue, ignored: at < ignored })),
    consts: [],
    tag: 'latest',
    from: 'dev',
    mode: 1,
  },
})

scenarios('release.checkFixed', [
  { name: 'wants the issues', given: prepare, as: 'ann', params: DEV, body: {}, expect: { status: 422, errors: ['issueId', 'issues'], stored: 'same' } },
  {
    name: 'takes issues of their shape only',
    as: 'ann',
    params: DEV,
    body: { issueId: 'x', issues: ['a'] },
    expect: { status: 422, errors: ['issues.0'], stored: 'same' },
  },
  { name: 'keeps members without duties out', as: 'ben', given: async () => answer(2), expect: { status: 403, stored: 'same' } },
  { name: 'keeps other organisations out', as: 'dee', given: async () => answer(2), expect: { status: 403, stored: 'same' } },
  {
    name: 'says what is still open',
    as: 'ann',
    given: async () => answer(1),
    expect: { status: 422, code: 'release.issuesOpen', data: { hasIssues: true, issues: [{ type: 'page.scripts', resource: 'Far' }] }, stored: 'same' },
    then: reply => expect(reply.msg).toBe('1 issues are still open'),
  },
  {
    name: 'lets go on when all are ignored',
    as: 'ann',
    given: async () => answer(2),
    expect: { status: 0, data: { hasIssues: false, issues: [] }, stored: 'same' },
  },
  {
    name: 'lets go on when the page was mended instead',
    as: 'ann',
    given: async world => {
      const [page] = (await world.call('page.list', { as: 'ann' })).data.items
      await world.call('page.update', { as: 'ann', params: { pageId: page.id }, body: { schema: { type: 'page', body: 'near' } } })
      return answer(0)
    },
    expect: { status: 0, data: { hasIssues: false, issues: [] } },
  },
])
