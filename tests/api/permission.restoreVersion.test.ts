import { expect } from 'vitest'
import { sql } from 'kysely'
import { addPage, addRole, builtIn, DEV, ofShop, setList, setOverride } from '../support/permissions.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const at = (version: number) => ({ ...DEV, version: String(version) })
/** Everything that a version is about, but for times. */
async function state(world: World) {
  const { rows } = await sql<{ state: unknown }>`select json_build_object(
    'roles', (select json_agg(json_build_array(id, name, description) order by id) from role),
    'members', (select json_agg(json_build_array(role_id, kind, subject_id) order by role_id, kind, subject_id) from role_member),
    'lists', (select json_agg(json_build_array(environment, list, roles, owner) order by environment, list) from permission_list),
    'overrides', (select json_agg(json_build_array(role_id, kind, option, resource_id, environment, allow) order by role_id, option, environment, resource_id) from permission_override),
    'options', (select json_agg(json_build_array(page_id, value, label) order by value) from permission_option),
    'config', (select config from app where id = ${world.ids.shop})) as state`.execute(world.db)
  return JSON.stringify(rows[0])
}
const revision = async (world: World) =>
  (await world.db.selectFrom('app').select('permission_revision').where('id', '=', world.ids.shop).executeTakeFirstOrThrow()).permission_revision
let sales = ''
let page = ''
let kept = ''
let version = 0

scenarios('permission.restoreVersion', [
  {
    name: 'everything is what it was: roles, people, lists, exceptions, options, switches',
    as: 'abe',
    given: async world => {
      page = await addPage(world, 'Salary')
      sales = await addRole(world, 'Sales', { users: [world.ids.ben] })
      const staff = await addRole(world, 'Staff', { roles: [sales] })
      await setList(world, 'edit', [sales, staff])
      await setOverride(world, sales, 'page', page, 'read', false)
      await world.db
        .insertInto('permission_option')
        .values({ page_id: page, ...ofShop(world), value: 'export', label: 'Export' })
        .execute()
      await world.call('permission.saveAclForm', { as: 'abe', params: DEV, body: { guestEnabled: true } })
      kept = await state(world)
      version = await revision(world)
      await world.call('permission.saveAclForm', { as: 'abe', params: DEV, body: { guestEnabled: false } })
      await world.db.deleteFrom('role').where('id', '=', sales).execute()
      await setList(world, 'edit', [await builtIn(world, 'all-users')])
      await setList(world, 'viewLog', [staff])
      await addRole(world, 'Later', { users: [world.ids.ben] })
      await world.db.updateTable('permission_option').set({ label: 'Other' }).execute()
      await setOverride(world, staff, 'page', page, 'edit', true)
      return { params: at(version), body: { note: 'Back' } }
    },
    expect: { status: 0, data: { skipped: 0 } },
    then: async (reply, world) => {
      expect(await state(world)).toBe(kept)
      expect(reply.data.version).toBe(await revision(world))
      const row = await world.db.selectFrom('permission_version').selectAll().where('version', '=', reply.data.version).executeTakeFirstOrThrow()
      expect(row).toMatchObject({ kind: 'restore', note: 'Back', created_by: world.ids.abe })
      // And back again.
      expect((await world.call('permission.restoreVersion', { as: 'abe', params: at(reply.data.version - 1), body: {} })).status).toBe(0)
      expect((await world.db.selectFrom('role').select('name').where('built_in', 'is', null).orderBy('name').execute()).map(role => role.name)).toEqual([
        'Later',
        'Staff',
      ])
      expect((await world.call('permission.restoreVersion', { as: 'abe', params: at(reply.data.version), body: {} })).status).toBe(0)
    },
  },
  {
    name: 'a role whose name another one has by now: the new one goes, the old one comes back with all that was said about it',
    as: 'abe',
    given: async world => {
      sales = await addRole(world, 'Team', { users: [world.ids.ben] })
      await setList(world, 'read', [sales])
      await setOverride(world, sales, 'page', page, 'read', true)
      kept = await state(world)
      version = await revision(world)
      await world.db.deleteFrom('role').where('id', '=', sales).execute()
      const again = await addRole(world, 'team', { users: [world.ids.abe] })
      await setList(world, 'read', [again])
      await setOverride(world, again, 'page', page, 'read', false)
      return { params: at(version), body: {} }
    },
    expect: { status: 0, data: { skipped: 0 } },
    then: async (reply, world) => {
      expect(await state(world)).toBe(kept)
      expect(reply.msg).toBe('')
    },
  },
  {
    name: 'roles that bear names of each other, and of one that is new',
    as: 'abe',
    given: async world => {
      const rename = (id: string, name: string) => world.db.updateTable('role').set({ name }).where('id', '=', id).execute()
      const [one, two, three] = [await addRole(world, 'One'), await addRole(world, 'Two'), await addRole(world, 'Three')]
      kept = await state(world)
      version = await revision(world)
      await rename(three, 'Third')
      await addRole(world, 'Three')
      await rename(one, 'Between')
      await rename(two, 'ONE')
      await rename(one, 'Two')
      return { params: at(version), body: {} }
    },
    expect: { status: 0, data: { skipped: 0 } },
    then: async (_reply, world) => expect(await state(world)).toBe(kept),
  },
  {
    name: 'what is gone for good is left out and counted',
    as: 'abe',
    given: async world => {
      await world.db.deleteFrom('member').where('user_id', '=', world.ids.ben).execute()
      await world.call('page.delete', { as: 'ann', params: { ...DEV, pageId: page } })
      return { params: at(version), body: {} }
    },
    expect: { status: 0, data: { restored: 0, skipped: 5 } },
    then: reply => expect(reply.msg).toBe('Restored: 0. Could not be restored, because what they are about is gone: 5'),
  },
  {
    name: 'nothing that has changed since',
    as: 'abe',
    given: async world => ({ params: at(await revision(world)), body: {} }),
    expect: { status: 409, code: 'permission.nothingToRestore', stored: 'same' },
  },
  { name: 'a version that is not there', as: 'abe', params: at(999), body: {}, expect: { status: 404, code: 'permission.versionUnknown', stored: 'same' } },
  { name: 'a note that is too long', as: 'abe', params: at(1), body: { note: 'x'.repeat(201) }, expect: { status: 422, errors: ['note'], stored: 'same' } },
  { name: 'is not for a member without duties', as: 'abe', params: { ...at(1), companyKey: 'globex' }, body: {}, expect: { status: 403, stored: 'same' } },
])
