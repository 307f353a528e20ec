// Every request that the designer writes for a model is made on every kind of database. What is tried is read off what is written, so that a new part of the
// builder is tried as well, or fails here because nothing is known of its call.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { builderFactory } from 'amis-editor'
import { evaluate } from 'amis-formula'
import { findCall } from '../../api/client/validate.ts'
import { resolveModelAddress } from '../../api/models/address.ts'
import type { DataField } from '../../renderers/tessera-data-table/controls.ts'
import { chooserProps, startOptions } from '../../renderers/tessera-schema-editor/chooser-options.ts'
import { chartOf, isDate, tileOf, type Figure } from '../../renderers/tessera-schema-editor/model-figures.ts'
import { rowsOf, startRows } from '../../renderers/tessera-schema-editor/model-rows.ts'
import { canGroup, enterPlace, isNumber, type DesignModel, type DesignSource } from '../../renderers/tessera-schema-editor/place.ts'
import '../../renderers/tessera-schema-editor/model-builder.ts'
import { externalDatabases } from '../support/databases.ts'
import { sheetsOf } from '../support/imports.ts'
import { addRow, applyAll, builtinSource, DEV, makeModel } from '../support/models.ts'
import { askAs, type PageApi } from '../support/page-requests.ts'
import { makeWorld, type World } from '../support/world.ts'

vi.mock('amis-editor', () => import('../support/amis-editor-stub.tsx'))

/** In `npm run verify:full` the same is asked in every form of it. */
const IS_WHOLE = Boolean(process.env.TESSERA_FULL)

type Json = Record<string, any>
type Row = Json & { id: string | number }
const say = (text: string) => text

// ── What is asked for in a schema

/** One request of a schema: where it stands, and the part that makes it. */
interface Asked {
  at: string
  key: string
  api: PageApi & { responseData?: Json }
  part: Json
}
const METHOD = /^(get|post|put|delete):(?=model:)/i
function apiOf(value: unknown, isUpload: boolean): Asked['api'] | undefined {
  if (typeof value === 'string' && METHOD.test(value)) return { method: value.split(':')[0], url: value.replace(METHOD, '') } as Asked['api']
  if (typeof value === 'string' && value.startsWith('model:')) return { method: isUpload ? 'post' : 'get', url: value }
  const { url } = (value ?? {}) as { url?: unknown }
  return typeof url === 'string' && url.includes('model:') ? (value as Asked['api']) : undefined
}
function askedIn(node: unknown, at = '', part: Json = {}): Asked[] {
  if (!node || typeof node !== 'object') return []
  const here = Array.isArray(node) || !(node as Json).type ? part : (node as Json)
  return Object.entries(node).flatMap(([key, value]) => {
    const api = apiOf(value, key === 'receiver')
    return api ? [{ at: `${at}.${key}`, key, api, part: here }] : askedIn(value, `${at}.${key}`, here)
  })
}
/** Controls of a form by the name of their field. */
function controlsIn(node: unknown, found = new Map<string, Json>()): Map<string, Json> {
  if (!node || typeof node !== 'object') return found
  const { name, type } = node as Json
  if (typeof name === 'string' && typeof type === 'string') found.set(name, node as Json)
  for (const value of Object.values(node)) controlsIn(value, found)
  return found
}
const mapped = (shape: Json, data: Json): Json =>
  Object.assign(
    {},
    ...Object.entries(shape).map(([key, value]) => {
      const given: unknown =
        typeof value === 'string' && value.startsWith('${') ? evaluate(value.slice(2, -1), data, { evalMode: true, defaultFilter: 'raw' } as never) : value
      return key === '&' ? given : { [key]: given }
    }),
  )

// ── The rules of lists once more, in the plainest way

