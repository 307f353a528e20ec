// Roles and permissions where apps are copied and listed.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addExternal, addPage, addRole, builtIn, DEV, ofShop, setList, setOverride } from '../support/permissions.ts'
import { builtinSource, makeModel } from '../support/models.ts'
import { addRule, field, rule } from '../support/row-permissions.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world?.close())

it('a copy of an app has its roles with their people, lists, exceptions and options, and nothing of its own', async () => {
  const page = await addPage(world, 'Salary', 'ann', { path: '/salary' })
  const inner = await addRole(world, 'Inner', { users: [world.ids.ben] })
  const outer = await addRole(world, 'Outer', { roles: [inner] })
  await addRole(world, 'Partners', { externals: [await addExternal(world, 'cyd')] }, 1)
  await setList(world, 'edit', [outer, await builtIn(world, 'admin')])
  await setList(world, 'read', [outer], { environment: 'qa' })
  await setOverride(world, await builtIn(world, 'all-users'), 'page', page, 'read', false)
  await setOverride(world, outer, 'page', page, 'read', true)
  await setOverride(world, outer, 'role', inner, 'edit', true)
  await world.db
    .insertInto('permission_option')
    .values({ page_id: page, ...ofShop(world), value: 'export', label: 'Export' })
    .execute()
  const sourceId = await builtinSource(world)
  const staff = await makeModel(world, sourceId, 'staff', [
    { key: 'name', type: 'text' },
    { key: 'pay', type: 'text', name: 'Pay' },
  ])
  await setOverride(world, await builtIn(world, 'all-users'), 'field', staff.fields.pay as string, 'read', false)
  await setOverride(world, outer, 'field', staff.fields.pay as string, 'read', true)
  const ofRoles = { conjunction: 'and', children: [{ left: field('user.roles'), op: 'select_any_in', right: [outer] }] }
  await addRule(world, rule({ roles: [outer] }, ofRoles), { ...DEV, dsKey: 'main', dmKey: 'staff' })
  const { data, msg, status } = await world.call('app.copy', { as: 'abe', params: DEV, body: { name: 'Copy', key: 'copy' } })
  expect(status, msg).toBe(0)
  const describe = async (appId: string) =>
    (
      await world.pool.query(
        `select
          (select json_agg(json_build_array(r.name, r.type, r.built_in) order by r.name) from role r where r.app_id = $1) as roles,
          (select json_agg(json_build_array(r.name, m.kind, i.name) order by r.name) from role_member m join role r on r.id = m.role_id left join role i on i.id = m.included_role_id
           where m.app_id = $1 and m.kind <> 'external') as members,
          (select json_agg(json_build_array(l.environment, l.list, (select json_agg(r.name order by r.name) from role r where r.id = any (l.roles) and r.app_id = $1)) order by 1) from permission_list l where l.app_id = $1) as lists,
          (select json_agg(json_build_array(r.name, o.kind, o.option, o.allow, coalesce(p.name, i.name, f.name)) order by r.name, o.kind) from permission_override o join role r on r.id = o.role_id
           left join page p on p.id = o.resource_id and p.app_id = $1 left join role i on i.id = o.resource_id and i.app_id = $1
           left join lateral (select each ->> 'name' as name from data_model m, jsonb_array_elements(m.definition -> 'fields') as each
             where m.app_id = $1 and each ->> 'id' = o.resource_id::text) f on true where o.app_id = $1) as overrides,
          (select json_agg(json_build_array(w.name, (select json_agg(r.name) from role r where r.id = any (w.role_ids) and r.app_id = $1),
            (select json_agg(r.name) from role r where w.filters::text like '%' || r.id || '%' and r.app_id = $1))) from row_permission w where w.app_id = $1) as rules,
          (select json_agg(json_build_array(p.name, o.value, o.label)) from permission_option o join page p on p.id = o.page_id where o.app_id = $1 and p.app_id = $1) as options`,
        [appId],
      )
    ).rows[0]
  expect(await describe(data.id)).toEqual(await describe(world.ids.shop))
  // And they count: ben holds a role there.
  expect((await world.call('page.list', { as: 'ben', params: { companyKey: 'acme', appUrlKey: 'copy-dev' } })).status).toBe(0)
  const version = await world.db.selectFrom('permission_version').selectAll().where('app_id', '=', data.id).execute()
  expect(version.map(one => [one.version, one.created_by])).toEqual([[1, world.ids.abe]])
})

it('a list of apps tells what one may do in each', async () => {
  const ours = (await world.call('app.list', { as: 'ben', params: { companyKey: 'acme' } })).data.items
  expect(Object.fromEntries(ours.map((app: any) => [app.key, app.perms]))).toEqual({
    shop: { edit: true, publish: false, manage: false, delete: false },
    copy: { edit: true, publish: false, manage: false, delete: false },
  })
  await world.db.deleteFrom('permission_list').where('app_id', '=', world.ids.shop).execute()
  await setList(world, 'publish', [await builtIn(world, 'all-users')])
  const mine = (await world.call('app.listMine', { as: 'ben' })).data.items
  expect(mine.find((app: any) => app.key === 'shop').perms).toEqual({ edit: false, publish: true, manage: false, delete: false })
  expect((await world.call('app.listMine', { as: 'abe' })).data.items[0].perms).toEqual({ edit: true, publish: true, manage: true, delete: true })
})
