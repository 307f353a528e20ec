import { expect } from 'vitest'
import { addDepartment, addMember, namesIn, notForThem, rootOf } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let sales = ''
let east = ''
let people: string[] = []
const someone = async (world: World) => ({ body: { action: 'letIn', users: [world.ids.ben] } })
const banned = async (world: World) =>
  (
    await world.db.selectFrom('member').innerJoin('person', 'person.id', 'member.user_id').select('name').where('banned', '=', true).orderBy('name').execute()
  ).map(row => row.name)

scenarios('org.changeMembers', [
  {
    name: 'bans many at once; owner, oneself and who is banned already are left out and named',
    as: 'abe',
    given: async world => {
      sales = await addDepartment(world, 'Sales')
      east = await addDepartment(world, 'East', sales)
      people = [await addMember(world, 'Eve', [sales]), await addMember(world, 'Fay', [sales, east]), await addMember(world, 'Gil', [east])]
      await world.db
        .updateTable('member')
        .set({ banned: true })
        .where('user_id', '=', people[2] as string)
        .execute()
      return { body: { action: 'ban', users: [...people, world.ids.ann, world.ids.abe] } }
    },
    expect: { status: 0, data: { count: 2 } },
    then: async (reply, world) => {
      expect(reply.data.left.map((one: any) => [one.name, one.reason])).toEqual([
        ['Abe', 'You cannot do this to yourself'],
        ['Ann', 'The owner stays'],
        ['Gil', 'Is banned already'],
      ])
      expect(reply.data.text).toBe('Changed: 2. Left out: Abe (You cannot do this to yourself), Ann (The owner stays), Gil (Is banned already)')
      expect(await banned(world)).toEqual(['Eve', 'Fay', 'Gil'])
    },
  },
  {
    name: 'lets many in again',
    as: 'ann',
    given: async () => ({ body: { action: 'letIn', users: people } }),
    expect: { status: 0, data: { count: 3, left: [] } },
    then: async (_reply, world) => expect(await banned(world)).toEqual([]),
  },
  {
    name: 'moves many out of a department; their other departments stay',
    as: 'ann',
    given: async world => ({ body: { action: 'move', users: people, departmentId: sales, to: await addDepartment(world, 'Works') } }),
    expect: { status: 0, data: { count: 2, left: [{ name: 'Gil', reason: 'This person is not in this department' }] } },
    then: async (_reply, world) => {
      expect(await namesIn(world, sales)).toEqual([])
      expect(await namesIn(world, east)).toEqual(['Fay', 'Gil'])
    },
  },
  {
    name: 'moves many out of wherever they are',
    as: 'ann',
    given: async () => ({ body: { action: 'move', users: people, to: sales } }),
    expect: { status: 0, data: { count: 3 } },
    then: async (_reply, world) => {
      expect(await namesIn(world, sales)).toEqual(['Eve', 'Fay', 'Gil'])
      expect(await namesIn(world, east)).toEqual([])
    },
  },
  {
    name: 'takes many out of a department; who is in no other one is in the organisation itself then',
    as: 'ann',
    given: async () => ({ body: { action: 'leave', users: people, departmentId: sales } }),
    expect: { status: 0, data: { count: 3 } },
    then: async (_reply, world) => {
      expect(await namesIn(world, sales)).toEqual([])
      expect(await namesIn(world, await rootOf(world))).toEqual(expect.arrayContaining(['Eve', 'Fay', 'Gil']))
      const again = await world.call('org.changeMembers', { as: 'ann', body: { action: 'leave', users: people, departmentId: await rootOf(world) } })
      expect(again.data).toMatchObject({ count: 0, left: [{ reason: 'Is in no other department' }, {}, {}] })
    },
  },
  {
    name: 'removes many from the organisation',
    as: 'ann',
    given: async world => ({ body: { action: 'remove', users: [...people, world.ids.ann] } }),
    expect: { status: 0, data: { count: 3, left: [{ name: 'Ann', reason: 'The owner stays' }] } },
    then: async (_reply, world) => expect(await namesIn(world, await rootOf(world), { showDescendants: true })).toEqual(['Abe', 'Ann', 'Ben']),
  },
  {
    name: 'wants a department to move to, another one',
    as: 'ann',
    given: async world => ({ body: { action: 'move', users: [world.ids.ben], departmentId: sales, to: sales } }),
    expect: { status: 422, code: 'org.sameDepartment', stored: 'same' },
  },
  {
    name: 'wants to know where to move',
    as: 'ann',
    given: async world => ({ body: { action: 'move', users: [world.ids.ben] } }),
    expect: { status: 422, code: 'org.departmentUnknown', errors: ['to'], stored: 'same' },
  },
  {
    name: 'knows nobody of another organisation',
    as: 'ann',
    given: async world => ({ body: { action: 'ban', users: [world.ids.dee] } }),
    expect: { status: 422, code: 'org.memberUnknown', stored: 'same' },
  },
  { name: 'wants people', as: 'ann', body: { action: 'ban', users: [] }, expect: { status: 422, errors: ['users'], stored: 'same' } },
  ...notForThem({}, someone),
])
