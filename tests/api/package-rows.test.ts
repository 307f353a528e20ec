// Rows in packages: exported for who may take them and as far as he sees them, installed with their relations; what does not fit changes nothing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ManifestRows } from '../../api/server/services/packages/format.ts'
import { addRow, applyAll, builtinSource, DEV, makeModel } from '../support/models.ts'
import { rowsOf as rowsIn, withPackage } from '../support/open-package.ts'
import { craftPackage, fileOf, manifestOf, packageOf, sha256 } from '../support/package.ts'
import { addPage } from '../support/pages.ts'
import { addRole, letManageData, setList } from '../support/permissions.ts'
import { addRule, field, rule } from '../support/row-permissions.ts'
import { makeWorld, type World } from '../support/world.ts'

type Row = Record<string, unknown>
const password = 'Secret-1'
/** Values whose columns are not what they are in JSON. */
const REST = { tags: ['new', 'due'], more: { 'a "b"': [1, null, '{}'] }, paid: false, seen: '2026-01-05T09:30:00.000Z' }
let world: World
let sales: string
beforeAll(async () => {
  world = await makeWorld()
  await addPage(world, { name: 'Orders', path: '/orders' })
  const sourceId = await builtinSource(world)
  const customer = await makeModel(world, sourceId, 'customer', [{ key: 'name', type: 'text', required: true }])
  await makeModel(world, sourceId, 'order', [
    { key: 'number', type: 'autoNumber' },
    { key: 'title', type: 'text', rules: { maxLength: 20 } },
    { key: 'amount', type: 'decimal', precision: 10, scale: 2 },
    { key: 'due', type: 'date' },
    { key: 'owner', type: 'user' },
    { key: 'customer', type: 'relationOne', required: true, relation: { modelId: customer.modelId } },
    { key: 'tags', type: 'multiEnum', options: ['new', 'due'].map(value => ({ value, label: value })) },
    { key: 'more', type: 'json' },
    { key: 'paid', type: 'boolean' },
    { key: 'seen', type: 'datetime' },
  ])
  await applyAll(world, sourceId)
  const initech = await addRow(world, 'customer', { name: 'Initech' })
  await addRow(world, 'order', { title: 'Paper', amount: 12.5, due: '2026-01-05', owner: world.ids.ann, customer: initech, ...REST })
  await addRow(world, 'order', { title: 'Pens', customer: initech })
  sales = await addRole(world, 'Sales', { users: [world.ids.ben] })
  await setList(world, 'edit', [sales])
})
afterAll(() => world?.close())

const exported = (as: 'ann' | 'ben', body: object = {}) =>
  world.call('release.exportPackage', { as, params: DEV, body: { password, exportWithData: true, ...body } })
const rowsOf = (raw: Buffer) => rowsIn(raw, password)

it('rows go along with their relations, without people and numbers of the database', async () => {
  const [customers, orders] = (await rowsOf((await exported('ann')).raw)) ?? []
  expect(customers).toMatchObject({ source: 'main', model: 'customer', rows: [{ name: 'Initech' }] })
  expect(orders?.rows.map(({ id: _id, ...row }) => row)).toEqual([
    { title: 'Paper', amount: '12.50', due: '2026-01-05', customer: customers?.rows[0]?.id, ...REST },
    { title: 'Pens', customer: customers?.rows[0]?.id },
  ])
  const some = await rowsOf((await exported('ann', { exportList: ['customer'] })).raw)
  expect(some?.map(({ model }) => model)).toEqual(['customer'])
  expect(await rowsOf((await exported('ann', { exportWithData: false })).raw)).toBeUndefined()
})

it('only for who manages data, and only the rows that he sees', async () => {
  expect(await exported('ben')).toMatchObject({ status: 403, code: 'release.dataForbidden' })
  await letManageData(world, [sales])
  await addRule(world, rule({ roles: [sales] }, { conjunction: 'and', children: [{ left: field('title'), op: 'equal', right: 'Pens' }] }))
  const orders = (await rowsOf((await exported('ben', { exportList: ['order', 'customer'] })).raw)) ?? []
  expect(orders.find(({ model }) => model === 'order')?.rows.map(row => row.title)).toEqual(['Pens'])
})

