import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'

const query = { companyKey: 'acme', appKey: 'shop', templateId: 'crm', name: 'Shop' }

scenarios('template.record', [
  {
    name: 'is counted once for an app, whoever else is named',
    as: 'ann',
    given: async world => {
      await world.call('template.record', { as: 'ann', query })
    },
    query: { ...query, userId: 'somebody', templateNoData: 'true' },
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect((await world.call('template.getDetail', { query: { id: 'crm' } })).data.detail.applyTimes).toBe(1)
      const rows = await world.db.selectFrom('template_install').select(['user_id', 'no_data']).execute()
      expect(rows).toEqual([{ user_id: world.ids.ann, no_data: false }])
    },
  },
  { name: 'an app there is not', as: 'ann', query: { ...query, appKey: 'none' }, expect: { status: 404, code: 'template.appUnknown', stored: 'same' } },
  { name: 'a template there is not', as: 'ann', query: { ...query, templateId: 'none' }, expect: { status: 404, code: 'template.unknown', stored: 'same' } },
  { name: 'wants to know which', as: 'ann', query: { name: 'x' }, expect: { status: 422, errors: ['companyKey', 'appKey', 'templateId'], stored: 'same' } },
  { name: 'not for an app of somebody else', as: 'ben', query, expect: { status: 404, stored: 'same' } },
  { name: 'not for another organisation', as: 'dee', query, expect: { status: 403, stored: 'same' } },
])
