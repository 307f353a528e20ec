import { expect } from 'vitest'
import { asking, caseIn, caseOf, DEV, must } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

let caseId = ''

scenarios('flow.comment', [
  {
    name: 'stands in the history',
    as: 'ben',
    given: async world => {
      caseId = (await caseIn(world, asking(world, ['abe']))).caseId
      return { params: { ...DEV, caseId } }
    },
    body: { comment: 'It is urgent' },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const { history } = await caseOf(world, caseId, 'abe')
      expect(history).toEqual(expect.arrayContaining([expect.objectContaining({ person: 'Ben', text: 'Commented', comment: 'It is urgent' })]))
    },
  },
  {
    name: 'says something',
    as: 'ben',
    given: async () => ({ params: { ...DEV, caseId } }),
    body: { comment: '' },
    expect: { status: 422, errors: ['comment'], stored: 'same' },
  },
  {
    name: 'is for who has part in it',
    as: 'ann',
    given: async () => ({ params: { ...DEV, caseId } }),
    body: { comment: 'x' },
    expect: { status: 404, code: 'flow.caseUnknown', stored: 'same' },
  },
  {
    name: 'tells who is mentioned, who can read it from then on',
    as: 'ben',
    given: async world => ({ params: { ...DEV, caseId }, body: { comment: 'What do you think?', mentions: [world.ids.ann] } }),
    expect: { status: 0 },
    then: async (_reply, world) => {
      const { items } = await must(world, 'flow.listNotices', { as: 'ann', params: DEV })
      expect(items[0]).toMatchObject({ kind: 'mentioned', caseId, comment: 'What do you think?' })
      expect((await caseOf(world, caseId, 'ann')).title).toBe('Leave · Ben')
    },
  },
  {
    name: 'mentions people of the organisation only',
    as: 'ben',
    given: async world => ({ params: { ...DEV, caseId }, body: { comment: 'x', mentions: [world.ids.dee] } }),
    expect: { status: 422, code: 'flow.personUnknown', errors: ['mentions'], stored: 'same' },
  },
])
