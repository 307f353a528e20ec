// What the builders of the designer write for a model does at run time what it says, by the rights and row rules of whoever uses the page.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readOptions, type ModelOptions, type OptionsApi } from '../../api/models/options.ts'
import { chooserProps } from '../../renderers/tessera-schema-editor/chooser-options.ts'
import { changedFigure, chartOf, figureFrom, figureIn, tileOf, type Figure } from '../../renderers/tessera-schema-editor/model-figures.ts'
import { changedRows, rowsFrom, rowsIn, rowsOf, startRows, type RowsPart } from '../../renderers/tessera-schema-editor/model-rows.ts'
import * as made from '../../renderers/tessera-schema-editor/model-schemas.ts'
import { enterPlace, type DesignModel } from '../../renderers/tessera-schema-editor/place.ts'
import { addRow } from '../support/models.ts'
import { askAs } from '../support/page-requests.ts'
import { addRule, DEV, dropRules, makeOrders, rule, where, type Orders } from '../support/row-permissions.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
let orders: Orders
let order: made.Bound
const field = (key: string) => order.model.fields.find(one => one.key === key) as made.Field
const titles = (reply: { data?: Record<string, any> }) => ((reply.data?.items ?? []) as { title: string }[]).map(({ title }) => title).sort()
const list = (more: object = {}, asked: made.Field[] = []) => askAs(world, 'ben', made.listApi(order, asked), { page: 1, perPage: 10, ...more })

beforeAll(async () => {
  world = await makeWorld()
  orders = await makeOrders(world)
  const { sources } = (await world.call('page.listModels', { as: 'ann', params: DEV })).data
  order = { source: 'main', model: sources[0].models.find((one: DesignModel) => one.key === 'order'), say: text => text }
  // Ben sees and changes his own orders and those that belong to nobody.
  await addRule(
    world,
    rule({ users: [world.ids.ben] }, { conjunction: 'or', children: [where('owner', 'select_equals', world.ids.ben), where('owner', 'is_empty')] }),
  )
}, 60_000)
afterAll(async () => {
  await dropRules(world)
  await world?.close()
})

describe('a list', () => {
  it('shows the rows that the person may see, and no others, however they are looked for', async () => {
    expect(titles(await list())).toEqual(["ben's", 'nobody'])
    expect(titles(await list({ keywords: 'ann' }))).toEqual([])
    expect(titles(await list({ title: 'n', amount: '' }, [field('title'), field('amount')]))).toEqual(["ben's", 'nobody'])
    expect(titles(await list({ amount: 9 }, [field('title'), field('amount')]))).toEqual(['nobody'])
    expect(titles(await list({ _conditions: where('amount', 'less', 9) }))).toEqual(["ben's"])
    expect(titles(await list({ orderBy: 'amount', orderDir: 'desc' }))).toEqual(["ben's", 'nobody'])
  })
  it('is exported as it is shown', async () => {
    const file = await askAs(world, 'ann', made.exportApi(order, [field('title')]), { title: 'nobody' })
    expect([file.http, file.raw.subarray(0, 2).toString()]).toEqual([200, 'PK'])
  })
})

describe('one row', () => {
  it('is added once, with what was typed and nothing that stands around it', async () => {
    const typed = { title: 'Fresh', amount: '', owner: null, keywords: 'x', items: [{ title: 'no' }] }
    const { status, data } = await askAs(world, 'ben', made.insertApi(order, made.chosenOf(order.model, 'Insert', undefined)), typed)
    expect(status).toBe(0)
    expect((await askAs(world, 'ben', made.rowApi(order), { id: data?.id })).data?.row).toMatchObject({ title: 'Fresh', amount: null, owner: null })
    expect(titles(await list({ keywords: 'Fresh' }))).toEqual(['Fresh'])
  })
  it('is changed, not added again; what is cleared is cleared', async () => {
    const api = made.editApi(order, [field('title'), field('amount')])
    const { row } = (await askAs(world, 'ben', made.rowApi(order), { id: orders.mine })).data as { row: Record<string, unknown> }
    expect((await askAs(world, 'ben', api, { ...row, title: 'Mine', amount: '' })).status).toBe(0)
    expect((await askAs(world, 'ben', made.rowApi(order), { id: orders.mine })).data?.row).toMatchObject({ title: 'Mine', amount: null, owner: world.ids.ben })
    // Somebody changed it meanwhile.
    expect((await askAs(world, 'ben', api, { ...row, title: 'Late' })).code).toBe('data.rowChanged')
    expect((await askAs(world, 'ben', made.rowApi(order), { id: orders.other })).http).toBe(404)
    expect((await askAs(world, 'ben', api, { ...row, id: orders.other })).http).toBe(404)
  })
  it('is deleted, and no other', async () => {
    const before = titles(await list())
    expect((await askAs(world, 'ben', made.deleteApi(order), { id: orders.third })).data?.count).toBe(1)
    expect(titles(await list())).toEqual(before.filter(title => title !== 'nobody'))
    expect((await askAs(world, 'ben', made.deleteApi(order), { id: orders.other })).http).toBe(404)
  })
})

