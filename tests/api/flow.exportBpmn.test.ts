import { expect } from 'vitest'
import { readBpmn } from '../../api/flow/bpmn-read.ts'
import { asking, DEV, flowIn } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const GONE = '0191d5a0-0000-7000-8000-00000000dead'
let flowId = ''
const made = async (world: World) => {
  flowId ||= (await flowIn(world, asking(world, ['abe']))).flowId
  return { params: { ...DEV, flowId } }
}

scenarios('flow.exportBpmn', [
  {
    name: 'gives the saved flow as a file that reads as the same flow',
    as: 'ann',
    given: made,
    expect: { status: -1, stored: 'same' },
    then: async (reply, world) => {
      expect(reply.http).toBe(200)
      expect(reply.headers['content-disposition']).toContain('.bpmn')
      const text = reply.raw.toString('utf8')
      const saved = (await world.call('flow.get', { as: 'ann', params: { ...DEV, flowId } })).data.definition
      expect(await readBpmn(text, '')).toEqual({ definition: saved, notes: [] })
    },
  },
  { name: 'knows none that is not there', as: 'ann', params: { ...DEV, flowId: GONE }, expect: { status: 404, code: 'resource.unknown' } },
  { name: 'keeps out who may not read it', as: 'dee', given: made, expect: { status: 403 } },
])
