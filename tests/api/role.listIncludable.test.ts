import { expect } from 'vitest'
import { addRole, foreignRole, putIn, rolesNotForThem } from '../support/roles.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let sales = ''
const own = async (world: World) => {
  if (!sales) {
    sales = await addRole(world, 'Sales')
    await putIn(world, sales, 'role', [await addRole(world, 'Inside')])
    await putIn(world, await addRole(world, 'Holder'), 'role', [sales])
    await addRole(world, 'Partners', { type: 1 })
    await addRole(world, 'Support')
  }
  return { params: { roleId: sales } }
}

scenarios('role.listIncludable', [
  {
    name: 'role.members-role-tab: neither itself, nor one that holds it, nor one that is in it, nor an external one',
    as: 'abe',
    given: own,
    expect: { status: 0 },
    then: reply => expect(reply.data.options.map((option: { label: string }) => option.label)).toEqual(['Administrators', 'All users', 'Support']),
  },
  { name: 'finds a part of the name', as: 'ann', given: own, query: { term: 'PORT' }, expect: { status: 0, data: { options: [{ label: 'Support' }] } } },
  { name: 'refuses a text without end', as: 'ann', given: own, query: { term: 'x'.repeat(200) }, expect: { status: 422, errors: ['term'] } },
  {
    name: 'knows no role of another organisation',
    as: 'ann',
    given: async world => ({ params: { roleId: await foreignRole(world) } }),
    expect: { status: 404, code: 'role.unknown' },
  },
  ...rolesNotForThem({}, own),
])
