// Expressions of pages, by amis-formula, which is handed in: its file for browsers does not load in Node.
import type { Json } from './json.ts'

export interface Formula {
  evaluate(text: string, data: object, options: object): unknown
  extendsFilters(filters: Record<string, (...args: never[]) => unknown>): void
}

let formula: Formula | undefined

const pad = (value: number, length = 2) => String(value).padStart(length, '0')
/** As moment writes a moment, as far as pages use it. */
export function dateText(value: unknown, pattern: string): string {
  const at = value instanceof Date ? value : dateOf(value)
  if (!at) return ''
  const parts: Record<string, string> = {
    YYYY: pad(at.getFullYear(), 4),
    YY: pad(at.getFullYear() % 100),
    MM: pad(at.getMonth() + 1),
    M: String(at.getMonth() + 1),
    DD: pad(at.getDate()),
    D: String(at.getDate()),
    HH: pad(at.getHours()),
    H: String(at.getHours()),
    hh: pad(at.getHours() % 12 || 12),
    mm: pad(at.getMinutes()),
    ss: pad(at.getSeconds()),
    SSS: pad(at.getMilliseconds(), 3),
    Z: zoneText(at),
  }
  return pattern.replace(/YYYY|YY|MM|M|DD|D|HH|H|hh|mm|ss|SSS|Z/g, part => parts[part] ?? part)
}
function zoneText(at: Date) {
  const minutes = -at.getTimezoneOffset()
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(minutes) / 60))}:${pad(Math.abs(minutes) % 60)}`
}
/** A day alone begins where the reader is; seconds and milliseconds since 1970 are told apart by their size. */
export function dateOf(value: unknown): Date | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const text = String(value)
  if (/^\d{9,11}$/.test(text)) return new Date(Number(text) * 1000)
  if (/^\d{12,14}$/.test(text)) return new Date(Number(text))
  const parts = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)?)?(Z|[+-]\d{2}:?\d{2})?$/.exec(text.trim())
  if (!parts) return undefined
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0', zone] = parts
  const at = [Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second), Number(fraction.padEnd(3, '0'))] as const
  if (!zone) return new Date(...at)
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? []
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  return new Date(Date.UTC(...at) - offset * 60_000)
}

const list = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null || value === '' ? [] : String(value).split(',')
const one = (value: unknown, path: string): unknown => path.split('.').reduce<unknown>((at, key) => (at as Json | undefined | null)?.[key], value)
/** Filters of amis that pages here may use, besides those of amis-formula. */
export const FILTERS = {
  date: (value: unknown, pattern = 'LLL') => dateText(value, pattern === 'LLL' ? 'YYYY-MM-DD HH:mm' : pattern),
  default: (value: unknown, otherwise = '') => (value === undefined || value === null || value === '' ? otherwise : value),
  join: (value: unknown, between = ', ') => list(value).join(between),
  split: (value: unknown, between = ',') => (typeof value === 'string' ? value.split(between) : value),
  pick: (value: unknown, path: string) => (Array.isArray(value) ? value.map(item => one(item, path)) : one(value, path)),
  first: (value: unknown) => list(value)[0],
  last: (value: unknown) => list(value).at(-1),
  url_encode: (value: unknown) => encodeURIComponent(value === undefined || value === null ? '' : String(value)),
  url_decode: (value: unknown) => decodeURIComponent(String(value ?? '')),
  json: (value: unknown) => JSON.stringify(value),
  trim: (value: unknown) => String(value ?? '').trim(),
  upperCase: (value: unknown) => String(value ?? '').toUpperCase(),
  lowerCase: (value: unknown) => String(value ?? '').toLowerCase(),
  toInt: (value: unknown) => parseInt(String(value), 10) || 0,
  toFloat: (value: unknown) => parseFloat(String(value)) || 0,
  round: (value: unknown, digits = '2') => Number(value).toFixed(Number(digits)),
  percent: (value: unknown, digits = '0') => `${(Number(value) * 100).toFixed(Number(digits))}%`,
  number: (value: unknown) => String(value ?? '').replace(/\B(?=(\d{3})+(?!\d))/g, ','),
  truncate: (value: unknown, length = '200') => (String(value ?? '').length > Number(length) ? `${String(value).slice(0, Number(length))}…` : value),
  nth: (value: unknown, at = '0') => list(value)[Number(at)],
}
/** Those of amis-formula. */
export const OWN_FILTERS = ['raw', 'html'] as const

export function connectFormula(one: Formula) {
  formula = one
  // What is drawn is text and never markup, so that nothing has to be made harmless.
  formula.extendsFilters({ ...FILTERS, html: (value: unknown) => value } as unknown as Parameters<Formula['extendsFilters']>[0])
}

/** The value of a text: of a text that is one expression the value as it is, else the text with values in it. What cannot be read is nothing. */
export function valueOf(text: unknown, data: object): unknown {
  if (typeof text !== 'string' || !text.includes('$')) return text
  if (!formula) throw new Error('no formula is connected')
  try {
    return formula.evaluate(text, data, { evalMode: false })
  } catch {
    return undefined
  }
}

export function textOf(text: unknown, data: object): string {
  const value = valueOf(text, data)
  if (value === undefined || value === null) return ''
  if (typeof value === 'object') return Array.isArray(value) ? value.map(item => textOf(item, data)).join(', ') : JSON.stringify(value)
  return String(value)
}

/** What a condition such as `visibleOn` says; `fallback` where there is none. */
export function isTrue(condition: unknown, data: object, fallback: boolean): boolean {
  if (condition === undefined || condition === null || condition === '') return fallback
  if (typeof condition !== 'string') return !!condition
  const value = valueOf(condition, data)
  return value !== 'false' && !!value
}
