// Parts of a package: only what was chosen comes in, with what it needs, all of it in one transaction; and only of the file that was looked into.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usesOf } from '../../api/server/services/packages/parts.ts'
import { sha256 } from '../support/package.ts'
import { richManifest, richPackage } from '../support/rich-package.ts'
import { makeWorld, type World } from '../support/world.ts'

const DEV = { companyKey: 'acme', appUrlKey: 'shop-dev' }

describe('page.import with parts', () => {
  let world: World
  let content: Buffer
  beforeAll(async () => {
    world = await makeWorld()
    content = await richPackage()
  })
  afterAll(() => world?.close())
  const send = (body: Record<string, string>, file = content) =>
    world.call('page.import', { as: 'ann', params: DEV, files: [{ field: 'file', name: 'orders.amis', content: file }], body })
  const names = async () => {
    const { rows } = { rows: await world.db.selectFrom('data_model').select('key').where('app_id', '=', world.ids.shop).orderBy('key').execute() }
    return rows.map(row => row.key)
  }

  it.each([
    ['that is no list', { parts: 'page:a' }, 'package.partsUnreadable', 'parts'],
    ['that the package does not have', { parts: '["page:zzz"]' }, 'package.partUnknown', 'parts'],
    ['that is for a new app alone', { parts: '["rows:order"]' }, 'package.partUnknown', 'parts'],
    ['of nothing', { parts: '[]' }, 'package.nothingChosen', 'parts'],
    ['of another file', { sha256: sha256('another') }, 'package.notInspected', 'file'],
  ])('refuses a choice %s', async (_name, body, code, field) => {
    const before = await world.stored()
    const reply = await send(body)
    expect([reply.code, Object.keys(reply.errors)]).toEqual([code, [field]])
    expect(await world.stored()).toBe(before)
  })

  it('takes a page without its group, and nothing that it does not need', async () => {
    const reply = await send({ parts: '["page:c"]', sha256: sha256(content) })
    expect(reply).toMatchObject({ status: 0, data: { made: [{ name: 'About', path: '/about' }], refused: [], notes: [] } })
    expect(await names()).toEqual([])
    expect(await world.db.selectFrom('role').select('name').where('name', '=', 'Sales').execute()).toEqual([])
    expect(await world.db.selectFrom('file').select('id').where('name', '=', 'shelf.png').execute()).toEqual([])
  })

  it('brings along what a page and a rule need: models, what they are related to, roles', async () => {
    const reply = await send({ parts: '["page:a","rule:rule"]', sha256: '' })
    expect(reply).toMatchObject({ status: 0, data: { made: [{ name: 'Orders', path: '/orders', kind: 'page' }], refused: [] } })
    expect(await names()).toEqual(['customer', 'order'])
    const rule = await world.db.selectFrom('row_permission').select(['name', 'role_ids']).where('app_id', '=', world.ids.shop).executeTakeFirstOrThrow()
    expect(rule.name).toBe('Named orders')
    expect(rule.role_ids).toHaveLength(1)
    expect(await world.db.selectFrom('file').select('id').where('name', '=', 'shelf.png').execute()).toHaveLength(1)
    const overrides = await world.db.selectFrom('permission_override').select(['kind', 'option']).where('app_id', '=', world.ids.shop).execute()
    // What guests would get was not chosen.
    expect(overrides).toEqual([{ kind: 'model', option: 'edit' }])
  })

  it('leaves models out that the app has already', async () => {
    expect(await send({ parts: '["page:b"]' })).toMatchObject({ status: 0, data: { made: [{ path: '/customers' }] } })
    expect(await names()).toEqual(['customer', 'order'])
  })
})

