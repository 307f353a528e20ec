// app.copy with models: the copy has tables, rules, tests and files of its own, and knows no password.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addRow, applyAll, builtinSource, DEV, makeModel } from '../support/models.ts'
import { addRole, setOverride } from '../support/permissions.ts'
import { addRule, rule, where } from '../support/row-permissions.ts'
import { makeWorld, type World } from '../support/world.ts'

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const COPY = { companyKey: 'acme', appUrlKey: 'copy-dev' }

describe('a copy of an app with models', () => {
  let world: World
  let copyId = ''
  let role = ''
  const call = (id: Parameters<World['call']>[0], more: Record<string, unknown> = {}) =>
    world.call(id, { as: 'abe', ...more, params: { ...COPY, dsKey: 'main', ...(more.params as object) } })

  beforeAll(async () => {
    world = await makeWorld()
    const sourceId = await builtinSource(world)
    const customer = await makeModel(world, sourceId, 'customer', [{ key: 'name', type: 'text' }], 'Customer')
    const order = await makeModel(world, sourceId, 'order', [
      { key: 'title', type: 'text' },
      { key: 'customer', type: 'relationOne', relation: { modelId: customer.modelId } },
    ])
    await applyAll(world, sourceId)
    await addRow(world, 'customer', { name: 'Stays' })
    role = await addRole(world, 'Sales', { users: [world.ids.ben] })
    await setOverride(world, role, 'model', order.modelId, 'edit', true)
    await addRule(world, rule({ users: [world.ids.ben], roles: [role] }, where('title', 'equal', 'Mine')))
    const test = { name: 'Sales may', who: 'role', roleId: role, resource: `model:${order.modelId}`, option: 'edit', expected: true }
    expect(await world.call('permission.saveTest', { as: 'ann', params: DEV, body: test })).toMatchObject({ status: 0 })
    await world.db
      .insertInto('data_source')
      .values({ id: '0191d5a0-0000-7000-8000-0000000000e1', company_id: world.ids.acme, app_id: world.ids.shop, key: 'crm', name: 'CRM', dialect: 'postgres' })
      .execute()
    await world.db
      .insertInto('data_connection')
      .values({
        source_id: '0191d5a0-0000-7000-8000-0000000000e1',
        tag: 'dev',
        settings: JSON.stringify({ host: 'db.test', port: 5432, database: 'crm', schema: 'public', username: 'crm', tls: 'off', ca: '' }),
        secret: 'sealed',
      })
      .execute()
    const file = await world.running.services.storedFiles.add(PNG, { name: 'dot.png', mime: 'image/png', companyId: world.ids.acme, appId: world.ids.shop })
    const body = { name: 'Picture', path: '/picture', kind: 'page', schema: { type: 'page', body: { type: 'image', src: `/api/file/${file.id}` } } }
    expect(await world.call('page.create', { as: 'ann', params: DEV, body })).toMatchObject({ status: 0 })
    const copied = await world.call('app.copy', { as: 'abe', params: DEV, body: { name: 'Copy', key: 'copy' } })
    expect(copied.status, copied.msg).toBe(0)
    copyId = copied.data.id
  })
  afterAll(() => world?.close())

  it('its built-in tables are there and empty, and relations stay among its own models', async () => {
    expect((await call('data.listRows', { params: { dmKey: 'customer' } })).data.items).toEqual([])
    const customer = await call('data.createRow', { params: { dmKey: 'customer' }, body: { name: 'New' } })
    await call('data.createRow', { params: { dmKey: 'order' }, body: { title: 'Mine', customer: customer.data.id } })
    await call('data.createRow', { params: { dmKey: 'order' }, body: { title: 'Other' } })
    const { items } = (await call('data.listRows', { params: { dmKey: 'order' }, query: { orderBy: 'title' } })).data
    expect(items.map((row: any) => [row.title, row._labels.customer])).toEqual([
      ['Mine', 'New'],
      ['Other', undefined],
    ])
    const models = await world.db.selectFrom('data_model').select(['id', 'app_id', 'definition']).execute()
    const own = models.filter(model => model.app_id === copyId).map(model => model.id)
    const named = models
      .filter(model => model.app_id === copyId)
      .flatMap(model => (model.definition as any).fields.flatMap((field: any) => field.relation?.modelId ?? []))
    expect(named.length).toBe(1)
    expect(named.every((id: string) => own.includes(id))).toBe(true)
    expect((await call('source.list')).data.options[0]).toMatchObject({ synchronized: true, models: 2 })
  })

  it('external sources keep their address and no password', async () => {
    const crm = (await call('source.list')).data.options.find((one: any) => one.key === 'crm')
    expect(crm).toMatchObject({ name: 'CRM', dialect: 'postgres', host: 'db.test', hasPassword: false })
    expect(crm.id).not.toBe('0191d5a0-0000-7000-8000-0000000000e1')
  })

  it('rules for rows, rights on models and permission tests hold there', async () => {
    const rules = await world.db.selectFrom('row_permission').selectAll().where('app_id', '=', copyId).execute()
    const roles = await world.db.selectFrom('role').select(['id', 'name']).where('app_id', '=', copyId).execute()
    expect(rules).toMatchObject([{ name: 'Own orders', user_ids: [world.ids.ben], role_ids: [roles.find(one => one.name === 'Sales')?.id] }])
    await world.db
      .insertInto('permission_list')
      .values({
        app_id: copyId,
        environment: '',
        list: 'dataManage',
        company_id: world.ids.acme,
        roles: roles.filter(one => one.name === 'Sales').map(one => one.id),
        owner: false,
      })
      .execute()
    const seen = await call('data.listRows', { as: 'ben', params: { dmKey: 'order' } })
    expect(seen.data.items.map((row: any) => row.title)).toEqual(['Mine'])
    const told = async (params: object) => (await call('permission.runTests', { params, body: {} })).data.items.map(({ id: _id, ...one }: any) => one)
    expect(await told({})).toEqual(await told(DEV))
    const overrides = await world.db.selectFrom('permission_override').select(['resource_id', 'allow']).where('app_id', '=', copyId).execute()
    expect(overrides).toEqual([{ resource_id: rules[0]?.model_id, allow: true }])
  })

  it('a picture stays when the first app goes', async () => {
    const { schema } = (await call('runtime.page', { params: { path: 'picture' } })).data
    const fileId = schema.body.src.split('/').at(-1)
    await world.db.deleteFrom('app').where('id', '=', world.ids.shop).execute()
    expect((await world.call('general.getFile', { as: 'abe', params: { fileId } })).raw.equals(PNG)).toBe(true)
    expect((await call('data.listRows', { params: { dmKey: 'customer' } })).data.items).toHaveLength(1)
  })
})
