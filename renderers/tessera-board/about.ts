// What a board takes, and how it is edited.
import type { Control, InEditor, Properties } from '../about.ts'
import { MODEL_QUERY, modelChoice, onlyRows, rowLink } from '../model-panel.ts'
import type { Place } from '../tessera-schema-editor/place.ts'

export const properties: Properties = {
  source: 'str',
  model: 'str',
  by: 'str',
  fields: ['a', 'str'],
  filter: ['o', {}, 'any'],
  rowLink: 'str',
}

const panel = (place: Pick<Place, 'sources'>): Control[] => [
  ...modelChoice(place),
  {
    type: 'select',
    name: 'by',
    label: 'A column for each choice of',
    searchable: true,
    clearable: true,
    source: `design:enums${MODEL_QUERY}`,
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
    source: `design:shown${MODEL_QUERY}`,
    visibleOn: '${model}',
    placeholder: 'The first fields',
  },
  onlyRows,
  rowLink,
]

export const editor: InEditor = {
  name: 'Board',
  description: 'Rows of a model as cards, in a column for each choice of a field; moved by dragging, from a menu or with the arrow keys.',
  icon: 'cards-plugin',
  isForPages: true,
  scaffold: {},
  panel,
}
