import { expect } from 'vitest'
import { asking, DEV, flowIn, must } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('flow.update', [
  {
    name: 'saves a version, and leaves running what runs',
    as: 'ann',
    given: async world => {
      const { flowId, key } = await flowIn(world, asking(world, ['abe']))
      return { params: { ...DEV, flowId }, body: { key, name: 'Renamed', definition: asking(world, ['ann']), note: 'Ann decides', baseVersion: 1 } }
    },
    expect: { status: 0, data: { name: 'Renamed', version: 2, enabledVersion: 1 } },
    then: async (reply, world) => {
      const { items, current } = await must(world, 'flow.listRevisions', { params: { ...DEV, flowId: reply.data.id } })
      expect(items.map(({ id, note }: any) => [id, note])).toEqual([
        ['2', 'Ann decides'],
        ['1', ''],
      ])
      expect(current).toBe('1')
    },
  },
  {
    name: 'refuses what somebody else has saved over',
    as: 'ann',
    given: async world => {
      const { flowId, key } = await flowIn(world, asking(world, ['abe']))
      await must(world, 'flow.update', { params: { ...DEV, flowId }, body: { key, name: 'Second', definition: asking(world, ['abe']) } })
      return { params: { ...DEV, flowId }, body: { key, name: 'Mine', definition: asking(world, ['abe']), baseVersion: 1 } }
    },
    expect: { status: 409, code: 'resource.changed', stored: 'same' },
  },
])
