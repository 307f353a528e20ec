// The app that is being designed, as canvas, panels and data builders know it. amis keeps the first env that it gets under a name and hands it to every
// editor after, so what differs from app to app is asked for here each time.
import type { OwnEvent } from '../about.ts'
import type { DataField } from '../tessera-data-table/controls.ts'

/** A model that pages can show rows of. */
export interface DesignModel {
  key: string
  name: string
  /** Our own table, with the system columns. */
  managed: boolean
  /** False while the database of this environment does not have it yet. */
  isApplied: boolean
  fields: DataField[]
}
export interface DesignSource {
  key: string
  name: string
  models: DesignModel[]
}
/** A query of the app, and what it answers. */
export interface DesignQuery {
  key: string
  name: string
  groups: readonly { key: string; label: string }[]
  figures: readonly { key: string; label: string }[]
  parameters: readonly { key: string; label: string }[]
}
/** A component of the app, with what it takes and tells. */
export interface DesignComponent {
  key: string
  name: string
  description?: string
  props: readonly {
    key: string
    label?: string
    description?: string
    type: string
    options?: readonly { value: string; label?: string }[]
    default?: string | number | boolean | null
  }[]
  events: readonly OwnEvent[]
}
/** An API of the app, and what it takes. */
export interface DesignApi {
  key: string
  name: string
  /** Name of its group; empty where it is in none. */
  group: string
  /** It changes nothing, and is called with GET. */
  isRead: boolean
  parameters: readonly { key: string; label: string; required: boolean; default: string }[]
}
/** A page of the app, as links name it. */
export interface DesignPage {
  name: string
  path: string
}
export interface Place {
  /** Where the rows of the app's models are; empty outside of apps. */
  dataApi: string
  sources: readonly DesignSource[]
  pages: readonly DesignPage[]
  queries: readonly DesignQuery[]
  components: readonly DesignComponent[]
  /** Undefined where nobody knows which there are. */
  apis?: readonly DesignApi[]
  /** A screen of the console is designed, not a page of an app. */
  isScreen: boolean
  /** Asks as a page of this app does. */
  request?(api: { url: string; method?: string }): Promise<unknown>
  /** What is shown runs for real: it changes the data of dev. */
  writes: boolean
  /** What a page finds around it, by name. */
  context: Record<string, unknown>
  /** Source and model whose rows the selected component shows or stands among: `main/customer`. */
  around(): string | null | undefined
  /** Changes a component of the canvas, by its id there. */
  change(id: string, values: Record<string, unknown>): void
}

const NOWHERE: Place = {
  dataApi: '',
  sources: [],
  pages: [],
  queries: [],
  components: [],
  isScreen: false,
  writes: false,
  context: {},
  around: () => undefined,
  change() {},
}
let place = NOWHERE

export const enterPlace = (here: Partial<Place> = {}) => void (place = { ...NOWHERE, ...here })
export const placeNow = (): Place => place

export const SOURCE = 'main'
/** The model of these keys; undefined where the app has none. */
export const modelNow = (source: string | undefined, model: string | undefined): DesignModel | undefined =>
  place.sources.find(one => one.key === (source || SOURCE))?.models.find(one => one.key === model)

/** Columns of our own tables beside the fields. */
const SYSTEM = [
  ['created_at', 'Created'],
  ['created_by', 'Created by'],
  ['updated_at', 'Changed at'],
  ['updated_by', 'Changed by'],
] as const

interface Option {
  value: string
  label: string
}
const optionOf = ({ key, name }: DataField): Option => ({ value: key, label: name })
export const isNumber = ({ type }: Pick<DataField, 'type'>) => ['integer', 'decimal', 'autoNumber'].includes(type)
/** A field whose values rows can be counted by. */
export const canGroup = ({ type }: Pick<DataField, 'type'>) => !['longText', 'json', 'multiEnum', 'file', 'image', 'relationMany'].includes(type)
/** A field that says something in one line. */
export const canName = ({ type }: Pick<DataField, 'type'>) => !['json', 'multiEnum', 'file', 'image', 'relationMany', 'longText'].includes(type)

