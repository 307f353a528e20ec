import { expect } from 'vitest'
import { addRow, DEV, message, must, triggerIn, work } from '../support/triggers.ts'
import { scenarios } from '../support/scenarios.ts'

// trigger.list, trigger.entity, trigger.list-triggers, trigger.list-params, trigger.app-admin
scenarios('trigger.listTriggers', [
  {
    name: 'lists triggers with where they come from, what they are, whether they run and what became of the latest run',
    as: 'ann',
    params: DEV,
    given: async world => {
      await triggerIn(world, { changes: ['create'], actions: [message('listed')] }, { name: 'Listed' })
      await triggerIn(world, { event: 'form', actions: [message('by form')] }, { name: 'By form', enable: false })
      await addRow(world, 'order', { title: 'Tea' })
      await work(world)
      return { body: { orderBy: 'name', orderDir: 'asc' } }
    },
    expect: {
      status: 0,
      data: {
        total: 2,
        page: 1,
        perPage: 20,
        mayCreate: true,
        items: [
          { name: 'By form', source: 'trigger', type: 'form-entity-event', enable: 0, status: 'none' },
          { name: 'Listed', source: 'trigger', type: 'model-entity-event', enable: 1, status: 'done' },
        ],
      },
    },
  },
  {
    name: 'the one changed last comes first',
    as: 'ann',
    params: DEV,
    given: async world => {
      const { items } = await must(world, 'trigger.listTriggers', { body: { searchValue: 'listed' } })
      const { definition } = await must(world, 'trigger.get', { params: { ...DEV, triggerId: items[0].id } })
      await must(world, 'trigger.update', { params: { ...DEV, triggerId: items[0].id }, body: { key: items[0].key, name: 'Listed', definition } })
      return { body: {} }
    },
    expect: { status: 0, data: { items: [{ name: 'Listed' }, { name: 'By form' }] } },
  },
  {
    name: 'looks for a part of the name or of the key, page by page',
    as: 'ann',
    params: DEV,
    body: { searchType: 'key', searchValue: 'TRIGGER', orderBy: 'key', orderDir: 'desc', page: 2, perPage: 1 },
    expect: { status: 0 },
    then: ({ data }) => {
      expect(data).toMatchObject({ total: 2, page: 2, perPage: 1 })
      expect(data.items).toHaveLength(1)
      expect(data.items[0].key).toMatch(/^trigger\d+$/)
    },
  },
  {
    name: 'an environment has those that were published there',
    as: 'ann',
    params: { ...DEV, appUrlKey: 'shop' },
    body: {},
    expect: { status: 0, data: { items: [], mayCreate: false } },
  },
  { name: 'is for who works on the app', as: 'ben', params: DEV, body: {}, expect: { status: 403 } },
])
