// How the templates of the gallery are written down: models with example rows, pages over them. tests/e2e/templates-make.e2e.ts makes the apps of it with
// the product itself and stores them as packages.

export type Locale = 'en-US' | 'zh-CN'
/** English and Chinese. */
export type Two = readonly [string, string]
export type Json = Record<string, unknown>

export interface FieldDesign {
  key: string
  name: Two
  type: 'text' | 'longText' | 'integer' | 'decimal' | 'date' | 'datetime' | 'boolean' | 'enum' | 'relationOne'
  required?: boolean
  /** Values of an enum with their words and the colour of their mark. */
  choices?: readonly (readonly [value: string, words: Two, level: 'info' | 'success' | 'warning' | 'danger' | 'normal'])[]
  default?: string | number | boolean
  /** Key of the model that a relation names. */
  to?: string
}
export interface ModelDesign {
  key: string
  name: Two
  fields: FieldDesign[]
  /** Rows by field; a relation names the position of the other row, a text may be one for each language. */
  rows: Record<string, string | number | boolean | Two>[]
}
export interface PageDesign {
  name: Two
  path: string
  icon: string
  schema(say: (text: Two) => string, model: (key: string) => ModelDesign): Json
}
export interface TemplateDesign {
  id: string
  key: string
  title: Two
  description: Two
  tags: Two[]
  devices: ('pc' | 'mobile')[]
  models: ModelDesign[]
  pages: PageDesign[]
}

type Say = (text: Two) => string
const W = {
  add: ['Add', '新增'],
  edit: ['Edit', '编辑'],
  remove: ['Delete', '删除'],
  save: ['Save', '保存'],
  sure: ['Delete this row? This cannot be undone.', '删除该记录？删除后无法恢复。'],
  search: ['Search', '搜索'],
  all: ['All', '全部'],
  none: ['Nothing here yet', '暂无数据'],
} as const satisfies Record<string, Two>

export const rowsOf = (model: string) => `\${dataApi}/main/model/${model}`
export const equals = (field: string, right: string) =>
  JSON.stringify({ conjunction: 'and', children: [{ left: { type: 'field', field }, op: 'equal', right }] })

function columnOf(field: FieldDesign, say: Say): Json {
  const base = { name: field.key, label: say(field.name) }
  switch (field.type) {
    case 'enum':
      return {
        ...base,
        type: 'mapping',
        map: Object.fromEntries(
          (field.choices ?? []).map(([value, words, level]) => [
            value,
            { type: 'tpl', tpl: say(words), className: `label label-${level === 'normal' ? 'default' : level}` },
          ]),
        ),
      }
    case 'relationOne':
      return { ...base, type: 'tpl', tpl: `\${_labels.${field.key} || '—'}` }
    case 'decimal':
      return { ...base, type: 'tpl', tpl: `\${${field.key} | number}`, align: 'right' }
    case 'integer':
      return { ...base, align: 'right' }
    case 'date':
      return { ...base, type: 'tpl', tpl: `\${${field.key} || '—'}` }
    case 'boolean':
      return { ...base, type: 'status' }
    default:
      return { ...base, type: 'tpl', tpl: `\${${field.key} || '—'}` }
  }
}

function controlOf(field: FieldDesign, say: Say): Json {
  const base = {
    name: field.key,
    label: say(field.name),
    ...(field.required && { required: true }),
    ...(field.default !== undefined && { value: field.default }),
  }
  switch (field.type) {
    case 'longText':
      return { ...base, type: 'textarea', minRows: 3, maxRows: 8 }
    case 'integer':
      return { ...base, type: 'input-number', precision: 0 }
    case 'decimal':
      return { ...base, type: 'input-number', precision: 2, kilobitSeparator: true }
    case 'date':
      return { ...base, type: 'input-date', valueFormat: 'YYYY-MM-DD', displayFormat: 'YYYY-MM-DD' }
    case 'boolean':
      return { ...base, type: 'switch' }
    case 'enum':
      return { ...base, type: 'select', options: (field.choices ?? []).map(([value, words]) => ({ value, label: say(words) })) }
    case 'relationOne':
      return {
        ...base,
        type: 'select',
        searchable: true,
        clearable: !field.required,
        source: `get:${rowsOf(field.to ?? '')}?perPage=100`,
        labelField: 'name',
        valueField: 'id',
      }
    default:
      return { ...base, type: 'input-text', trimContents: true }
  }
}

interface ListOptions {
  say: Say
  model: ModelDesign
  title: Two
  subTitle: Two
  /** Keys of the columns; all fields but long texts when left out. */
  columns?: string[]
  /** Rows that are shown, as a condition. */
  filter?: string
  /** Further buttons of a row. */
  buttons?: Json[]
  /** Without the button that adds one, and without edit and delete. */
  readOnly?: boolean
  orderBy?: string
}

