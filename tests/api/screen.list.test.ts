import { expect } from 'vitest'
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
  {
    name: 'counts areas and states by what the other filters leave',
    as: 'sue',
    given: async world => void (await publish(world)),
    query: { area: 'general', state: 'published' },
    expect: { status: 0, data: { total: 1, counts: { published: 1, staged: 0 } } },
    then: ({ data: { areas, counts } }) => {
      expect(counts.all).toBe(1 + counts.shipped + counts.draft)
      expect(areas.find((one: { area: string }) => one.area === 'general')).toEqual({ area: 'general', label: 'General', total: 1 })
      expect(areas.find((one: { area: string }) => one.area === 'signin')).toMatchObject({ total: 0 })
    },
  },
  {
    name: 'speaks the reader’s language, and is searched in it',
    as: 'sue',
    headers: { 'accept-language': 'zh-CN' },
    query: { keywords: '登录', area: 'signin' },
    expect: { status: 0, data: { total: 1, items: [{ id: 'signin.page', title: '登录', areaLabel: '登录' }] } },
  },
  { name: 'refuses bad filters', as: 'sue', query: { state: 'odd', page: 0 }, expect: { status: 422, errors: ['state', 'page'] } },
  ...notForThem(),
])
