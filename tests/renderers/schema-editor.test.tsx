// What the visual editor offers: parts in its palette, models in its builders and panels, keys on the canvas.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { builderFactory } from 'amis-editor'
import { inLanguage } from '../../api/screen-texts.ts'
import { isForCanvas, stepFrom } from '../../renderers/tessera-schema-editor/keys.ts'
import { onPage, setBuiltDictionary, withBuiltWords } from '../../renderers/tessera-schema-editor/built-words.ts'
import '../../renderers/tessera-schema-editor/model-builder.ts'
import { tileOf } from '../../renderers/tessera-schema-editor/model-figures.ts'
import { rowsOf, startRows } from '../../renderers/tessera-schema-editor/model-rows.ts'
import { choicesFor } from '../../renderers/tessera-schema-editor/model-schemas.ts'
import { arrange, iconOf, OF_MODEL, rank, type Offer } from '../../renderers/tessera-schema-editor/palette-search.ts'
import '../../renderers/tessera-schema-editor/figure-parts.tsx'
import { designAnswer, enterPlace, type DesignModel } from '../../renderers/tessera-schema-editor/place.ts'
import '../../renderers/tessera-schema-editor/rows-parts.tsx'
import { darkenFrame } from '../../renderers/tessera-schema-editor/phone-frame.ts'
import { modelOn } from '../../renderers/tessera-schema-editor/select-path.ts'
import { namedAsWritten, variableGroups } from '../../renderers/tessera-schema-editor/variables.ts'
import { plugins } from '../support/amis-editor-stub.tsx'
import { dataField } from '../support/data-fields.ts'

const field: typeof dataField = (key, type, more) => dataField(key, type, { name: key.toUpperCase(), ...more })
const customer: DesignModel = {
  key: 'customer',
  name: 'Customer',
  managed: true,
  isApplied: true,
  fields: [
    field('title', 'text', { required: true }),
    field('notes', 'longText'),
    field('extra', 'json'),
    field('orders', 'relationMany'),
    field('no', 'autoNumber', { readOnly: true }),
  ],
}
const stock: DesignModel = { ...customer, key: 'stock', name: 'Stock', managed: false }
const sources = [
  { key: 'main', name: 'Built-in', models: [customer] },
  { key: 'warehouse', name: 'Warehouse', models: [stock] },
]
const say = (text: string) => text
afterEach(() => enterPlace())

describe('the palette', () => {
  const offer = (name: string, type: string, more: object = {}): Offer => ({ id: name, name, scaffold: { type }, tags: ['Display'], description: '', ...more })
  const words = { data: 'Data', other: 'More', found: 'Found' }
  const offers = [
    offer('Flex box', 'flex', { tags: ['Layout'], description: 'For charts and the like' }),
    offer('Search', 'search-box'),
    offer('Plain table', 'table'),
    offer('CRUD', 'crud'),
    offer('Table', 'crud2'),
    offer('Sparkline', 'sparkline', { searchKeywords: 'Small chart' }),
    offer('Chart', 'chart'),
    offer('Rows of a model', 'tessera-data-table', { tags: ['More'] }),
    offer('图表', 'chart', { id: 'zh' }),
  ]
  it('begins with what is about data, and has nothing that writes wrong buttons', () => {
    const groups = arrange(offers, '', words)
    expect(groups.map(({ name }) => name)).toEqual(['Data', 'Layout', 'Display'])
    expect(groups[0]?.offers.map(({ name }) => name)).toEqual(['Rows of a model', 'Table', 'Chart'])
    expect(JSON.stringify(groups)).not.toContain('CRUD')
  })
  it('shows a picture for each part, also where its plugin names one that there is not', () => {
    const isThere = (icon: string) => ['datetime-plugin', 'custom-plugin', 'table-plugin'].includes(icon)
    const icons = ['table-plugin', 'inputDatetime', 'gone-plugin', undefined].map(pluginIcon => iconOf({ pluginIcon }, isThere))
    expect(icons).toEqual(['table-plugin', 'datetime-plugin', 'custom-plugin', 'custom-plugin'])
  })
  it('begins with parts of models among the data, before what asks by itself', () => {
    const ofModel = [offer('Cards of a model', 'crud', { type: OF_MODEL }), offer('Chart of a model', 'chart', { type: OF_MODEL })]
    const groups = arrange([...offers, offer('Service', 'service'), ...ofModel], '', words)
    expect(groups[0]?.offers.map(({ name }) => name)).toEqual(['Rows of a model', 'Table', 'Cards of a model', 'Chart of a model', 'Service', 'Chart'])
  })
  it('finds by the whole name, then its beginning, then a word in it, in both languages and by type', () => {
    const found = (asked: string) => arrange(offers, asked, words).flatMap(group => group.offers.map(({ name }) => name))
    expect(found('Table')).toEqual(['Table', 'Plain table', 'Rows of a model'])
    expect(found('chart')).toEqual(['Chart', '图表', 'Sparkline', 'Flex box'])
    expect(found('图')).toEqual(['图表'])
    expect(found('tbl')).toEqual([])
    expect(rank(offers[4] as Offer, 'ta')).toBeGreaterThan(rank(offers[2] as Offer, 'ta'))
  })
})

