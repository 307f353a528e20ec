// release.plan: what a publish would do to the databases of an environment, and which permission tests fail there.
import { expect } from 'vitest'
import { builtinSource, DEV, makeModel } from '../support/models.ts'
import { addPage } from '../support/permissions.ts'
import { scenarios } from '../support/scenarios.ts'

const ask = { as: 'ann' as const, params: DEV }
const same = 'same' as const

scenarios('release.plan', [
  {
    ...ask,
    name: 'an app without models needs nothing',
    body: {},
    expect: { status: 0, data: { tag: 'latest', from: 'dev', known: true, count: 0, problems: [], loses: false, gate: 'tell', failing: [] }, stored: same },
  },
  {
    ...ask,
    name: 'shows the SQL for the schema of the environment and says what nobody has tried',
    given: async world => void (await makeModel(world, await builtinSource(world), 'order', [{ key: 'title', type: 'text' }], 'Order')),
    body: { tag: 'qa' },
    expect: { status: 0, data: { tag: 'qa', untried: ['Order'], missing: [] }, stored: same },
    then: async (reply, world) => {
      const schema = `app_${world.ids.shop.replaceAll('-', '')}_qa`
      const [source] = reply.data.sources
      expect(source).toMatchObject({ name: 'Built-in', missing: [] })
      expect(source.statements.map((one: any) => one.sql)).toEqual([
        expect.stringContaining(`create schema "${schema}"`),
        expect.stringContaining(`create table "${schema}"."order"`),
      ])
      expect(reply.data.hash).toMatch(/^[0-9a-f]{64}$/)
    },
  },
  {
    ...ask,
    name: 'tells which permission tests fail there',
    given: async world => {
      const page = await addPage(world, 'Salary')
      const body = { name: 'Members cannot view Salary', who: 'member', resource: `page:${page}`, option: 'read', expected: false }
      await world.call('permission.saveTest', { as: 'ann', params: DEV, body })
      await world.call('permission.saveTest', { as: 'ann', params: DEV, body: { ...body, name: 'Only in sandbox', environment: 'sandbox' } })
    },
    body: { tag: 'qa' },
    expect: { status: 0, data: { gate: 'tell' }, stored: same },
    then: reply =>
      expect(reply.data.failing).toEqual([
        expect.objectContaining({ name: 'Members cannot view Salary', target: 'View: page Salary', expected: false, why: expect.stringMatching(/./) }),
      ]),
  },
  {
    ...ask,
    name: 'leaves databases out on request, and for chosen pages',
    body: { models: 'keep', mode: 1 },
    expect: { status: 0, data: { sources: [], hash: '' }, stored: same },
  },
  { ...ask, name: 'knows what a wrong field is', body: { models: 'all', from: '' }, expect: { status: 422, errors: ['from', 'models'], stored: same } },
  {
    ...ask,
    name: 'knows only published versions',
    body: { from: '9.9.9' },
    expect: { status: 422, code: 'release.sourceUnknown', errors: ['from'], stored: same },
  },
  { ...ask, name: 'plans nothing for dev', body: { tag: 'dev' }, expect: { status: 422, code: 'release.tagDev', errors: ['tag'], stored: same } },
  { name: 'is not for a member without duties', as: 'ben', params: DEV, body: {}, expect: { status: 403, stored: same } },
  { name: 'is not for another organisation', as: 'dee', params: DEV, body: {}, expect: { status: 403, stored: same } },
])