interface Leaf {
  left: { field: string }
  op: string
  right?: any
}
type Tree = { conjunction: string; children: (Tree | Leaf)[] }
const isNone = (value: unknown) => value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length)
function fits(row: Row, node: Tree | Leaf, typeOf: (key: string) => string): boolean {
  if ('children' in node) {
    const each = node.children.map(child => fits(row, child, typeOf))
    return node.conjunction === 'or' ? each.includes(true) : !each.includes(false)
  }
  const { op, right } = node
  const type = typeOf(node.left.field)
  const value = row[node.left.field]
  const plain = (one: unknown) => (type === 'datetime' ? Date.parse(String(one)) : type === 'decimal' || type === 'integer' ? Number(one) : String(one))
  if (op === 'is_empty') return isNone(value)
  if (isNone(value)) return false
  if (op === 'between') return plain(value) >= plain(right[0]) && plain(value) <= plain(right[1])
  if (op === 'like') return String(value).toLowerCase().includes(String(right).toLowerCase())
  if (op === 'select_any_in') return [value].flat().some(one => right.includes(one))
  if (op === 'equal' || op === 'select_equals') return plain(value) === plain(right)
  throw new Error(`nothing is known of ${op}`)
}

// ── The world: the same model in each kind of database, and a table that somebody else made

const OPTIONS = ['new', 'open', 'done'].map(value => ({ value, label: value.toUpperCase() }))
const FIELDS = [
  { key: 'title', type: 'text', required: true },
  { key: 'notes', type: 'longText' },
  { key: 'amount', type: 'integer' },
  { key: 'price', type: 'decimal', precision: 10, scale: 2 },
  { key: 'open', type: 'boolean' },
  { key: 'day', type: 'date' },
  { key: 'at', type: 'time' },
  { key: 'moment', type: 'datetime' },
  { key: 'state', type: 'enum', options: OPTIONS },
  { key: 'tags', type: 'multiEnum', options: OPTIONS },
  { key: 'owner', type: 'user' },
  { key: 'team', type: 'department' },
  { key: 'paper', type: 'file' },
  { key: 'photo', type: 'image' },
  { key: 'extra', type: 'json' },
  { key: 'number', type: 'autoNumber' },
  { key: 'email', type: 'text', format: 'email' },
  { key: 'stars', type: 'integer', format: 'rating' },
  { key: 'cost', type: 'decimal', format: 'currency', currency: 'EUR', precision: 10, scale: 2 },
  { key: 'place', type: 'json', format: 'location' },
  { key: 'made', type: 'datetime', format: 'createdAt' },
]
const THEIRS = {
  postgres: `create schema sales; set search_path to sales; create type state as enum ('new', 'open', 'done');
    create table boxes (id integer generated always as identity primary key, label varchar(40) not null);
    create table theirs (no integer generated always as identity primary key, title varchar(100) not null, notes text, amount integer,
      price numeric(10,2), open boolean, day date, at time, moment timestamp, state state, box integer references boxes (id));
    insert into boxes (label) values ('Red box'), ('Blue box');`,
  mysql: `create table boxes (id integer auto_increment primary key, label varchar(40) not null);
    create table theirs (no integer auto_increment primary key, title varchar(100) not null, notes text, amount integer,
      price decimal(10,2), open tinyint(1), day date, at time, moment datetime, state enum('new', 'open', 'done'), box integer,
      foreign key (box) references boxes (id));
    insert into boxes (label) values ('Red box'), ('Blue box');`,
}
const databases = await externalDatabases()
const PLACES = ['main', ...databases.map(({ name }) => name)]
const CASES = PLACES.flatMap(source =>
  source === 'main'
    ? [[source, 'thing']]
    : [
        [source, 'thing'],
        [source, 'theirs'],
      ],
) as [string, string][]