describe('what is chosen from', () => {
  it('is what the app has: sources, models, fields, conditions, pages', () => {
    enterPlace({
      sources,
      pages: [
        { name: 'Customer', path: '/customers/:id' },
        { name: 'Orders', path: '/orders' },
      ],
    })
    expect(designAnswer('design:models?source=', say)).toEqual({ options: [{ value: 'customer', label: 'Customer' }] })
    expect(designAnswer('design:links', say)).toEqual({
      options: [
        { value: '/customers/${id}', label: 'Customer /customers/:id' },
        { value: '/orders?id=${id}', label: 'Orders /orders' },
      ],
    })
    const columns = (model: string) => (designAnswer(`design:fields?${model}`, say) as { options: { value: string }[] }).options.map(({ value }) => value)
    expect(columns('source=&model=customer')).toEqual(['title', 'notes', 'extra', 'orders', 'no', 'created_at', 'created_by', 'updated_at', 'updated_by'])
    expect(columns('source=warehouse&model=stock')).not.toContain('created_at')
    expect(columns('source=&model=gone')).toEqual([])
    expect(designAnswer('design:conditions?model=customer', say)).toMatchObject({
      fields: [{ name: 'title', label: 'TITLE' }, { name: 'notes' }, { name: 'extra' }, { name: 'no' }],
    })
    expect(designAnswer('/api/x', say)).toBeUndefined()
    const offered = (feat: string) => choicesFor(`design:choices?model=main/customer&feat=${feat}`)?.options.map(({ value }) => value)
    expect([offered('List'), offered('Insert'), offered('SimpleQuery')]).toEqual([
      ['title', 'notes', 'extra', 'no'],
      ['title', 'notes'],
      ['title', 'notes', 'no'],
    ])
  })
})

