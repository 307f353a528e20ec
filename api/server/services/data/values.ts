// Values of fields: what a row may hold, told at the field; how a value is bound, and how a stored one is answered.
import { Script, createContext } from 'node:vm'
import { formatProblem } from '../../../models/formats.ts'
import { readLocation } from '../../../models/location.ts'
import { typeSentence } from '../../../messages.ts'
import type { Engine } from './columns.ts'
import type { Definition, Field } from './types.ts'

/** A sentence with the values of its places. */
export interface Problem {
  english: string
  values?: Record<string, string | number>
}
type Checked = { value: unknown } | { problem: Problem }

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?$/
const DATETIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/
const DECIMAL = /^-?\d{1,38}(\.\d{1,38})?$/
const LONGEST = { text: 4000, longText: 1_000_000, file: 2000, json: 1_000_000 }
/** Many rows are checked in a row, and nobody else is served meanwhile; yet a busy machine is not to refuse a text that fits. */
const PATTERN_MS = 250

const problem = (english: string, values?: Problem['values']): Checked => ({ problem: { english, ...(values && { values }) } })
const wrongType = (type: string) => problem(typeSentence(type))

function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text)?.map(Number) ?? []
  if (!year || !month || !day) return false
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const sandbox = createContext({ pattern: '', text: '' })
const matching = new Script('new RegExp(`^(?:${pattern})$`, "u").test(text)')
/** Few repeats and choices, none around a group, no back-references, a short text: ends soon whatever the text is. */
const isQuick = (pattern: string, text: string) =>
  text.length <= 200 && !/\)[*+?{]|\\[1-9k]/.test(pattern) && (pattern.replaceAll('(?', '(').match(/[*+?|]|\{\d+,/g)?.length ?? 0) <= 3
/** Whether a text fits a designer's pattern; given up after a while, as some patterns never end on some texts. */
export function fits(pattern: string, text: string): boolean {
  try {
    if (isQuick(pattern, text)) return new RegExp(`^(?:${pattern})$`, 'u').test(text)
    sandbox.pattern = pattern
    sandbox.text = text
    return matching.runInContext(sandbox, { timeout: PATTERN_MS }) === true
  } catch {
    return false
  }
}
/** Whether a pattern is one. */
export function isPattern(pattern: string): boolean {
  try {
    new RegExp(`^(?:${pattern})$`, 'u')
    return true
  } catch {
    return false
  }
}

function checkText(field: Field, value: unknown, longest: number): Checked {
  if (typeof value !== 'string') return wrongType('string')
  const { minLength, maxLength = longest, pattern, message } = field.rules ?? {}
  const length = [...value].length
  if (minLength !== undefined && length < minLength) return problem('At least {limit} characters', { limit: minLength })
  if (length > Math.min(maxLength, longest)) return problem('No more than {limit} characters', { limit: Math.min(maxLength, longest) })
  if (pattern && !fits(pattern, value)) return problem(message || 'Not valid')
  return fitting(field, value)
}

function fitting(field: Field, value: string | number): Checked {
  const wrong = formatProblem(field.format, value)
  return wrong ? problem(wrong) : { value }
}

function checkRange(field: Field, value: number): Checked | undefined {
  const { min, max } = field.rules ?? {}
  if (min !== undefined && value < min) return problem('At least {limit}', { limit: min })
  if (max !== undefined && value > max) return problem('No more than {limit}', { limit: max })
  return undefined
}

function checkDecimal(field: Field, value: unknown): Checked {
  const text = typeof value === 'number' && Number.isFinite(value) ? plainNumber(value) : value
  if (typeof text !== 'string' || !DECIMAL.test(text)) return wrongType('number')
  const [whole = '', after = ''] = text.replace('-', '').split('.')
  const precision = field.precision ?? 18
  const scale = field.scale ?? 2
  if (after.replace(/0+$/, '').length > scale) return problem('No more than {limit} digits after the point', { limit: scale })
  if (whole.replace(/^0+/, '').length > precision - scale) return problem('No more than {limit} digits before the point', { limit: precision - scale })
  return checkRange(field, Number(text)) ?? { value: text }
}
/** A number without an exponent. */
const plainNumber = (value: number) => (/e/.test(String(value)) ? value.toFixed(20).replace(/\.?0+$/, '') : String(value))

/** Each choice once, in the order of the field, so that the same choices are the same value. */
function checkChoices({ options = [] }: Field, value: unknown): Checked {
  if (!Array.isArray(value)) return wrongType('array')
  const chosen = new Set<unknown>(value)
  if ([...chosen].some(one => !options.some(option => option.value === one))) return problem('Not one of the choices')
  return { value: JSON.stringify(options.flatMap(option => (chosen.has(option.value) ? [option.value] : []))) }
}

export function checkKey(type: Definition['primaryKey']['type'], value: unknown): Checked {
  if (type === 'integer') {
    const number = typeof value === 'string' && /^-?\d{1,19}$/.test(value) ? value : value
    return (typeof number === 'number' && Number.isSafeInteger(number)) || (typeof number === 'string' && /^-?\d{1,19}$/.test(number))
      ? { value: number }
      : problem('Not a valid id')
  }
  if (typeof value !== 'string') return problem('Not a valid id')
  if (type === 'uuid') return UUID.test(value) ? { value: value.toLowerCase() } : problem('Not a valid id')
  return value.length <= 255 ? { value } : problem('Not a valid id')
}

/** One value, as it is compared and stored; null and the empty text are no value and never come here. `target` is the primary key's type of a relation's model. */
export function checkValue(field: Field, value: unknown, target: Definition['primaryKey']['type'] = 'uuid'): Checked {
  switch (field.type) {
    case 'text':
      return checkText(field, value, LONGEST.text)
    case 'longText':
      return checkText(field, value, LONGEST.longText)
    case 'integer':
    case 'autoNumber':
      if (typeof value !== 'number' || !Number.isSafeInteger(value)) return wrongType('integer')
      return checkRange(field, value) ?? fitting(field, value)
    case 'decimal':
      return checkDecimal(field, value)
    case 'boolean':
      return typeof value === 'boolean' ? { value } : wrongType('boolean')
    case 'date':
      return typeof value === 'string' && isDate(value) ? { value } : problem('Should be a date such as 2026-01-31')
    case 'time':
      return typeof value === 'string' && TIME.test(value) ? { value: value.length === 5 ? `${value}:00` : value } : problem('Should be a time such as 09:30')
    case 'datetime': {
      const date =
        typeof value === 'string' && DATETIME.test(value) && isDate(value.slice(0, 10))
          ? new Date(/(Z|[+-]\d{2}:?\d{2})$/.test(value) ? value : `${value.replace(' ', 'T')}Z`)
          : undefined
      const year = date?.getUTCFullYear() ?? 0
      return date && !Number.isNaN(date.getTime()) && year > 0 && year < 10000 ? { value: date } : problem('Should be a time such as 2026-01-31T09:30:00Z')
    }
    case 'enum':
      return typeof value === 'string' && field.options?.some(option => option.value === value) ? { value } : problem('Not one of the choices')
    case 'multiEnum':
      return checkChoices(field, value)
    case 'user':
    case 'department':
      return checkKey('uuid', value)
    case 'relationOne':
      return checkKey(target, value)
    case 'file':
    case 'image':
      if (typeof value !== 'string') return wrongType('string')
      if (value.length > LONGEST.file) return problem('No more than {limit} characters', { limit: LONGEST.file })
      return /^(\/api\/|https?:\/\/)\S+$/.test(value) ? { value } : problem('Should be the address of a file')
    case 'json': {
      const read = field.format === 'location' ? readLocation(value) : undefined
      if (read && 'problem' in read) return problem(read.problem, read.values)
      const text = JSON.stringify(read?.location ?? value)
      return text.length > LONGEST.json ? problem('No more than {limit} characters', { limit: LONGEST.json }) : { value: text }
    }
    case 'relationMany':
      return problem('Unknown field')
  }
}

/** A value as a driver takes it. */
export function bound(engine: Engine, value: unknown): unknown {
  if (value instanceof Date) return engine === 'mysql' ? value.toISOString().replace('T', ' ').replace('Z', '') : value.toISOString()
  return value
}

/** MySQL may hold days that there are not, such as that of all zeros. */
const isoOf = (date: Date) => (Number.isNaN(date.getTime()) ? null : date.toISOString())

/** A stored value as it is answered: the same for every database. */
export function answered(field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return null
  switch (field.type) {
    case 'boolean':
      return value === true || value === 1 || value === '1'
    case 'datetime':
      return value instanceof Date ? isoOf(value) : String(value)
    case 'decimal':
      return String(value)
    case 'json':
      return typeof value === 'string' ? parsed(value) : value
    case 'multiEnum': {
      // What the column held while the field had another type.
      const list = typeof value === 'string' ? parsed(value) : value
      return Array.isArray(list) ? list : [list]
    }
    case 'integer':
    case 'autoNumber':
      return typeof value === 'string' && Number.isSafeInteger(Number(value)) ? Number(value) : value
    default:
      return value instanceof Date ? isoOf(value) : value
  }
}
/** MariaDB answers JSON as text; in PostgreSQL a JSON value may itself be a text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
