import { expect } from 'vitest'
import { asking, caseIn, caseOf, DEV } from '../support/flows.ts'
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
])
