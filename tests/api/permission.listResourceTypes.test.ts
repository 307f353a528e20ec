import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'

scenarios('permission.listResourceTypes', [
  {
    name: 'permission.list-resource-types, permission.editor-type-list: the kinds that have a screen, with where they are made',
    as: 'abe',
    expect: { status: 0 },
    then: reply => {
      expect(reply.data.items.map((kind: any) => kind.value)).toEqual([
        'page',
        'model',
        'field',
        'source',
        'query',
        'component',
        'api',
        'apigroup',
        'flow',
        'trigger',
        'role',
      ])
      expect(reply.data.items[0]).toMatchObject({ label: 'Pages', createUrl: '/company/acme/app/shop-dev/design' })
      expect(reply.data.items.find((kind: any) => kind.value === 'role').options.map((option: any) => option.value)).toEqual(['edit', 'delete'])
    },
  },
  {
    name: 'permission.empty-resources: a kind that is made elsewhere leads there, in Chinese too',
    as: 'abe',
    headers: { 'accept-language': 'zh-CN' },
    expect: { status: 0 },
    then: reply => expect(reply.data.items[0].label).toBe('页面'),
  },
  { name: 'takes nothing it does not know', as: 'ann', query: { all: 1 }, expect: { status: 422, errors: ['all'] } },
  { name: 'is not for a member without duties', as: 'ben', expect: { status: 403, stored: 'same' } },
])
