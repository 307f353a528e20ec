// How the panel of a part that shows or takes rows of a model says which model, which rows, and what a row leads to.
import type { Control } from './about.ts'
import type { Place } from './tessera-schema-editor/place.ts'

type Words = (english: string) => string

/** The model that is chosen, for what the panel asks about it. */
export const MODEL_QUERY = '?source=${source}&model=${model}'

/** Which model; which source as well where the app has several. */
export const chooseModel = ({ sources }: Pick<Place, 'sources'>, say: Words, more: { source?: Partial<Control>; model?: Partial<Control> } = {}): Control[] => [
  ...(sources.length > 1 ? [{ type: 'select', name: 'source', label: say('Data source'), source: 'design:sources', ...more.source }] : []),
  {
    type: 'select',
    name: 'model',
    label: say('Model'),
    searchable: true,
    source: 'design:models?source=${source}',
    noResultsText: say('No model yet. Models are made under "Models" of the app.'),
    ...more.model,
  },
]

/** The same for an about.ts, whose texts are looked up when the editor opens. */
export const modelChoice = (place: Pick<Place, 'sources'>): Control[] =>
  chooseModel(place, english => english, { source: { value: 'main' }, model: { placeholder: 'Choose a model' } })

export const onlyRows: Control = {
  type: 'condition-builder',
  name: 'filter',
  label: 'Only rows where',
  source: `design:conditions${MODEL_QUERY}`,
  visibleOn: '${model}',
  embed: false,
  title: 'Only rows where',
}

export const rowLink: Control = {
  type: 'select',
  name: 'rowLink',
  label: 'A click on a row opens',
  creatable: true,
  searchable: true,
  clearable: true,
  source: 'design:links',
  placeholder: 'No page',
}
