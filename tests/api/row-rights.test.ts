// What may be done with the rows of a model, by role: every call about rows × every right, for members, external users and guests.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CallId } from '../../api/generated/calls.ts'
import { contracts } from '../../api/generated/contract.ts'
import { addRow, applyAll, builtinSource, makeModel } from '../support/models.ts'
import { addExternal, addRole, builtIn, clearPermissions, DEV, letGuestsIn, letManageData, ROW_OPTIONS, setList, setOverride } from '../support/permissions.ts'
import { addRule, dropRules, rule, where } from '../support/row-permissions.ts'
import { makeWorld, type Ask, type World } from '../support/world.ts'

const csv = (content: string) => ({ field: 'file', name: 'rows.csv', content })

let world: World
let sales = ''
const ids = { order: '', paper: '', line: '', row: '', line1: '' }
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
  ids.paper = order.fields.paper as string
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
  ['data.explainFormula', [], () => ({ params: { ...one(), fieldKey: 'title' } })],
  ['data.listChoices', [], () => ({ params: { ...ORDERS, fieldKey: 'owner' } })],
  ['data.listOptions', [], () => ({ params: { ...ORDERS, fieldKey: 'title' } })],
  ['data.listGroups', [], () => ({ params: ORDERS, query: { by: 'title' } })],
  ['data.listTotals', [], () => ({ params: { ...ORDERS, measure: 'count' } })],
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
  ['data.listImports', ['importRows'], () => ({ params: ORDERS })],
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
  // Models that somebody may not view are left out of the events: tests/api/data.events.test.ts.
  const known = new Set<string>([...CALLS.map(([call]) => call), 'data.uploadFile', 'data.events'])
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

