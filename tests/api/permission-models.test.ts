// Models and data sources under the permissions of their app: what is explained is what calls let through.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { CallId } from '../../api/generated/calls.ts'
import { addRow, applyAll, builtinSource, makeModel } from '../support/models.ts'
import { addRole, builtIn, clearPermissions, DEV, letManageData, setList, setOverride } from '../support/permissions.ts'
import { makeWorld, type Ask, type Reply, type World } from '../support/world.ts'

let world: World
let all = ''
let dev = ''
const ids = { source: '', outside: '', model: '', other: '', field: '', index: '', row: '', line: '' }
const ORDERS = { ...DEV, dsKey: 'main', dmKey: 'order' }
const LINES = { ...DEV, dsKey: 'main', dmKey: 'line' }

beforeAll(async () => {
  world = await makeWorld()
  ids.source = await builtinSource(world)
  const order = await makeModel(world, ids.source, 'order', [
    { key: 'title', type: 'text', name: 'Title' },
    { key: 'note', type: 'file', name: 'Note' },
  ])
  Object.assign(ids, { model: order.modelId, field: order.fields.title })
  const relation = { modelId: order.modelId }
  ids.other = (await makeModel(world, ids.source, 'line', [{ key: 'order', type: 'relationOne', name: 'Order', relation }])).modelId
  const index = await world.call('model.addIndex', { as: 'ann', params: { ...DEV, modelId: ids.model }, body: { name: 'Title', fields: ['title'] } })
  ids.index = index.data.id
  await applyAll(world, ids.source)
  ids.row = await addRow(world, 'order', { title: 'Secret' })
  ids.line = await addRow(world, 'line', { order: ids.row })
  const body = { key: 'outside', name: 'Outside', dialect: 'postgres', host: 'db.example.com', database: 'x', username: 'x', password: 'x' }
  const source = await world.call('source.create', { as: 'ann', params: DEV, body })
  expect(source.status, source.msg).toBe(0)
  ids.outside = source.data.id
  all = await builtIn(world, 'all-users')
})
afterAll(() => world?.close())
afterEach(() => clearPermissions(world))

/** ben works on the app and manages its data. */
async function letBenIn() {
  dev = await addRole(world, 'Developers', { users: [world.ids.ben] })
  await setList(world, 'edit', [dev])
  await letManageData(world, [dev])
}
/** What the matrix tells of ben. */
async function told(kind: 'model' | 'source', id: string, option: string, params = DEV): Promise<boolean> {
  const reply = await world.call('permission.explain', { as: 'ann', params, query: { userId: world.ids.ben, resource: `${kind}:${id}`, option } })
  expect(reply.status, reply.msg).toBe(0)
  return reply.data.allow
}
const ask = (call: CallId, more: Ask) => world.call(call, { as: 'ben', ...more })
const isRefused = ({ http, code, data }: Reply) => {
  if (code !== 'permission.denied') return false
  expect({ http, data }).toEqual({ http: 403, data: {} })
  return true
}
async function refusedAndUnchanged(call: CallId, more: Ask) {
  const before = await world.stored()
  const reply = await ask(call, more)
  expect({ call, http: reply.http, code: reply.code, data: reply.data }).toEqual({ call, http: 403, code: 'permission.denied', data: {} })
  expect(await world.stored()).toBe(before)
}

type Case = [CallId, option: string, () => Ask]
/** Bodies that the services refuse where they can, so that nothing is changed by who may. */
const ON_MODEL: Case[] = [
  ['model.get', 'read', () => ({})],
  ['model.update', 'edit', () => ({ body: { key: 'order', name: ' ' } })],
  ['model.addField', 'edit', () => ({ body: { key: 'title', name: 'Again', type: 'text' } })],
  ['model.addFields', 'edit', () => ({ body: { fields: [{ key: 'title', name: 'Again', type: 'text' }] } })],
  ['model.updateField', 'edit', () => ({ params: { fieldId: ids.field }, body: { key: 'note', name: 'Taken', type: 'text' } })],
  ['model.deleteField', 'edit', () => ({ params: { fieldId: ids.model } })],
  ['model.saveFieldOrder', 'edit', () => ({ body: { ids: [ids.model] } })],
  ['model.addIndex', 'edit', () => ({ body: { name: 'None', fields: ['nothing'] } })],
  ['model.deleteIndex', 'edit', () => ({ params: { indexId: ids.model } })],
  // Lines have a relation to it.
  ['model.delete', 'delete', () => ({})],
]
const ON_SOURCE: Case[] = [
  ['model.list', 'read', () => ({})],
  ['data.listModels', 'read', () => ({})],
  ['source.plan', 'read', () => ({ body: {} })],
  ['source.listTables', 'read', () => ({})],
  ['source.apply', 'edit', () => ({ body: { hash: 'a'.repeat(64), confirmLoss: false } })],
  ['source.deleteConnection', 'edit', () => ({})],
  ['source.delete', 'delete', () => ({})],
]
const OF = { model: ON_MODEL, source: ON_SOURCE }
const CASES = (['model', 'source'] as const).flatMap(kind => OF[kind].map(([call, option, of]) => ({ kind, call, option, of })))