describe('parts of an app of its own', () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld()
    await world.db.insertInto('member').values({ company_id: world.ids.acme, user_id: world.ids.sue, role: 'admin' }).execute()
  })
  afterAll(() => world?.close())
  const install = async (parts: string[], change?: Parameters<typeof richPackage>[0]) =>
    world.call('setup.submitAppInstall', {
      as: 'sue',
      files: [{ field: 'file', name: 'o.amis', content: await richPackage(change) }],
      body: { email: 'ann@example.test', parts: JSON.stringify(parts) },
    })

  it('setup.submitAppInstall: wants a page, and makes no app without', async () => {
    const before = await world.stored()
    expect(await install(['model:note'])).toMatchObject({ status: 422, code: 'package.noPageChosen' })
    expect(await world.stored()).toBe(before)
  })

  it('setup.submitAppInstall: a relation back goes where its model stays behind, example rows bring those that they name', async () => {
    expect(await install(['page:c', 'model:customer'])).toMatchObject({ status: 0, data: { appKey: 'orders' } })
    const models = await world.db.selectFrom('data_model').select(['key', 'definition']).execute()
    expect(models.map(one => [one.key, (one.definition as { fields: { key: string }[] }).fields.map(field => field.key)])).toEqual([['customer', ['name']]])
    expect(await install(['page:c', 'rows:order'], manifest => (manifest.app.key = 'more'))).toMatchObject({ status: 0, data: { appKey: 'more' } })
    const rows = (dmKey: string) => world.call('data.listRows', { as: 'ann', params: { companyKey: 'acme', appUrlKey: 'more-dev', dsKey: 'main', dmKey } })
    expect((await rows('order')).data).toMatchObject({ total: 1, items: [{ title: 'Chairs', _labels: { customer: 'Anders' } }] })
    // What the roles of the package may do in the app was not chosen: the app begins as every app.
    const lists = await world.db.selectFrom('permission_list').select('list').where('company_id', '=', world.ids.acme).where('list', '=', 'read').execute()
    expect(lists).toEqual([])
  })

  it('template.import: a part of a template, published at once', async () => {
    const query = { id: 'crm', resourceUrl: '/template-files/crm/en-US/with-data.amis' }
    const seen = (await world.call('template.inspect', { query })).data
    const customers = seen.pages.find((page: { path: string }) => page.path === '/customers')
    const body = {
      companyKey: 'acme',
      templateId: 'crm',
      name: 'People',
      resourceUrl: query.resourceUrl,
      sha256: seen.sha256,
      parts: JSON.stringify([customers.part]),
    }
    expect(await world.call('template.import', { as: 'ben', body })).toMatchObject({ status: 0, data: { appKey: 'people' } })
    const models = await world.call('data.listRows', { as: 'ben', params: { companyKey: 'acme', appUrlKey: 'people', dsKey: 'main', dmKey: 'customer' } })
    expect(models.data).toMatchObject({ total: 0 })
    const pages = await world.db.selectFrom('page').innerJoin('app', 'app.id', 'page.app_id').select('page.path').where('app.key', '=', 'people').execute()
    expect(pages).toEqual([{ path: '/customers' }])
    expect(await world.call('template.import', { as: 'ben', body: { ...body, sha256: sha256('x') } })).toMatchObject({
      status: 422,
      code: 'package.notInspected',
    })
  })
})

it.each([
  ['by its name', { type: 'crud', api: 'get:model:main/order?perPage=5' }],
  ['by its name in a form', { type: 'form', api: { method: 'put', url: 'model:main/order/${id}' } }],
  ['as a table of rows', { type: 'tabs', tabs: [{ body: { type: 'tessera-data-table', model: 'order' } }] }],
  ['as a board of rows', { type: 'tessera-board', source: 'main', model: 'order' }],
  ['by the call, as older pages do', { type: 'crud', api: '${dataApi}/main/model/order' }],
])('a page needs the model that it names %s, and no other', async (_how, body) => {
  const uses = await usesOf({ manifest: richManifest(), body: async () => ({ type: 'page', body: [body, { type: 'tpl', tpl: 'model:crm/order' }] }) })
  expect([...(uses.get('a')?.models ?? [])]).toEqual(['order'])
})
