// template.install template.import, template.entity-import, template.install-organisation, template.keep-data-required (the two packages)
import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const body = { companyKey: 'acme', templateId: 'crm', name: 'Our CRM', resourceUrl: '/template-files/crm/en-US/with-data.amis' }
const deals = async (world: World, appUrlKey: string) =>
  (await world.call('data.listRows', { as: 'ben', params: { companyKey: 'acme', appUrlKey, dsKey: 'main', dmKey: 'deal' } })).data

scenarios('template.import', [
  {
    name: 'template.entity-import: an app that works at once, with its example data in both environments',
    as: 'ben',
    body,
    expect: { status: 0, data: { appKey: 'our_crm' } },
    then: async (_reply, world) => {
      for (const app of ['our_crm', 'our_crm-dev']) {
        const { items, total } = await deals(world, app)
        expect(total).toBe(6)
        expect(items[0]._labels.customer).toBeTruthy()
      }
      const site = await world.call('runtime.site', { as: 'abe', params: { companyKey: 'acme', appUrlKey: 'our_crm' } })
      expect(JSON.stringify(site.data)).toContain('/overview')
      const { owner_id } = await world.db.selectFrom('app').select('owner_id').where('key', '=', 'our_crm').executeTakeFirstOrThrow()
      expect(owner_id).toBe(world.ids.ben)
    },
  },
  {
    name: 'template.resource-url: without example data from the other package; a key that is taken gets a number',
    as: 'ben',
    body: { ...body, resourceUrl: '/template-files/crm/zh-CN/without-data.amis' },
    expect: { status: 0, data: { appKey: 'our_crm_2' } },
    then: async (_reply, world) => expect((await deals(world, 'our_crm_2')).total).toBe(0),
  },
  {
    name: 'template.entity-import: takes keepExampleData of the documented entity, which wins over the package of the address',
    as: 'ben',
    body: { ...body, name: 'Empty CRM', keepExampleData: false },
    expect: { status: 0, data: { appKey: 'empty_crm' } },
    then: async (_reply, world) => {
      expect((await deals(world, 'empty_crm')).total).toBe(0)
      const resourceUrl = '/template-files/crm/en-US/without-data.amis'
      expect((await world.call('template.import', { as: 'ben', body: { ...body, name: 'Full CRM', resourceUrl, keepExampleData: true } })).status).toBe(0)
      expect((await deals(world, 'full_crm')).total).toBe(6)
      // The address is read all the same: nothing of elsewhere.
      const elsewhere = { ...body, resourceUrl: 'http://127.0.0.1:1/with-data.amis', keepExampleData: true }
      expect((await world.call('template.import', { as: 'ben', body: elsewhere })).code).toBe('template.packageUnknown')
    },
  },
  {
    name: 'template.install: every member works with the rows of an app made from any of them, and manages no data of it',
    as: 'ann',
    body: { ...body, name: 'Shared CRM' },
    expect: { status: 0 },
    then: async (first, world) => {
      const made: [string, string][] = [['customer', first.data.appKey]]
      for (const [templateId, model] of [
        ['leave', 'request'],
        ['stock', 'article'],
        ['helpdesk', 'ticket'],
      ] as const) {
        const resourceUrl = `/template-files/${templateId}/zh-CN/with-data.amis`
        const { data } = await world.call('template.import', { as: 'ann', body: { ...body, templateId, name: `Shared ${templateId}`, resourceUrl } })
        made.push([model, data.appKey])
      }
      for (const [dmKey, appUrlKey] of made) {
        const app = { companyKey: 'acme', appUrlKey }
        const params = { ...app, dsKey: 'main', dmKey }
        expect((await world.call('runtime.site', { as: 'ben', params: app })).data.pages, appUrlKey).not.toEqual([])
        const { items, may, fields } = (await world.call('data.listRows', { as: 'ben', params })).data
        expect(may, appUrlKey).toMatchObject({ create: true, edit: true, delete: true, import: true, export: true, share: false })
        const { id, version: _version, _labels, _title, ...row } = items[0]
        const one = { as: 'ben' as const, params: { ...params, rowId: id } }
        expect((await world.call('data.updateRow', { ...one, body: row })).status).toBe(0)
        const filled = Object.fromEntries(fields.flatMap(({ key }: { key: string }) => (row[key] === null ? [] : [[key, row[key]]])))
        const added = await world.call('data.createRow', { as: 'ben', params, body: filled })
        expect(added.status, JSON.stringify(added.errors)).toBe(0)
        expect((await world.call('data.deleteRows', { as: 'ben', params: { ...params, rowIds: added.data.id } })).status).toBe(0)
        expect((await world.call('data.listSources', { as: 'ben', params: { ...app, appUrlKey: `${appUrlKey}-dev` } })).http).toBe(403)
      }
    },
  },
  {
    name: 'a name that has no letters for a key takes that of the template',
    as: 'ben',
    body: { ...body, name: '客户' },
    expect: { status: 0, data: { appKey: 'crm' } },
  },
  {
    name: 'reads no package of elsewhere',
    as: 'ben',
    body: { ...body, resourceUrl: 'http://127.0.0.1:1/with-data.amis' },
    expect: { status: 422, code: 'template.packageUnknown', errors: ['resourceUrl'], stored: 'same' },
  },
  {
    name: 'nor that of another template',
    as: 'ben',
    body: { ...body, templateId: 'stock' },
    expect: { status: 422, code: 'template.packageUnknown', stored: 'same' },
  },
  { name: 'template.name-required: wants a name', as: 'ben', body: { ...body, name: ' ' }, expect: { status: 422, errors: ['name'], stored: 'same' } },
  {
    name: 'template.company-required: wants an organisation',
    as: 'ben',
    body: { ...body, companyKey: '' },
    expect: { status: 422, errors: ['companyKey'], stored: 'same' },
  },
  { name: 'knows no such template', as: 'ben', body: { ...body, templateId: 'nothing' }, expect: { status: 404, code: 'template.unknown', stored: 'same' } },
  {
    name: 'template.install-organisation: not into an organisation of others',
    as: 'dee',
    body,
    expect: { status: 403, code: 'template.companyUnknown', stored: 'same' },
  },
  { name: 'template.install-signed-in: not for a visitor', body, expect: { status: 401, stored: 'same' } },
])
