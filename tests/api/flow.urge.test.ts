import { expect } from 'vitest'
import { asking, caseIn, caseOf, decide, DEV, HEADERS, must } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let caseId = ''
const given = async (world: World, people: ('abe' | 'ben')[] = ['abe']) => {
  caseId = (await caseIn(world, asking(world, people))).caseId
  return { params: { ...DEV, caseId }, body: {} }
}

scenarios('flow.urge', [
  {
    name: 'tells those who have to decide, and stands in the history',
    as: 'ben',
    given: world => given(world),
    expect: { status: 0 },
    then: async (_reply, world) => {
      const { items } = await must(world, 'flow.listNotices', { as: 'abe', params: DEV })
      expect(items[0]).toMatchObject({ kind: 'urged', caseId, text: expect.stringContaining('Ben asks you to decide') })
      expect((await caseOf(world, caseId, 'ben')).history).toEqual(expect.arrayContaining([expect.objectContaining({ text: 'Asked to decide soon' })]))
    },
  },
  {
    name: 'is possible once an hour',
    as: 'ben',
    given: async world => {
      const ask = await given(world)
      await must(world, 'flow.urge', { as: 'ben', ...ask })
      return ask
    },
    expect: { status: 429, code: 'flow.urgedAlready', stored: 'same' },
  },
  {
    name: 'is possible again an hour later',
    as: 'ben',
    given: async world => {
      const ask = await given(world)
      await must(world, 'flow.urge', { as: 'ben', ...ask })
      await world.pool.query(`update flow_event set created_at = created_at - interval '61 minutes' where case_id = $1`, [caseId])
      return ask
    },
    expect: { status: 0 },
  },
  { name: 'is for the starter alone', as: 'abe', given: world => given(world), expect: { status: 403, code: 'flow.notYours', stored: 'same' } },
  { name: 'is unknown to who has no part in it', as: 'ann', given: world => given(world), expect: { status: 404, code: 'flow.caseUnknown', stored: 'same' } },
  {
    name: 'needs somebody else who is asked',
    as: 'ben',
    given: world => given(world, ['ben']),
    expect: { status: 409, code: 'flow.nobodyToUrge', stored: 'same' },
  },
  {
    name: 'is over with the flow',
    as: 'ben',
    given: async world => {
      const ask = await given(world)
      await decide(world, caseId, 'abe')
      return ask
    },
    expect: { status: 409, code: 'flow.notInState', stored: 'same' },
  },
  {
    name: 'asks nobody while an operator holds it',
    as: 'ben',
    given: async world => {
      const ask = await given(world)
      await must(world, 'intervention.operateInstance', { headers: HEADERS, body: { flowDataId: caseId, action: 'SUSPEND' } })
      return ask
    },
    expect: { status: 409, code: 'flow.suspended', stored: 'same' },
  },
])
