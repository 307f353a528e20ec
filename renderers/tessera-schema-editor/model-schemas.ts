// What the builders of amis' editor put into a page for a model, as plain schemas: each names the model, asks with the right method, and sends what the
// call behind it takes and nothing else.
import type { Schema } from 'amis-core'
import { modelAddress } from '../../api/models/address.ts'
import { fileAddress, fileInForm, fileSent } from '../../api/models/files.ts'
import { isPlainJson } from '../../api/models/formats.ts'
import { controlOf, type DataField } from '../tessera-data-table/controls.ts'
import { columnOf, still } from '../tessera-data-table/columns.ts'
import { conditionOf } from '../tessera-data-table/table-schema.ts'
import { isFile } from '../tessera-data-table/values.ts'
import type { Say } from '../words.ts'
import { modelNow, type DesignModel } from './place.ts'

export type Field = DataField
export interface Bound {
  source: string
  model: DesignModel
  say: Say
}
export type Feat =
  | 'List'
  | 'Insert'
  | 'View'
  | 'Edit'
  | 'Delete'
  | 'BulkEdit'
  | 'BulkDelete'
  | 'Import'
  | 'Export'
  | 'SimpleQuery'
  | 'FuzzyQuery'
  | 'AdvancedQuery'

export const IMPORT = 'tessera-import-rows'

/** An id as a part of an address; several with commas between them, each encoded for itself. */
const ROW = '${id|url_encode}'
const ROWS = '${ARRAYMAP(selectedItems, one => one.id)|map:url_encode|join:,|url_encode}'
const CONDITIONS = '_conditions'

/** Relations to many and what the database fills are not typed into a form; JSON is no text that people write. */
const isTyped = (field: DataField) => !field.readOnly && !isPlainJson(field) && field.type !== 'relationMany'
const isShown = ({ type }: DataField) => type !== 'relationMany'
const isAsked = ({ type }: DataField) => !['json', 'file', 'image', 'relationMany'].includes(type)

/** Fields that a part of a builder can have, in the order of the model. */
export const fieldsFor = ({ fields }: DesignModel, feat: Feat): DataField[] =>
  fields.filter(feat === 'List' || feat === 'View' ? isShown : feat === 'SimpleQuery' ? isAsked : isTyped)
/** Those that it starts with: all of a form, what fits into a table, a few to look for. */
export function startsWith(model: DesignModel, feat: Feat): string[] {
  const keys = fieldsFor(model, feat)
    .filter(field => feat !== 'List' || (field.type !== 'longText' && !isPlainJson(field)))
    .map(({ key }) => key)
  return feat === 'SimpleQuery' ? keys.slice(0, 3) : feat === 'List' ? keys.slice(0, 8) : keys
}
/** The fields of these keys, in the order of the keys; those that the model does not have are left out. */
export const chosenOf = (model: DesignModel, feat: Feat, keys: readonly string[] | undefined): DataField[] =>
  (keys ?? startsWith(model, feat)).flatMap(key => fieldsFor(model, feat).find(field => field.key === key) ?? [])

const base = ({ source, model }: Bound) => modelAddress(source, model.key)

/** What is typed, by field; what was emptied is sent as nothing, so that clearing is a change. */
const sent = (fields: readonly DataField[], isNew: boolean) =>
  Object.fromEntries(
    fields.map(field => {
      const { key } = field
      return [
        key,
        isFile(field) ? `\${${fileSent(key, isNew ? 'undefined' : 'null')}}` : `\${${key} === ''${isNew ? '' : ` || ${key} === undefined`} ? null : ${key}}`,
      ]
    }),
  )

/** How a field looks for rows: words within a text, the same for the rest. */
const OPERATORS: Partial<Record<DataField['type'], string>> = {
  text: 'like',
  longText: 'like',
  enum: 'select_equals',
  relationOne: 'select_equals',
  multiEnum: 'select_any_in',
}
const leaf = ({ key, type }: DataField) =>
  `${type === 'multiEnum' ? `!COUNT(${key})` : `${key} === undefined || ${key} === null || ${key} === ''`} ? null : {left: {type: 'field', field: '${key}'}, op: '${OPERATORS[type] ?? 'equal'}', right: ${key}}`

/** What a list is asked with: its page and order, words, and conditions as a tree. */
export function listQuery(asked: readonly DataField[]) {
  const leaves = [...asked.map(leaf), `COUNT(${CONDITIONS}.children) ? ${CONDITIONS} : null`]
  return {
    keywords: '${keywords || undefined}',
    orderBy: '${orderBy || undefined}',
    orderDir: '${orderBy ? orderDir : undefined}',
    filter: `\${ENCODEJSON({conjunction: 'and', children: ARRAYFILTER([${leaves.join(', ')}], one => !!one)})}`,
  }
}

export const listApi = (bound: Bound, asked: readonly DataField[]) => ({
  method: 'get',
  url: base(bound),
  data: { page: '${page}', perPage: '${perPage}', ...listQuery(asked) },
})
const filesOf = ({ model }: Bound) =>
  model.fields.filter(isFile).map(({ key, type }) => [key, `\${${(type === 'file' ? fileInForm : fileAddress)(`row.${key}`, 'row.id')}}`])
