// What may be done with the rows of a model, by role: every call about rows × every right, for members, external users and guests.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CallId } from '../../api/generated/calls.ts'
import { contracts } from '../../api/generated/contract.ts'
import { addRow, applyAll, builtinSource, makeModel } from '../support/models.ts'
import { addExternal, addRole, builtIn, clearPermissions, DEV, letGuestsIn, letManageData, ROW_OPTIONS, setList, setOverride } from '../support/permissions.ts'
import { makeWorld, type Ask, type World } from '../support/world.ts'

const csv = (content: string) => ({ field: 'file', name: 'rows.csv', content })

let world: World
let sales = ''
const ids = { order: '', line: '', row: '', line1: '' }
const ORDERS = { ...DEV, dsKey: 'main', dmKey: 'order' }
const one = () => ({ ...ORDERS, rowId: ids.row })
const NONE = '0191d5a0-0000-7000-8000-0000000000a2'

beforeAll(async () => {
  world = await makeWorld()
  const sourceId = await builtinSource(world)
  const order = await makeModel(world, sourceId, 'order', [
    { key: 'title', type: 'text', name: 'Title' },
    { key: 'owner', type: 'user', name: 'Owner' },
    { key: 'paper', type: 'file', name: 'Paper' },
  ])
  ids.order = order.modelId
  await applyAll(world, sourceId)
  ids.row = await addRow(world, 'order', { title: 'First' })
}, 60_000)
afterAll(() => world?.close())
beforeEach(async () => {
  sales = await addRole(world, 'Sales', { users: [world.ids.ben] })
})
afterEach(async () => {
  await clearPermissions(world)
  await letGuestsIn(world, false)
})

type Right = 'read' | (typeof ROW_OPTIONS)[number]
/** What each call needs besides viewing the model, and one that asks for it. Somebody may do it who has all of these. */
const CALLS: [CallId, Right[], () => Ask][] = [
  ['data.listRows', [], () => ({ params: ORDERS })],
  ['data.getRow', [], () => ({ params: one() })],
  ['data.listChoices', [], () => ({ params: { ...ORDERS, fieldKey: 'owner' } })],
  ['data.listViews', [], () => ({ params: ORDERS })],
  ['data.createView', [], () => ({ params: ORDERS, body: { name: 'Mine' } })],
  ['data.updateView', [], () => ({ params: { ...ORDERS, viewId: NONE }, body: { name: 'Other' } })],
  ['data.deleteView', [], () => ({ params: { ...ORDERS, viewId: NONE } })],
  ['data.getHistory', [], () => ({ params: one() })],
  ['data.listChanges', [], () => ({ params: ORDERS })],
  ['data.getChange', [], () => ({ params: { ...ORDERS, changeId: NONE } })],
  ['data.undoChange', [], () => ({ params: { ...ORDERS, changeId: NONE }, body: {} })],
  ['data.getFile', [], () => ({ params: { ...ORDERS, fieldKey: 'paper', fileId: NONE } })],
  ['data.getBulk', [], () => ({ params: { ...ORDERS, bulkId: NONE } })],
  ['data.retryBulk', [], () => ({ params: { ...ORDERS, bulkId: NONE }, body: {} })],
  ['data.createRow', ['createRows'], () => ({ params: ORDERS, body: { other: 1 } })],
  ['data.updateRow', ['editRows'], () => ({ params: one(), body: { other: 1 } })],
  ['data.updateRows', ['editRows'], () => ({ params: ORDERS, body: { ids: [ids.row], values: { other: 1 } } })],
  ['data.previewRows', ['editRows'], () => ({ params: ORDERS, body: { ids: [ids.row], values: { title: 'x' } } })],
  ['data.previewRows', ['deleteRows'], () => ({ params: ORDERS, body: { ids: [ids.row] } })],
  ['data.previewBulk', ['editRows'], () => ({ params: ORDERS, body: { values: { title: 'x' } } })],
  ['data.previewBulk', ['deleteRows'], () => ({ params: ORDERS, body: {} })],
  ['data.startBulk', ['editRows'], () => ({ params: ORDERS, body: { values: { other: 1 }, count: 1 } })],
  ['data.startBulk', ['deleteRows'], () => ({ params: ORDERS, body: { count: 1, filter: '{' } })],
  ['data.restoreRow', ['editRows'], () => ({ params: one(), body: { changeId: NONE } })],
  ['data.deleteRows', ['deleteRows'], () => ({ params: { ...ORDERS, rowIds: NONE } })],
  ['data.exportRows', ['exportRows'], () => ({ params: ORDERS, query: { format: 'csv' } })],
  ['data.downloadImportTemplate', ['importRows'], () => ({ params: ORDERS, query: { format: 'csv' } })],
  ['data.importRows', ['importRows'], () => ({ params: ORDERS, files: [csv('')] })],
  ['data.getImport', ['importRows'], () => ({ params: { ...ORDERS, importId: NONE } })],
  ['data.listImportRows', ['importRows'], () => ({ params: { ...ORDERS, importId: NONE } })],
  ['data.planImport', ['importRows'], () => ({ params: { ...ORDERS, importId: NONE }, body: { mode: 'insert', fields: [] } })],
  ['data.confirmImport', ['importRows'], () => ({ params: { ...ORDERS, importId: NONE }, body: {} })],
  ['data.cancelImport', ['importRows'], () => ({ params: { ...ORDERS, importId: NONE } })],
  ['data.downloadImportErrors', ['importRows'], () => ({ params: { ...ORDERS, importId: NONE }, query: { format: 'csv' } })],
]
/** Either of two rights is enough to upload a file. */
const UPLOAD = () => ({ params: { ...ORDERS, fieldKey: 'paper' }, files: [{ field: 'file', name: 'a.txt', content: 'a' }] })

