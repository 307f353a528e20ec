// Variables of a flow: what values they take, and how a form edits them, everything on one level. Pure.
import type { Parameter } from './definition.ts'

type Type = Parameter['type']
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const FITS: Record<Type, (value: unknown) => boolean> = {
  string: value => typeof value === 'string' && value.length <= 10_000,
  int: value => Number.isSafeInteger(value),
  float: value => typeof value === 'number' && Number.isFinite(value),
  boolean: value => typeof value === 'boolean',
  entity: value => typeof value === 'string' || isObject(value),
  object: isObject,
}
/** Whether a value is one of this variable. */
export const fitsParameter = ({ type, isArray }: Pick<Parameter, 'type' | 'isArray'>, value: unknown): boolean =>
  isArray ? Array.isArray(value) && value.length <= 1000 && value.every(FITS[type]) : FITS[type](value)

const PLAIN: ReadonlySet<Type> = new Set(['string', 'int', 'float', 'boolean'])
/** Whether the form with which a flow begins has a field for it: plain values, and the fields of what is made of some. */
export const isAskedFor = ({ type, isArray, fields = [] }: Pick<Parameter, 'type' | 'isArray' | 'fields'>): boolean =>
  !isArray && (PLAIN.has(type) || fields.length > 0)

export interface ParameterForm {
  name: string
  type: Type
  entity?: string | undefined
  flatEntity?: boolean | undefined
  fields?: { name?: string; type?: string }[] | undefined
  isArray?: boolean | undefined
  required?: boolean | undefined
  description?: string | undefined
  /** Of which kind it is says the type. */
  text?: string | undefined
  number?: number | undefined
  flag?: boolean | '' | undefined
  json?: string | undefined
}
/** In which field of the form the default of a variable stands. */
export const defaultIn = ({ type, isArray }: Pick<Parameter, 'type' | 'isArray'>): 'text' | 'number' | 'flag' | 'json' =>
  isArray || type === 'entity' || type === 'object' ? 'json' : type === 'string' ? 'text' : type === 'boolean' ? 'flag' : 'number'

/** A variable that nothing has the name of yet. */
export function newParameter(there: readonly Parameter[]): Parameter {
  const taken = new Set(there.flatMap(({ id, name }) => [id, name]))
  let at = there.length + 1
  while (taken.has(`variable${at}`)) at++
  return { id: `variable${at}`, name: `variable${at}`, type: 'string' }
}

export function parameterForm(parameter: Parameter): ParameterForm {
  const { name, type, entity = '', flatEntity = false, fields = [], isArray = false, required = false, description = '', default: otherwise } = parameter
  const form: ParameterForm = { name, type, entity, flatEntity, fields: fields.map(one => ({ ...one })), isArray, required, description, flag: '' }
  if (otherwise === undefined || otherwise === null) return form
  const where = defaultIn(parameter)
  if (where === 'json') form.json = typeof otherwise === 'string' ? otherwise : JSON.stringify(otherwise)
  else if (where === 'text') form.text = String(otherwise)
  else if (where === 'number') form.number = Number(otherwise)
  else form.flag = otherwise === true
  return form
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Wrong, and told so; what is typed stays.
    return text
  }
}
function defaultOf({ type, isArray = false, text, number, flag, json }: ParameterForm): unknown {
  switch (defaultIn({ type, isArray })) {
    case 'json':
      return json?.trim() ? readJson(json) : undefined
    case 'text':
      return text || undefined
    case 'number':
      return typeof number === 'number' ? number : undefined
    default:
      return typeof flag === 'boolean' ? flag : undefined
  }
}

/** The variable as a form left it. `fieldsOf` are those of a model: what belongs to a kind goes with it. */
export function withParameter({ id }: Parameter, form: ParameterForm, fieldsOf: (entity: string) => { name: string; type: string }[]): Parameter {
  const { name = '', type, entity = '', flatEntity, fields = [], isArray, required, description } = form
  const otherwise = defaultOf(form)
  const isEntity = type === 'entity'
  const named = isEntity ? fieldsOf(entity) : type === 'object' ? fields.flatMap(one => (one.name ? [{ name: one.name, type: one.type || 'string' }] : [])) : []
  return {
    id,
    name,
    type,
    ...(isEntity && entity && { entity }),
    ...(isEntity && flatEntity && { flatEntity }),
    ...(named.length > 0 && { fields: named }),
    ...(isArray && { isArray }),
    ...(required && { required }),
    ...(otherwise !== undefined && { default: otherwise }),
    ...(description?.trim() && { description }),
  }
}

/** How values of fields are compared; kinds that are not named say nothing that a condition could ask. */
const COMPARED: Readonly<Record<string, 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'time'>> = {
  string: 'text',
  text: 'text',
  longText: 'text',
  autoNumber: 'text',
  enum: 'text',
  int: 'number',
  float: 'number',
  integer: 'number',
  decimal: 'number',
  boolean: 'boolean',
  date: 'date',
  datetime: 'datetime',
  time: 'time',
}
/** What a condition can ask of the variables: plain ones, and the fields of those that stand beside their variable or are an object's. */
export const comparable = (parameters: readonly Parameter[]): { name: string; label: string; type: string }[] =>
  parameters.flatMap(({ name, type, isArray, flatEntity, fields = [] }) => {
    if (isArray || !name) return []
    const inside = type === 'object' || flatEntity ? fields : []
    return [{ name, type: type as string }, ...inside.map(one => ({ name: `${name}.${one.name}`, type: one.type }))].flatMap(one => {
      const as = COMPARED[one.type]
      return as ? [{ name: one.name, label: one.name, type: as }] : []
    })
  })
