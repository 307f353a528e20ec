import { expect } from 'vitest'
import { addRole, builtIn, foreignRole, lastChange, putIn, rolesNotForThem, within } from '../support/roles.ts'
import { scenarios } from '../support/scenarios.ts'
import { makeWorld, type World } from '../support/world.ts'
import { describe, it } from 'vitest'

let sales = ''
let support = ''
const own = (role: (world: World) => Promise<string[]>) => async (world: World) => {
  sales ||= await addRole(world, 'Sales')
  support ||= await addRole(world, 'Support')
  return { params: { roleId: sales }, body: { role: await role(world) } }
}
const toSupport = own(async () => [support])

scenarios('role.addIncludedRoles', [
  {
    name: 'role.add-included-roles role.add-role-dialog: whoever has it gets this one too',
    as: 'abe',
    given: toSupport,
    expect: { status: 0, data: { added: 1 } },
    then: async (_reply, world) => {
      expect(await within(world, sales, 'role')).toEqual([support])
      expect(await lastChange(world)).toMatchObject({ by: 'abe', changes: [{ what: 'member' }] })
    },
  },
  { name: 'wants one', as: 'ann', given: own(async () => []), expect: { status: 422, errors: ['role'], stored: 'same' } },
  { name: 'not itself', as: 'ann', given: own(async () => [sales]), expect: { status: 422, code: 'role.cycle', errors: ['role'], stored: 'same' } },
  {
    name: 'not one that includes it through another: “{name} already includes this role”',
    as: 'ann',
    given: async world => {
      const third = await addRole(world, 'Third')
      await putIn(world, support, 'role', [third])
      return { params: { roleId: third }, body: { role: [sales] } }
    },
    expect: { status: 422, code: 'role.cycle', errors: ['role'], stored: 'same' },
    then: reply => expect(reply.errors.role).toBe('Sales already includes this role, directly or through others'),
  },
  {
    name: 'no external role',
    as: 'ann',
    given: own(async world => [await addRole(world, 'Partners', { type: 1 })]),
    expect: { status: 422, code: 'role.includedUnknown', stored: 'same' },
  },
  {
    name: 'no role of another organisation',
    as: 'ann',
    given: own(async world => [await foreignRole(world)]),
    expect: { status: 422, code: 'role.includedUnknown', stored: 'same' },
  },
  {
    name: 'role.members-disabled: nothing in “all users”, but “all users” in others',
    as: 'ann',
    given: async world => ({ params: { roleId: await builtIn(world, 'all-users') }, body: { role: [support] } }),
    expect: { status: 409, code: 'role.membersLocked', stored: 'same' },
    then: async (_reply, world) => {
      const put = await world.call('role.addIncludedRoles', { as: 'ann', params: { roleId: sales }, body: { role: [await builtIn(world, 'all-users')] } })
      expect(put.data).toEqual({ added: 1 })
    },
  },
  ...rolesNotForThem({}, toSupport),
])

describe('role.addIncludedRoles at once', () => {
  it('two that would make a cycle together: one of them is refused', async () => {
    const world = await makeWorld()
    const [a, b] = [await addRole(world, 'A'), await addRole(world, 'B')]
    const put = (roleId: string, role: string) => world.call('role.addIncludedRoles', { as: 'ann', params: { roleId }, body: { role: [role] } })
    const replies = await Promise.all([put(a, b), put(b, a)])
    expect(replies.map(reply => reply.code ?? 'done').sort()).toEqual(['done', 'role.cycle'])
    await world.close()
  })
})
