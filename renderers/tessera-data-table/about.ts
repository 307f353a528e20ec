// What a model's table takes, and how it is edited.
import type { Control, InEditor, Properties } from '../about.ts'
import { MODEL_QUERY, modelChoice, onlyRows, rowLink } from '../model-panel.ts'
import type { Place } from '../tessera-schema-editor/place.ts'

const field = ['o', { name: 'str', label: 'str', width: ['u', 'num', 'str'] }, 0, ['name']]

export const properties: Properties = {
  source: 'str',
  model: 'str',
  fields: ['a', ['u', 'str', field]],
  actions: ['a', ['e', 'add', 'edit', 'delete', 'import', 'export', 'views', 'history']],
  perPage: 'num',
  filter: ['o', {}, 'any'],
  rowLink: 'str',
  address: 'str',
}

const actions = [
  { value: 'add', label: 'Add rows' },
  { value: 'edit', label: 'Edit rows' },
  { value: 'delete', label: 'Delete rows' },
  { value: 'import', label: 'Import' },
  { value: 'export', label: 'Export' },
  { value: 'views', label: 'Saved views' },
  { value: 'history', label: 'History' },
]

const ALL = actions.map(({ value }) => value)
interface Around {
  source?: string
  model?: string
}

const names = (fields: unknown) => (Array.isArray(fields) ? fields.map((one: string | { name: string }) => (typeof one === 'string' ? one : one.name)) : [])
/** What was said of a field stays with it when others are chosen. */
const chosen = (keys: unknown, before: unknown) => {
  const known = new Map((Array.isArray(before) ? before : []).flatMap((one: string | { name: string }) => (typeof one === 'string' ? [] : [[one.name, one]])))
  return Array.isArray(keys) && keys.length ? keys.map((key: string) => known.get(key) ?? key) : undefined
}

/** What people read for a key. */
function titleOf({ sources }: Pick<Place, 'sources'>, { source = 'main', model }: Around, key: string) {
  const found = sources.find(one => one.key === source)?.models.find(one => one.key === model)
  return found?.fields.find(one => one.key === key)?.name ?? key
}

const panel = (place: Pick<Place, 'sources'>): Control[] => [
  ...modelChoice(place),
  {
    type: 'select',
    name: 'fields',
    label: 'Columns',
    multiple: true,
    joinValues: false,
    extractValue: true,
    searchable: true,
    clearable: true,
    checkAll: true,
    source: `design:fields${MODEL_QUERY}`,
    visibleOn: '${model}',
    placeholder: 'All fields',
    pipeIn: names,
    pipeOut: chosen,
  },
  {
    type: 'combo',
    name: 'fields',
    label: 'Order, labels and widths',
    multiple: true,
    draggable: true,
    addable: false,
    visibleOn: '${COUNT(fields)}',
    pipeIn: (fields: unknown, _store: unknown, around: Around = {}) =>
      (Array.isArray(fields) ? fields : []).map((one: string | { name: string }) => {
        const field = typeof one === 'string' ? { name: one } : one
        return { ...field, title: titleOf(place, around, field.name) }
      }),
    pipeOut: (fields: unknown) =>
      Array.isArray(fields)
        ? fields.map(({ name, label, width }: { name: string; label?: string; width?: number }) =>
            label || width ? { name, ...(label && { label }), ...(width && { width }) } : name,
          )
        : undefined,
    items: [
      { type: 'static', name: 'title', columnRatio: 4 },
      { type: 'input-text', name: 'label', placeholder: 'Label', columnRatio: 5 },
      { type: 'input-number', name: 'width', placeholder: 'px', min: 40, max: 1000, columnRatio: 3 },
    ],
  },
  {
    type: 'checkboxes',
    name: 'actions',
    label: 'Offers',
    description: 'Of what the person may do by the permissions of the model.',
    joinValues: false,
    extractValue: true,
    columnsCount: 2,
    pipeIn: (chosen: unknown) => chosen ?? ALL,
    pipeOut: (chosen: unknown) => (Array.isArray(chosen) && chosen.length < ALL.length ? ALL.filter(one => chosen.includes(one)) : undefined),
    options: actions,
  },
  { type: 'input-number', name: 'perPage', label: 'Rows per page', min: 1, max: 200, placeholder: '20' },
  { ...onlyRows, description: 'Nobody sees other rows in this table. A value may be one of the page: ${id}.' },
  rowLink,
  {
    type: 'input-text',
    name: 'address',
    label: 'Address of the rows',
    description: 'The older way to say which model.',
    visibleOn: '${address}',
  },
]

export const editor: InEditor = {
  name: 'Rows of a model',
  description: 'A table made from the fields of a model, with forms to add and change rows.',
  icon: 'table-plugin',
  isForPages: true,
  scaffold: {},
  panel,
}