describe('the builder for models', () => {
  const Builder = builderFactory.get('model') as unknown as new () => any
  it('is the first, and the one that is taken unless another is chosen, where the app has models', () => {
    expect([...builderFactory.keys()]).toEqual(['model', 'api'])
    expect(new Builder().disabledOn()).toBe(true)
    enterPlace({ sources })
    const builder = new Builder()
    expect([builder.disabledOn(), builder.isDefault]).toEqual([false, true])
    const [choice] = builder.makeSourceSettingForm({ feat: 'List', renderer: 'crud', inScaffold: true })
    expect(choice.options).toEqual([
      { value: 'main/customer', label: 'Customer' },
      { value: 'warehouse/stock', label: 'Stock · Warehouse' },
    ])
    const set: object[] = []
    choice.onChange('main/customer', '', undefined, { setValues: (values: object) => set.push(values) })
    expect(set).toMatchObject([{ listFields: ['title', 'no'], insertFields: ['title', 'notes'], operators: ['View', 'Edit', 'Delete'] }])
  })
  it('makes a table whose buttons say the right method, and knows again what was chosen', async () => {
    enterPlace({ sources })
    const builder = new Builder()
    const scaffoldConfig = { dsModel: 'main/customer', listFields: ['title'], editFields: ['title'] }
    const feats = ['List', 'Insert', 'BulkEdit', 'BulkDelete', 'Import', 'Export', 'FuzzyQuery', 'SimpleQuery', 'View', 'Edit', 'Delete']
    const table = await builder.buildCRUDSchema({ renderer: 'crud', feats, scaffoldConfig })
    const asked = [...JSON.stringify(table).matchAll(/"method":"(\w+)","url":"([^"]*)"/g)].map(([, method, url]) => `${method} ${url}`)
    expect(asked.sort()).toEqual(
      [
        'get model:main/customer',
        'post model:main/customer',
        'put model:main/customer',
        'delete model:main/customer/${ARRAYMAP(selectedItems, one => one.id)|map:url_encode|join:,|url_encode}',
        'get model:main/customer/export/rows',
        'get model:main/customer/${id|url_encode}',
        'get model:main/customer/${id|url_encode}',
        'put model:main/customer/${id|url_encode}',
        'delete model:main/customer/${id|url_encode|url_encode}',
      ].sort(),
    )
    // No request without an address, and no button that does nothing.
    expect(JSON.stringify(table)).not.toMatch(/"api":(""|null)|"url":""/)
    expect(builder.match(table)).toBe(true)
    expect(JSON.stringify(table.headerToolbar)).toContain(
      `"type":"tessera-import-rows","behavior":"Import","source":"main","model":"customer","label":"Import","list":"${table.id}"`,
    )
    const again = builder.guessCRUDScaffoldConfig({ schema: table })
    expect(again).toMatchObject({ dsModel: 'main/customer', filters: ['SimpleQuery', 'FuzzyQuery'] })
    expect(again.tools).toContain('Import')
    expect(builder.guessCRUDScaffoldConfig({ schema: { type: 'crud2', api: '/x' } })).toEqual({ dsType: 'model' })
  })
  it('makes forms that add, change and show a row', async () => {
    enterPlace({ sources })
    const builder = new Builder()
    const form = (feat: string) => builder.buildFormSchema({ renderer: 'form', feat, scaffoldConfig: { dsModel: 'main/customer', dsType: 'model' } })
    expect(await form('Insert')).toMatchObject({
      type: 'form',
      dsType: 'model',
      api: { method: 'post', url: 'model:main/customer' },
      body: [{ name: 'title', required: true }, { name: 'notes' }],
    })
    expect(await form('Edit')).toMatchObject({ api: { method: 'put' }, initApi: { method: 'get', responseData: { '&': '${row}' } } })
    const view = await form('View')
    expect([view.static, view.api, view.initApi.url]).toEqual([true, undefined, 'model:main/customer/${id|url_encode}'])
    expect(builder.guessFormScaffoldConfig({ schema: view })).toMatchObject({ dsModel: 'main/customer' })
  })
})

