// The table of a model as amis JSON: columns, search, conditions, and forms with a control per field, made from the description of its fields.
import type { Schema } from 'amis-core'
import type { Say } from '../words.ts'
import { controlOf, type DataField } from './controls.ts'

type Values = Record<string, unknown>
interface Request {
  data?: unknown
}
interface Answer {
  data?: { row?: Values }
}

export interface Model {
  /** Address of the model's rows. */
  base: string
  fields: DataField[]
  /** Our own table, with the system columns. */
  managed: boolean
}

const quick = (fields: DataField[]) => fields.filter(field => field.type !== 'relationMany')
export const editable = (fields: DataField[]) => fields.filter(field => !field.readOnly)

/** What forms send: every field they show and nothing else; an empty one is sent as null, so that clearing it is a change. */
export function sent(fields: DataField[], values: Values): Values {
  return Object.fromEntries(
    fields.map(({ key, type }) => {
      const value = values[key]
      if (value === undefined || value === null || value === '') return [key, null]
      return [key, type === 'json' && typeof value === 'string' ? (JSON.parse(value) as unknown) : value]
    }),
  )
}

/** A row as forms show it: JSON as text. */
export function shown(fields: DataField[], row: Values): Values {
  return Object.fromEntries(
    fields.map(({ key, type }) => {
      const value = row[key] ?? null
      return [key, type === 'json' && value !== null ? JSON.stringify(value, null, 2) : value]
    }),
  )
}

/** What a new row starts with. */
const initial = (fields: DataField[]): Values => Object.fromEntries(fields.map(field => [field.key, field.default === 'now' ? null : (field.default ?? null)]))

function columnOf(field: DataField, say: Say): Schema {
  const { key, name, type } = field
  const column = { name: key, label: name, ...(type !== 'json' && { sortable: true }) }
  switch (type) {
    case 'enum':
      return { ...column, type: 'mapping', map: Object.fromEntries([...field.options.map(({ value, label }) => [value, label]), ['*', `\${${key}|html}`]]) }
    case 'boolean':
      return { ...column, type: 'tpl', tpl: `\${${key} === true ? '${say('Yes')}' : ${key} === false ? '${say('No')}' : '—'}` }
    case 'integer':
    case 'decimal':
    case 'autoNumber':
      return { ...column, type: 'tpl', tpl: `\${ISEMPTY(${key}) && ${key} !== 0 ? '—' : ${key}}`, align: 'right' }
    case 'datetime':
      return { ...column, type: 'tpl', tpl: `\${${key} ? DATETOSTR(${key}, 'YYYY-MM-DD HH:mm') : '—'}` }
    case 'user':
    case 'department':
    case 'relationOne':
      return { ...column, type: 'tpl', tpl: `\${(_labels.${key} || ${key} || '—')|html}` }
    case 'json':
      return { ...column, type: 'tpl', tpl: `\${${key} ? ENCODEJSON(${key}) : '—'|truncate:60|html}` }
    case 'image':
      return { ...column, type: 'image', enlargeAble: true, width: 32, height: 32 }
    default:
      return { ...column, type: 'tpl', tpl: `\${(${key} || '—')|truncate:80|html}` }
  }
}

const systemColumns = (say: Say): Schema[] => [
  { name: 'id', label: say('Id'), type: 'text', toggled: false },
  { name: 'created_at', label: say('Created'), type: 'tpl', tpl: "${DATETOSTR(created_at, 'YYYY-MM-DD HH:mm')}", sortable: true, toggled: false },
  { name: 'created_by', label: say('Created by'), type: 'tpl', tpl: "${(_labels.created_by || '—')|html}", toggled: false },
  { name: 'updated_at', label: say('Changed at'), type: 'tpl', tpl: "${DATETOSTR(updated_at, 'YYYY-MM-DD HH:mm')}", sortable: true, toggled: false },
  { name: 'updated_by', label: say('Changed by'), type: 'tpl', tpl: "${(_labels.updated_by || '—')|html}", toggled: false },
]

