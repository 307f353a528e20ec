import { asking, DEV, flowIn, must } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

let draftId = ''
scenarios('flow.deleteDraft', [
  {
    name: 'deletes nobody else’s',
    as: 'abe',
    given: async world => {
      const { key } = await flowIn(world, asking(world, ['abe']))
      const params = { ...DEV, dsKey: 'main', dmKey: 'leave' }
      ;({ id: draftId } = await must(world, 'flow.saveDraft', { as: 'ben', params, query: { formView: key }, body: { content: {} } }))
      return { params: { ...DEV, draftId } }
    },
    expect: { status: 404, code: 'flow.draftUnknown', stored: 'same' },
  },
  { name: 'deletes one’s own', as: 'ben', given: async () => ({ params: { ...DEV, draftId } }), expect: { status: 0 } },
  { name: 'does it once', as: 'ben', given: async () => ({ params: { ...DEV, draftId } }), expect: { status: 404, code: 'flow.draftUnknown' } },
])
