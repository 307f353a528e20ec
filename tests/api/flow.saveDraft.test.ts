import { expect } from 'vitest'
import { asking, DEV, flowIn, must } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const AT = { ...DEV, dsKey: 'main', dmKey: 'leave' }
let key = ''
let draft = ''
const given = async (world: World) => {
  ;({ key } = await flowIn(world, asking(world, ['abe'])))
  return { query: { formView: key } }
}
const form = (world: World, as: 'abe' | 'ben' = 'ben') => world.call('flow.getInitiateForm', { as, params: AT, query: { formView: key, draft } })

scenarios('flow.saveDraft', [
  {
    name: 'keeps what is filled in, which the form begins with; nothing starts',
    as: 'ben',
    params: AT,
    given,
    body: { content: { reason: 'By the sea', days: 'not yet' } },
    expect: { status: 0 },
    then: async (reply, world) => {
      draft = reply.data.id
      expect((await form(world)).data.schema.data).toMatchObject({ reason: 'By the sea', days: 'not yet' })
      expect((await must(world, 'flow.listTasks', { as: 'abe', params: DEV })).total).toBe(0)
    },
  },
  {
    name: 'changes one that is there',
    as: 'ben',
    params: AT,
    given: async () => ({ query: { formView: key }, body: { id: draft, content: { reason: 'By the lake' } } }),
    expect: { status: 0 },
    then: async (_reply, world) => expect((await must(world, 'flow.listDrafts', { as: 'ben', params: DEV })).items).toMatchObject([{ summary: 'By the lake' }]),
  },
  {
    name: 'changes nobody else’s',
    as: 'abe',
    params: AT,
    given: async () => ({ query: { formView: key }, body: { id: draft, content: {} } }),
    expect: { status: 404, code: 'flow.draftUnknown', stored: 'same' },
    then: async (_reply, world) => expect((await form(world, 'abe')).code).toBe('flow.draftUnknown'),
  },
  {
    name: 'is gone with the flow that begins with it',
    as: 'ben',
    params: AT,
    given: async world => {
      const query = { formView: key, draft }
      const sent = await world.call('flow.submitInitiateForm', { as: 'ben', params: AT, query, body: { reason: 'By the lake', days: 2 } })
      expect(sent.status).toBe(0)
      return { query: { formView: key }, body: { id: draft, content: {} } }
    },
    expect: { status: 404, code: 'flow.draftUnknown', stored: 'same' },
  },
])
