// What a board takes, and how it is edited.
import type { Control, InEditor, Properties } from '../about.ts'
import type { Place } from '../tessera-schema-editor/place.ts'

export const properties: Properties = {
  source: 'str',
  model: 'str',
  by: 'str',
  fields: ['a', 'str'],
  filter: ['o', {}, 'any'],
  rowLink: 'str',
}

const OF_MODEL = '?source=${source}&model=${model}'
const panel = ({ sources }: Pick<Place, 'sources'>): Control[] => [
  ...(sources.length > 1 ? [{ type: 'select', name: 'source', label: 'Data source', value: 'main', source: 'design:sources' }] : []),
  {
    type: 'select',
    name: 'model',
    label: 'Model',
    searchable: true,
    placeholder: 'Choose a model',
    source: 'design:models?source=${source}',
    noResultsText: 'No model yet. Models are made under "Models" of the app.',
  },
  {
    type: 'select',
    name: 'by',
    label: 'A column for each choice of',
    searchable: true,
    clearable: true,
    source: `design:enums${OF_MODEL}`,
    visibleOn: '${model}',
    placeholder: 'The first field with choices',
  },
  {
    type: 'select',
    name: 'fields',
    label: 'On cards',
    multiple: true,
    joinValues: false,
    extractValue: true,
    searchable: true,
    clearable: true,
    source: `design:shown${OF_MODEL}`,
    visibleOn: '${model}',
    placeholder: 'The first fields',
  },
  {
    type: 'condition-builder',
    name: 'filter',
    label: 'Only rows where',
    source: `design:conditions${OF_MODEL}`,
    visibleOn: '${model}',
    embed: false,
    title: 'Only rows where',
  },
  {
    type: 'select',
    name: 'rowLink',
    label: 'A click on a row opens',
    creatable: true,
    searchable: true,
    clearable: true,
    source: 'design:links',
    placeholder: 'No page',
  },
]

export const editor: InEditor = {
  name: 'Board',
  description: 'Rows of a model as cards, in a column for each choice of a field; moved by dragging, from a menu or with the arrow keys.',
  icon: 'cards-plugin',
  isForPages: true,
  scaffold: {},
  panel,
}
