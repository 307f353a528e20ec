// release.planFirst and the rows of dev that come with the first release: once, all of a model or none, with their files and relations.
import { expect } from 'vitest'
import { PNG } from '../support/data-files.ts'
import { addRow, applyAll, builtinSource, DEV, makeModel } from '../support/models.ts'
import { addPage } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const LATEST = { companyKey: 'acme', appUrlKey: 'shop' }
const at = (dmKey: string) => ({ ...DEV, dsKey: 'main', dmKey })
const rowsIn = async (world: World, dmKey: string) =>
  (await world.call('data.listRows', { as: 'ann', params: { ...LATEST, dsKey: 'main', dmKey }, query: { orderBy: 'created_at' } })).data.items
const ids: Record<string, string> = {}
const fields: Record<string, string> = {}

/** Customers with a picture, orders that need one, and two models that name each other. */
async function shop(world: World) {
  await addPage(world, { name: 'Home' })
  const source = await builtinSource(world)
  const make = async (key: string, list: Parameters<typeof makeModel>[3]) => {
    const made = await makeModel(world, source, key, list, key.toUpperCase())
    ids[key] = made.modelId
    Object.assign(fields, made.fields)
  }
  await make('zone', [{ key: 'label', type: 'text' }])
  await make('customer', [
    { key: 'title', type: 'text' },
    { key: 'photo', type: 'image' },
    { key: 'zone', type: 'relationOne', relation: { modelId: ids.zone } },
  ])
  await make('invoice', [
    { key: 'no', type: 'autoNumber' },
    { key: 'customer', type: 'relationOne', required: true, relation: { modelId: ids.customer } },
  ])
  await make('team', [{ key: 'called', type: 'text' }])
  await make('worker', [{ key: 'team', type: 'relationOne', required: true, relation: { modelId: ids.team } }])
  const head = { key: 'head', name: 'Head', type: 'relationOne', relation: { modelId: ids.worker } }
  await world.call('model.addField', { as: 'ann', params: { ...DEV, modelId: ids.team ?? '' }, body: head })
  await applyAll(world, source)
  const files = [{ field: 'file', name: 'face.png', content: PNG }]
  const { value } = (await world.call('data.uploadFile', { as: 'ann', params: { ...at('customer'), fieldKey: 'photo' }, files })).data
  const zone = await addRow(world, 'zone', { label: 'North' })
  ids.ada = await addRow(world, 'customer', { title: 'Ada', photo: value, zone })
  ids.bo = await addRow(world, 'customer', { title: 'Bo' })
  await addRow(world, 'invoice', { customer: ids.ada })
  await addRow(world, 'invoice', { customer: ids.bo })
  const team = await addRow(world, 'team', { called: 'Field' })
  const worker = await addRow(world, 'worker', { team })
  await world.call('data.updateRow', { as: 'ann', params: { ...at('team'), rowId: team }, body: { head: worker, version: 1 } })
}

const named = (rows: { name: string; rows: number }[]) => rows.map(({ name, rows: count }) => `${name} ${count}`)
const create = (world: World, rows: string[], more: Record<string, unknown> = {}) =>
  world.call('release.create', { as: 'ann', params: DEV, body: { title: 'First release', tag: 'latest', rows, ...more } })

scenarios('release.planFirst', [
  {
    name: 'says what there is to publish, and of which models rows may come along',
    as: 'ann',
    params: DEV,
    given: shop,
    expect: { status: 0, data: { isFirst: true, pages: 1, models: 5, mayBring: true, total: 7, problems: [], elsewhere: [] }, stored: 'same' },
    then: ({ data }) => {
      expect(named(data.rows)).toEqual(['CUSTOMER 2', 'INVOICE 2', 'TEAM 1', 'WORKER 1', 'ZONE 1'])
      expect(data.rows.find(({ name }: { name: string }) => name === 'INVOICE').needs).toEqual([ids.customer])
    },
  },
  {
    name: 'rows that cannot stand without others are refused, and nothing is published',
    as: 'ann',
    params: DEV,
    given: async world => {
      const before = await world.stored()
      expect(await create(world, [ids.invoice ?? ''])).toMatchObject({
        status: 422,
        code: 'release.rowsNeed',
        errors: { rows: expect.stringContaining('CUSTOMER') },
      })
      expect(await create(world, [ids.customer ?? ''], { tag: 'qa' })).toMatchObject({ status: 409, code: 'release.notFirst' })
      expect(await create(world, ['0191d5a0-0000-7000-8000-0000000000c1'])).toMatchObject({ status: 422, code: 'release.modelUnknown' })
      expect(await world.stored()).toBe(before)
    },
    expect: { status: 0, data: { isFirst: true } },
  },
  {
    name: 'the first release brings the chosen rows with files, relations and counters; those of models left out are named by nothing',
    as: 'ann',
    params: DEV,
    given: async world => {
      const chosen = ['customer', 'invoice', 'team', 'worker'].map(key => ids[key] ?? '')
      const { status, msg, data } = await create(world, chosen)
      expect(status, msg).toBe(0)
      expect(data).toMatchObject({ tag: 'latest', accessUrl: '/company/acme/app/shop', rows: { state: 'done', progress: 100 } })
      expect(named(data.rows.models).toSorted()).toEqual(['CUSTOMER 2', 'INVOICE 2', 'TEAM 1', 'WORKER 1'])
      const [ada, bo] = await rowsIn(world, 'customer')
      expect([ada.id, ada.title, ada.zone, bo.id]).toEqual([ids.ada, 'Ada', null, ids.bo])
      const photo = typeof ada.photo === 'string' ? ada.photo : ada.photo.value
      expect(photo).toMatch(/^\/api\/resource\/acme\/shop\/source\/main\/model\/customer\/file\/photo\/[0-9a-f-]{36}\?name=face\.png$/)
      const fileId = /photo\/([0-9a-f-]{36})/.exec(photo)?.[1] ?? ''
      const asked = { ...LATEST, dsKey: 'main', dmKey: 'customer', fieldKey: 'photo', fileId }
      expect((await world.call('data.getFile', { as: 'ann', params: asked, query: { rowId: ids.ada } })).status).not.toBe(404)
      expect((await rowsIn(world, 'zone')).length).toBe(0)
      const [worker] = await rowsIn(world, 'worker')
      const [team] = await rowsIn(world, 'team')
      const idIn = (value: { id?: string } | string) => (typeof value === 'string' ? value : value.id)
      expect([idIn(worker.team), idIn(team.head)]).toEqual([team.id, worker.id])
      // Who adds the next one gets the next number.
      await world.call('data.createRow', { as: 'ann', params: { ...LATEST, dsKey: 'main', dmKey: 'invoice' }, body: { customer: ids.bo } })
      expect((await rowsIn(world, 'invoice')).map(({ no }: { no: number }) => no)).toEqual([1, 2, 3])
    },
    expect: { status: 0, data: { isFirst: false } },
  },
  {
    name: 'a later release never offers to bring rows, nor takes them',
    as: 'ann',
    params: DEV,
    given: async world => {
      expect(await create(world, [ids.zone ?? ''])).toMatchObject({ status: 409, code: 'release.notFirst' })
      expect((await publish(world, { tag: 'latest' })).rows).toBeNull()
      expect((await rowsIn(world, 'invoice')).length).toBe(3)
    },
    expect: { status: 0, data: { isFirst: false } },
  },
  { name: 'is for who may publish', as: 'ben', params: DEV, expect: { status: 403, stored: 'same' } },
])