let world: World
let sources: DesignSource[]
let pages: Json[]
let team = ''
/** The last request that was sent. */
let sentUrl = ''
beforeAll(async () => {
  world = await makeWorld()
  const { app } = world.running
  world = {
    ...world,
    running: { ...world.running, app: { ...app, inject: ((ask: { url: string }) => ((sentUrl = ask.url), app.inject(ask as never))) as never } as typeof app },
  }
  team = (await world.db.selectFrom('department').select('id').where('company_id', '=', world.ids.acme).executeTakeFirstOrThrow()).id
  const made: string[] = []
  for (const key of PLACES) {
    const database = databases.find(one => one.name === key)
    let sourceId = ''
    if (database) {
      const input = await database.fresh()
      await database.run(input, THEIRS[database.name])
      // What others complain of (Budibase #6083): made for tables of another schema than public, nothing works.
      const schema = database.name === 'postgres' && { schema: 'sales' }
      sourceId = (await world.call('source.create', { as: 'ann', params: DEV, body: { key, name: key, ...input, ...schema } })).data.id
      await world.call('source.readTables', { as: 'ann', params: { ...DEV, sourceId }, body: { tables: ['boxes', 'theirs'] } })
    } else sourceId = await builtinSource(world)
    const box = await makeModel(world, sourceId, 'box', [{ key: 'label', type: 'text' }])
    await makeModel(world, sourceId, 'thing', [...FIELDS, { key: 'box', type: 'relationOne', relation: { modelId: box.modelId } }])
    await applyAll(world, sourceId)
    for (const label of ['Red box', 'Blue box']) await addRow(world, 'box', { label }, { dsKey: key })
    const { items } = (await world.call('model.list', { as: 'ann', params: { ...DEV, sourceId } })).data
    made.push(...items.flatMap((one: Json) => (['thing', 'theirs'].includes(one.key) ? [one.id] : [])))
  }
  sources = (await world.call('page.listModels', { as: 'ann', params: DEV })).data.sources
  enterPlace({ sources })
  const kinds = ['dashboard', 'list', 'detail', 'form', 'board', 'calendar']
  const reply = await world.call('starter.createPages', { as: 'ann', params: DEV, body: { models: made.map(modelId => ({ modelId, kinds })) } })
  expect(reply.msg).toBe('')
  pages = await Promise.all(
    reply.data.pages
      .filter((page: Json) => page.as !== 'group')
      .map(async (page: Json) => ({ as: page.as, ...(await world.call('page.get', { as: 'ann', params: { ...DEV, pageId: page.id } })).data })),
  )
}, 120_000)
afterAll(async () => {
  enterPlace()
  await world?.close()
})

/** All that the builders write for a model, by what it is. */
async function written(source: string, model: DesignModel): Promise<Record<string, Json>> {
  const Builder = builderFactory.get('model') as unknown as new () => Json
  const builder = new Builder()
  const dsModel = `${source}/${model.key}`
  const all: Record<string, Json> = {}
  all.table = await builder.buildCRUDSchema({ renderer: 'crud', feats: ['List', ...builder.features], scaffoldConfig: { dsModel } })
  for (const feat of ['Insert', 'Edit', 'View', 'BulkEdit'])
    all[`form ${feat}`] = await builder.buildFormSchema({ renderer: 'form', feat, scaffoldConfig: { dsModel, dsType: 'model' } })
  for (const kind of ['cards', 'list', 'details'] as const) all[kind] = rowsOf(startRows(source, model, kind), say) as Json
  for (const type of ['select', 'radios', 'tree-select', 'transfer', 'input-tag', 'picker']) {
    const options = startOptions(source, model, type)
    all[type] = { type, name: 'choice', ...chooserProps({ type, name: 'choice' }, options, say) }
  }
  const numbers = model.fields.filter(isNumber).slice(0, IS_WHOLE ? undefined : 2)
  const start: Figure = { source, model: model.key, kind: 'bar', measure: 'count' }
  for (const field of model.fields.filter(canGroup)) {
    const units = isDate(model, field.key) ? (['day', 'month', 'year'] as const) : [undefined]
    for (const unit of units) all[`chart by ${field.key} ${unit ?? ''}`] = chartOf({ ...start, by: field.key, ...(unit && { unit }) })
  }
  for (const measure of ['sum', 'avg', 'min', 'max'] as const)
    for (const { key: of } of numbers) {
      all[`tile ${measure} ${of}`] = tileOf({ ...start, measure, of }, say)
      all[`chart ${measure} ${of}`] = chartOf({ ...start, measure, of, by: 'state' })
    }
  all.tile = tileOf(start, say)
  for (const page of pages) if (JSON.stringify(page.schema).includes(`model:${source}/${model.key}`)) all[`page ${page.path}`] = page.schema
  return all
}

