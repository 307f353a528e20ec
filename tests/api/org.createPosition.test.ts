import { expect } from 'vitest'
import { notForThem } from '../support/organisation.ts'
import { addGroup, foreignRank, rankNames } from '../support/positions.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const rank =
  (more: Record<string, unknown> = {}) =>
  async (world: World) => {
    const groupId = await addGroup(world, 'Engineers')
    return { params: { groupId }, body: { groupId, name: 'Senior', level: 7, description: 'Leads', ...more } }
  }

scenarios('org.createPosition', [
  {
    name: 'org.create-position: adds a rank to the category of the address',
    as: 'abe',
    given: rank(),
    expect: { status: 0 },
    then: async (_reply, world) => expect(await rankNames(world)).toEqual(['Senior']),
  },
  { name: 'org.rank-level: 0 is a level', as: 'ann', given: rank({ level: 0 }), expect: { status: 0 } },
  { name: 'org.rank-level, org.RANK_LEVEL: 99999 is one', as: 'ann', given: rank({ level: 99_999 }), expect: { status: 0 } },
  { name: 'org.rank-level: 100000 is none', as: 'ann', given: rank({ level: 100_000 }), expect: { status: 422, errors: ['level'], stored: 'same' } },
  { name: 'org.rank-level: is a whole number', as: 'ann', given: rank({ level: 1.5 }), expect: { status: 422, errors: ['level'], stored: 'same' } },
  { name: 'org.rank-name: 2 to 50 characters', as: 'ann', given: rank({ name: 'x' }), expect: { status: 422, errors: ['name'], stored: 'same' } },
  {
    name: 'org.rank-category: is wanted',
    as: 'ann',
    given: rank({ groupId: '' }),
    expect: { status: 422, errors: ['groupId'], stored: 'same' },
    then: reply => expect(reply.errors.groupId).toBe('Please choose a category'),
  },
  {
    name: 'org.rank-description: at most 200 characters',
    as: 'ann',
    given: rank({ description: 'x'.repeat(201) }),
    expect: { status: 422, errors: ['description'], stored: 'same' },
  },
  {
    name: 'takes no category of another organisation, from the form or the address',
    as: 'ann',
    given: async world => rank({ groupId: (await foreignRank(world)).groupId })(world),
    expect: { status: 422, code: 'org.groupUnknown', errors: ['groupId'], stored: 'same' },
    then: async (_reply, world) => {
      const { groupId } = await foreignRank(world)
      const own = await addGroup(world, 'Own')
      expect(await world.call('org.createPosition', { as: 'ann', params: { groupId }, body: { groupId: own, name: 'Mine', level: 1 } })).toMatchObject({
        status: 404,
      })
    },
  },
  ...notForThem({}, rank()),
])
