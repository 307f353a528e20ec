// setup.release-standalone, setup.release-retry: an installed app goes live once its issues are fixed or ignored, and not before.
import { expect } from 'vitest'
import { addPage } from '../support/pages.ts'
import { sampleFiles } from '../support/sample-site.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const body = { version: '1.0.0', title: 'Shop' }
const issues = [
  { type: 'page.foreignApi', resource: 'Far', canIgnore: true, message: 'Calls addresses that cannot be reached from here: api.example.test' },
  { type: 'page.scripts', resource: 'Far', canIgnore: true, message: 'Holds scripts, which do not run here: adaptor' },
]
const farPage = (host: string) => ({ type: 'page', body: { type: 'service', api: { url: `https://${host}/x`, adaptor: 'return payload' } } })
let reported: { issueId: string; issues: any[] }
const ignoring = async () => ({
  body: { ...body, issueId: reported.issueId, issues: reported.issues.map(i => ({ ...i, ignored: true })), consts: [], tag: 'latest', from: 'dev', mode: 1 },
})

scenarios('setup.releaseStandalone', [
  { name: 'wants version and title', as: 'ann', body: {}, expect: { status: 422, errors: ['version', 'title'], stored: 'same' } },
  { name: 'takes no other environment', as: 'ann', body: { ...body, tag: 'qa' }, expect: { status: 422, errors: ['tag'], stored: 'same' } },
  { name: 'keeps members without duties out', as: 'ben', body, expect: { status: 403, stored: 'same' } },
  { name: 'keeps other organisations out', as: 'dee', body, expect: { status: 403, stored: 'same' } },
  { name: 'keeps the signed-out out', body, expect: { status: 401, stored: 'same' } },
  { name: 'knows no other app', as: 'ann', params: { appKey: 'nothing' }, body, expect: { status: 404, stored: 'same' } },
  {
    name: 'reports an app without pages, which nobody can ignore',
    as: 'ann',
    body,
    expect: { status: 0, data: { hasIssues: true, accessUrl: '', issues: [{ type: 'app.noPage', resource: 'Shop', canIgnore: false }] }, stored: 'same' },
    then: async (reply, world) => {
      const again = await world.call('setup.releaseStandalone', {
        as: 'ann',
        body: { ...body, issueId: reply.data.issueId, issues: reply.data.issues.map((i: any) => ({ ...i, ignored: true })) },
      })
      expect(again.data.hasIssues).toBe(true)
    },
  },
  {
    name: 'reports what will not work, and publishes nothing',
    as: 'ann',
    given: async (world: World) => {
      // As an import brings it in: saving a page with script by hand is refused.
      await addPage(world, { name: 'Far', path: '/far', schema: farPage('api.example.test') })
    },
    body,
    expect: { status: 0, data: { hasIssues: true, issues, consts: [], accessUrl: '' }, stored: 'same' },
    then: reply => void (reported = reply.data as typeof reported),
  },
  {
    name: 'says so in the reader’s language',
    as: 'ann',
    headers: { 'accept-language': 'zh-CN' },
    body,
    expect: { status: 0, data: { issues: [{ message: '调用了此处无法访问的地址：api.example.test' }, {}] } },
  },
  {
    name: 'does not take an answer that ignores nothing',
    as: 'ann',
    body: { ...body, issues: [] },
    expect: { status: 0, data: { hasIssues: true }, stored: 'same' },
  },
  {
    name: 'asks again when what was ignored has changed meanwhile',
    as: 'ann',
    given: async world => {
      const [page] = (await world.call('page.list', { as: 'ann' })).data.items
      await world.call('page.update', { as: 'ann', params: { pageId: page.id }, body: { schema: farPage('other.test') } })
      return ignoring()
    },
    expect: { status: 0, data: { hasIssues: true, issues: [{ message: 'Calls addresses that cannot be reached from here: other.test' }] }, stored: 'same' },
    then: reply => void (reported = reply.data as typeof reported),
  },
  {
    name: 'publishes once the rest is ignored too',
    as: 'ann',
    given: async world => {
      const first = await world.call('setup.releaseStandalone', { as: 'ann', body })
      reported = first.data as typeof reported
      return ignoring()
    },
    expect: { status: 0, data: { hasIssues: false, issueId: '', issues: [], accessUrl: '/company/acme/app/shop' } },
    then: async (_reply, world) => {
      const [release] = await world.db.selectFrom('release').selectAll().execute()
      expect(release).toMatchObject({ version: '1.0.0', title: 'Shop', tag: 'latest', source: 'dev', mode: 1, standalone: true, status: 1 })
      expect((await world.call('runtime.page', { as: 'ben', params: { path: 'far' } })).data.name).toBe('Far')
    },
  },
  {
    name: 'publishes at once where there is nothing to report',
    as: 'ann',
    given: async world => {
      await world.call('app.create', { as: 'ann', body: { name: 'Sample', key: 'sample', type: 1 } })
      await world.call('page.import', { as: 'ann', params: { appUrlKey: 'sample-dev' }, files: sampleFiles() })
    },
    params: { appKey: 'sample' },
    body: { version: '2.0.0', title: 'Sample', consts: [{ var: 'API_HOST', value: 'x' }] },
    expect: { status: 0, data: { hasIssues: false, accessUrl: '/company/acme/app/sample', consts: [{ var: 'API_HOST', value: 'x' }] } },
  },
  {
    name: 'does not publish other pages under the version again',
    as: 'ann',
    given: async world => {
      await world.call('page.create', { as: 'ann', params: { appUrlKey: 'sample-dev' }, body: { name: 'More', path: '/more' } })
    },
    params: { appKey: 'sample' },
    body: { version: '2.0.0', title: 'Sample' },
    expect: { status: 422, code: 'release.versionTaken', errors: ['version'] },
  },
])