it('speaks of every call about rows', () => {
  const known = new Set<string>([...CALLS.map(([call]) => call), 'data.uploadFile'])
  const all = contracts.filter(call => call.id.startsWith('data.') && call.access === 'app.access').map(call => call.id)
  expect(all.filter(id => !known.has(id))).toEqual([])
})

const isRefused = async (call: CallId, ask: Ask) => (await world.call(call, { as: 'ben', ...ask })).code === 'permission.denied'
async function refusedAndUnchanged(call: CallId, ask: Ask) {
  const before = await world.stored()
  const reply = await world.call(call, { as: 'ben', ...ask })
  expect({ call, http: reply.http, code: reply.code, data: reply.data }).toEqual({ call, http: 403, code: 'permission.denied', data: {} })
  expect(await world.stored()).toBe(before)
}

describe('a member of the organisation', () => {
  it.each(CALLS)('%s needs %j', async (call, needs, of) => {
    // Viewing is for all members until somebody says otherwise, the rest for nobody but administrators.
    if (needs.length) await refusedAndUnchanged(call, of())
    for (const right of needs) await setOverride(world, sales, 'model', ids.order, right, true)
    expect(await isRefused(call, of())).toBe(false)
    // With all other rights it is still refused.
    for (const right of ROW_OPTIONS) await setOverride(world, sales, 'model', ids.order, right, !needs.includes(right))
    if (needs.length) await refusedAndUnchanged(call, of())
    await letManageData(world, [sales])
    await setOverride(world, await builtIn(world, 'all-users'), 'model', ids.order, 'read', false)
    await refusedAndUnchanged(call, of())
  })

  it('uploads files to add or to edit rows', async () => {
    await refusedAndUnchanged('data.uploadFile', UPLOAD())
    for (const right of ['createRows', 'editRows'] as const) {
      await setOverride(world, sales, 'model', ids.order, right, true)
      expect(await isRefused('data.uploadFile', UPLOAD())).toBe(false)
      await setOverride(world, sales, 'model', ids.order, right, false)
    }
  })

  it('may do no more with rows by managing data alone', async () => {
    await setList(world, 'dataManage', [sales])
    await refusedAndUnchanged('data.createRow', { params: ORDERS, body: { title: 'x' } })
    await refusedAndUnchanged('data.deleteRows', { params: { ...ORDERS, rowIds: ids.row } })
    expect((await world.call('data.listSources', { as: 'ben', params: DEV })).status).toBe(0)
  })

  it('opens no data page of the console by rights on rows', async () => {
    for (const right of ROW_OPTIONS) await setOverride(world, sales, 'model', ids.order, right, true)
    expect((await world.call('data.listSources', { as: 'ben', params: DEV })).http).toBe(403)
  })

  it('may not share a view with everybody without managing data', async () => {
    const view = { name: 'Of all', isShared: true }
    await refusedAndUnchanged('data.createView', { params: ORDERS, body: view })
    const own = await world.call('data.createView', { as: 'ben', params: ORDERS, body: { name: 'Own' } })
    expect(own.status).toBe(0)
    await refusedAndUnchanged('data.updateView', { params: { ...ORDERS, viewId: own.data.id }, body: { isShared: true } })
    const shared = await world.call('data.createView', { as: 'ann', params: ORDERS, body: view })
    await refusedAndUnchanged('data.deleteView', { params: { ...ORDERS, viewId: shared.data.id } })
    await setList(world, 'dataManage', [sales])
    expect((await world.call('data.deleteView', { as: 'ben', params: { ...ORDERS, viewId: shared.data.id } })).status).toBe(0)
  })
})

describe('an import', () => {
  const read = async () => {
    const file = await world.call('data.importRows', { as: 'ben', params: ORDERS, files: [csv('Title\nImported\n')] })
    expect(file.status, file.msg).toBe(0)
    return { params: { ...ORDERS, importId: file.data.id as string }, fields: (file.data.columns as { field: string }[]).map(column => column.field) }
  }
  it.each([
    ['insert', 'createRows'],
    ['update', 'editRows'],
    ['upsert', 'createRows'],
    ['upsert', 'editRows'],
  ] as const)('that makes an %s needs %s', async (mode, right) => {
    for (const each of ROW_OPTIONS) await setOverride(world, sales, 'model', ids.order, each, each !== right)
    const { params, fields } = await read()
    await refusedAndUnchanged('data.planImport', { params, body: { mode, fields, ...(mode !== 'insert' && { keyField: 'id' }) } })
  })
})