describe('many rows', () => {
  it('get the values that were typed, and keep the rest', async () => {
    const ids = (await list()).data?.items.map((one: object) => one)
    const fields = [field('title'), field('amount')]
    expect((await askAs(world, 'ben', made.bulkEditApi(order, fields), { selectedItems: ids, title: '', amount: 7 })).data).toMatchObject({ count: ids.length })
    expect((await list()).data?.items.map((one: any) => one.amount)).toEqual(ids.map(() => 7))
    expect(titles(await list())).toEqual(['Fresh', 'Mine'])
  })
  it('are deleted together, or none of them', async () => {
    const rows = (await list()).data?.items
    expect((await askAs(world, 'ben', made.bulkDeleteApi(order), { selectedItems: [...rows, { id: orders.other }] })).http).toBe(404)
    expect((await askAs(world, 'ben', made.bulkDeleteApi(order), { selectedItems: rows })).data?.count).toBe(rows.length)
    expect(titles(await list())).toEqual([])
  })
})

describe('a chooser', () => {
  const options: ModelOptions = { source: 'main', model: 'order', label: 'title', value: 'id', orderBy: 'title' }
  const TYPES = ['select', 'radios', 'checkboxes', 'button-group-select', 'list-select', 'tree-select', 'input-tree', 'transfer', 'input-tag', 'picker']
  const asked = async (api: unknown, around: Record<string, unknown> = {}): Promise<string[]> => {
    const { data } = await askAs(world, 'ben', api as OptionsApi, around)
    return data?.options.map(({ label }: { label: string }) => label)
  }
  beforeAll(async () => {
    for (const [title, owner] of [
      ['apple', world.ids.ben],
      ['pear', world.ids.ben],
      ['plum', world.ids.ann],
    ] as const)
      await addRow(world, 'order', { title, owner, amount: title.length })
  })

  it.each(TYPES)('%s offers the rows that the person may see, and is right for the gate', async type => {
    const node: Record<string, unknown> = { type, name: 'choice', label: 'Choice', ...chooserProps({ type, name: 'choice' }, options, text => text) }
    expect((await asked(node.source)).filter(label => /^(apple|pear|plum)$/.test(label))).toEqual(['apple', 'pear'])
    // What is typed is looked for by the server; what another row of the person's is stays unseen.
    const search = node.autoComplete ?? node.searchApi
    if (search) expect(await asked(search, { term: 'pl' })).toEqual(['apple'])
    const page = { type: 'page', body: { type: 'form', body: [JSON.parse(JSON.stringify(node))] } }
    const { data } = await world.call('page.check', { as: 'ann', params: DEV, body: { schema: page } })
    expect(data.findings).toEqual([])
    // Read again as it was chosen.
    expect(readOptions(node.source)).toEqual({ ...options, orderDir: 'asc' })
  })
  it('says the names of what is chosen, and of nothing that the person may not see', async () => {
    const { source } = chooserProps({ type: 'select', name: 'choice' }, { ...options, filter: where('amount', 'greater', 99) }, text => text)
    const all = (await world.call('data.listOptions', { as: 'ann', params: { ...DEV, dsKey: 'main', dmKey: 'order', fieldKey: 'title' } })).data.options
    const idOf = (name: string) => all.find(({ label }: { label: string }) => label === name).value
    expect(await asked(source, { choice: idOf('pear') })).toEqual(['pear'])
    expect(await asked(source, { choice: `${idOf('apple')},${idOf('plum')}` })).toEqual(['apple'])
  })
  it('offers rows under conditions, whose values may be of the page, whatever these hold', async () => {
    const { source } = chooserProps({ type: 'select', name: 'choice' }, { ...options, filter: where('title', 'equal', '${word}') }, text => text)
    expect(await asked(source, { word: 'pear' })).toEqual(['pear'])
    expect(await asked(source, { word: 'a" }, {' })).toEqual([])
    expect(readOptions(source)?.filter).toEqual(where('title', 'equal', '${word}'))
  })
})