const BUILDER: Partial<Record<DataField['type'], Schema>> = {
  text: { type: 'text' },
  longText: { type: 'text' },
  integer: { type: 'number' },
  autoNumber: { type: 'number' },
  decimal: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'date', format: 'YYYY-MM-DD', inputFormat: 'YYYY-MM-DD' },
  time: { type: 'time', format: 'HH:mm:ss', inputFormat: 'HH:mm' },
  datetime: { type: 'datetime', format: 'YYYY-MM-DDTHH:mm:ssZ', inputFormat: 'YYYY-MM-DD HH:mm' },
}
function conditionOf(field: DataField, base: string): Schema | undefined {
  const { key: name, name: label } = field
  if (field.type === 'enum') return { label, name, type: 'select', options: field.options, searchable: true }
  if (field.type === 'relationOne' || field.type === 'user' || field.type === 'department')
    return { label, name, type: 'select', searchable: true, source: `${base}/choice/${name}` }
  const known = BUILDER[field.type]
  return known && { label, name, ...known }
}

const form = (more: Omit<Schema, 'type'>): Schema => ({
  type: 'form',
  mode: 'normal',
  wrapWithPanel: false,
  canAccessSuperData: false,
  autoFocus: true,
  ...more,
})

export function tableSchema({ base, fields, managed }: Model, say: Say): Schema {
  const inForms = editable(fields)
  const controls = inForms.map(field => controlOf(field, base, say))
  const title = fields.find(field => field.isTitle)?.key ?? 'id'
  const messages = { validateFailed: '', saveSuccess: say('Saved') }
  const create = {
    type: 'button',
    label: say('Add row'),
    level: 'primary',
    actionType: 'drawer',
    align: 'right',
    drawer: {
      title: say('Add row'),
      closeOnEsc: true,
      body: form({
        messages,
        data: initial(inForms),
        api: {
          method: 'post',
          url: base,
          data: { '&': '$$' },
          requestAdaptor: (api: Request) => ({ ...api, data: sent(inForms, api.data as Values) }),
        },
        reload: 'rows',
        body: controls,
      }),
    },
  }
  const edit = {
    type: 'button',
    label: say('Edit'),
    level: 'link',
    actionType: 'drawer',
    drawer: {
      title: say('Edit row'),
      closeOnEsc: true,
      body: form({
        messages,
        initApi: {
          method: 'get',
          url: `${base}/\${id|url_encode}`,
          adaptor: (answer: Answer) =>
            answer.data?.row ? { ...answer, data: { ...shown(inForms, answer.data.row), version: answer.data.row.version ?? null } } : answer,
        },
        api: {
          method: 'put',
          url: `${base}/\${id|url_encode}`,
          data: { '&': '$$' },
          requestAdaptor: (api: Request) => {
            const values = api.data as Values
            return { ...api, data: { ...sent(inForms, values), ...(managed && { version: values.version }) } }
          },
        },
        reload: 'rows',
        body: controls,
      }),
    },
  }
  const remove = {
    type: 'button',
    label: say('Delete'),
    level: 'link',
    className: 'text-danger',
    actionType: 'ajax',
    confirmTitle: say('Delete row'),
    confirmText: say('The row {name} is deleted. This cannot be undone.', { name: `\${(_labels.${title} || ${title} || id)|html}` }),
    api: { method: 'delete', url: `${base}/\${id|url_encode}` },
    messages: { success: say('Deleted') },
    reload: 'rows',
  }
  const bulk = [
    {
      type: 'button',
      label: say('Edit a field'),
      actionType: 'dialog',
      visible: inForms.length > 0,
      dialog: {
        title: say('Change {count} rows', { count: '${COUNT(_ids)}' }),
        closeOnEsc: true,
        data: { _ids: '${ARRAYMAP(selectedItems, one => one.id)}' },
        body: form({
          messages,
          canAccessSuperData: true,
          data: initial([]),
          api: {
            method: 'put',
            url: base,
            data: { '&': '$$', _ids: '${_ids}' },
            requestAdaptor: (api: Request) => {
              const values = api.data as Values
              return {
                ...api,
                data: {
                  ids: values._ids,
                  values: sent(
                    inForms.filter(field => field.key === values._field),
                    values,
                  ),
                },
              }
            },
          },
          reload: 'rows',
          body: [
            {
              type: 'select',
              name: '_field',
              label: say('Field'),
              required: true,
              searchable: true,
              clearable: false,
              options: inForms.map(({ key, name }) => ({ value: key, label: name })),
              validationErrors: { isRequired: say('Please choose') },
            },
            ...controls.map(control => ({ ...control, canAccessSuperData: false, visibleOn: `\${_field == '${String(control.name)}'}` })),
          ],
        }),
      },
    },
    {
      type: 'button',
      label: say('Delete'),
      level: 'danger',
      actionType: 'ajax',
      confirmTitle: say('Delete rows'),
      confirmText: say('{count} rows are deleted. This cannot be undone.', { count: '${COUNT(selectedItems)}' }),
      api: { method: 'delete', url: `${base}/\${ids|raw}` },
      messages: { success: say('Deleted') },
      reload: 'rows',
    },
  ]
  const conditions = {
    type: 'button',
    label: `\${COUNT(_conditions.children) ? '${say('Filter')} (' + COUNT(_conditions.children) + ')' : '${say('Filter')}'}`,
    actionType: 'drawer',
    align: 'left',
    drawer: {
      title: say('Filter'),
      size: 'lg',
      closeOnEsc: true,
      body: {
        type: 'form',
        mode: 'normal',
        wrapWithPanel: false,
        target: 'rows',
        submitText: say('Apply filter'),
        body: [
          {
            type: 'condition-builder',
            name: '_conditions',
            label: false,
            fields: quick(fields).flatMap(field => conditionOf(field, base) ?? []),
            description: say('Rows that fit are shown. Groups can be put into groups.'),
          },
        ],
      },
    },
  }
  return {
    type: 'crud',
    name: 'rows',
    id: 'data-rows',
    className: 't-data-rows',
    syncLocation: false,
    primaryField: 'id',
    perPage: 20,
    perPageAvailable: [10, 20, 50, 100],
    columnsTogglable: true,
    affixHeader: true,
    affixRow: false,
    api: {
      method: 'get',
      url: base,
      data: {
        page: '${page}',
        perPage: '${perPage}',
        keywords: '${keywords || undefined}',
        orderBy: '${orderBy || undefined}',
        orderDir: '${orderBy ? orderDir : undefined}',
        filter: '${COUNT(_conditions.children) ? ENCODEJSON(_conditions) : undefined}',
      },
    },
    bulkActions: bulk,
    headerToolbar: [
      { type: 'search-box', name: 'keywords', placeholder: say('Search in texts'), clearable: true, align: 'left', className: 't-search-field' },
      conditions,
      'bulkActions',
      create,
      { type: 'columns-toggler', align: 'right', tooltip: say('Columns') },
    ],
    footerToolbar: [
      {
        type: 'tpl',
        tpl: `\${total}\${totalIsCapped ? '+' : ''} \${total == 1 ? '${say('row')}' : '${say('rows')}'}`,
        className: 't-total',
        visibleOn: '${total > 0}',
      },
      'switch-per-page',
      'pagination',
    ],
    placeholder: say('No rows yet, or none that fits.'),
    columns: [
      ...quick(fields).map(field => columnOf(field, say)),
      ...(managed ? systemColumns(say) : []),
      { type: 'operation', label: '', width: 110, fixed: 'right', toggled: true, buttons: [...(inForms.length ? [edit] : []), remove] },
    ],
  }
}