describe('undoing', () => {
  it.each([
    ['delete', 'createRows', () => world.call('data.deleteRows', { as: 'ben', params: { ...ORDERS, rowIds: ids.line } })],
    ['edit', 'editRows', () => world.call('data.updateRows', { as: 'ben', params: ORDERS, body: { ids: [ids.line], values: { title: 'Other' } } })],
  ] as const)('a change of the kind %s needs %s', async (_kind, right, change) => {
    for (const each of ROW_OPTIONS) await setOverride(world, sales, 'model', ids.order, each, true)
    ids.line = await addRow(world, 'order', { title: 'Second' })
    const { changeId } = (await change()).data
    expect(changeId).toMatch(/^[0-9a-f-]{36}$/)
    const undo = { params: { ...ORDERS, changeId }, body: {} }
    await setOverride(world, sales, 'model', ids.order, right, false)
    await refusedAndUnchanged('data.undoChange', undo)
    await setOverride(world, sales, 'model', ids.order, right, true)
    expect((await world.call('data.undoChange', { as: 'ben', ...undo })).data).toMatchObject({ count: 1 })
  })
})

describe('people from outside', () => {
  it('external users have what they are given and no more', async () => {
    await addExternal(world, 'cyd')
    const outside = await builtIn(world, 'external-users')
    const ask = (call: CallId, more: Ask) => world.call(call, { as: 'cyd', ...more })
    await setList(world, 'read', [outside])
    expect(await ask('data.listRows', { params: ORDERS })).toMatchObject({ http: 403, code: 'permission.denied' })
    for (const option of ['read', 'createRows']) await setOverride(world, outside, 'model', ids.order, option, true)
    expect((await ask('data.listRows', { params: ORDERS })).data.total).toBeGreaterThan(0)
    expect((await ask('data.createRow', { params: ORDERS, body: { title: 'From outside' } })).status).toBe(0)
    expect(await ask('data.updateRow', { params: one(), body: { title: 'x' } })).toMatchObject({ http: 403, code: 'permission.denied' })
    // Who works in the organisation is none of their business.
    expect((await ask('data.listChoices', { params: { ...ORDERS, fieldKey: 'owner' } })).data.options).toEqual([])
  })

  it('guests have what they are given, and nothing that belongs to a person', async () => {
    const guest = await builtIn(world, 'guest')
    const ask = (call: CallId, more: Ask) => world.call(call, { as: undefined, ...more })
    await setList(world, 'read', [guest])
    for (const option of ['read', ...ROW_OPTIONS]) await setOverride(world, guest, 'model', ids.order, option, true)
    expect(await ask('data.listRows', { params: ORDERS })).toMatchObject({ http: 401 })
    await letGuestsIn(world)
    expect((await ask('data.listRows', { params: ORDERS })).data.total).toBeGreaterThan(0)
    const made = await ask('data.createRow', { params: ORDERS, body: { title: 'By a guest' } })
    expect(made.status, made.msg).toBe(0)
    const mine = { ...ORDERS, rowId: made.data.id as string }
    expect((await ask('data.getRow', { params: mine })).data.row).toMatchObject({ title: 'By a guest', created_by: null })
    expect((await ask('data.updateRow', { params: mine, body: { title: 'Again' } })).status).toBe(0)
    expect((await ask('data.listChoices', { params: { ...ORDERS, fieldKey: 'owner' } })).data.options).toEqual([])
    for (const [call, more] of [
      ['data.createView', { params: ORDERS, body: { name: 'x' } }],
      ['data.getHistory', { params: mine }],
      ['data.uploadFile', UPLOAD()],
      ['data.importRows', { params: ORDERS, files: [csv('Title\nx\n')] }],
      ['data.startBulk', { params: ORDERS, body: { count: 1 } }],
      ['data.undoChange', { params: { ...ORDERS, changeId: NONE }, body: {} }],
    ] as [CallId, Ask][])
      expect({ call, http: (await ask(call, more)).http }).toEqual({ call, http: 401 })
    expect((await ask('data.deleteRows', { params: { ...ORDERS, rowIds: mine.rowId } })).status).toBe(0)
    expect(await ask('data.listSources', { params: DEV })).toMatchObject({ http: 401 })
  })
})

it('answers with the rows what the person may do', async () => {
  const may = async () => (await world.call('data.listRows', { as: 'ben', params: ORDERS })).data.may
  expect(await may()).toEqual({ create: false, edit: false, delete: false, import: false, export: false, share: false, explain: false, history: true })
  for (const right of ['editRows', 'exportRows']) await setOverride(world, sales, 'model', ids.order, right, true)
  expect(await may()).toEqual({ create: false, edit: true, delete: false, import: false, export: true, share: false, explain: false, history: true })
  expect((await world.call('data.getRow', { as: 'ben', params: one() })).data.may).toEqual(await may())
})
