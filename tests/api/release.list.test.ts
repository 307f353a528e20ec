// release.list-releases, release.list-tab
import { expect } from 'vitest'
import { addPage, DEV, wrongPeople } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('release.list', [
  {
    name: 'is empty before the first publish (release.list-empty)',
    as: 'ann',
    params: DEV,
    expect: { status: 0, data: { items: [], total: 0, inProgress: false } },
  },
  {
    name: 'lists newest first, a page at a time, and which one each environment runs',
    as: 'ann',
    params: DEV,
    given: async world => {
      await addPage(world, { name: 'Home' })
      for (let i = 1; i <= 3; i++) await publish(world, { title: `R${i}` })
      await publish(world, { title: 'Q', tag: 'qa' })
    },
    query: { perPage: 3 },
    expect: { status: 0, data: { total: 4, page: 1, perPage: 3 } },
    then: async (reply, world) => {
      expect(reply.data.items.map((r: any) => [r.title, r.version, r.tag, r.current])).toEqual([
        ['Q', '1.0.3', 'qa', true],
        ['R3', '1.0.2', 'latest', true],
        ['R2', '1.0.1', 'latest', false],
      ])
      const next = await world.call('release.list', { as: 'ann', params: DEV, query: { page: 2, perPage: 3 } })
      expect(next.data.items.map((r: any) => r.title)).toEqual(['R1'])
    },
  },
  {
    name: 'says while one is in progress',
    as: 'ann',
    params: DEV,
    given: async world => void (await world.db.updateTable('release').set({ status: 2 }).where('title', '=', 'R1').execute()),
    expect: { status: 0, data: { inProgress: true } },
    then: async (_reply, world) => {
      const refused = await world.call('release.create', { as: 'ann', params: DEV, body: { title: 'Another' } })
      expect(refused).toMatchObject({ status: 409, code: 'release.inProgress' })
    },
  },
  { name: 'refuses odd pages', as: 'ann', params: DEV, query: { page: 'x', perPage: 1000 }, expect: { status: 422, errors: ['page', 'perPage'] } },
  ...wrongPeople({}, async () => ({ params: DEV })),
])
