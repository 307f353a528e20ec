import { scenarios } from '../support/scenarios.ts'
import { HELLO, notForThem, publish } from '../support/screens.ts'

scenarios('screen.list', [
  {
    name: 'shows all screens as shipped',
    as: 'sue',
    query: { area: 'general', keywords: 'FORBIDDEN' },
    expect: { status: 0, data: { total: 1, items: [{ id: 'general.forbidden', state: 'shipped', version: 0 }] } },
  },
  {
    name: 'finds what is changed',
    as: 'sue',
    given: async world => void (await publish(world)),
    query: { state: 'published' },
    expect: { status: 0, data: { total: 1, items: [{ id: 'general.forbidden', version: 1, updatedBy: 'Sue' }] } },
  },
  {
    name: 'finds drafts',
    as: 'sue',
    given: async world =>
      void (await world.call('screen.saveDraft', { as: 'sue', params: { screenId: 'general.home' }, body: { schema: HELLO, baseVersion: 0 } })),
    query: { state: 'draft' },
    expect: { status: 0, data: { total: 1, items: [{ id: 'general.home', drafts: 1 }] } },
  },
  { name: 'refuses bad filters', as: 'sue', query: { state: 'odd', page: 0 }, expect: { status: 422, errors: ['state', 'page'] } },
  ...notForThem(),
])
