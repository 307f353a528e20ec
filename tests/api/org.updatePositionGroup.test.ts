import { expect } from 'vitest'
import { notForThem } from '../support/organisation.ts'
import { addGroup, foreignRank, groupNames } from '../support/positions.ts'
import { scenarios } from '../support/scenarios.ts'

const body = { name: 'Makers', sequence: 9, description: 'New' }

scenarios('org.updatePositionGroup', [
  {
    name: 'org.update-position-group: changes a category',
    as: 'abe',
    body,
    given: async world => ({ params: { groupId: await addGroup(world, 'Engineers') } }),
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect(await groupNames(world)).toEqual(['Makers'])
      expect((await world.call('org.listPositionGroups', { as: 'ann' })).data.options[0]).toMatchObject(body)
    },
  },
  {
    name: 'org.category-form: tells all that is wrong',
    as: 'ann',
    body: { name: '', sequence: -1, description: 'x'.repeat(201) },
    given: async world => ({ params: { groupId: await addGroup(world, 'Engineers') } }),
    expect: { status: 422, errors: ['name', 'sequence', 'description'], stored: 'same' },
  },
  {
    name: 'knows none of another organisation',
    as: 'ann',
    body,
    given: async world => ({ params: { groupId: (await foreignRank(world)).groupId } }),
    expect: { status: 404, code: 'org.groupUnknown', stored: 'same' },
  },
  {
    name: 'takes no name of another category; one that has its name twice from before keeps it',
    as: 'ann',
    body: { ...body, name: 'engineers' },
    given: async world => ({ params: { groupId: await addGroup(world, 'Sellers') } }),
    expect: { status: 422, code: 'org.groupNameTaken', errors: ['name'], stored: 'same' },
    then: async (_reply, world) => {
      const groupId = await addGroup(world, 'Engineers')
      const reply = await world.call('org.updatePositionGroup', { as: 'ann', params: { groupId }, body: { ...body, name: 'Engineers' } })
      expect(reply.status).toBe(0)
    },
  },
  ...notForThem({ body }, async world => ({ params: { groupId: await addGroup(world, 'Guarded') } })),
])
