import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { HELLO, notForThem, SCREEN } from '../support/screens.ts'

scenarios('screen.publish', [
  {
    name: 'shows everybody the new screen, says what changed, and keeps it as a version',
    as: 'sue',
    params: SCREEN,
    body: { schema: HELLO, note: 'Greeting', baseVersion: 0 },
    expect: { status: 0, data: { version: 1 } },
    then: async (reply, world) => {
      const seen = await world.call('screen.get', { params: SCREEN })
      expect(seen.data.schema).toEqual(HELLO)
      expect(seen.data.hash).toBe(reply.data.hash)
      expect(reply.data.sentences.length).toBeGreaterThan(0)
    },
  },
  {
    name: 'refuses a stale base with the difference, and changes nothing',
    as: 'sue',
    params: SCREEN,
    body: { schema: { ...HELLO, title: 'Other' }, baseVersion: 0 },
    expect: { status: 409, code: 'screen.changedMeanwhile', data: { version: 1, updatedBy: 'Sue' }, stored: 'same' },
    then: reply => expect(reply.data.sentences[0].text).toContain('title'),
  },
  {
    name: 'refuses what the gate finds',
    as: 'sue',
    params: SCREEN,
    body: { schema: { type: 'page', body: { type: 'custom', onMount: 'alert(1)' } }, baseVersion: 1 },
    expect: { status: 422, code: 'screen.refused', errors: ['schema'], stored: 'same' },
    then: reply => expect(reply.data.findings.length).toBeGreaterThan(0),
  },
  {
    name: 'publishes the own draft',
    as: 'sue',
    params: SCREEN,
    body: { baseVersion: 1 },
    given: async world =>
      void (await world.call('screen.saveDraft', { as: 'sue', params: SCREEN, body: { schema: { ...HELLO, title: 'Drafted' }, baseVersion: 1 } })),
    expect: { status: 0, data: { version: 2 } },
    then: async (_reply, world) => expect((await world.call('screen.get', { params: SCREEN })).data.schema.title).toBe('Drafted'),
  },
  { name: 'says when there is no draft', as: 'sue', params: SCREEN, body: { baseVersion: 2 }, expect: { status: 422, code: 'screen.noDraft', stored: 'same' } },
  {
    name: 'gives it to chosen people only, who are named by their emails',
    as: 'sue',
    params: SCREEN,
    body: { schema: { ...HELLO, title: 'Trial' }, people: ['ben@example.test'], baseVersion: 2 },
    expect: { status: 0, data: { version: 3, staged: { people: [{ name: 'Ben' }] }, replaced: null } },
    then: async (_reply, world) => {
      const seen = async (as: 'ben' | 'ann') => (await world.call('screen.get', { as, params: SCREEN })).data.schema.title
      expect([await seen('ben'), await seen('ann')]).toEqual(['Trial', 'Drafted'])
    },
  },
  {
    name: 'refuses a screen of an app that would use the rights of whoever opens it outside of the app',
    as: 'ann',
    params: SCREEN,
    query: { companyKey: 'acme', appUrlKey: 'shop' },
    body: {
      schema: { ...HELLO, initApi: { method: 'post', url: '/api/screen/grant', data: { email: 'ann@example.test', permission: 'change' } } },
      baseVersion: 0,
    },
    expect: { status: 422, code: 'screen.refused', errors: ['schema'], stored: 'same' },
    then: reply => expect(reply.data.findings[0]).toMatchObject({ path: 'initApi', code: 'reach.call', severity: 'error' }),
  },
  {
    name: 'says which email is nobody’s',
    as: 'sue',
    params: SCREEN,
    body: { schema: HELLO, people: ['ben@example.test', 'nobody@example.test'], baseVersion: 3 },
    expect: { status: 422, code: 'screen.unknownPerson', errors: ['people.1'], stored: 'same' },
  },
  {
    name: 'needs somebody to give it to',
    as: 'sue',
    params: SCREEN,
    body: { schema: HELLO, people: [], baseVersion: 3 },
    expect: { status: 422, errors: ['people'], stored: 'same' },
  },
  {
    name: 'takes no more than a hundred people',
    as: 'sue',
    params: SCREEN,
    body: { schema: HELLO, people: Array.from({ length: 101 }, (_one, at) => `p${at}@example.test`), baseVersion: 3 },
    expect: { status: 422, errors: ['people'], stored: 'same' },
  },
  ...notForThem({ body: { schema: HELLO, people: ['ben@example.test'], baseVersion: 3 } }).map(one => ({
    ...one,
    name: `${one.name}, also for chosen people`,
  })),
  ...notForThem({ body: { schema: HELLO, baseVersion: 2 } }),
])
