// i.leave-company, i.leave-owner
import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { addDepartment } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const acme = async (world: World) => ({ params: { companyId: world.ids.acme }, body: {} })

scenarios('i.leaveCompany', [
  { name: 'i.leave-owner: the owner stays', as: 'ann', given: acme, expect: { status: 409, code: 'company.ownerStays', stored: 'same' } },
  { name: 'knows no organisation of others', as: 'dee', given: acme, expect: { status: 404, code: 'company.notMember', stored: 'same' } },
  {
    name: 'knows no organisation that there is not',
    as: 'ben',
    given: async () => ({ params: { companyId: uuidv7() }, body: {} }),
    expect: { status: 404, code: 'company.notMember', stored: 'same' },
  },
  { name: 'wants an id', as: 'ben', params: { companyId: 'acme' }, body: {}, expect: { status: 404, stored: 'same' } },
  { name: 'keeps out who is not signed in', given: acme, expect: { status: 401, stored: 'same' } },
  {
    name: 'who is banned stays banned',
    as: 'ben',
    given: async world => {
      await world.db.updateTable('member').set({ banned: true }).where('user_id', '=', world.ids.ben).execute()
      return acme(world)
    },
    expect: { status: 404, code: 'company.notMember', stored: 'same' },
  },
  {
    name: 'i.leave-company: takes the person out, with departments and roles',
    as: 'ben',
    given: async world => {
      await world.db.updateTable('member').set({ banned: false }).where('user_id', '=', world.ids.ben).execute()
      const departmentId = await addDepartment(world, 'Sales')
      await world.db.insertInto('department_member').values({ company_id: world.ids.acme, department_id: departmentId, user_id: world.ids.ben }).execute()
      const roleId = uuidv7()
      await world.db.insertInto('role').values({ id: roleId, company_id: world.ids.acme, app_id: world.ids.shop, name: 'Sales' }).execute()
      await world.db
        .insertInto('role_member')
        .values({ role_id: roleId, company_id: world.ids.acme, app_id: world.ids.shop, kind: 'user', subject_id: world.ids.ben })
        .execute()
      expect((await world.call('i.listRoles', { as: 'ben' })).data.items.map((role: { name: string }) => role.name)).toEqual(['member', 'Sales'])
      return acme(world)
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      for (const table of ['member', 'department_member'] as const)
        expect(await world.db.selectFrom(table).select('user_id').where('user_id', '=', world.ids.ben).execute()).toEqual([])
      expect((await world.call('i.listRoles', { as: 'ben' })).data.items).toEqual([])
      expect((await world.call('app.list', { as: 'ben' })).status).toBe(403)
    },
  },
])
