// A model as pages are made from it: which fields people want to see, and in which order.
import { isAutomatic, isPlainJson } from '../../../../models/formats.ts'
import type { Definition, Field, FieldType } from '../../data/index.ts'

export interface PageModel {
  id: string
  key: string
  name: string
  description: string
  /** Key of its data source. */
  source: string
  sourceId: string
  definition: Definition
}

/** Written by programs for programs: seldom worth a column or a box. */
const TECHNICAL =
  /^(id|.*_?(uuid|guid)|(date_?)?(created|updated|modified|deleted|inserted|changed)(_?(at|by|on|time|date))?|row_?version|version|pass(word|wd)?(_?hash)?|hash|salt|.*_token|token|secret|external_?id|etag|checksum)$/i
export const isTechnical = ({ key, column, readOnly, format }: Field) =>
  // Whoever adds such a field to a model wants to see it.
  !isAutomatic({ format }) && (TECHNICAL.test(key) || (!!column && TECHNICAL.test(column)) || (!!readOnly && /hash|search|tsv/i.test(key)))

/** Too long, or no value of the row itself. */
const NOT_IN_LISTS = new Set<FieldType>(['longText', 'file', 'relationMany'])

/** What tells rows apart comes first. */
const WEIGHT: Partial<Record<FieldType, number>> = {
  enum: 6,
  relationOne: 5,
  date: 4,
  datetime: 4,
  decimal: 4,
  user: 4,
  integer: 3,
  multiEnum: 3,
  boolean: 3,
  text: 3,
  department: 3,
  image: 2,
}
const MOST_COLUMNS = 7

/** The field that names a row to people: the one that was chosen, or the first text. */
export function titleOf({ definition }: Pick<PageModel, 'definition'>): Field | undefined {
  const { fields, titleField } = definition
  const texts = fields.filter(field => field.type === 'text' && !isTechnical(field))
  return (
    fields.find(field => field.id === titleField && field.type !== 'relationMany') ??
    texts.find(field => /^(name|title|subject|label)$/i.test(field.key)) ??
    texts[0] ??
    fields.find(field => field.type === 'autoNumber')
  )
}

/** Columns of a list: the title, then what tells rows apart, in the order of the model. */
export function columnsOf(model: PageModel, most = MOST_COLUMNS): Field[] {
  const title = titleOf(model)
  const others = model.definition.fields.filter(field => field !== title && !NOT_IN_LISTS.has(field.type) && !isPlainJson(field) && !isTechnical(field))
  const weigh = (field: Field) => (WEIGHT[field.type] ?? 1) + (field.required ? 2 : 0)
  const chosen = new Set(
    others
      .map((field, at) => ({ field, at }))
      .sort((a, b) => weigh(b.field) - weigh(a.field) || a.at - b.at)
      .slice(0, most - (title ? 1 : 0))
      .map(({ field }) => field),
  )
  const columns = [...(title ? [title] : []), ...others.filter(field => chosen.has(field))]
  // A model of long texts alone still shows something.
  return columns.length ? columns : model.definition.fields.filter(field => field.type !== 'relationMany').slice(0, most)
}

/** What people may fill in. A technical field that must be filled is asked for all the same. */
export const fillable = ({ definition }: PageModel): Field[] =>
  definition.fields.filter(
    field =>
      field.type !== 'relationMany' &&
      field.type !== 'autoNumber' &&
      !field.readOnly &&
      (!isTechnical(field) || (field.required && field.default === undefined && !field.databaseDefault)),
  )

/** What changes as work goes on, before how much it matters. */
const GOES_ON = /stat(e|us)|stage|phase|progress|状态|阶段|进度/i
const STATE = new RegExp(`${GOES_ON.source}|priority|优先级`, 'i')
/** Whether a choice says how things stand, and not what they are. */
export const isState = ({ key, name }: Field) => STATE.test(`${key} ${name}`)

/** The choice that a board has a column for: one that says how things stand comes before the others. */
export function choiceOf({ definition }: PageModel): Field | undefined {
  const choices = definition.fields.filter(field => field.type === 'enum' && (field.options?.length ?? 0) > 1 && (field.options?.length ?? 0) <= 12)
  return choices.find(({ key, name }) => GOES_ON.test(`${key} ${name}`)) ?? choices.find(isState) ?? choices[0]
}

/** The day that a calendar puts rows on: one that is due comes before one that merely was. */
export function dayOf({ definition }: PageModel): Field | undefined {
  const days = definition.fields.filter(field => (field.type === 'date' || field.type === 'datetime') && !isTechnical(field) && !isAutomatic(field))
  return days.find(field => /due|deadline|start|begin|from|when|date|截止|到期|开始|日期/i.test(`${field.key} ${field.name}`)) ?? days[0]
}

/** Relations of other models that name this one. */
export const namedBy = (model: PageModel, all: readonly PageModel[]) =>
  all.flatMap(other =>
    other.definition.fields
      .filter(field => field.type === 'relationOne' && field.relation?.modelId === model.id && !isTechnical(field))
      .map(field => ({ model: other, field })),
  )

/** A plain English plural as one of it; every other name as it is. */
export function oneOf(name: string): string {
  if (!/^[A-Za-z][A-Za-z -]*s$/.test(name) || /(ss|us|is|news|series)$/i.test(name)) return name
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`
  return /(ch|sh|x|ss|z)es$/.test(name) ? name.slice(0, -2) : name.slice(0, -1)
}