/** The address of a page as a row leads to it: the place in it, or the query, is the row. */
const linkOf = ({ path }: DesignPage) => (path.includes('/:') ? path.replace(/\/:\w+/g, '/${id}') : `${path}?id=\${id}`)

/** A field as conditions of a panel know it: where a page fills the value in, it is written as `${…}`. */
const conditionOn = ({ key, name, type, options }: DataField) => ({
  name: key,
  label: name,
  ...(type === 'enum' || type === 'multiEnum'
    ? { type: 'select', options, ...(type === 'multiEnum' && { operators: ['select_any_in', 'select_not_any_in', 'is_empty', 'is_not_empty'] }) }
    : type === 'boolean'
      ? { type: 'boolean' }
      : { type: 'text', operators: OPERATORS[type] ?? ['equal', 'not_equal', 'is_empty', 'is_not_empty'] }),
})
const RANGE = ['equal', 'not_equal', 'less', 'less_or_equal', 'greater', 'greater_or_equal', 'is_empty', 'is_not_empty']
const WORDS = ['equal', 'not_equal', 'like', 'not_like', 'starts_with', 'ends_with', 'is_empty', 'is_not_empty']
const OPERATORS: Partial<Record<DataField['type'], string[]>> = {
  text: WORDS,
  longText: WORDS,
  integer: RANGE,
  decimal: RANGE,
  autoNumber: RANGE,
  date: RANGE,
  time: RANGE,
  datetime: RANGE,
  json: ['is_empty', 'is_not_empty'],
  file: ['is_empty', 'is_not_empty'],
  image: ['is_empty', 'is_not_empty'],
}

/** What a control of a panel is answered that asks `design:…` for what there is in the app. */
export function designAnswer(url: string, say: (english: string) => string): { options: Option[] } | { fields: object[] } | undefined {
  const [, what, query = ''] = /^design:(\w+)(?:\?(.*))?$/s.exec(url) ?? []
  if (what !== 'conditions') {
    const options = what && optionsOf(what, new URLSearchParams(query), say)
    return options ? { options } : undefined
  }
  const asked = new URLSearchParams(query)
  const model = modelNow(asked.get('source') ?? '', asked.get('model') ?? '')
  return { fields: (model?.fields ?? []).filter(field => field.type !== 'relationMany').map(conditionOn) }
}

function optionsOf(what: string, asked: URLSearchParams, say: (english: string) => string): Option[] {
  const source = asked.get('source') || SOURCE
  if (what === 'sources') return place.sources.map(({ key, name }) => ({ value: key, label: name }))
  if (what === 'models') return (place.sources.find(one => one.key === source)?.models ?? []).map(({ key, name }) => ({ value: key, label: name }))
  if (what === 'queries') return place.queries.map(({ key, name }) => ({ value: key, label: name }))
  if (what === 'components') return place.components.map(({ key, name }) => ({ value: key, label: name }))
  const query = place.queries.find(({ key }) => key === asked.get('query'))
  if (what === 'queryGroups' || what === 'queryFigures')
    return (what === 'queryGroups' ? query?.groups : query?.figures)?.map(({ key, label }) => ({ value: key, label })) ?? []
  if (what === 'links') return place.pages.map(page => ({ value: linkOf(page), label: `${page.name} ${page.path}` }))
  const model = modelNow(source, asked.get('model') ?? '')
  if (!model) return []
  if (what === 'names') return [...(asked.has('id') ? [{ value: 'id', label: say('Id of the row') }] : []), ...model.fields.filter(canName).map(optionOf)]
  if (what === 'shown') return model.fields.filter(({ type }) => type !== 'relationMany').map(optionOf)
  if (what === 'numbers') return model.fields.filter(isNumber).map(optionOf)
  if (what === 'groups')
    return [...model.fields.filter(canGroup).map(optionOf), ...(model.managed ? SYSTEM.map(([value, label]) => ({ value, label: say(label) })) : [])]
  if (what === 'enums') return model.fields.filter(({ type }) => type === 'enum').map(optionOf)
  if (what === 'parents') return model.fields.filter(field => field.type === 'relationOne' && field.model === model.key).map(optionOf)
  const fields = model.fields.map(optionOf)
  return model.managed ? [...fields, ...SYSTEM.map(([value, label]) => ({ value, label: say(label) }))] : fields
}