describe('fields', () => {
  const STAFF = { ...DEV, dsKey: 'main', dmKey: 'staff' }
  const TASKS = { ...DEV, dsKey: 'main', dmKey: 'task' }
  let staff: Awaited<ReturnType<typeof makeModel>>
  let row = ''
  let task = ''
  const everybody = async (field: string, option: 'read' | 'write', allow: boolean) =>
    setOverride(world, await builtIn(world, 'all-users'), 'field', staff.fields[field] as string, option, allow)
  const ann = (call: CallId, more: Ask) => world.call(call, { as: 'ann', ...more })
  const ben = (call: CallId, more: Ask) => world.call(call, { as: 'ben', ...more })
  const fine = async (call: CallId, more: Ask, as: 'ann' | 'ben' = 'ben') => {
    const reply = await world.call(call, { as, ...more })
    expect(reply.status, `${call}: ${reply.msg} ${JSON.stringify(reply.errors)}`).toBe(0)
    return reply.data
  }
  const staffRow = (rowId = row) => ({ params: { ...STAFF, rowId } })
  const payOf = async (rowId = row) => (await fine('data.getRow', staffRow(rowId), 'ann')).row.pay

  beforeAll(async () => {
    const sourceId = await builtinSource(world)
    // Without a title of its own, a row is called by its first text.
    staff = await makeModel(world, sourceId, 'staff', [
      { key: 'pay', type: 'text', name: 'Hush', default: 'HUSH-0' },
      { key: 'name', type: 'text', name: 'Name' },
      { key: 'grade', type: 'text', name: 'Grade', default: 'junior' },
      // What is computed from a hidden one would tell it.
      { key: 'note', type: 'text', name: 'Note', formula: "CONCATENATE('on ', pay)" },
      { key: 'loud', type: 'text', name: 'Loud', formula: 'UPPER(note)' },
      { key: 'louder', type: 'text', name: 'Louder', formula: 'UPPER(pay)' },
    ])
    await makeModel(world, sourceId, 'task', [
      { key: 'text', type: 'text', name: 'Text' },
      { key: 'staff', type: 'relationOne', name: 'Staff', relation: { modelId: staff.modelId } },
    ])
    await applyAll(world, sourceId)
    row = await addRow(world, 'staff', { pay: 'HUSH-1', name: 'Cara', grade: 'senior' })
    task = await addRow(world, 'task', { text: 'Count', staff: row })
    await fine('data.updateRow', { ...staffRow(), body: { pay: 'HUSH-2', name: 'Carol' } }, 'ann')
    const view = { name: 'By pay', isShared: true, columns: ['pay', 'name'], orderBy: 'pay', filter: JSON.stringify(where('pay', 'like', 'HUSH')) }
    await fine('data.createView', { params: STAFF, body: view }, 'ann')
  })
  beforeEach(async () => {
    for (const right of ROW_OPTIONS) await setList(world, `model:${right}`, [sales])
  })

  /** Every call that answers something of rows, and each way to ask it. */
  const ANSWERS: [string, CallId, () => Ask][] = [
    ['a list', 'data.listRows', () => ({ params: STAFF })],
    ['a list of rows that name such a row', 'data.listRows', () => ({ params: TASKS, query: { relations: 'staff' } })],
    ['one row', 'data.getRow', () => staffRow()],
    ['one row that names such a row', 'data.getRow', () => ({ params: { ...TASKS, rowId: task }, query: { relations: 'staff' } })],
    ['rows to choose', 'data.listChoices', () => ({ params: { ...TASKS, fieldKey: 'staff' } })],
    ['a history', 'data.getHistory', () => staffRow()],
    ['the history of a row that names such a row', 'data.getHistory', () => ({ params: { ...TASKS, rowId: task } })],
    ['views', 'data.listViews', () => ({ params: STAFF })],
    ['a look at a change', 'data.previewRows', () => ({ params: STAFF, body: { ids: [row], values: { name: 'Dan' } } })],
    ['a look at a deletion', 'data.previewRows', () => ({ params: STAFF, body: { ids: [row] } })],
    ['a look at a change of all rows', 'data.previewBulk', () => ({ params: STAFF, body: { values: { name: 'Dan' } } })],
    ['a look at a deletion of all rows', 'data.previewBulk', () => ({ params: STAFF, body: {} })],
    ['an export', 'data.exportRows', () => ({ params: STAFF, query: { format: 'csv' } })],
    ['an export of rows that name such a row', 'data.exportRows', () => ({ params: TASKS, query: { format: 'csv' } })],
    ['a template of imports', 'data.downloadImportTemplate', () => ({ params: STAFF, query: { format: 'csv' } })],
    ['a file that is read', 'data.importRows', () => ({ params: STAFF, files: [csv('Name\nEve\n')] })],
  ]
  const textOf = ({ raw }: Awaited<ReturnType<typeof ben>>) => raw.toString()

  it.each(ANSWERS)('a hidden one is nowhere in %s', async (_what, call, of) => {
    const whole = await ben(call, of())
    expect(whole.http, whole.msg).toBe(200)
    expect(textOf(whole)).toMatch(/hush|"pay"/i)
    await everybody('pay', 'read', false)
    const reply = await ben(call, of())
    expect(reply.http, reply.msg).toBe(200)
    expect(textOf(reply)).not.toMatch(/hush|"pay"/i)
    expect(textOf(await ann(call, of()))).toMatch(/hush|"pay"/i)
  })

  it('a hidden one is in no reason why a formula is empty, and a row that is not seen has none', async () => {
    const id = await addRow(world, 'staff', { name: 'New', grade: 'senior' })
    await fine('data.updateRow', { params: { ...STAFF, rowId: id }, body: { pay: '' } }, 'ann')
    const why = (fieldKey: string) => ben('data.explainFormula', { params: { ...STAFF, rowId: id, fieldKey } })
    expect((await why('louder')).data).toEqual({ isEmpty: true, reason: 'Hush is empty' })
    await addRule(world, rule({ roles: [sales] }, where('grade', 'equal', 'junior')), STAFF)
    expect((await why('louder')).http).toBe(404)
    await dropRules(world)
    await everybody('pay', 'read', false)
    for (const key of ['louder', 'loud', 'pay']) expect((await why(key)).http).toBe(422)
    await fine('data.deleteRows', { params: { ...STAFF, rowIds: id } }, 'ann')
  })

  it('a relation says whether the person may add a row that it can name', async () => {
    const says = async () => (await fine('data.listRows', { params: TASKS })).fields.find(({ key }: { key: string }) => key === 'staff').creatable
    const adds = async () => (await fine('data.listChoices', { params: { ...TASKS, fieldKey: 'staff' } })).adds
    expect([await says(), await adds()]).toEqual([true, 'staff'])
    await setOverride(world, sales, 'model', staff.modelId, 'createRows', false)
    expect([await says(), await adds()]).toEqual([false, undefined])
  })

  it('a hidden one is no choice, and nothing is counted, ordered or limited by it', async () => {
    const options = (fieldKey: string, query: Record<string, string> = {}) => ben('data.listOptions', { params: { ...STAFF, fieldKey }, query })
    const count = (query: Record<string, string>) => ben('data.listTotals', { params: { ...STAFF, measure: 'count' }, query })
    const groups = (query: Record<string, string>) => ben('data.listGroups', { params: STAFF, query })
    const filter = JSON.stringify({ conjunction: 'and', children: [{ left: { type: 'field', field: 'pay' }, op: 'is_not_empty' }] })
    const all = () => [
      options('pay'),
      options('loud'),
      options('name', { orderBy: 'note' }),
      options('name', { value: 'pay' }),
      options('name', { orderBy: 'pay' }),
      options('name', { filter }),
      count({ by: 'pay' }),
      count({ filter }),
      groups({ by: 'pay' }),
      groups({ by: 'name', filter }),
    ]
    for (const reply of await Promise.all(all())) expect(reply.http, reply.msg).toBe(200)
    await everybody('pay', 'read', false)
    for (const reply of await Promise.all(all())) {
      expect(reply.http).toBe(422)
      expect(textOf(reply)).not.toMatch(/hush/i)
    }
  })

  it.each([
    ['conditions', { filter: JSON.stringify(where('pay', 'like', 'HUSH')) }],
    ['an order', { orderBy: 'pay' }],
    ['columns', { fields: 'pay' }],
  ])('a hidden one is unknown in %s', async (_what, query) => {
    await everybody('pay', 'read', false)
    const [hidden, unknown] = [await ben('data.listRows', { params: STAFF, query }), JSON.parse(JSON.stringify(query).replaceAll('pay', 'nil'))]
    const other = await ben('data.listRows', { params: STAFF, query: unknown })
    expect([hidden.http, hidden.code, hidden.msg.replaceAll('pay', 'nil')]).toEqual([other.http, other.code, other.msg])
    expect(hidden.http).toBe(422)
  })

  it('a hidden one is not searched, and rules of rows go on asking for it', async () => {
    const total = async (keywords: string) => (await fine('data.listRows', { params: STAFF, query: { keywords } })).total
    expect(await total('HUSH-2')).toBe(1)
    await everybody('pay', 'read', false)
    expect([await total('HUSH-2'), await total('Carol')]).toEqual([0, 1])
    await addRule(world, rule({ roles: [sales] }, where('pay', 'equal', 'HUSH-1')), STAFF)
    expect(await total('Carol')).toBe(0)
    await dropRules(world)
  })

  it('a hidden one is neither written nor lost', async () => {
    await everybody('pay', 'read', false)
    for (const [call, more] of [
      ['data.createRow', { params: STAFF, body: { name: 'x', pay: 'y' } }],
      ['data.updateRow', { ...staffRow(), body: { pay: 'y' } }],
      ['data.updateRows', { params: STAFF, body: { ids: [row], values: { pay: 'y' } } }],
      ['data.previewRows', { params: STAFF, body: { ids: [row], values: { pay: 'y' } } }],
      ['data.startBulk', { params: STAFF, body: { count: 1, values: { pay: 'y' } } }],
    ] as [CallId, Ask][]) {
      const before = await world.stored()
      expect({ call, ...(await ben(call, more)) }).toMatchObject({ call, http: 422, errors: { pay: 'Unknown field' } })
      expect(await world.stored()).toBe(before)
    }
    const { id } = await fine('data.createRow', { params: STAFF, body: { name: 'New' } })
    expect(await payOf(id)).toBe('HUSH-0')
    await fine('data.updateRow', { ...staffRow(id), body: { name: 'Newer' } })
    await fine('data.updateRow', { ...staffRow(id), body: { pay: 'HUSH-9' } }, 'ann')
    const { items } = await fine('data.getHistory', staffRow(id))
    // What happened to it alone is told to whoever sees it.
    expect(items.map((one: { kind: string }) => one.kind)).toEqual(['update', 'create'])
    expect((await fine('data.getHistory', staffRow(id), 'ann')).items).toHaveLength(3)
    // Putting a row back leaves it as it is; what was deleted comes back with it.
    await fine('data.restoreRow', { ...staffRow(id), body: { changeId: items[1].id } })
    expect((await fine('data.getRow', staffRow(id), 'ann')).row).toMatchObject({ name: 'New', pay: 'HUSH-9' })
    const { changeId } = await fine('data.deleteRows', { params: { ...STAFF, rowIds: id } })
    expect(textOf(await ben('data.getChange', { params: { ...STAFF, changeId } }))).not.toMatch(/hush|"pay"/i)
    await fine('data.undoChange', { params: { ...STAFF, changeId }, body: {} })
    expect(await payOf(id)).toBe('HUSH-9')
  })

  it('what was done to a hidden one is neither told nor undone', async () => {
    const { changeId } = await fine('data.updateRows', { params: STAFF, body: { ids: [row], values: { pay: 'HUSH-3' } } }, 'ann')
    const told = async () => (await fine('data.listChanges', { params: STAFF })).items.some((one: { id: string }) => one.id === changeId)
    expect(await told()).toBe(true)
    await everybody('pay', 'read', false)
    expect(await told()).toBe(false)
    await refusedAndUnchanged('data.undoChange', { params: { ...STAFF, changeId }, body: {} })
    await everybody('pay', 'read', true)
    await everybody('pay', 'write', false)
    await refusedAndUnchanged('data.undoChange', { params: { ...STAFF, changeId }, body: {} })
  })

  it('a read-only one is told as such and refused at the field', async () => {
    const before = (await fine('data.getHistory', staffRow())).items.at(-1).id
    await fine('data.updateRow', { ...staffRow(), body: { grade: 'lead' } }, 'ann')
    await everybody('grade', 'write', false)
    const { fields } = await fine('data.listRows', { params: STAFF })
    expect(fields.filter((one: { readOnly: boolean }) => one.readOnly).map((one: { key: string }) => one.key)).toEqual(['grade', 'note', 'loud', 'louder'])
    for (const [call, more] of [
      ['data.createRow', { params: STAFF, body: { name: 'x', grade: 'y' } }],
      ['data.updateRow', { ...staffRow(), body: { grade: 'y' } }],
      ['data.updateRow', { ...staffRow(), body: { grade: null } }],
      ['data.updateRows', { params: STAFF, body: { ids: [row], values: { grade: 'y' } } }],
      ['data.previewRows', { params: STAFF, body: { ids: [row], values: { grade: 'y' } } }],
      ['data.previewBulk', { params: STAFF, body: { values: { grade: 'y' } } }],
      ['data.startBulk', { params: STAFF, body: { count: 1, values: { grade: 'y' } } }],
    ] as [CallId, Ask][]) {
      const stored = await world.stored()
      expect({ call, ...(await ben(call, more)) }).toMatchObject({ call, http: 422, errors: { grade: 'You may not change this field' } })
      expect(await world.stored()).toBe(stored)
    }
    // A form sends back what it was given.
    await fine('data.updateRow', { ...staffRow(), body: { name: 'Cleo', grade: 'lead' } })
    const { id } = await fine('data.createRow', { params: STAFF, body: { name: 'New', grade: 'junior' } })
    expect((await fine('data.getRow', staffRow(id))).row.grade).toBe('junior')
    const read = await fine('data.importRows', { params: STAFF, files: [csv('Name,Grade\nEve,boss\n')] })
    expect(read.columns.map((one: { field: string }) => one.field)).toEqual(['name', ''])
    expect(await ben('data.restoreRow', { ...staffRow(), body: { changeId: before } })).toMatchObject({ http: 403, code: 'data.fieldLocked' })
  })

  it('a file of a hidden one is not read, and none is added to a read-only one', async () => {
    const { id, value } = await fine('data.uploadFile', UPLOAD())
    await fine('data.updateRow', { params: one(), body: { paper: value } })
    const read = () => ben('data.getFile', { params: { ...ORDERS, fieldKey: 'paper', fileId: id }, query: { row: ids.row } })
    expect((await read()).http).toBe(200)
    const all = await builtIn(world, 'all-users')
    await setOverride(world, all, 'field', ids.paper, 'write', false)
    expect(await ben('data.uploadFile', UPLOAD())).toMatchObject({ http: 422, errors: { fieldKey: 'You may not change this field' } })
    expect((await read()).http).toBe(200)
    await setOverride(world, all, 'field', ids.paper, 'read', false)
    expect(await read()).toMatchObject({ http: 404, code: 'file.unknown' })
    expect(await ben('data.uploadFile', UPLOAD())).toMatchObject({ http: 422, code: 'data.fieldUnknown' })
  })

  it('one that has to be filled in and is not open keeps whoever may not from adding rows', async () => {
    const sourceId = await builtinSource(world)
    const { fields } = await makeModel(world, sourceId, 'visit', [
      { key: 'text', type: 'text' },
      { key: 'code', type: 'text', required: true },
    ])
    await applyAll(world, sourceId)
    const add = () => ben('data.createRow', { params: { ...STAFF, dmKey: 'visit' }, body: { text: 'x' } })
    expect((await add()).errors).toEqual({ code: 'Required' })
    const all = await builtIn(world, 'all-users')
    await setOverride(world, all, 'field', fields.code as string, 'write', false)
    expect((await add()).errors).toEqual({ code: 'A field that has to be filled in is not open to you' })
    await setOverride(world, all, 'field', fields.code as string, 'read', false)
    expect(await add()).toMatchObject({ http: 403, code: 'data.fieldLocked', msg: 'A field that has to be filled in is not open to you' })
  })

  it('is given by one role, in one environment or all, whoever else may not', async () => {
    const sees = async () => 'pay' in (await fine('data.getRow', staffRow())).row
    await everybody('pay', 'read', false)
    expect(await sees()).toBe(false)
    await setOverride(world, sales, 'field', staff.fields.pay as string, 'read', true, 'latest')
    expect(await sees()).toBe(false)
    await setOverride(world, sales, 'field', staff.fields.pay as string, 'read', true)
    expect(await sees()).toBe(true)
  })

  it('stands below its model in the matrix, and is named in versions and reasons', async () => {
    const pay = staff.fields.pay as string
    const all = await builtIn(world, 'all-users')
    const { options, resources, roles } = await fine('permission.getMatrix', { params: DEV, query: { kind: 'field' } }, 'ann')
    expect(options.map((one: { value: string }) => one.value)).toEqual(['read', 'write'])
    const at = resources.findIndex((one: { id: string }) => one.id === pay)
    expect(resources[at]).toMatchObject({ label: 'Hush', isGroup: false })
    expect(resources[resources[at].parent]).toMatchObject({ id: staff.modelId, isGroup: true })
    expect(roles.find((one: { value: string }) => one.value === all).default).toEqual(['read', 'write'])
    await fine(
      'permission.saveMatrix',
      { params: DEV, body: { kind: 'field', changes: [{ roleId: all, resourceId: pay, option: 'read', allow: false }] } },
      'ann',
    )
    expect('pay' in (await fine('data.getRow', staffRow())).row).toBe(false)
    const why = await fine('permission.explain', { params: DEV, query: { resource: `field:${pay}`, option: 'read', userId: world.ids.ben } }, 'ann')
    expect(JSON.stringify(why)).toContain('field staff · Hush')
    const { items } = await fine('permission.listVersions', { params: DEV }, 'ann')
    expect(JSON.stringify(items[0])).toContain('View of field staff · Hush is refused')
    const effect = await fine(
      'permission.whatIf',
      { params: DEV, body: { kind: 'field', changes: [{ roleId: sales, resourceId: pay, option: 'read', allow: true }] } },
      'ann',
    )
    expect(effect.items).toMatchObject([{ resource: 'staff · Hush', gain: 1 }])
  })

  it('what is said of one lasts until no environment has it, and nothing of it is kept', async () => {
    const sourceId = await builtinSource(world)
    const { fields, modelId } = await makeModel(world, sourceId, 'gone', [
      { key: 'text', type: 'text' },
      { key: 'code', type: 'text' },
    ])
    await applyAll(world, sourceId)
    const said = async () =>
      (
        await world.db
          .selectFrom('permission_override')
          .select('option')
          .where('resource_id', '=', fields.code as string)
          .execute()
      ).length
    await setOverride(world, sales, 'field', fields.code as string, 'read', false)
    await fine('model.deleteField', { params: { ...DEV, modelId, fieldId: fields.code as string } }, 'ann')
    expect(await said()).toBe(1)
    await applyAll(world, sourceId, { confirmLoss: true })
    expect(await said()).toBe(1)
    const { items } = (await world.call('release.listKept', { as: 'ann', params: DEV })).data
    await fine('release.deleteKept', { params: { ...DEV, keptId: items[0].id } }, 'ann')
    expect(await said()).toBe(0)
  })
})