const install = async (content: Buffer) => {
  await world.db
    .insertInto('member')
    .values({ company_id: world.ids.globex, user_id: world.ids.sue, role: 'admin' })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return world.call('setup.submitAppInstall', {
    as: 'sue',
    files: [{ field: 'file', name: 'shop.amis', content }],
    body: { email: 'dee@example.test', password, confirm: 'true' },
  })
}

it('an app that is installed has them', async () => {
  const { raw } = await exported('ann')
  expect(await install(raw)).toMatchObject({ status: 0 })
  const params = { companyKey: 'globex', appUrlKey: 'shop-dev', dsKey: 'main', dmKey: 'order' }
  const { items } = (await world.call('data.listRows', { as: 'dee', params, query: { orderBy: 'title', orderDir: 'asc' } })).data
  expect(items).toMatchObject([
    { title: 'Paper', amount: '12.50', due: '2026-01-05', owner: null, created_by: world.ids.dee, ...REST },
    { title: 'Pens', amount: null },
  ])
  expect(items[0].number).not.toBe(items[1].number)
  expect(items[0].customer).toBe(items[1].customer)
})

/** A package with these rows and one page, in either format, by what is exported. */
async function crafted(change: (list: { source: string; model: string; rows: Row[] }[]) => void, format: 2 | 3) {
  const { raw } = await exported('ann')
  const list = (await rowsOf(raw)) ?? []
  change(list)
  const parts = list.map(({ rows }) => rows.map(row => `${JSON.stringify(row)}\n`).join(''))
  return withPackage(fileOf(raw), password, async ({ manifest }) => {
    const rows =
      format === 2
        ? list
        : list.map(({ source, model, rows: { length: count } }, at) => ({
            source,
            model,
            count,
            named: ['customer'],
            parts: count ? [{ hash: sha256(parts[at] as string), count }] : [],
          }))
    const changed = { ...manifest, formatVersion: format, rows, files: [], resources: manifestOf().resources, app: { ...manifest.app, key: 'crafted' } }
    return format === 2 ? craftPackage(changed) : packageOf(changed as never, { rows: parts })
  })
}
const ordersOf = (list: { model: string; rows: Row[] }[]) => list.find(({ model }) => model === 'order')?.rows ?? []

it.each([
  ['is too long', 'title', 1, (rows: Row[]) => (rows[0]!.title = 'x'.repeat(21))],
  ['has what no column holds', 'title', 2, (rows: Row[]) => (rows[1]!.title = 'a\u0000b')],
  ['stands there twice', 'id', 2, (rows: Row[]) => (rows[1]!.id = rows[0]!.id)],
  ['names what is not there', 'customer', 2, (rows: Row[]) => (rows[1]!.customer = '0191d5a0-0000-7000-8000-0000000000ff')],
  ['leaves out what is required', 'customer', 1, (rows: Row[]) => delete rows[0]!.customer],
])('a row that %s is told by its number, and leaves nothing behind', async (_what, where, row, spoil) => {
  for (const format of [2, 3] as const) {
    const content = await crafted(list => spoil(ordersOf(list)), format)
    const before = await world.stored()
    const told = `The package holds a row of order that does not fit: ${where} in row ${row}`
    expect(await install(content)).toMatchObject({ status: 422, code: 'package.badRow', errors: { file: told } })
    expect(await world.stored()).toBe(before)
  }
})

