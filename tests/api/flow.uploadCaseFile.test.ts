import { expect } from 'vitest'
import { claimed, file } from '../support/flow-forms.ts'
import { caseOf, DEV, must } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let at = { caseId: '', task: '', fileId: '' }
const given =
  (right: string, fieldKey = 'bill') =>
  async (world: World) => {
    at = await claimed(world, { approval: { bill: right } })
    return { params: { ...DEV, caseId: at.caseId, task: at.task, fieldKey } }
  }

scenarios('flow.uploadCaseFile', [
  {
    name: 'whoever is asked puts another file there, and the row has it',
    as: 'abe',
    given: given('required'),
    files: file('checked', 'checked.pdf'),
    expect: { status: 0 },
    then: async (reply, world) => {
      const { caseId, task } = at
      await must(world, 'flow.decide', { as: 'abe', params: { ...DEV, caseId, task }, body: { decision: 'approve', values: { bill: reply.data.value } } })
      const bill = (await caseOf(world, caseId, 'ben')).fields.find((one: { key: string }) => one.key === 'bill')
      expect(bill.value).toBe(`/api/company/acme/app/shop-dev/flow/case/${caseId}/file/bill/${reply.data.id}?name=checked.pdf`)
      const load = (fileId: string) => world.call('flow.getCaseFile', { as: 'ben', params: { ...DEV, caseId, fieldKey: 'bill', fileId } })
      expect(String((await load(reply.data.id)).raw)).toBe('checked')
      // Ben put the first one there himself; what the case is not about any more is gone for others.
      const first = await world.call('flow.getCaseFile', { as: 'abe', params: { ...DEV, caseId, fieldKey: 'bill', fileId: at.fileId } })
      expect(first.status).toBe(404)
    },
  },
  { name: 'not where the step only reads the field', as: 'abe', given: given('read'), files: file('x'), expect: { status: 403, stored: 'same' } },
  { name: 'not by who started it', as: 'ben', given: given('write'), files: file('x'), expect: { status: 409, code: 'flow.taskGone', stored: 'same' } },
  {
    name: 'not by who has no part in it, also who manages the app',
    as: 'ann',
    given: given('write'),
    files: file('x'),
    expect: { status: 404, code: 'flow.caseUnknown', stored: 'same' },
  },
])