describe.each(CASES)('$call', ({ kind, call, option, of }) => {
  const id = () => (kind === 'model' ? ids.model : ids.source)
  const asked = () => {
    const { params, ...more } = of()
    return ask(call, { ...more, params: { ...DEV, [`${kind}Id`]: id(), ...params } })
  }

  it(`lets through whom ${kind}:${option} is told to, and nobody else`, async () => {
    await letBenIn()
    const verdicts: boolean[] = []
    const agree = async () => {
      const before = await world.stored()
      const allow = await told(kind, id(), option)
      expect(isRefused(await asked())).toBe(!allow)
      expect(await world.stored()).toBe(before)
      verdicts.push(allow)
    }
    await agree()
    await setOverride(world, dev, kind, id(), option, true)
    await agree()
    await clearPermissions(world)
    await letBenIn()
    await setList(world, `${kind}:${option}`, [all])
    await agree()
    await setOverride(world, all, kind, id(), option, false)
    await agree()
    await setOverride(world, dev, kind, id(), option, true)
    await agree()
    // Viewing is for everybody until somebody says otherwise, the rest for administrators.
    expect(verdicts).toEqual([option === 'read', true, true, false, true])
  })
})

it('makes models and sources for those who are told to', async () => {
  await letBenIn()
  const source = { key: 'another', name: 'Another', dialect: 'postgres', host: 'db.example.com', database: 'x', username: 'x', password: 'x' }
  const model = { params: { ...DEV, sourceId: ids.source }, body: { key: 'third', name: 'Third' } }
  await refusedAndUnchanged('model.create', model)
  await refusedAndUnchanged('source.readTables', { params: { ...DEV, sourceId: ids.outside }, body: { tables: ['a'] } })
  await refusedAndUnchanged('source.create', { params: DEV, body: source })
  const { key: _key, name: _name, ...connection } = source
  await refusedAndUnchanged('source.test', { params: DEV, body: connection })
  await setList(world, 'model.create', [dev])
  await setList(world, 'source.create', [dev])
  const made = await ask('model.create', model)
  expect(made.status, made.msg).toBe(0)
  expect((await world.call('model.delete', { as: 'ann', params: { ...DEV, modelId: made.data.id } })).status).toBe(0)
  const added = await ask('source.create', { params: DEV, body: source })
  expect(added.status, added.msg).toBe(0)
  expect((await world.call('source.delete', { as: 'ann', params: { ...DEV, sourceId: added.data.id } })).status).toBe(0)
  // A source that somebody may not view takes no models of his.
  await setOverride(world, all, 'source', ids.source, 'read', false)
  await refusedAndUnchanged('model.create', model)
})

it('keeps the connection of a source from who may not edit it', async () => {
  await letBenIn()
  const body = { name: 'Elsewhere', host: 'evil.example.com', database: 'x', username: 'x', password: 'x' }
  await refusedAndUnchanged('source.update', { params: { ...DEV, sourceId: ids.outside }, body })
  await refusedAndUnchanged('source.test', {
    params: DEV,
    body: { id: ids.outside, dialect: 'postgres', host: 'db.example.com', database: 'x', username: 'x' },
  })
  await setOverride(world, dev, 'source', ids.outside, 'edit', true)
  expect((await ask('source.update', { params: { ...DEV, sourceId: ids.outside }, body: { ...body, host: 'db.example.com' } })).status).toBe(0)
})

it('names neither models nor sources that somebody may not view', async () => {
  await letBenIn()
  const designed = async () => (await ask('model.list', { params: { ...DEV, sourceId: ids.source } })).data
  const managed = async () => (await ask('data.listModels', { params: { ...DEV, sourceId: ids.source } })).data.items.map((one: any) => one.key)
  expect((await designed()).items).toHaveLength(2)
  expect(await managed()).toEqual(['line', 'order'])
  await setOverride(world, all, 'model', ids.model, 'read', false)
  expect(await designed()).toMatchObject({ items: [{ key: 'line' }], relations: [] })
  expect(await managed()).toEqual(['line'])
  await setOverride(world, all, 'source', ids.outside, 'read', false)
  expect((await ask('source.list', { params: DEV })).data.options.map((one: any) => one.id)).toEqual([ids.source])
  expect((await ask('data.listSources', { params: DEV })).data.items.map((one: any) => one.id)).toEqual([ids.source])
})