it.each([
  ['fewer than were said', 'package.hashMismatch', (text: string) => text.slice(text.indexOf('\n') + 1)],
  ['others than were named', 'package.hashMismatch', (text: string) => text.replace('Pens', 'Pins')],
  ['broken off', 'package.badJson', (text: string) => text.slice(0, -9)],
  ['no rows', 'package.badRow', (text: string) => text.replace(/^\{"id":"[^"]*"/, '{"id":"7"')],
])('rows that are %s are refused before anything is written', async (_what, code, spoil) => {
  // What the manifest names stays, as in a file that was changed on its way.
  const content = await withSpoiled(spoil)
  const before = await world.stored()
  expect(await install(content)).toMatchObject({ status: 422, code })
  expect(await world.stored()).toBe(before)
})

/** A package whose rows of orders are not as its manifest says. */
async function withSpoiled(spoil: (text: string) => string, change: (rows: ManifestRows[]) => void = () => undefined) {
  const { raw } = await exported('ann', { exportList: ['customer', 'order'] })
  const list = (await rowsOf(raw)) ?? []
  const texts = list.map(({ rows }) => rows.map(row => `${JSON.stringify(row)}\n`).join(''))
  return withPackage(fileOf(raw), password, async ({ manifest }) => {
    const named = manifest.rows!.flatMap(({ parts }) => parts.map(({ hash }) => hash))
    const bodies = manifestOf()
    change(manifest.rows!)
    return craftPackage(
      { ...manifest, files: [], resources: bodies.resources },
      named.map((hash, at) => ({ name: `rows/${hash}.jsonl`, content: at ? spoil(texts[at] as string) : (texts[at] as string) })),
    )
  })
}

it.each([
  ['more than are there', 'package.hashMismatch', ([, orders]: ManifestRows[]) => void orders!.count++],
  ['the same twice', 'package.badManifest', ([, orders]: ManifestRows[]) => void orders!.parts.push(orders!.parts[0]!)],
  ['what is not there', 'package.missingEntry', ([, orders]: ManifestRows[]) => void (orders!.parts[0]!.hash = '0'.repeat(64))],
  ['a place elsewhere', 'package.badManifest', ([, orders]: ManifestRows[]) => void (orders!.parts[0]!.hash = '../../../etc/passwd')],
  ['more than may be', 'package.badManifest', ([, orders]: ManifestRows[]) => void (orders!.count = 2_000_001)],
])('a manifest whose rows are %s is refused', async (_what, code, change) => {
  const content = await withSpoiled(text => text, change)
  await expect(withPackage(fileOf(content), undefined, async () => undefined)).rejects.toMatchObject({ code })
})

it('a package of version 2, whose rows stand in its manifest, still brings them', async () => {
  const reply = await install(await crafted(() => undefined, 2))
  expect(reply.status, reply.msg).toBe(0)
  const params = { companyKey: 'globex', appUrlKey: `${reply.data.appKey}-dev`, dsKey: 'main', dmKey: 'order' }
  expect((await world.call('data.listRows', { as: 'dee', params })).data.items).toHaveLength(2)
})

describe('rows that name what stays behind', () => {
  const NEW = { companyKey: 'globex', dsKey: 'main' }
  let notes: Awaited<ReturnType<typeof makeModel>>
  /** Installs what was exported, and answers the rows of a model by their titles. */
  async function installed(raw: Buffer, dmKey: string) {
    const reply = await install(raw)
    expect(reply.status, reply.msg).toBe(0)
    const params = { ...NEW, appUrlKey: `${reply.data.appKey}-dev`, dmKey }
    const { items } = (await world.call('data.listRows', { as: 'dee', params, query: { orderBy: 'title', orderDir: 'asc' } })).data
    return { items, params }
  }
  beforeAll(async () => {
    const sourceId = await builtinSource(world)
    const one = await makeModel(world, sourceId, 'folder', [{ key: 'title', type: 'text' }])
    notes = await makeModel(world, sourceId, 'note', [
      { key: 'title', type: 'text', rules: { maxLength: 40 } },
      { key: 'folder', type: 'relationOne', relation: { modelId: one.modelId } },
      { key: 'writer', type: 'user', required: true },
    ])
    await makeModel(world, sourceId, 'remark', [
      { key: 'title', type: 'text' },
      { key: 'note', type: 'relationOne', required: true, relation: { modelId: notes.modelId } },
    ])
    await makeModel(world, sourceId, 'scan', [
      { key: 'title', type: 'text' },
      { key: 'picture', type: 'image', required: true },
    ])
    await applyAll(world, sourceId)
    const open = await addRow(world, 'folder', { title: 'Open' })
    const hidden = await addRow(world, 'folder', { title: 'Hidden' })
    const first = await addRow(world, 'note', { title: 'First', folder: open, writer: world.ids.ann })
    await addRow(world, 'note', { title: 'Second', folder: hidden, writer: world.ids.ben })
    await addRow(world, 'remark', { title: 'On the first', note: first })
    await addRow(world, 'scan', { title: 'Scan', picture: '/api/file/0191d5a0-0000-7000-8000-0000000000ff' })
  })

  it('of some models leave out relations to others, and stay behind where these are required', async () => {
    const some = await exported('ann', { exportList: ['note', 'order'] })
    expect((await rowsOf(some.raw))?.map(({ model, rows }) => [model, rows.map(row => row.title)])).toEqual([
      ['note', ['First', 'Second']],
      ['order', []],
    ])
    const { items } = await installed(some.raw, 'note')
    expect(items.map((row: Row) => [row.title, row.folder])).toEqual([
      ['First', null],
      ['Second', null],
    ])
    const remarks = await rowsOf((await exported('ann', { exportList: ['remark'] })).raw)
    expect(remarks?.map(({ rows }) => rows)).toEqual([[]])
  })

  it('get who installs them where a person is required, and have no rows where a picture is', async () => {
    const { raw } = await exported('ann')
    expect((await rowsOf(raw))?.map(({ model }) => model)).toEqual(['customer', 'folder', 'note', 'order', 'remark'])
    const { items, params } = await installed(raw, 'note')
    expect(items.map((row: Row) => row.writer)).toEqual([world.ids.dee, world.ids.dee])
    const scans = await world.call('data.listRows', { as: 'dee', params: { ...params, dmKey: 'scan' } })
    expect(scans.data.items).toEqual([])
  })

  it('do so when a rule hides from the exporter what they name', async () => {
    const title = { conjunction: 'and', children: [{ left: field('title'), op: 'equal', right: 'Open' }] }
    await addRule(world, rule({ roles: [sales] }, title), { ...DEV, dsKey: 'main', dmKey: 'folder' })
    const { items } = await installed((await exported('ben')).raw, 'note')
    expect(items.map((row: Row) => [row.title, !!row.folder])).toEqual([
      ['First', true],
      ['Second', false],
    ])
  })

  it('leave out values that the model takes no longer', async () => {
    const body = { key: 'title', name: 'title', type: 'text', rules: { maxLength: 5 } }
    const updated = await world.call('model.updateField', { as: 'ann', params: { ...DEV, modelId: notes.modelId, fieldId: String(notes.fields.title) }, body })
    expect(updated.status, updated.msg).toBe(0)
    const { items } = await installed((await exported('ann')).raw, 'note')
    expect(items.map((row: Row) => row.title).sort()).toEqual(['First', null])
  })

  it('stay behind with all that require them in a chain of their own model, and those that name each other come along', async () => {
    const sourceId = await builtinSource(world)
    const step = await makeModel(world, sourceId, 'step', [{ key: 'title', type: 'text' }])
    const stage = await makeModel(world, sourceId, 'stage', [
      { key: 'title', type: 'text' },
      { key: 'first', type: 'relationOne', relation: { modelId: step.modelId } },
    ])
    for (const field of [
      { key: 'before', name: 'before', type: 'relationOne', relation: { modelId: step.modelId } },
      { key: 'stage', name: 'stage', type: 'relationOne', relation: { modelId: stage.modelId } },
    ])
      expect(await world.call('model.addField', { as: 'ann', params: { ...DEV, modelId: step.modelId }, body: field })).toMatchObject({ status: 0 })
    await applyAll(world, sourceId)
    const one = await addRow(world, 'step', { title: 'One' })
    const plan = await addRow(world, 'stage', { title: 'Plan', first: one })
    const two = await addRow(world, 'step', { title: 'Two', before: one, stage: plan })
    await addRow(world, 'step', { title: 'Three', before: two })
    const { raw } = await exported('ann', { exportList: ['step', 'stage'] })
    const { items } = await installed(raw, 'step')
    const byTitle = new Map<string, Row>(items.map((row: Row) => [row.title, row]))
    expect([...byTitle.keys()].sort()).toEqual(['One', 'Three', 'Two'])
    expect(byTitle.get('Two')).toMatchObject({ before: byTitle.get('One')?.id, stage: expect.any(String) })
    expect(byTitle.get('Three')).toMatchObject({ before: byTitle.get('Two')?.id })
    // Without the stage, what names it does so no more.
    const steps = (await rowsOf((await exported('ann', { exportList: ['step'] })).raw)) ?? []
    expect(steps[0]?.rows.map(row => [row.title, row.before, row.stage])).toEqual([
      ['One', undefined, undefined],
      ['Two', one, undefined],
      ['Three', two, undefined],
    ])
  })
})