it('words that builders put into a page are in the language of whoever reads it, those of its maker stay', async () => {
  const read = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../..', file), 'utf8')) as Record<string, string>
  setBuiltDictionary({ ...read('api/generated/renderer-words.zh-CN.json'), ...read('schemas/shell/zh-CN.json') })
  const types = [
    'text',
    'longText',
    'integer',
    'decimal',
    'boolean',
    'date',
    'datetime',
    'time',
    'enum',
    'multiEnum',
    'relationOne',
    'user',
    'file',
    'image',
    'json',
  ] as const
  // Words of the maker are in neither language.
  const named = (key: string, type: (typeof types)[number], more: object) =>
    dataField(key, type, { name: 'Поле', options: [{ value: '1', label: 'Да' }], ...more })
  const fields = types.flatMap(type => [named(type, type, { required: true }), named(`${type}2`, type, { description: 'Пояснение' })])
  const model = { ...customer, name: 'Заказы', fields }
  enterPlace({ sources: [{ key: 'main', name: 'Built-in', models: [model] }] })
  const Builder = builderFactory.get('model') as unknown as new () => any
  const builder = new Builder()
  const scaffoldConfig = { dsModel: 'main/customer', dsType: 'model' }
  const feats = ['List', 'Insert', 'BulkEdit', 'BulkDelete', 'Import', 'Export', 'FuzzyQuery', 'SimpleQuery', 'AdvancedQuery', 'View', 'Edit', 'Delete']
  const forms = await Promise.all(['Insert', 'Edit', 'View'].map(feat => builder.buildFormSchema({ renderer: 'form', feat, scaffoldConfig })))
  const parts = (['cards', 'list', 'details'] as const).map(kind => rowsOf(startRows('main', model, kind), onPage.say))
  const tile = tileOf({ source: 'main', model: 'customer', kind: 'bar', measure: 'sum', of: 'decimal' }, onPage.say)
  const own = { type: 'button', label: 'Save' }
  const page = withBuiltWords({
    type: 'page',
    body: [await builder.buildCRUDSchema({ renderer: 'crud', feats, scaffoldConfig }), ...forms, ...parts, tile, own],
  })
  const READ = /"(?:label|title|placeholder|confirmText|description|tpl|isRequired|true|false|searchPlaceholder)":"((?:[^"\\\\]|\\\\.)*)"/g
  const texts = (language: string) =>
    [...JSON.stringify(inLanguage(page, language, {})).matchAll(READ)].map(([, text = '']) =>
      text.replace(/\$\{[^}]*\}|<[^>]*>/g, '').replace(/JSON|PNG|JPEG|GIF|WebP|MB/g, ''),
    )
  expect(texts('zh-CN').filter(text => /[A-Za-z]{2}/.test(text))).toEqual(['Save'])
  expect(texts('en-US').filter(text => /[\u3400-\u9fff]/.test(text))).toEqual([])
  expect(texts('zh-CN').filter(text => /[\u3400-\u9fff]/.test(text)).length).toBeGreaterThan(20)
  // What was marked stays as it is.
  expect(withBuiltWords(page)).toEqual(page)
  setBuiltDictionary({})
})

it('the pickers of variables offer what the documentation says that a page knows, with its kind', () => {
  const groups = variableGroups(say)
  const paths = (properties: object = {}, before = ''): string[] =>
    Object.entries(properties).flatMap(([key, kind]: [string, { properties?: object }]) => [before + key, ...paths(kind.properties, `${before}${key}.`)])
  const offered = new Set(groups.flatMap(({ name, schema }) => paths(schema.properties, `${name}.`)))
  const [, section = ''] = readFileSync(join(import.meta.dirname, '../../docs/product/en-US/pages.md'), 'utf8').split('## System variables')
  const told = [...(section.split('\n## ')[0] ?? '').matchAll(/`\$\{([\w.]+)\}`/g)].map(([, path = '']) => path)
  expect(told.length).toBeGreaterThan(15)
  expect(told.filter(path => !offered.has(path))).toEqual([])
  expect(groups.every(({ name, schema }) => schema.$id === name && schema.type === 'object')).toBe(true)
})

