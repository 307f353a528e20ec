import { expect } from 'vitest'
import { addDepartment, addMember, foreignDepartment, namesIn, notForThem, rootOf } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'

let from = ''
let to = ''
let eve = ''
let kim = ''
const move = (body: () => unknown) => async () => ({ params: { departmentId: from }, body: body() })

scenarios('org.moveMembers', [
  {
    name: 'moves several at once; their other departments stay, and nobody falls back to the first one',
    as: 'abe',
    given: async world => {
      from = await addDepartment(world, 'From')
      to = await addDepartment(world, 'To')
      const third = await addDepartment(world, 'Third')
      eve = await addMember(world, 'Eve', [from, third])
      kim = await addMember(world, 'Kim', [from])
      await world.running.services.organisation.departments.setManager(world.ids.acme, from, eve)
      return move(() => ({ users: [eve, kim], to }))()
    },
    expect: { status: 0, data: { moved: 2 } },
    then: async (_reply, world) => {
      expect(await namesIn(world, from)).toEqual([])
      expect(await namesIn(world, to)).toEqual(['Eve', 'Kim'])
      expect(await namesIn(world, await rootOf(world))).not.toContain('Kim')
      const { data } = await world.call('org.getMember', { as: 'ann', params: { userId: eve } })
      expect(data).toMatchObject({ departmentName: 'To, Third', managed: [] })
    },
  },
  {
    name: 'moves nobody when one of them is not there',
    as: 'ann',
    given: async world => ({ params: { departmentId: to }, body: { users: [eve, world.ids.ben], to: from } }),
    expect: { status: 422, code: 'org.notInDepartment', errors: ['users'], stored: 'same' },
  },
  {
    name: 'does not move to where they are',
    as: 'ann',
    given: async () => ({ params: { departmentId: to }, body: { users: [eve], to } }),
    expect: { status: 422, code: 'org.sameDepartment', errors: ['to'], stored: 'same' },
  },
  {
    name: 'does not move into another organisation',
    as: 'ann',
    given: async world => ({ params: { departmentId: to }, body: { users: [eve], to: await foreignDepartment(world) } }),
    expect: { status: 422, code: 'org.departmentUnknown', errors: ['to'], stored: 'same' },
  },
  {
    name: 'wants somebody and a department',
    as: 'ann',
    given: move(() => ({ users: [], to: '' })),
    expect: { status: 422, errors: ['users', 'to'], stored: 'same' },
  },
  ...notForThem({}, async () => ({ params: { departmentId: to }, body: { users: [eve], to: from } })),
])
