import { expect } from 'vitest'
import { addDepartment, addMember, foreignDepartment, namesIn, notForThem, rootOf } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'

let eve = ''
let sales = ''
let east = ''
const her = (departmentId?: string) => ({ params: { userId: eve }, ...(departmentId && { query: { departmentId } }) })

scenarios('org.removeMember', [
  {
    name: 'takes somebody out of one department; the others stay',
    as: 'abe',
    given: async world => {
      sales = await addDepartment(world, 'Sales')
      east = await addDepartment(world, 'East', sales)
      eve = await addMember(world, 'Eve', [sales, east])
      return her(east)
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect(await namesIn(world, east)).toEqual([])
      expect(await namesIn(world, sales, { showDescendants: true })).toEqual(['Eve'])
    },
  },
  {
    name: 'who loses the last department sits in the first one',
    as: 'ann',
    given: async () => her(sales),
    expect: { status: 0 },
    then: async (_reply, world) => expect(await namesIn(world, await rootOf(world))).toContain('Eve'),
  },
  {
    name: 'does not take somebody out of the only department, the first one',
    as: 'ann',
    given: async world => her(await rootOf(world)),
    expect: { status: 409, code: 'org.lastDepartment', stored: 'same' },
  },
  {
    name: 'is not taken out of where he is not',
    as: 'ann',
    given: async () => her(east),
    expect: { status: 404, code: 'org.notInDepartment', stored: 'same' },
  },
  {
    name: 'takes somebody out of the organisation: the account stays, the seats and the rights are gone',
    as: 'ann',
    given: async world => {
      await addDepartment(world, 'Led', undefined, { manager: eve })
      return her()
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect((await world.call('org.getMember', { as: 'ann', params: { userId: eve } })).code).toBe('org.memberUnknown')
      expect(await world.db.selectFrom('person').select('id').where('id', '=', eve).execute()).toHaveLength(1)
      expect(await world.db.selectFrom('department_reach').select('department_id').where('user_id', '=', eve).execute()).toEqual([])
      const [root] = (await world.call('org.listDepartments', { as: 'ann' })).data.options
      expect(root).toMatchObject({ people: 3 })
      expect(root.children.at(-1)).toMatchObject({ name: 'Led', manager: null, people: 0, removable: true })
    },
  },
  {
    name: 'leaves the owner',
    as: 'abe',
    given: async world => ({ params: { userId: world.ids.ann } }),
    expect: { status: 409, code: 'org.ownerProtected', stored: 'same' },
  },
  {
    name: 'is not for oneself',
    as: 'abe',
    given: async world => ({ params: { userId: world.ids.abe } }),
    expect: { status: 409, code: 'org.notYourself', stored: 'same' },
  },
  {
    name: 'knows no department of another organisation',
    as: 'ann',
    given: async world => ({ params: { userId: world.ids.ben }, query: { departmentId: await foreignDepartment(world) } }),
    expect: { status: 404, code: 'org.departmentUnknown', stored: 'same' },
  },
  {
    name: 'knows nobody of another organisation',
    as: 'ann',
    given: async world => ({ params: { userId: world.ids.dee } }),
    expect: { status: 404, code: 'org.memberUnknown', stored: 'same' },
  },
  {
    name: 'refuses what is no id',
    as: 'ann',
    given: async world => ({ params: { userId: world.ids.ben }, query: { departmentId: 'x' } }),
    expect: { status: 422, errors: ['departmentId'], stored: 'same' },
  },
  ...notForThem({}, async world => ({ params: { userId: await addMember(world, 'Guarded') } })),
])
