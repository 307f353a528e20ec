// Cards, lists and details of a model as plain amis schemas: the address names the model, the parts its fields.
import { readModelAddress } from '../../api/models/address.ts'
import { isPlainJson } from '../../api/models/formats.ts'
import { filterText, filterTree, namedOfPage } from '../../api/models/options.ts'
import type { Say } from '../words.ts'
import { shownValue } from './model-schemas.ts'
import { canName, modelNow, SOURCE, type DesignModel } from './place.ts'

type Json = Record<string, unknown>
export type RowsKind = 'cards' | 'list' | 'details'
export interface RowsPart {
  kind: RowsKind
  source: string
  model: string
  /** Key of the field that names a row; empty where nothing does. */
  title: string
  fields: string[]
  perPage: number
  orderBy?: string
  orderDir?: 'asc' | 'desc'
  filter?: Json
  /** Address of the page that a row opens. */
  link?: string
}

const FACTS = 5
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const list = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])
/** The row that a page is about: of its address, or of what is around. */
const ROW = '${params.rowId || query.id || id|url_encode}'

/** What a part of a model begins with: rows by their titles, with a few of the other fields. */
export function startRows(source: string, model: DesignModel, kind: RowsKind): RowsPart {
  const title = (model.fields.find(field => field.isTitle && canName(field)) ?? model.fields.find(field => field.type === 'text'))?.key ?? ''
  const shown = model.fields.filter(field => field.type !== 'relationMany' && !isPlainJson(field) && field.key !== title)
  const fields = (kind === 'details' ? shown : shown.filter(({ type }) => type !== 'longText').slice(0, FACTS)).map(({ key }) => key)
  return { kind, source, model: model.key, title, fields: kind === 'details' && title ? [title, ...fields] : fields, perPage: 12 }
}