/** A page with a searchable list, a drawer to add and edit, and deletion. */
export function listPage({ say, model, title, subTitle, columns, filter, buttons = [], readOnly = false, orderBy = 'created_at' }: ListOptions): Json {
  const shown = model.fields.filter(field => (columns ? columns.includes(field.key) : field.type !== 'longText'))
  const data = Object.fromEntries(model.fields.map(({ key }) => [key, `\${${key}}`]))
  const form = (api: Json): Json => ({
    type: 'form',
    mode: 'normal',
    reload: 'rows',
    api: { ...api, data },
    body: model.fields.map(field => controlOf(field, say)),
  })
  const drawer = (heading: string, api: Json) => ({
    title: heading,
    size: 'md',
    body: form(api),
    actions: [{ type: 'submit', label: say(W.save), level: 'primary' }],
  })
  const edit = [
    {
      type: 'button',
      label: say(W.edit),
      level: 'link',
      actionType: 'drawer',
      drawer: drawer(say(W.edit), { method: 'put', url: `${rowsOf(model.key)}/\${id}` }),
    },
    {
      type: 'button',
      label: say(W.remove),
      level: 'link',
      className: 'text-danger',
      actionType: 'ajax',
      confirmText: say(W.sure),
      api: { method: 'delete', url: `${rowsOf(model.key)}/\${id}` },
    },
  ]
  return {
    type: 'page',
    title: say(title),
    subTitle: say(subTitle),
    ...(!readOnly && {
      toolbar: [
        {
          type: 'button',
          label: say(W.add),
          level: 'primary',
          actionType: 'drawer',
          drawer: drawer(say(W.add), { method: 'post', url: rowsOf(model.key) }),
        },
      ],
    }),
    body: {
      type: 'crud',
      name: 'rows',
      syncLocation: false,
      perPage: 20,
      columnsTogglable: false,
      api: {
        method: 'get',
        url: rowsOf(model.key),
        data: {
          page: '${page}',
          perPage: '${perPage}',
          keywords: '${keywords || undefined}',
          orderBy: `\${orderBy || '${orderBy}'}`,
          orderDir: "${orderDir || 'desc'}",
          ...(filter && { filter }),
        },
      },
      filter: {
        type: 'form',
        title: '',
        mode: 'inline',
        wrapWithPanel: false,
        style: { padding: '12px 16px 0' },
        submitOnChange: true,
        submitText: '',
        actions: [],
        body: [{ type: 'input-text', name: 'keywords', label: false, placeholder: say(W.search), clearable: true }],
      },
      placeholder: say(W.none),
      footerToolbar: ['statistics', 'pagination'],
      columns: [
        ...shown.map(field => columnOf(field, say)),
        ...(readOnly && !buttons.length
          ? []
          : [{ type: 'operation', label: '', width: 60 + 50 * (buttons.length + (readOnly ? 0 : 2)), buttons: [...buttons, ...(readOnly ? [] : edit)] }]),
      ],
    },
  }
}

interface Figure {
  label: Two
  model: string
  filter?: string
}

/** A page of figures, each the number of rows that fit, above the newest rows of a model. */
export function overviewPage(say: Say, title: Two, subTitle: Two, figures: Figure[], newest: { model: ModelDesign; title: Two; columns: string[] }): Json {
  return {
    type: 'page',
    title: say(title),
    subTitle: say(subTitle),
    body: [
      {
        type: 'grid',
        className: 'mb-4',
        columns: figures.map(({ label, model, filter }) => ({
          md: Math.floor(12 / figures.length),
          body: {
            type: 'service',
            api: { method: 'get', url: rowsOf(model), data: { perPage: 1, ...(filter && { filter }) } },
            body: {
              type: 'container',
              style: { padding: '16px 20px', border: '1px solid var(--borderColor)', borderRadius: '8px', background: 'var(--background)' },
              body: [
                { type: 'tpl', tpl: say(label), wrapperComponent: 'div', style: { color: 'var(--text--muted-color)', fontSize: '13px' } },
                { type: 'tpl', tpl: '${total}', wrapperComponent: 'div', style: { fontSize: '28px', fontWeight: 600, lineHeight: '40px' } },
              ],
            },
          },
        })),
      },
      { type: 'tpl', tpl: say(newest.title), wrapperComponent: 'h3', style: { fontSize: '15px', fontWeight: 600, margin: '0 0 8px' } },
      {
        type: 'crud',
        name: 'newest',
        syncLocation: false,
        perPage: 8,
        columnsTogglable: false,
        api: { method: 'get', url: rowsOf(newest.model.key), data: { page: 1, perPage: 8, orderBy: 'created_at', orderDir: 'desc' } },
        headerToolbar: [],
        footerToolbar: [],
        placeholder: say(W.none),
        columns: newest.model.fields.filter(field => newest.columns.includes(field.key)).map(field => columnOf(field, say)),
      },
    ],
  }
}

/** A button of a row that sets one field. */
export const setButton = (say: Say, label: Two, model: string, values: Json, visibleOn: string, confirm?: Two): Json => ({
  type: 'button',
  label: say(label),
  level: 'link',
  actionType: 'ajax',
  visibleOn,
  ...(confirm && { confirmText: say(confirm) }),
  api: { method: 'put', url: `${rowsOf(model)}/\${id}`, data: values },
})
