import { expect } from 'vitest'
import { cydJoins, DEV, must } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'
import type { Person, World } from '../support/world.ts'

const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const given = async (world: World, who: Person, deputy: Person) => ({
  params: { ...DEV, userId: world.ids[who] },
  body: { isAway: true, from: at(-1), to: at(7), deputy: world.ids[deputy] },
})

scenarios('flow.saveAbsenceOf', [
  {
    name: 'is set for somebody, who reads who did so; it stands in the log',
    as: 'ann',
    given: async world => {
      await cydJoins(world)
      return given(world, 'abe', 'cyd')
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const { away } = await must(world, 'flow.getPreference', { as: 'abe', params: DEV })
      expect(away).toMatchObject({ deputy: { name: 'Cyd' }, setBy: 'Ann' })
      const { rows } = await world.pool.query(`select user_id from audit where call = 'flow.saveAbsenceOf'`)
      expect(rows).toMatchObject([{ user_id: world.ids.ann }])
    },
  },
  {
    name: 'is refused where both would decide for each other',
    as: 'ann',
    given: world => given(world, 'cyd', 'abe'),
    expect: { status: 422, code: 'flow.deputyLoop', errors: ['deputy'], stored: 'same' },
  },
  {
    name: 'is taken back',
    as: 'ann',
    given: async world => ({ ...(await given(world, 'abe', 'cyd')), body: { isAway: false } }),
    expect: { status: 0 },
    then: async (_reply, world) => expect((await must(world, 'flow.listAbsences', { params: DEV })).items).toEqual([]),
  },
  {
    name: 'is of somebody in the organisation',
    as: 'ann',
    given: world => given(world, 'dee', 'abe'),
    expect: { status: 404, code: 'flow.personUnknown', stored: 'same' },
  },
])