describe('a chart and a figure', () => {
  const shown = async (api: unknown) => (await askAs(world, 'ben', api as OptionsApi)).data
  beforeAll(() => enterPlace({ sources: [{ key: 'main', name: 'Built-in', models: [order.model] }] }))
  afterAll(() => enterPlace())

  it('tell of the rows that the person may see, and are right for the gate', async () => {
    const rows = (await list({ perPage: 100 })).data as { total: number; items: { amount: number | null }[] }
    const sum = rows.items.reduce((all, { amount }) => all + (amount ?? 0), 0)
    const figure: Figure = { source: 'main', model: 'order', kind: 'bar', measure: 'sum', of: 'amount', by: 'title' }
    const chart = chartOf(figure)
    const told = (await shown(chart.api))?.items as { value: number }[]
    expect(told.reduce((all, { value }) => all + value, 0)).toBe(sum)
    const tile = tileOf({ ...figure, measure: 'count' }, text => text)
    expect((await shown(tile.api))?.value).toBe(rows.total)
    const body = [chart, chartOf({ ...figure, kind: 'pie', filter: where('amount', 'greater', 1) }), chartOf({ ...figure, kind: 'rows' }), tile]
    const { data } = await world.call('page.check', { as: 'ann', params: DEV, body: { schema: { type: 'page', body } } })
    expect(data.findings).toEqual([])
  })
  it('are known again as they were chosen, and keep how they look when only the figures change', () => {
    const figure: Figure = { source: 'main', model: 'order', kind: 'pie', measure: 'avg', of: 'amount', by: 'title', filter: where('amount', 'greater', 1) }
    for (const kind of ['bar', 'line', 'pie', 'rows'] as const) expect(figureIn(chartOf({ ...figure, kind }))).toEqual({ ...figure, kind, type: 'chart' })
    const own = { ...chartOf(figure), config: { ...(chartOf(figure).config as object), color: ['red'] } }
    expect(Object.keys(changedFigure(own, { ...figure, by: 'owner' }, text => text))).toEqual(['api'])
    expect(Object.keys(changedFigure(own, { ...figure, kind: 'bar' }, text => text))).toEqual(['api', 'config'])
    expect(figureIn({ type: 'chart', api: '/api/x' })).toBeUndefined()
    // Another model brings its own fields.
    expect(figureFrom({ ...figure, model: 'order' }, 'chart', { ...figure, model: 'line' })).toMatchObject({ model: 'order', measure: 'count', kind: 'pie' })
    expect(figureFrom({ ...figure, of: '' }, 'chart', figure)).toBeUndefined()
  })
})