/** A row; one that is changed comes with the addresses that the controls for files show. */
export const rowApi = (bound: Bound, isChanged = false) => ({
  method: 'get',
  url: `${base(bound)}/${ROW}`,
  responseData: { '&': '${row}', ...(isChanged && Object.fromEntries(filesOf(bound))) },
})
export const insertApi = (bound: Bound, fields: readonly DataField[]) => ({ method: 'post', url: base(bound), data: sent(fields, true) })
export const editApi = (bound: Bound, fields: readonly DataField[]) => ({
  method: 'put',
  url: `${base(bound)}/${ROW}`,
  data: { ...sent(fields, false), ...(bound.model.managed && { version: '${version}' }) },
})
export const bulkEditApi = (bound: Bound, fields: readonly DataField[]) => ({
  method: 'put',
  url: base(bound),
  // A field that is left alone stays as it is in each row.
  data: {
    ids: '${ARRAYMAP(selectedItems, one => one.id)}',
    values: Object.fromEntries(
      fields.map(field => {
        const { key } = field
        return [key, isFile(field) ? `\${${fileSent(key, 'undefined')}}` : `\${${key} === '' || ${key} === null ? undefined : ${key}}`]
      }),
    ),
  },
})
export const deleteApi = (bound: Bound) => ({ method: 'delete', url: `${base(bound)}/\${id|url_encode|url_encode}` })
export const bulkDeleteApi = (bound: Bound) => ({ method: 'delete', url: `${base(bound)}/${ROWS}` })
export const exportApi = (bound: Bound, asked: readonly DataField[]) => ({
  method: 'get',
  url: `${base(bound)}/export/rows`,
  data: { format: 'xlsx', ...listQuery(asked) },
})

/** The inputs of a form. In a form for many rows nothing is required and nothing is filled in. */
export const inputs = (bound: Bound, fields: readonly DataField[], feat: Feat): Schema[] =>
  fields.map((field, row) => {
    if (feat === 'View' && isFile(field)) return { ...still(field, bound.say), row }
    const { required, validationErrors, joinValues, ...made } = controlOf(field, base(bound), bound.say)
    // A word of the maker and one of ours are no text that has words in both languages.
    const rest = field.description ? { ...made, description: field.description } : made
    // What a form holds of a file is its address.
    const control = isFile(field) ? rest : { ...rest, ...(joinValues !== undefined && { joinValues }) }
    const adds = (feat === 'Insert' || feat === 'Edit') && field.type === 'relationOne' ? { creatable: true } : {}
    const isForMany = feat === 'BulkEdit' || feat === 'SimpleQuery'
    const value = feat === 'Insert' && field.default !== null && field.default !== 'now' ? { value: field.default } : {}
    return { ...control, ...adds, ...value, ...(!isForMany && required && { required, validationErrors }), row } as Schema
  })

/** The value of a row as a column shows it. Yes and no are texts of their own, so that each can have words in other languages. */
export function shownValue(field: DataField, say: Say): Schema {
  const { tpl, ...column } = columnOf(field, say)
  if (field.type === 'boolean') return { ...column, type: 'mapping', placeholder: '—', map: { true: say('Yes'), false: say('No'), '*': '—' } }
  return { ...column, ...(tpl !== undefined && { tpl }) }
}

/** The columns of a table; their texts stand under `title` there. */
export const columns = ({ say }: Bound, fields: readonly DataField[]): Schema[] =>
  fields.map(field => {
    const { label, ...column } = shownValue(field, say)
    return { ...column, title: label } as Schema
  })

/** Inputs to look for rows by: a part of an email is none, and looked for all the same. */
export const queryInputs = (bound: Bound, fields: readonly DataField[]): Schema[] =>
  inputs(
    bound,
    fields.map(({ format: _format, ...field }) => field),
    'SimpleQuery',
  ).map(({ row: _row, description: _description, ...control }, at) => {
    const { type } = fields[at] as DataField
    const word = type === 'longText' ? { type: 'input-text' } : type === 'boolean' ? { ...control, type: 'select' } : {}
    return { ...control, ...word, size: 'full', required: false, behavior: 'SimpleQuery' } as Schema
  })

export const fuzzyInput = ({ say }: Bound): Schema => ({
  type: 'search-box',
  name: 'keywords',
  placeholder: say('Search in texts'),
  clearable: true,
  behavior: 'FuzzyQuery',
})
export const advancedInput = (bound: Bound): Schema => ({
  type: 'condition-builder',
  name: CONDITIONS,
  label: false,
  embed: false,
  title: bound.say('Filter'),
  behavior: 'AdvancedQuery',
  fields: bound.model.fields.filter(isAsked).flatMap(field => conditionOf(field, base(bound)) ?? []),
})

/** What the choice of fields in a builder is answered: `design:choices?model=main/order&feat=List`. */
export function choicesFor(url: string): { options: { value: string; label: string }[] } | undefined {
  const query = /^design:choices\?(.*)$/s.exec(url)?.[1]
  if (query === undefined) return undefined
  const asked = new URLSearchParams(query)
  const [source, key] = (asked.get('model') ?? '').split('/')
  const model = modelNow(source, key)
  return { options: model ? fieldsFor(model, asked.get('feat') as Feat).map(({ key: value, name: label }) => ({ value, label })) : [] }
}
