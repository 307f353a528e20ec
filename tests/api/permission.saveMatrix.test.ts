import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { addPage, addRole, builtIn, ofShop } from '../support/permissions.ts'
import { scenarios } from '../support/scenarios.ts'

let page = ''
let role = ''
const ask = (changes: unknown[], kind = 'page') => ({ body: { kind, changes } })

scenarios('permission.saveMatrix', [
  {
    name: 'boxes of several roles at once, the last one of the same box',
    as: 'abe',
    given: async world => {
      page = await addPage(world, 'Orders')
      role = await addRole(world, 'Sales')
      const all = await builtIn(world, 'all-users')
      return ask([
        { roleId: role, resourceId: page, option: 'edit', allow: true },
        { roleId: all, resourceId: page, option: 'read', allow: true },
        { roleId: all, resourceId: page, option: 'read', allow: false },
      ])
    },
    expect: { status: 0, data: { saved: 2 } },
    then: async (reply, world) => {
      const rows = await world.db.selectFrom('permission_override').select(['role_id', 'option', 'allow']).execute()
      expect(rows.map(row => [row.role_id === role, row.option, row.allow]).sort()).toEqual([
        [false, 'read', false],
        [true, 'edit', true],
      ])
      const { permission_revision } = await world.db.selectFrom('app').select('permission_revision').where('id', '=', world.ids.shop).executeTakeFirstOrThrow()
      expect(reply.data.revision).toBe(permission_revision)
    },
  },
  {
    name: '1,000 changes are one version, and quick',
    as: 'abe',
    given: async world => {
      const pages = Array.from({ length: 100 }, () => uuidv7())
      await world.db
        .insertInto('page')
        .values(
          pages.map(id => ({
            id,
            ...ofShop(world),
            kind: 'page' as const,
            name: 'P',
            path: `/${id}`,
            parent_id: null,
            body_hash: null,
            updated_by: null,
            owner_id: null,
          })),
        )
        .execute()
      const roles = await Promise.all(Array.from({ length: 10 }, (_, n) => addRole(world, `R${n}`)))
      return ask(roles.flatMap(roleId => pages.map(resourceId => ({ roleId, resourceId, option: 'edit', allow: true }))))
    },
    expect: { status: 0, data: { saved: 1000 } },
    then: async (_reply, world) => {
      const { rows } = await world.pool.query('select version, count(*)::int as n from permission_change group by 1 order by 1 desc limit 1')
      expect(rows[0].n).toBe(1000)
    },
  },
  {
    name: 'all of it or nothing',
    as: 'abe',
    given: async () =>
      ask([
        { roleId: role, resourceId: page, option: 'delete', allow: true },
        { roleId: role, resourceId: uuidv7(), option: 'delete', allow: true },
      ]),
    expect: { status: 422, code: 'permission.resourceUnknown', stored: 'same' },
  },
  { name: 'what is no change', as: 'abe', given: async () => ask([{ roleId: role }]), expect: { status: 422, stored: 'same' } },
  {
    name: 'is not for a member without duties',
    as: 'ben',
    given: async () => ask([{ roleId: role, resourceId: page, option: 'delete', allow: true }]),
    expect: { status: 403, stored: 'same' },
  },
])
