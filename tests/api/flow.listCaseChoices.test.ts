import { expect } from 'vitest'
import { claimed } from '../support/flow-forms.ts'
import { DEV } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const at = (fieldKey: string, approval: object) => async (world: World) => {
  const { caseId, task } = await claimed(world, { approval })
  return { params: { ...DEV, caseId, task, fieldKey } }
}

scenarios('flow.listCaseChoices', [
  {
    name: 'what a relation can name at the task',
    as: 'abe',
    given: at('shop', { shop: 'required' }),
    expect: { status: 0 },
    then: reply => expect(reply.data.options).toHaveLength(2),
  },
  { name: 'not where the step only reads it', as: 'abe', given: at('shop', {}), expect: { status: 403 } },
  { name: 'not for who is not asked there', as: 'ben', given: at('shop', { shop: 'write' }), expect: { status: 409, code: 'flow.taskGone' } },
  { name: 'not for who has no part in it', as: 'ann', given: at('shop', { shop: 'write' }), expect: { status: 404, code: 'flow.caseUnknown' } },
])
