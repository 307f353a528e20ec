// workingCopy.create: a copy of dev to work in. It holds what dev holds but rows and passwords, stands in no list, and gives nobody more than the app does.
import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { builtinSource, makeModel } from '../support/models.ts'
import { DEV, shopOf, wrongPeople } from '../support/pages.ts'
import { addRole, clearPermissions, setOverride } from '../support/permissions.ts'
import { rule } from '../support/row-permissions.ts'
import { scenarios } from '../support/scenarios.ts'
import { addPages, idIn, letDevelop } from '../support/working-copies.ts'

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')
const ask = { as: 'ann' as const, params: DEV }
let page: string
let role: string

scenarios('workingCopy.create', [
  {
    ...ask,
    name: 'holds what dev holds under ids of its own, and what both have is kept as the app has it',
    given: async world => {
      ;({ page } = await addPages(world))
      await makeModel(world, await builtinSource(world), 'order', [{ key: 'title', type: 'text' }])
      role = await addRole(world, 'Sellers')
      await setOverride(world, role, 'page', page, 'read', true)
      const ruled = await world.call('rowPermission.createRowPermission', {
        as: 'ann',
        params: { ...DEV, dsKey: 'main', dmKey: 'order' },
        body: rule({ roles: [role] }),
      })
      expect(ruled.status).toBe(0)
      // A flow names its roles by id.
      const definition = { nodes: [{ id: 'a', kind: 'task', approvers: { by: 'roles', roles: [role] } }] }
      await world.db
        .insertInto('resource')
        .values({
          id: '0190aaaa-0000-7000-8000-00000000f10e',
          company_id: world.ids.acme,
          app_id: world.ids.shop,
          kind: 'flow',
          key: 'ask',
          name: 'Ask',
          definition: JSON.stringify(definition),
          owner_id: world.ids.abe,
        })
        .execute()
      // A picture of the app gets a place in the copy.
      const picture = await world.call('general.uploadImage', { as: 'ann', files: [{ field: 'file', name: 'a.png', content: PNG, mime: 'image/png' }] })
      expect(picture.msg).toBe('')
      await world.db.updateTable('file').set({ company_id: world.ids.acme, app_id: world.ids.shop }).where('id', '=', picture.data.id).execute()
      const schema = { type: 'page', body: [{ type: 'image', src: `/api/file/${picture.data.id}` }] }
      await world.running.services.pages.update(shopOf(world), world.ids.ann, page, { schema })
    },
    body: { name: ' New checkout ' },
    expect: { status: 0, data: { key: 'shop_copy1', name: 'New checkout', url: '/company/acme/app/shop_copy1-dev/design' } },
    then: async (reply, world) => {
      const { id } = reply.data
      const { merges } = world.running.services.releases
      const shop = { companyId: world.ids.acme, appId: world.ids.shop }
      const [made, mine] = [await merges.devNow({ ...shop, appId: id }, world.db), await merges.devNow(shop, world.db)]
      const copied = await idIn(world, id, page)
      expect(copied).not.toBe(page)
      expect(made.pages[copied]).toMatchObject({ name: 'Orders', parentId: await idIn(world, id, mine.pages[page]?.parentId ?? '') })
      expect(made.design?.data.models).toMatchObject([{ key: 'order' }])
      const sellers = made.design?.permissions.roles.find(one => one.name === 'Sellers')
      expect(made.design?.permissions.overrides).toMatchObject([{ roleId: sellers?.id, resourceIds: [copied] }])
      expect(JSON.stringify(made.design?.resources)).toContain(sellers?.id)
      // Whose a part is stays as it was.
      expect(await world.db.selectFrom('resource').select('owner_id').where('app_id', '=', id).execute()).toEqual([{ owner_id: world.ids.abe }])
      const { base_hash } = await world.db.selectFrom('working_copy').select('base_hash').where('app_id', '=', id).executeTakeFirstOrThrow()
      // Said in the ids of the app, the copy is the app.
      expect(await merges.kept(shop, base_hash, world.db)).toEqual(JSON.parse(JSON.stringify(mine)))
    },
  },
  {
    ...ask,
    name: 'stands in no list of apps, is opened at its own address and says where it belongs',
    body: { name: 'Second' },
    expect: { status: 0, data: { key: 'shop_copy2' } },
    then: async (_reply, world) => {
      for (const [id, params] of [
        ['app.list', { companyKey: 'acme' }],
        ['app.listMine', {}],
      ] as const)
        expect((await world.call(id, { as: 'ann', params })).data.items.map((one: { key: string }) => one.key)).toEqual(['shop'])
      expect((await world.call('company.get', { as: 'ann', params: { companyKey: 'acme' } })).data).toMatchObject({ counts: { apps: 1 } })
      const copy = await world.call('app.get', { as: 'ann', params: { companyKey: 'acme', appUrlKey: 'shop_copy2-dev' } })
      expect(copy.data).toMatchObject({ name: 'Second', owner: 'Ann', copyOf: { key: 'shop', name: 'Shop' } })
      expect((await world.call('app.get', { as: 'ann', params: DEV })).data.copyOf).toBeUndefined()
    },
  },
  {
    ...ask,
    name: 'takes no name twice',
    body: { name: 'second' },
    expect: { status: 422, code: 'workingCopy.nameTaken', errors: ['name'], stored: 'same' },
  },
  {
    ...ask,
    name: 'makes no copy of a copy',
    given: async () => ({ params: { companyKey: 'acme', appUrlKey: 'shop_copy2-dev' } }),
    body: { name: 'Third' },
    expect: { status: 409, code: 'workingCopy.ofCopy', stored: 'same' },
  },
  {
    ...ask,
    name: 'is published nowhere itself',
    body: { name: 'To publish' },
    expect: { status: 0 },
    then: async (reply, world) => {
      const params = { companyKey: 'acme', appUrlKey: `${reply.data.key}-dev` }
      expect(await world.call('release.create', { as: 'ann', params, body: { title: 'One' } })).toMatchObject({ status: 409, code: 'release.ofCopy' })
      expect(await world.db.selectFrom('release').select('id').where('app_id', '=', reply.data.id).execute()).toEqual([])
    },
  },
  {
    ...ask,
    name: 'gives its developer what the app gives, and takes it away with it',
    given: async world => {
      await letDevelop(world, 'Developers', [world.ids.ben])
    },
    as: 'ben',
    body: { name: 'Bens' },
    expect: { status: 0 },
    then: async (reply, world) => {
      const { id, key } = reply.data
      const params = { companyKey: 'acme', appUrlKey: `${key}-dev` }
      const perms = async () => (await world.call('app.get', { as: 'ben', params })).data.perms
      expect(await world.db.selectFrom('app').select('owner_id').where('id', '=', id).executeTakeFirstOrThrow()).toEqual({ owner_id: world.ids.ann })
      expect(await perms()).toMatchObject({ edit: true, delete: false, adminRole: false, dataManage: false })
      expect(await world.call('role.createRole', { as: 'ben', params, body: { name: 'Mine' } })).toMatchObject({ status: 403 })
      // Somebody writes him into a list of the copy: it allows no more than the app.
      const { role_id } = await world.db
        .selectFrom('role_member')
        .select('role_id')
        .where('app_id', '=', id)
        .where('subject_id', '=', world.ids.ben)
        .executeTakeFirstOrThrow()
      for (const list of ['adminRole', 'dataManage', 'delete'])
        await world.db
          .insertInto('permission_list')
          .values({ company_id: world.ids.acme, app_id: id, environment: '', list, roles: [role_id], owner: false })
          .onConflict(conflict => conflict.columns(['app_id', 'environment', 'list']).doUpdateSet({ roles: [role_id] }))
          .execute()
      expect(await perms()).toMatchObject({ edit: true, delete: false, adminRole: false, dataManage: false })
      await clearPermissions(world)
      expect(await world.call('page.list', { as: 'ben', params })).toMatchObject({ status: 403 })
    },
  },
  {
    ...ask,
    name: 'ends at a number of copies',
    given: async world => {
      const { length } = await world.db.selectFrom('working_copy').select('app_id').execute()
      const copyOf = { company_id: world.ids.acme, copy_of: world.ids.shop, type: 1, owner_id: world.ids.ann }
      const more = Array.from({ length: 20 - length }, (_none, n) => ({ id: uuidv7(), key: `shop_copy${n + 50}`, name: `Copy ${n}`, ...copyOf }))
      await world.db.insertInto('app').values(more).execute()
    },
    body: { name: 'One too many' },
    expect: { status: 422, code: 'workingCopy.tooMany', stored: 'same' },
  },
  ...wrongPeople({ body: { name: 'X' } }, async () => ({ params: DEV })),
])