describe('cards, lists and details', () => {
  const say = (text: string) => text
  beforeAll(() => enterPlace({ sources: [{ key: 'main', name: 'Built-in', models: [order.model] }] }))
  afterAll(() => enterPlace())
  const all = (): RowsPart[] => (['cards', 'list', 'details'] as const).map(kind => startRows('main', order.model, kind))

  it('ask for the rows that the person may see, and are right for the gate', async () => {
    const rows = (await list({ perPage: 100 })).data?.items as { id: string }[]
    for (const part of all()) {
      const made = rowsOf(part, say) as { api: OptionsApi }
      const around = { page: 1, perPage: 100, params: { rowId: rows[0]?.id }, query: {} }
      const { data } = await askAs(world, 'ben', made.api, around)
      expect(part.kind === 'details' ? data?.row.id : data?.items.length).toEqual(part.kind === 'details' ? rows[0]?.id : rows.length)
    }
    const body = all().map(part => rowsOf(part, say))
    const { data } = await world.call('page.check', { as: 'ann', params: DEV, body: { schema: { type: 'page', body } } })
    expect(data.findings).toEqual([])
  })
  it('are known again as they were chosen, and keep what was said of their fields', () => {
    for (const part of all()) {
      const chosen: RowsPart =
        part.kind === 'details' ? part : { ...part, orderBy: 'amount', orderDir: 'desc', filter: where('amount', 'greater', 1), link: '/orders/${id}' }
      const made = rowsOf(chosen, say) as Record<string, any>
      expect(rowsIn(made)).toEqual({ ...chosen, title: part.kind === 'details' ? '' : chosen.title })
      if (part.kind === 'details') continue
      const key = part.kind === 'cards' ? 'card' : 'listItem'
      made[key].body[0].label = 'Mine'
      const after = { ...made, ...changedRows(made, { ...chosen, fields: [...chosen.fields].reverse() }, say) } as Record<string, any>
      expect(after[key].body.at(-1).label).toBe('Mine')
      expect(rowsFrom({ ...chosen, model: 'order', fields: ['amount'], perPage: 5 }, chosen)).toMatchObject({
        fields: ['amount'],
        perPage: 5,
        link: '/orders/${id}',
      })
    }
    expect(rowsIn({ type: 'crud', mode: 'cards', api: '/api/x' })).toBeUndefined()
    expect(rowsIn({ type: 'service', api: 'model:main/order' })).toBeUndefined()
  })
})

it('the parts of forms and tables fit their fields, and ask for choices by the name of the model', () => {
  expect(made.columns(order, made.chosenOf(order.model, 'List', ['amount', 'gone', 'title'])).map(({ name, title }) => [name, title])).toEqual([
    ['amount', 'Amount'],
    ['title', 'Title'],
  ])
  expect(made.inputs(order, made.chosenOf(order.model, 'Insert', undefined), 'Insert').map(({ name, type }) => [name, type])).toEqual([
    ['title', 'input-text'],
    ['amount', 'input-number'],
    ['owner', 'select'],
  ])
  const [owner] = made.inputs(order, [field('owner')], 'Edit')
  expect(owner?.source).toMatch(/^model:main\/order\/choice\/owner/)
})

describe('a name that changes', () => {
  const columns = (name: string) => [{ name, label: 'Title' }]
  const schemaOf = (model: string, name: string) => ({ type: 'page', body: [{ type: 'crud', api: `get:model:main/${model}`, columns: columns(name) }] })
  const source = () => ({ ...DEV, sourceId: orders.sourceId })
  const planned = async () => (await world.call('source.plan', { as: 'ann', params: source(), body: {} })).data

  it('is told with the pages that use it, and written into them in the same go', async () => {
    const page = await world.call('page.create', {
      as: 'ann',
      params: DEV,
      body: { kind: 'page', name: 'Orders', path: '/orders', schema: schemaOf('order', 'title') },
    })
    const params = { ...DEV, modelId: orders.modelId }
    await world.call('model.updateField', {
      as: 'ann',
      params: { ...params, fieldId: orders.fields.title as string },
      body: { key: 'name', name: 'Name', type: 'text' },
    })
    await world.call('model.update', { as: 'ann', params, body: { key: 'purchase', name: 'Purchase' } })
    const plan = await planned()
    expect(plan.pages).toMatchObject([
      {
        name: 'Orders',
        isMended: true,
        uses: [
          { path: 'body[0].api', name: 'order', to: 'purchase' },
          { path: 'body[0].columns[0].name', name: 'order.title', to: 'name' },
        ],
      },
    ])
    await world.call('source.apply', { as: 'ann', params: source(), body: { hash: plan.hash } })
    const now = (await world.call('page.get', { as: 'ann', params: { ...DEV, pageId: page.data.id } })).data
    expect([now.schema, now.version]).toEqual([schemaOf('purchase', 'name'), page.data.version + 1])
    expect((await planned()).pages).toEqual([])
    // What a page uses of what goes stays in it, and is named.
    await world.call('model.deleteField', { as: 'ann', params: { ...params, fieldId: orders.fields.title as string } })
    expect((await planned()).pages).toMatchObject([
      { name: 'Orders', isMended: false, uses: [{ path: 'body[0].columns[0].name', name: 'purchase.name', to: '' }] },
    ])
  })
})