it('the pickers offer the variables of the environment by the names that pages write', () => {
  expect(variableGroups(say, { user: {}, location: {} }).map(({ name }) => name)).not.toContain('environmentVariables')
  const group = variableGroups(say, { user: {}, API_HOST: 'https://api.test' }).at(-1)
  expect(Object.keys(group?.schema.properties ?? {})).toEqual(['API_HOST'])
  const offered = {
    label: 'Environment variables',
    value: 'environmentVariables',
    children: [{ value: 'environmentVariables.API_HOST', valueExpression: '${x}' }],
  }
  expect(namedAsWritten(undefined, [{ value: 'user' }, { children: [offered] }])).toEqual([
    { value: 'user' },
    { children: [{ ...offered, disabled: true, children: [{ value: 'API_HOST', valueExpression: '${API_HOST}' }] }] },
  ])
})

it('the canvas of a phone is as dark as the console around it, whenever its frame comes', async () => {
  const box = document.body.appendChild(document.createElement('div'))
  const end = darkenFrame(box)
  const frame = box.appendChild(document.createElement('iframe'))
  const isDark = () => frame.contentDocument?.documentElement.classList.contains('is-dark')
  document.documentElement.classList.add('is-dark')
  await vi.waitFor(() => expect(isDark()).toBe(true))
  document.documentElement.classList.remove('is-dark')
  await vi.waitFor(() => expect(isDark()).toBe(false))
  end()
  box.remove()
})

it('finds the model whose rows the selected component stands among', () => {
  const cell = { $$id: 'cell', type: 'tpl' }
  const schema = { $$id: 'page', body: [{ $$id: 'list', api: { url: 'get:model:main/order' }, columns: [cell] }, { $$id: 'text' }] }
  expect(['cell', 'list', 'text', 'gone'].map(id => modelOn(schema, id))).toEqual(['main/order', 'main/order', undefined, undefined])
})

describe('parts of a model', () => {
  interface Part {
    scaffolds: { scaffold: Record<string, unknown> }[]
    afterBuildPanelBody(event: object): void
  }
  const partOf = (id: string) => new (plugins.find(one => (one as { id?: string }).id === `plugin model-${id}`) as unknown as new () => Part)()

  it('are offered with the first model, where the app has one, and ask first what they show', () => {
    expect(partOf('cards').scaffolds).toEqual([])
    enterPlace({ sources })
    const panelOf = (id: string, schema: object) => {
      let set: unknown
      partOf(id).afterBuildPanelBody({ context: { data: { type: 'tabs' }, context: { schema } }, setData: (body: unknown) => void (set = body) })
      return set
    }
    for (const id of ['cards', 'list', 'details', 'figures']) {
      const own = id === 'figures' ? 'tes-figure-panel' : 'tes-rows-panel'
      for (const { scaffold } of partOf(id).scaffolds) expect(panelOf(id, scaffold)).toEqual([{ type: own }, { type: 'tabs' }])
      expect(partOf(id).scaffolds.length).toBeGreaterThan(0)
      expect(panelOf(id, { type: 'service', api: '/api/x' })).toBeUndefined()
    }
  })
})

describe('keys on the canvas', () => {
  it('step from part to part in the order in which they are read', () => {
    expect([stepFrom(['a', 'b', 'c'], 'b', 1), stepFrom(['a', 'b'], 'b', 1), stepFrom(['a', 'b'], '', -1), stepFrom(['a', 'b'], 'b', -1)]).toEqual([
      'c',
      undefined,
      'a',
      'a',
    ])
  })
  it('are for the canvas, not for what is typed beside it', () => {
    // The files of the browser's side share a document.
    const own = document.body.appendChild(document.createElement('div'))
    own.innerHTML = '<input id="search"><div id="box"><div class="ae-Preview"><input id="shown"></div><input id="panel"><button id="part"></button></div>'
    const box = document.getElementById('box') as Element
    const of = (id: string) => isForCanvas(document.getElementById(id), box)
    expect([of('shown'), of('part'), isForCanvas(document.body, box), of('panel'), of('search')]).toEqual([true, true, true, false, false])
    own.remove()
  })
})
