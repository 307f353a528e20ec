// What a designer says of a field, checked and completed.
import { uuidv7 } from 'uuidv7'
import { FIELD_OF, plainFormula, readFormula, renamedInFormula } from '../formulas.ts'
import { filledColumn, formatsOf, isCurrency, type FieldFormat } from '../../../../models/formats.ts'
import { ApiError, fieldError, type FieldText } from '../../../errors.ts'
import type { DesignedModel } from './models.ts'
import { fieldKeyProblem, isText, type Dialect, type Field, type FieldOption, type FieldRules, type FieldType } from '../types.ts'
import { checkValue, isPattern } from '../values.ts'

export interface FieldInput {
  key: string
  name: string
  type: FieldType
  required?: boolean
  unique?: boolean
  default?: string | number | boolean | null
  options?: { value: string; label?: string }[] | null
  /** A rule that was emptied in a form is null. */
  rules?: { [K in keyof FieldRules]?: FieldRules[K] | null } | null
  format?: FieldFormat
  /** What it is computed from; its type follows from that. */
  formula?: string | null
  currency?: string
  precision?: number | null
  scale?: number | null
  /** Ids; for relationMany also the key of the field over there that names this model. */
  relation?: { modelId?: string; field?: string } | null
  description?: string
}

/** Types that say nothing about what a column holds beyond its own SQL type; the others keep their type. */
const FIXED = new Set<FieldType>(['autoNumber', 'relationMany', 'relationOne'])
const NO_UNIQUE = new Set<FieldType>(['longText', 'json', 'multiEnum', 'file', 'image', 'relationMany', 'boolean'])
const NO_DEFAULT = new Set<FieldType>(['relationOne', 'relationMany', 'autoNumber', 'user', 'department', 'file', 'image', 'json', 'multiEnum'])
/** What several choices may become, and be made of. */
const OF_CHOICES = new Set<FieldType>(['enum', 'text', 'longText'])
const FROM_CHOICES = new Set<FieldType>(['json', 'text', 'longText'])
const isFixed = (from: FieldType, to: FieldType) =>
  FIXED.has(from) || FIXED.has(to) || (to === 'multiEnum' && !OF_CHOICES.has(from)) || (from === 'multiEnum' && !FROM_CHOICES.has(to))

const invalid = (at: string, english: string, values?: Record<string, string | number>) => fieldError('model.fieldInvalid', at, english, values)

function rulesOf(type: FieldType, given: FieldInput['rules']): FieldRules | undefined {
  const rules = Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== null)) as FieldRules
  const kept: FieldRules = {}
  if (isText(type) && type !== 'enum') {
    const { minLength, maxLength, pattern = '', message = '' } = rules
    if (minLength !== undefined && maxLength !== undefined && minLength > maxLength) throw invalid('rules.maxLength', 'At least {limit}', { limit: minLength })
    if (minLength) kept.minLength = minLength
    if (maxLength !== undefined) kept.maxLength = maxLength
    if (pattern.trim()) {
      if (!isPattern(pattern)) throw invalid('rules.pattern', 'This is no regular expression')
      kept.pattern = pattern
      if (message.trim()) kept.message = message.trim()
    }
  }
  if (type === 'integer' || type === 'decimal') {
    const { min, max } = rules
    if (min !== undefined && max !== undefined && min > max) throw invalid('rules.max', 'At least {limit}', { limit: min })
    if (min !== undefined) kept.min = min
    if (max !== undefined) kept.max = max
  }
  return Object.keys(kept).length ? kept : undefined
}

function optionsOf(options: FieldInput['options']): FieldOption[] {
  const list = (options ?? []).map(({ value, label }) => ({ value: value.trim(), label: label?.trim() || value.trim() }))
  if (!list.length) throw invalid('options', 'Add at least one choice')
  const twice = list.findIndex(({ value }, at) => !value || list.findIndex(one => one.value === value) < at)
  if (twice >= 0) throw invalid('options', 'Each choice needs a value of its own')
  return list
}

function relationOf(input: FieldInput, all: readonly DesignedModel[], model: DesignedModel): Field['relation'] {
  const target = all.find(one => one.id === input.relation?.modelId)
  if (!target) throw invalid('relation.modelId', 'Choose a model of the same source')
  if (input.type === 'relationOne') return { modelId: target.id }
  const back = target.definition.fields.find(
    field => (field.key === input.relation?.field || field.id === input.relation?.field) && field.type === 'relationOne',
  )
  if (!back || back.relation?.modelId !== model.id) throw invalid('relation.field', 'Choose the field over there that names this model')
  return { modelId: target.id, field: back.id }
}

function formatOf(type: FieldType, format: FieldFormat, currency: FieldInput['currency']): Pick<Field, 'format' | 'currency'> {
  if (!formatsOf(type).includes(format)) throw invalid('format', 'Fields of this type have no such format')
  if (format !== 'currency') return { format }
  if (!currency || !isCurrency(currency)) throw invalid('currency', 'Choose the currency')
  return { format, currency }
}

const isFormula = (field: { formula?: string | null } | undefined) => typeof field?.formula === 'string'