// ── What is typed, as the controls give it

const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const TODAY = new Date().toISOString().slice(0, 10)

describe.each(CASES)('what is written for a model, in %s: %s', (source, key) => {
  let model: DesignModel
  let asked: (Asked & { of: string; call: string })[]
  const rows = new Map<string, Row>()
  let boxes: (string | number)[]
  const params = { ...DEV, dsKey: source, dmKey: key }
  const fieldOf = (name: string) => model.fields.find(one => one.key === name) as DataField
  const typeOf = (name: string) => (['created_at', 'updated_at'].includes(name) ? 'datetime' : fieldOf(name)?.type) ?? 'text'
  const read = async (id: string | number): Promise<Row> =>
    (await world.call('data.getRow', { as: 'ann', params: { ...params, rowId: String(id) } })).data.row as Row
  const all = () => [...rows.values()]
  const byCall = (call: string) => asked.filter(one => one.call === call)
  const ask = (api: PageApi, around: Json = {}) => askAs(world, 'ann', api, around) as Promise<Json>
  const tried = new Set<string>()
  /** Makes a request, which has to work. */
  const made = async ({ of, at, api }: (typeof asked)[number], around: Json = {}) => {
    tried.add(of + at)
    const reply = await ask(api, around)
    expect([of, at, sentUrl, reply.http, reply.msg, reply.errors]).toEqual([of, at, sentUrl, 200, reply.msg, undefined])
    return reply
  }

  beforeAll(async () => {
    const found = sources.find(one => one.key === source)?.models.find(one => one.key === key)
    if (!found) throw new Error(`no model ${key} in ${source}`)
    model = found
    asked = Object.entries(await written(source, model)).flatMap(([of, schema]) =>
      askedIn(schema)
        .filter(({ api }) => api.url.includes(`model:${source}/${key}`))
        .map(one => {
          const address = resolveModelAddress(one.api.url.replace(/\$\{[^}]*\}/g, 'x'), '/api/resource/acme/shop-dev/source')
          return { ...one, of, call: findCall(one.api.method ?? 'get', address) ?? address }
        }),
    )
    const box = key === 'thing' ? 'box' : 'boxes'
    boxes = (await world.call('data.listRows', { as: 'ann', params: { ...params, dmKey: box } })).data.items.map((row: Row) => row.id)
  })

  const uploads = new Map<string, string>()
  /** A value that may be typed into a field, another for each `n`. */
  function typed(field: DataField, n: number): unknown {
    const { key: name, type, format, options } = field
    switch (type) {
      case 'text':
        return format === 'email' ? `p${n}@example.com` : `Title ${'abcdefghij'[n]}-word`
      case 'longText':
        return `Long\ntext ${n}`
      case 'integer':
        return format === 'rating' ? (n % 5) + 1 : n * 3
      case 'decimal':
        return `${n * 10 + 1}.50`
      case 'boolean':
        return n % 2 === 0
      case 'date':
        return n % 2 ? TODAY : '2025-02-28'
      case 'time':
        return `0${n}:30:00`
      case 'datetime':
        return `2026-0${n + 1}-15T10:20:30.000Z`
      case 'enum':
        return options[n % options.length]?.value
      case 'multiEnum':
        return options.slice(0, (n % 2) + 1).map(({ value }) => value)
      case 'user':
        return n % 2 ? world.ids.ben : world.ids.ann
      case 'department':
        return team
      case 'relationOne':
        return boxes[n % boxes.length]
      case 'json':
        return format === 'location' ? { lat: n + 0.5, lng: -n - 0.25, label: `Place ${n}` } : JSON.stringify({ n })
      case 'file':
      case 'image':
        return uploads.get(name)
      default:
        return undefined
    }
  }
  /** The same as the control keeps it: of a file more than its address, where values are not joined. */
  const kept = (control: Json, value: unknown) =>
    control.type === 'input-file' && control.joinValues === false && !control.extractValue && typeof value === 'string'
      ? { id: 'x', value, url: value, name: 'paper.txt', state: 'uploaded' }
      : value
  /** What a form holds after all its fields are filled in, and what should be stored of it. */
  function filledIn(form: Json, n: number) {
    const controls = controlsIn(form.body)
    const fields = model.fields.filter(field => controls.has(field.key) && typed(field, n) !== undefined)
    expect(fields.length).toBeGreaterThan(3)
    return {
      data: Object.fromEntries(fields.map(field => [field.key, kept(controls.get(field.key) as Json, typed(field, n))])),
      stored: Object.fromEntries(fields.map(field => [field.key, field.type === 'json' && field.format !== 'location' ? { n } : typed(field, n)])),
    }
  }

  it('uploads files, forms add rows with all that was typed and with them', async () => {
    for (const one of byCall('data.uploadFile')) {
      tried.add(one.of + one.at)
      const isImage = one.part.type === 'input-image'
      const reply = await world.call('data.uploadFile', {
        as: 'ann',
        params: { ...params, fieldKey: one.api.url.split('/').at(-1) as string },
        files: [{ field: one.part.fileField, name: isImage ? 'a.png' : 'paper.txt', content: isImage ? PICTURE : 'Words', mime: 'text/plain' }],
      })
      expect([one.of, reply.status, reply.msg]).toEqual([one.of, 0, ''])
      uploads.set(one.part.name, reply.data.value)
    }
    for (const [n, one] of byCall('data.createRow').entries()) {
      const { data, stored } = filledIn(one.part, n)
      const { data: answer } = await made(one, { keywords: 'x', items: [{ title: 'no' }], ...one.part.data, ...data })
      const row = await read(answer.id)
      expect(row).toMatchObject(stored)
      rows.set(String(row.id), row)
    }
    // Some more, one of them with as little as there may be.
    for (let n = rows.size; n < 6; n++) {
      const fields = model.fields.filter(field => !field.readOnly && (n < 5 || field.required) && typed(field, n) !== undefined && field.type !== 'json')
      const id = await addRow(world, key, Object.fromEntries(fields.map(field => [field.key, typed(field, n)])), { dsKey: source })
      rows.set(String(id), await read(id))
    }
  })

  it('shows a row, and changes what its form was given', async () => {
    const [id] = rows.keys()
    for (const one of byCall('data.getRow')) {
      const around = { id, params: { rowId: id }, query: {} }
      const { data } = await made(one, around)
      expect([one.of, String(data.row.id)]).toEqual([one.of, id])
      const shown = one.api.responseData ? mapped(one.api.responseData, data as Json) : (data as Json)
      const change = byCall('data.updateRow').find(({ part }) => part === one.part)
      if (!change) continue
      // The form shows its files, which are read through the row.
      for (const file of [shown.photo, shown.paper].filter(Boolean) as string[]) {
        expect(file).toContain(`&row=${id}`)
        expect((await ask({ url: file.split('#')[0] as string })).http).toBe(200)
      }
      if (shown.paper) expect(shown.paper.split('/').at(-1)).toBe('paper.txt')
      // Sent as it came, nothing is another.
      const controls = controlsIn(change.part.body)
      const before = await read(id as string)
      await made(change, { ...around, ...shown })
      const { version: _before, updated_at: _at, ...same } = before
      expect(await read(id as string)).toMatchObject(same)
      // Once more with other values in all fields.
      const now = mapped(one.api.responseData ?? {}, (await ask(one.api, around)).data as Json)
      const { data: values, stored } = filledIn(change.part, 7)
      await made(change, { ...around, ...now, ...values })
      expect(await read(id as string)).toMatchObject(stored)
      // What is cleared is nothing.
      const last = mapped(one.api.responseData ?? {}, (await ask(one.api, around)).data as Json)
      const cleared = model.fields.find(field => controls.has(field.key) && !field.required && field.type === 'integer') as DataField
      await made(change, { ...around, ...last, [cleared.key]: '' })
      expect((await read(id as string))[cleared.key]).toBe(null)
    }
    // A card is moved to where it is put.
    for (const one of byCall('data.updateRow').filter(({ part }) => part.type === 'button')) {
      await made(one, { id })
      expect(await read(id as string)).toMatchObject(one.api.data as Json)
    }
    rows.set(id as string, await read(id as string))
  })

  it('changes many rows in the fields that were typed, and in no other', async () => {
    const [first, second] = all() as [Row, Row]
    expect(byCall('data.updateRows').length).toBeGreaterThan(0)
    for (const one of byCall('data.updateRows')) {
      await made(one, { selectedItems: [first, second], ...one.part.data, title: '', notes: 'Of both' })
      for (const row of [first, second]) {
        const { version: _version, updated_at: _at, updated_by: _by, _labels, ...same } = row
        rows.set(String(row.id), await read(row.id))
        expect(rows.get(String(row.id))).toMatchObject({ ...same, notes: 'Of both' })
      }
    }
  })

  it('lists rows as they were asked for, in every order, and exports the same', async () => {
    const check = (one: (typeof asked)[number], found: (string | number)[], total: number) => {
      const query = new URL(sentUrl, 'http://here').searchParams
      const tree = JSON.parse(query.get('filter') || '{"conjunction":"and","children":[]}') as Tree
      const words = query.get('keywords')?.toLowerCase() ?? ''
      const expected = all().filter(row => fits(row, tree, typeOf) && (!words || String(row.title).toLowerCase().includes(words)))
      const where = `${one.of}${one.at} ${sentUrl}`
      expect(total, where).toBe(expected.length)
      const perPage = Number(query.get('perPage') || 20)
      if (perPage >= expected.length) expect(found.map(String).sort(), where).toEqual(expected.map(row => String(row.id)).sort())
      return expected.length
    }
    let some = 0
    for (const one of byCall('data.listRows')) {
      const list = async (more: Json = {}) => {
        const { data } = await made(one, { page: 1, perPage: 50, ...more })
        return check(
          one,
          data.items.map((row: Row) => row.id),
          data.total,
        )
      }
      await list()
      if (one.part.type === 'service') continue
      // The total is that of all rows, not of a page (superset #33289).
      await list({ perPage: 2 })
      some += await list({ keywords: 'c-WORD' })
      if (one.part.type !== 'crud2' && !IS_WHOLE) continue
      for (const orderBy of model.fields.filter(({ type }) => !['json', 'multiEnum', 'relationMany'].includes(type)).map(field => field.key))
        await list({ orderBy, orderDir: 'desc' })
      if (one.part.type !== 'crud2') continue
      for (const field of model.fields) {
        const value = typed(field, 3)
        if (value === undefined) continue
        some += await list({ [field.key]: value })
        const op = field.type === 'multiEnum' ? 'select_any_in' : 'equal'
        if (!['json', 'file', 'image'].includes(field.type))
          some += await list({ _conditions: { conjunction: 'and', children: [{ left: { type: 'field', field: field.key }, op, right: value }] } })
      }
    }
    expect(some).toBeGreaterThan(10)
    expect(byCall('data.exportRows').length).toBeGreaterThan(0)
    for (const one of byCall('data.exportRows')) {
      tried.add(one.of + one.at)
      for (const around of [{}, { keywords: 'c-word' }]) {
        const file = await ask(one.api, around)
        const [sheet = []] = Object.values(await sheetsOf(file.raw))
        const titleAt = sheet[0]?.findIndex(cell => /title/i.test(String(cell))) ?? -1
        const titles = sheet.slice(1).map(cells => String(cells[titleAt]))
        const expected = all().filter(row => !('keywords' in around) || String(row.title).includes('c-word'))
        expect(titles.sort()).toEqual(expected.map(row => String(row.title)).sort())
      }
    }
  })

  it('offers rows, people and choices by their names', async () => {
    for (const one of byCall('data.listOptions')) {
      const labels = async (around: Json) => (await made(one, around)).data.options.map(({ label }: Json) => label) as string[]
      const titles = all().map(row => String(row.title))
      const isSearch = one.key !== 'source'
      expect([one.of, (await labels({})).sort()]).toEqual([one.of, [...new Set(titles)].sort()])
      if (isSearch) expect(await labels({ term: 'd-word' })).toEqual(titles.filter(title => title.includes('d-word')))
      const chosen = all()[2] as Row
      const value = (await ask(one.api)).data.options.find(({ label }: Json) => label === chosen.title).value
      expect(await labels({ choice: value, op: 'loadOptions', value })).toContain(chosen.title)
    }
    expect(byCall('data.listChoices').length).toBeGreaterThan(0)
    // Many forms ask for the same.
    const once = new Set<string>()
    for (const one of byCall('data.listChoices')) {
      tried.add(one.of + one.at)
      if (once.has(one.api.url) && !IS_WHOLE) continue
      once.add(one.api.url)
      const field = fieldOf(one.api.url.split('/')[3]?.split('?')[0] as string)
      const { data } = await made(one, { term: '' })
      const names = data.options.map(({ label }: { label: string }) => label)
      const expected = { user: 'Ben', relationOne: 'Red box' }[field.type as 'user' | 'relationOne']
      expect([field.key, names]).toEqual([field.key, expected ? expect.arrayContaining([expected]) : [expect.any(String)]])
      if (one.key === 'autoComplete' && field.type === 'relationOne')
        expect((await made(one, { term: 'blue' })).data.options.map(({ label }: { label: string }) => label)).toEqual(['Blue box'])
    }
  })

  it('tells the figures of all rows', async () => {
    const isOf = (row: Row, by: string, unit: string) => {
      const value = row[by]
      if (isNone(value)) return null
      if (!['date', 'datetime'].includes(typeOf(by))) return String(typeof value === 'string' && typeOf(by) === 'decimal' ? Number(value) : value)
      return String(value).slice(0, { day: 10, month: 7, year: 4 }[unit])
    }
    for (const one of byCall('data.listTotals')) {
      const { data } = await made(one)
      const asks = new URL(sentUrl, 'http://here')
      const [measure, of, by, unit] = [asks.pathname.split('/').at(-1) as string, ...['of', 'by', 'unit'].map(name => asks.searchParams.get(name))]
      const figure = (some: Row[]) => {
        if (measure === 'count') return some.length
        const numbers = some.flatMap(row => (isNone(row[of as string]) ? [] : [Number(row[of as string])]))
        const sum = numbers.reduce((total, value) => total + value, 0)
        const known: Record<string, number> = { sum, avg: sum / numbers.length, min: Math.min(...numbers), max: Math.max(...numbers) }
        return numbers.length ? Math.round((known[measure] as number) * 100) / 100 : null
      }
      const rounded = (value: unknown) => (isNone(value) ? null : Math.round(Number(value) * 100) / 100)
      const groups = new Map<string | null, Row[]>()
      for (const row of all()) {
        const group = by ? isOf(row, by, unit ?? 'month') : ''
        groups.set(group, [...(groups.get(group) ?? []), row])
      }
      if (!by) {
        expect([one.of, rounded(data.value)]).toEqual([one.of, figure(all())])
        continue
      }
      const told = data.items.map((item: Json) => [
        item.key === null ? null : String(typeOf(by) === 'decimal' ? Number(item.key) : item.key),
        rounded(item.value),
      ])
      const expected = [...groups].map(([group, some]) => [group, figure(some)]).filter(([, value]) => measure === 'count' || value !== null)
      const sorted = (list: unknown[][]) => list.map(pair => JSON.stringify(pair)).sort()
      expect([one.of, sorted(told.filter(([, value]: unknown[]) => measure === 'count' || value !== null))]).toEqual([one.of, sorted(expected)])
    }
  })

  it('imports what it exported: the same rows once more', async () => {
    const file = await ask({ url: `model:${source}/${key}/export/rows`, data: { format: 'csv' } })
    const files = [{ field: 'file', name: 'rows.csv', content: file.raw }]
    const { data } = await world.call('data.importRows', { as: 'ann', params, files })
    const importId: string = data.id
    const fields = data.columns.map(({ field }: { field: string }) => (['file', 'image', 'autoNumber'].includes(typeOf(field)) ? '' : field))
    let now = await world.call('data.planImport', { as: 'ann', params: { ...params, importId }, body: { mode: 'insert', fields } })
    const settled = async () => {
      expect([now.status, now.msg, now.errors]).toEqual([0, '', {}])
      while (['checking', 'working'].includes(now.data.state)) {
        await new Promise(done => setTimeout(done, 30))
        now = await world.call('data.getImport', { as: 'ann', params: { ...params, importId } })
      }
    }
    await settled()
    expect(now.data.counts).toMatchObject({ create: rows.size, error: 0 })
    now = await world.call('data.confirmImport', { as: 'ann', params: { ...params, importId }, body: {} })
    await settled()
    const { items } = (await world.call('data.listRows', { as: 'ann', params, query: { perPage: 100 } })).data as { items: Row[] }
    const fresh = items.filter(row => !rows.has(String(row.id)))
    const same = (row: Row) =>
      JSON.stringify(fields.filter(Boolean).map((name: string) => (typeOf(name) === 'datetime' ? String(row[name]).slice(0, 16) : row[name])))
    expect(fresh.map(same).sort()).toEqual(all().map(same).sort())
    await world.call('data.deleteRows', { as: 'ann', params: { ...params, rowIds: fresh.map(({ id }) => id).join() } })
  })

  it('deletes the rows that were chosen, and leaves nothing of it untried', async () => {
    for (const one of byCall('data.deleteRows')) {
      const ids = [...rows.keys()].slice(0, one.api.url.includes('selectedItems') ? 2 : 1)
      // Rows for the next one.
      for (const id of ids) {
        const { title, notes } = rows.get(id) as Row
        const fresh = await addRow(world, key, { title, notes }, { dsKey: source })
        rows.set(String(fresh), await read(fresh))
      }
      const { data } = await made(one, { id: ids[0], params: { rowId: ids[0] }, selectedItems: ids.map(id => ({ id })) })
      expect([one.of, data.count]).toEqual([one.of, ids.length])
      for (const id of ids) rows.delete(id)
      const left = (await world.call('data.listRows', { as: 'ann', params, query: { perPage: 100 } })).data.items
      expect(left.map((row: Row) => String(row.id)).sort()).toEqual([...rows.keys()].sort())
    }
    expect(asked.filter(one => !tried.has(one.of + one.at)).map(one => `${one.of}${one.at} ${one.call}`)).toEqual([])
    expect([...new Set(asked.map(({ call }) => call))].sort()).toEqual(
      [
        'data.createRow',
        'data.deleteRows',
        'data.exportRows',
        'data.getRow',
        'data.listChoices',
        'data.listOptions',
        'data.listRows',
        'data.listTotals',
        'data.updateRow',
        'data.updateRows',
        ...(key === 'thing' ? ['data.uploadFile'] : []),
      ].sort(),
    )
  })
})
