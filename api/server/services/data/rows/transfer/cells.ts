// What a cell of a file says about a field, as a row would say it: numbers, dates and yes or no in the ways that people write them.
import { dictionaryWords } from '../../../../../messages.ts'
import { percentIn } from '../../../../../models/formats.ts'
import type { FieldText } from '../../../../errors.ts'
import type { Field } from '../../types.ts'

type Read = { value: unknown } | { problem: FieldText } | { name: string }

const words = (...english: string[]) => new Set(english.flatMap(one => [one, ...dictionaryWords(one)]).map(one => one.toLowerCase()))
const YES = words('Yes', 'True', 'Y', '1')
const NO = words('No', 'False', 'N', '0')

/** `1,234.50` is a number, `1,5` is not one everywhere. */
const number = (text: string) => (/^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text).replace(/^\+/, '')
const signs = new Map<string, string[]>()
/** How people write a currency beside a number. */
function signsOf(currency: string): string[] {
  const found = signs.get(currency)
  if (found) return found
  const written = ['en-US', 'zh-CN'].flatMap(language =>
    (['symbol', 'narrowSymbol'] as const).flatMap(currencyDisplay =>
      new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay })
        .formatToParts(1)
        .flatMap(({ type, value }) => (type === 'currency' ? [value] : [])),
    ),
  )
  // Longer ones first: the dollar of a country holds the dollar.
  const made = [...new Set([currency, ...written, ...(OWN_SIGNS[currency] ?? [])])].sort((a, b) => b.length - a.length)
  signs.set(currency, made)
  return made
}
const OWN_SIGNS: Record<string, string[]> = { CNY: ['￥', '元', 'RMB'], JPY: ['￥', '円'] }
/** An amount may come with its currency, before or behind the number; with another one it is no amount of this field. */
function amount(text: string, { currency = '' }: Field): string {
  const sign = signsOf(currency).find(one => text.includes(one))
  return sign ? text.replace(sign, '').replace(/\s/g, '') : text
}
const PERCENT = /[%％]$/
/** 12.5 % is 12.5 where percentages are kept, and 0.125 in any other number. */
function percent(text: string, { format }: Field): string {
  const plain = percentIn(text)
  if (plain === undefined || format === 'percent') return plain ?? text
  const [, minus = '', whole = '', after = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(plain) ?? []
  const long = whole.padStart(3, '0')
  return `${minus}${long.slice(0, -2)}.${long.slice(-2)}${after}`.replace(/\.?0+$/, '')
}
const two = (part: string) => part.padStart(2, '0')
/** The year comes first; everything else means another day elsewhere. */
const date = (text: string) =>
  text.replace(
    /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})(?:\s*日)?/,
    (_whole, year: string, month: string, day: string) => `${year}-${two(month)}-${two(day)}`,
  )
const time = (text: string) => text.replace(/(^|[T ])(\d):/, (_whole, before: string, hour: string) => `${before}0${hour}:`)

/** A choice by its value, or by what it is called. */
const choiceOf = ({ options = [] }: Field, text: string) =>
  (options.find(one => one.value === text) ?? options.find(one => one.label.toLowerCase() === text.toLowerCase()))?.value
/** Several choices as people write them into one cell: `A; B`, a line each, or with commas where no choice has one. */
function choicesOf(field: Field, text: string): string[] {
  const ways = [/[;；\n]/, /[,，、]/].map(between =>
    text
      .split(between)
      .map(part => part.trim())
      .filter(Boolean),
  )
  const known = [[text], ...ways].find(parts => parts.every(part => choiceOf(field, part) !== undefined))
  return (known ?? ways[0] ?? []).map(part => choiceOf(field, part) ?? part)
}

/** The value of a filled cell; `name` when it names a person, a department or a row, and is looked for. */
export function readCell(field: Field, text: string): Read {
  switch (field.type) {
    case 'integer': {
      const plain = (PERCENT.test(text) ? percent(text, field) : number(text)).replace(/\.0+$/, '')
      return { value: /^-?\d{1,16}$/.test(plain) ? Number(plain) : text }
    }
    case 'decimal': {
      const plain = PERCENT.test(text) ? percent(text, field) : number(field.format === 'currency' ? amount(text, field) : text)
      return { value: /^-?\d+(\.\d+)?e[+-]?\d+$/i.test(plain) ? Number(plain) : plain }
    }
    case 'boolean': {
      const word = text.toLowerCase()
      return YES.has(word) ? { value: true } : NO.has(word) ? { value: false } : { problem: 'Should be yes or no' }
    }
    case 'date':
      return { value: date(text).replace(/[T ]00:00(:00(\.0+)?)?Z?$/, '') }
    case 'time':
      // Sheets keep a time as a moment of their first day.
      return { value: time(text.replace(/^(1899-12-3[01]|1900-01-0[01]) /, '')) }
    case 'datetime': {
      const plain = time(date(text))
      return { value: /^\d{4}-\d{2}-\d{2}$/.test(plain) ? `${plain}T00:00:00Z` : plain }
    }
    case 'enum':
      return { value: choiceOf(field, text) ?? text }
    case 'multiEnum':
      return { value: choicesOf(field, text) }
    case 'json':
      // Places are written in many ways; the field reads them all.
      if (field.format === 'location' && !text.startsWith('{')) return { value: text }
      try {
        return { value: JSON.parse(text) as unknown }
      } catch {
        return { problem: 'This is no JSON' }
      }
    case 'user':
    case 'department':
    case 'relationOne':
      return { name: text }
    default:
      return { value: text }
  }
}
