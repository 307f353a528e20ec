// i.list-roles
import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

/** Sales includes Desk; ben is in Sales. */
async function withRoles({ db, ids }: World) {
  const scope = { company_id: ids.acme, app_id: ids.shop }
  const [sales, desk, other] = [uuidv7(), uuidv7(), uuidv7()]
  await db
    .insertInto('role')
    .values([
      { id: sales, ...scope, name: 'Sales' },
      { id: desk, ...scope, name: 'Desk' },
      { id: other, ...scope, name: 'Nobody in it' },
    ])
    .execute()
  await db
    .insertInto('role_member')
    .values([
      { role_id: sales, ...scope, kind: 'user', subject_id: ids.ben },
      { role_id: desk, ...scope, kind: 'role', subject_id: sales },
    ])
    .execute()
}

scenarios('i.listRoles', [
  {
    name: 'i.list-roles: tells what one is in organisations and which roles one holds in their apps',
    as: 'ben',
    given: withRoles,
    expect: { status: 0, data: { total: 3 } },
    then: reply =>
      expect(
        reply.data.items.map((role: Record<string, string>) => [role.type, role.name, role.companyName, role.companyKey, role.appName, role.appKey]),
      ).toEqual([
        ['company', 'member', 'Acme', 'acme', '', ''],
        ['app', 'Desk', 'Acme', 'acme', 'Shop', 'shop'],
        ['app', 'Sales', 'Acme', 'acme', 'Shop', 'shop'],
      ]),
  },
  {
    name: 'tells a visitor of an app which roles that brings',
    as: 'dee',
    given: async ({ db, ids }) => {
      const externalId = uuidv7()
      await db.insertInto('external_user').values({ id: externalId, company_id: ids.acme, app_id: ids.shop, user_id: ids.dee }).execute()
      const role = await db.selectFrom('role').select('id').where('name', '=', 'Desk').executeTakeFirstOrThrow()
      await db
        .insertInto('role_member')
        .values({ role_id: role.id, company_id: ids.acme, app_id: ids.shop, kind: 'external', subject_id: externalId })
        .execute()
    },
    expect: { status: 0 },
    then: reply => expect(reply.data.items.map((role: Record<string, string>) => `${role.companyName} ${role.name}`)).toEqual(['Acme Desk', 'Globex owner']),
  },
  { name: 'is empty for who has none', as: 'cyd', expect: { status: 0, data: { items: [], total: 0 } } },
  { name: 'takes nobody else', as: 'ben', query: { userId: 'x' }, expect: { status: 422, errors: ['userId'], stored: 'same' } },
  { name: 'keeps out who is not signed in', expect: { status: 401, stored: 'same' } },
])
