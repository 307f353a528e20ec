// flowDesign.user-range-options: people, departments and roles to choose from, by words and by what is chosen.
import { expect } from 'vitest'
import { DEV, must } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('flow.listRangeOptions', [
  {
    name: 'finds people by a part of their name',
    as: 'ann',
    given: async () => ({ params: DEV, body: { type: 'users', keywords: 'ben' } }),
    expect: { status: 0 },
    then: async (reply, world) => expect(reply.data.options).toContainEqual({ value: world.ids.ben, label: expect.stringContaining('Ben'), type: 'users' }),
  },
  {
    name: 'puts those already chosen first',
    as: 'ann',
    given: async world => ({ params: DEV, body: { type: 'users', values: [world.ids.ben] } }),
    expect: { status: 0 },
    then: async (reply, world) => expect(reply.data.options[0].value).toBe(world.ids.ben),
  },
  {
    name: 'names departments with what is above them, and roles of the app',
    as: 'ann',
    given: async () => ({ params: DEV, body: { type: 'departments' } }),
    expect: { status: 0 },
    then: async (reply, world) => {
      expect(reply.data.options.length).toBeGreaterThan(0)
      const roles = await must(world, 'flow.listRangeOptions', { params: DEV, body: { type: 'roles' } })
      expect(roles.options.length).toBeGreaterThan(0)
      const none = await must(world, 'flow.listRangeOptions', { params: DEV, body: { type: 'roles', keywords: 'no role has this name' } })
      expect(none.options).toEqual([])
    },
  },
  {
    name: 'answers nobody of elsewhere, whoever asks for them',
    as: 'ann',
    given: async world => {
      const { rows } = await world.pool.query('select id from person where id not in (select user_id from member where company_id = $1) limit 1', [
        world.ids.acme,
      ])
      return { params: DEV, body: { type: 'users', values: [rows[0].id] } }
    },
    expect: { status: 0 },
    then: async (reply, world) => {
      const ids = reply.data.options.map(({ value }: { value: string }) => value)
      const { rows } = await world.pool.query('select user_id from member where company_id = $1', [world.ids.acme])
      expect(rows.map(({ user_id }: { user_id: string }) => user_id)).toEqual(expect.arrayContaining(ids))
    },
  },
  { name: 'is for who works on the app', as: 'ben', given: async () => ({ params: DEV, body: { type: 'users' } }), expect: { status: 403 } },
])
