import { asking, DEV, flowIn, must } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('flow.listDrafts', [
  { name: 'knows none at first', as: 'ben', params: DEV, expect: { status: 0, data: { items: [] } } },
  {
    name: 'tells one’s own, with what leads back to the form',
    as: 'ben',
    params: DEV,
    given: async world => {
      const { key } = await flowIn(world, asking(world, ['abe']), { name: 'Holiday' })
      const params = { ...DEV, dsKey: 'main', dmKey: 'leave' }
      await must(world, 'flow.saveDraft', { as: 'ben', params, query: { formView: key }, body: { content: { reason: 'Sea' } } })
    },
    expect: { status: 0, data: { items: [{ summary: 'Sea', flowName: 'Holiday', dsKey: 'main', dmKey: 'leave' }] } },
  },
  { name: 'tells nobody else’s', as: 'abe', params: DEV, expect: { status: 0, data: { items: [] } } },
])