/** A field that is computed of the row. */
function formulaField(field: Field, input: FieldInput, others: readonly Field[]): Field {
  const formula = plainFormula(input.formula ?? '')
  const read = readFormula(formula, [...others, { ...field, formula }], field.key)
  if ('problem' in read) throw invalid('formula', read.problem.english, read.problem.values)
  const type = FIELD_OF[read.tree.type]
  const made: Field = { ...field, type, column: '', required: false, unique: false, readOnly: true, formula }
  if (type === 'decimal') Object.assign(made, { precision: 38, scale: Math.min(input.scale ?? 2, 10) })
  return made
}

/** Formulas of a model after one of its fields was changed: they name it as it is called now; refused where one cannot be computed of it any more. */
export function checkFormulas(fields: Field[], was: Field, is: Field) {
  for (const [at, field] of fields.entries())
    if (field.formula !== undefined && was.key !== is.key) fields[at] = { ...field, formula: renamedInFormula(field.formula, was.key, is.key) }
  for (const { id, key, name, type, formula } of fields) {
    if (formula === undefined || id === is.id) continue
    const read = readFormula(formula, fields, key)
    if ('problem' in read || FIELD_OF[read.tree.type] !== type)
      throw new ApiError('model.inFormula', 'Formulas would not fit any more: {names}', 409, { values: { names: name } })
  }
}
/** Formulas that name a field. */
export const namedInFormulas = (fields: readonly Field[], key: string) =>
  fields.filter(field => {
    const read = field.formula === undefined ? undefined : readFormula(field.formula, fields, field.key)
    return !!read && 'names' in read && read.names.includes(key)
  })

/** The field to store; throws at the part of it that cannot be. */
export function checkField(
  input: FieldInput,
  old: Field | undefined,
  { model, all, dialect }: { model: DesignedModel; all: readonly DesignedModel[]; dialect: Dialect },
): Field {
  const { key, type } = input
  const others = model.definition.fields.filter(field => field.id !== old?.id)
  const problem = old?.key === key ? '' : fieldKeyProblem(key)
  if (problem) throw invalid('key', problem)
  if (others.some(field => field.key.toLowerCase() === key.toLowerCase())) throw fieldError('model.keyTaken', 'key', 'This key is taken')
  if (!input.name.trim()) throw fieldError('request.invalid', 'name', 'Required')
  const isKept = isFormula(old) === isFormula(input) && (isFormula(input) || old?.type === type || !old || !isFixed(old.type, type))
  if (old && (!isKept || filledColumn(old.format) !== filledColumn(input.format)))
    throw fieldError('model.typeFixed', 'type', 'The type of this field cannot be changed')
  if (type === 'autoNumber' && dialect === 'mysql' && others.some(field => field.type === 'autoNumber'))
    throw invalid('type', 'This database numbers only one field of a model')
  if (input.unique && NO_UNIQUE.has(type)) throw invalid('unique', 'Fields of this type cannot be unique')

  const field: Field = {
    id: old?.id ?? uuidv7(),
    key,
    name: input.name.trim(),
    type,
    column: type === 'relationMany' ? '' : key,
    required: type !== 'relationMany' && type !== 'autoNumber' && !!input.required,
    unique: !!input.unique,
  }
  if (input.description?.trim()) field.description = input.description.trim()
  if (isFormula(input)) return formulaField(field, input, others)
  const filled = filledColumn(input.format)
  if (filled) {
    if (!model.definition.managed) throw invalid('type', 'Only tables of the app say who makes and changes their rows')
    return { ...field, ...formatOf(type, input.format as FieldFormat, undefined), column: filled, required: false, unique: false, readOnly: true }
  }
  const rules = rulesOf(type, input.rules)
  if (rules) field.rules = rules
  if (input.format) Object.assign(field, formatOf(type, input.format, input.currency))
  if (type === 'enum' || type === 'multiEnum') field.options = optionsOf(input.options)
  if (type === 'decimal') {
    field.precision = input.precision ?? 18
    field.scale = input.scale ?? 2
    if (field.scale > field.precision) throw invalid('scale', 'No more than {limit}', { limit: field.precision })
  }
  if (type === 'relationOne' || type === 'relationMany') {
    const relation = relationOf(input, all, model)
    if (old?.relation && old.relation.modelId !== relation?.modelId)
      throw invalid('relation.modelId', 'A relation keeps its model; delete the field and add another')
    field.relation = relation
  }
  if (input.default !== undefined && input.default !== null && input.default !== '') {
    if (NO_DEFAULT.has(type)) throw invalid('default', 'Fields of this type have no default')
    if (!(input.default === 'now' && (type === 'date' || type === 'datetime'))) {
      const checked = checkValue(field, input.default)
      if ('problem' in checked) throw invalid('default', checked.problem.english, checked.problem.values)
    }
    field.default = input.default
  }
  return field
}

/** Several new fields, one after the other; throws with all that is wrong with any of them, under `fields.0.key`. */
export function checkFields(inputs: readonly FieldInput[], place: { model: DesignedModel; all: readonly DesignedModel[]; dialect: Dialect }): Field[] {
  const problems: Record<string, FieldText> = {}
  const { fields } = place.model.definition
  const checked = inputs.flatMap((input, at) => {
    try {
      const field = checkField(input, undefined, place)
      fields.push(field)
      return [field]
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { fields: told = {}, values } = error.more
      for (const [name, text] of Object.entries(told)) problems[`fields.${at}.${name}`] = typeof text === 'string' ? { english: text, values } : text
      return []
    }
  })
  if (Object.keys(problems).length) throw new ApiError('model.fieldInvalid', 'Check the form', 422, { fields: problems })
  return checked
}