it('tells the screens what may be done', async () => {
  await letBenIn()
  const answers = async () => {
    const options = (await ask('source.list', { params: DEV })).data.options as Record<string, unknown>[]
    const source = options.find(one => one.id === ids.source)
    const [model] = (await ask('model.list', { params: { ...DEV, sourceId: ids.source } })).data.items.filter((one: any) => one.id === ids.model)
    const { mayEdit, mayApply } = (await ask('model.get', { params: { ...DEV, modelId: ids.model } })).data
    return [source?.mayEdit, source?.mayDelete, source?.mayAddModels, model.mayDelete, mayEdit, mayApply]
  }
  expect(await answers()).toEqual([false, false, false, false, false, false])
  await setList(world, 'model.create', [dev])
  for (const option of ['edit', 'delete']) await setOverride(world, dev, 'model', ids.model, option, true)
  for (const option of ['edit', 'delete']) await setOverride(world, dev, 'source', ids.source, option, true)
  expect(await answers()).toEqual([true, true, true, true, true, true])
})

describe('rows of a model that somebody may not view', () => {
  const one = () => ({ ...ORDERS, rowId: ids.row })
  const id = '0191d5a0-0000-7000-8000-0000000000a2'
  const ROWS: [CallId, () => Ask][] = [
    ['data.listRows', () => ({ params: ORDERS })],
    ['data.getRow', () => ({ params: one() })],
    ['data.explainFormula', () => ({ params: { ...one(), fieldKey: 'title' } })],
    ['data.createRow', () => ({ params: ORDERS, body: { title: 'x' } })],
    ['data.updateRow', () => ({ params: one(), body: { title: 'x' } })],
    ['data.updateRows', () => ({ params: ORDERS, body: { ids: [ids.row], values: { title: 'x' } } })],
    ['data.deleteRows', () => ({ params: { ...ORDERS, rowIds: ids.row } })],
    ['data.previewRows', () => ({ params: ORDERS, body: { ids: [ids.row] } })],
    ['data.exportRows', () => ({ params: ORDERS, query: { format: 'csv' } })],
    ['data.downloadImportTemplate', () => ({ params: ORDERS, query: { format: 'csv' } })],
    ['data.getHistory', () => ({ params: one() })],
    ['data.listChanges', () => ({ params: ORDERS })],
    ['data.getChange', () => ({ params: { ...ORDERS, changeId: id } })],
    ['data.undoChange', () => ({ params: { ...ORDERS, changeId: id }, body: {} })],
    ['data.restoreRow', () => ({ params: one(), body: { changeId: id } })],
    ['data.previewBulk', () => ({ params: ORDERS, body: { values: { title: 'x' } } })],
    ['data.startBulk', () => ({ params: ORDERS, body: { values: { title: 'x' }, count: 1 } })],
    ['data.listViews', () => ({ params: ORDERS })],
    ['data.listChoices', () => ({ params: { ...ORDERS, fieldKey: 'title' } })],
    ['data.getFile', () => ({ params: { ...ORDERS, fieldKey: 'note', fileId: id } })],
  ]

  it.each(ROWS)('%s is refused, and nothing is changed', async (call, of) => {
    await letBenIn()
    expect(isRefused(await ask('data.listRows', { params: ORDERS }))).toBe(false)
    await setOverride(world, all, 'model', ids.model, 'read', false)
    expect(await told('model', ids.model, 'read')).toBe(false)
    await refusedAndUnchanged(call, of())
    expect((await world.call('data.getRow', { as: 'ann', params: one() })).data.row.title).toBe('Secret')
  })

  it('stay hidden behind relations of models that he may view', async () => {
    await letBenIn()
    const lines = async () => (await ask('data.listRows', { params: LINES, query: { relations: 'order' } })).data.items[0]
    const choices = async () => (await ask('data.listChoices', { params: { ...LINES, fieldKey: 'order' } })).data.options
    expect(JSON.stringify(await lines())).toContain('Secret')
    expect(await choices()).toHaveLength(1)
    await setOverride(world, all, 'model', ids.model, 'read', false)
    expect(JSON.stringify(await lines())).not.toContain('Secret')
    expect(await choices()).toEqual([])
  })

  it('are refused in the environment that says so alone', async () => {
    await letBenIn()
    await setOverride(world, all, 'model', ids.model, 'read', false, 'latest')
    expect(isRefused(await ask('data.listRows', { params: ORDERS }))).toBe(false)
    expect(await told('model', ids.model, 'read')).toBe(true)
    expect(await told('model', ids.model, 'read', { ...DEV, appUrlKey: 'shop' })).toBe(false)
  })

  it('are shown to none of its people, as why somebody sees a row tells', async () => {
    await letBenIn()
    const why = async () => (await world.call('data.explainRow', { as: 'ann', params: one(), query: { userId: world.ids.ben } })).data
    expect(await why()).toMatchObject({ allow: true, text: 'The model has no row permissions, so whoever may view it sees all of its rows' })
    await setOverride(world, all, 'model', ids.model, 'read', false)
    expect(await why()).toMatchObject({ allow: false, duty: { allow: true } })
    expect((await why()).text).toContain('role All users; the default of Data models gives it, this resource takes it away')
  })
})