const plain = (text: string) => text.replace(/\$\{/g, '\\${')
const titleText = (title: string) => (title ? `\${(_labels.${title} || ${title} || '—')|raw}` : '${id}')

function valuesOf(part: RowsPart, model: DesignModel, say: Say): Json[] {
  return part.fields.flatMap(key => {
    const field = model.fields.find(one => one.key === key)
    if (!field) return []
    const { sortable: _sortable, align: _align, ...value } = shownValue(field, say)
    // A column cuts a long text off in a line of its own; here it has room.
    const tpl = typeof value.tpl === 'string' ? { tpl: value.tpl.replace(/^<span class="tes-data-text"[^>]*>(.*)<\/span>$/s, '$1') } : {}
    return [{ ...value, ...tpl, label: plain(field.name) }]
  })
}

function listApi({ source, model, orderBy, orderDir, filter }: RowsPart): Json {
  const text = filter && Array.isArray(filter.children) && filter.children.length ? filterText(filter) : ''
  const named = namedOfPage(text)
  return {
    method: 'get',
    url: `model:${source}/${model}`,
    data: {
      page: '${page}',
      perPage: '${perPage}',
      keywords: '${keywords || undefined}',
      ...(orderBy && { orderBy, orderDir: orderDir ?? 'asc' }),
      ...(text && { filter: text }),
    },
    ...(named.length && { trackExpression: named.join(' ') }),
  }
}

/** The schema of a part; undefined where the app does not have the model. */
export function rowsOf(part: RowsPart, say: Say): Json | undefined {
  const model = modelNow(part.source, part.model)
  if (!model) return undefined
  const values = valuesOf(part, model, say)
  if (part.kind === 'details')
    return {
      type: 'service',
      api: { method: 'get', url: `model:${part.source}/${part.model}/${ROW}`, responseData: { '&': '${row}' } },
      body: [{ type: 'property', column: 2, mode: 'simple', items: values.map(({ label, ...content }) => ({ label, content })) }],
    }
  const opens = part.link ? { itemAction: { type: 'button', actionType: 'link', link: part.link } } : {}
  return {
    type: 'crud',
    mode: part.kind,
    syncLocation: false,
    perPage: part.perPage,
    api: listApi(part),
    headerToolbar: [{ type: 'search-box', name: 'keywords', placeholder: say('Search in texts'), clearable: true, align: 'left' }],
    footerToolbar: ['statistics', 'pagination'],
    placeholder: say('Nothing here yet'),
    ...(part.kind === 'cards'
      ? { columnsCount: 3, card: { header: { title: titleText(part.title) }, body: values, ...opens } }
      : { listItem: { title: titleText(part.title), body: values }, ...opens }),
  }
}

const METHOD = /^get:/i
const keysOf = (parts: unknown) => list(parts).flatMap(({ name }) => (typeof name === 'string' ? [name] : []))

/** What a component shows of a model's rows; undefined where it shows something else. */
export function rowsIn(node: Json | undefined): RowsPart | undefined {
  const api = node?.api
  const url = typeof api === 'string' ? api : isObject(api) ? api.url : undefined
  const named = typeof url === 'string' ? readModelAddress(url.replace(METHOD, '')) : undefined
  if (!node || !named) return undefined
  const base = { source: named.source || SOURCE, model: named.model, perPage: typeof node.perPage === 'number' ? node.perPage : 12 }
  if (node.type === 'service') {
    const [shown] = list(node.body)
    if (shown?.type !== 'property' || !named.rest) return undefined
    return { ...base, kind: 'details', title: '', fields: keysOf(list(shown.items).map(({ content }) => content)) }
  }
  if (node.type !== 'crud' || named.rest || (node.mode !== 'cards' && node.mode !== 'list')) return undefined
  const item = isObject(node.mode === 'cards' ? node.card : node.listItem) ? ((node.mode === 'cards' ? node.card : node.listItem) as Json) : {}
  const header = node.mode === 'cards' && isObject(item.header) ? item.header.title : item.title
  const data = isObject(api) && isObject(api.data) ? api.data : {}
  const filter = filterTree(data.filter)
  const action = node.mode === 'cards' ? item.itemAction : node.itemAction
  const link = isObject(action) && typeof action.link === 'string' ? action.link : undefined
  return {
    ...base,
    kind: node.mode,
    title: /_labels\.(\w+)/.exec(String(header))?.[1] ?? '',
    fields: keysOf(item.body),
    ...(typeof data.orderBy === 'string' &&
      data.orderBy && { orderBy: data.orderBy, orderDir: data.orderDir === 'desc' ? ('desc' as const) : ('asc' as const) }),
    ...(filter && { filter }),
    ...(link && { link }),
  }
}

/** The properties of a component after its settings are changed: what was said of a field that stays is kept with it. */
export function changedRows(node: Json, part: RowsPart, say: Say): Json {
  const fresh = rowsOf(part, say)
  if (!fresh) return {}
  const own = (parts: unknown, nameOf: (one: Json) => unknown) => new Map(list(parts).map(one => [nameOf(one), one]))
  if (part.kind === 'details') {
    const known = own(list(list(node.body)[0]?.items), ({ content }) => (isObject(content) ? content.name : undefined))
    const [shown] = list(fresh.body)
    const items = list(shown?.items).map(item => known.get((item.content as Json).name) ?? item)
    return { api: fresh.api, body: [{ ...list(node.body)[0], items }] }
  }
  const key = part.kind === 'cards' ? 'card' : 'listItem'
  const [before, after] = [isObject(node[key]) ? node[key] : {}, fresh[key] as Json]
  const known = own(before.body, ({ name }) => name)
  const isSameModel = rowsIn(node)?.model === part.model
  const body = list(after.body).map(one => (isSameModel ? (known.get(one.name) ?? one) : one))
  return {
    api: fresh.api,
    perPage: part.perPage,
    [key]: { ...before, ...after, body, ...(part.kind === 'cards' && { itemAction: after.itemAction }) },
    ...(part.kind === 'list' && { itemAction: fresh.itemAction }),
  }
}

/** What the controls of a panel say; undefined while something is missing. Another model begins anew. */
export function rowsFrom(values: Json, before: RowsPart): RowsPart | undefined {
  const text = (key: string) => (typeof values[key] === 'string' && values[key] ? (values[key] as string) : undefined)
  const source = text('source') ?? SOURCE
  const model = modelNow(source, text('model'))
  if (!model) return undefined
  if (source !== before.source || model.key !== before.model) return startRows(source, model, before.kind)
  const orderBy = text('orderBy')
  const link = text('link')
  const fields = Array.isArray(values.fields) ? values.fields.map(String) : before.fields
  return {
    kind: before.kind,
    source,
    model: model.key,
    title: before.kind === 'details' ? '' : (text('title') ?? ''),
    fields,
    perPage: Number(values.perPage) || before.perPage,
    ...(orderBy && { orderBy, orderDir: values.orderDir === 'desc' ? ('desc' as const) : ('asc' as const) }),
    ...(values.filter && typeof values.filter === 'object' ? { filter: values.filter as Json } : {}),
    ...(link && { link }),
  }
}
