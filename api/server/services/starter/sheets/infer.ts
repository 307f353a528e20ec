// What the columns of sheets are, found out from their texts: types, choices, what is required and unique, and which sheet names rows of which.
import { formatProblem, isCurrency, percentIn, type FieldFormat } from '../../../../models/formats.ts'
import { locationOf } from '../../../../models/location.ts'
import { shortDate, type DateOrder } from './dates.ts'

/** What a column of a sheet can become. */
export type ColumnType = 'text' | 'longText' | 'integer' | 'decimal' | 'boolean' | 'date' | 'time' | 'datetime' | 'enum' | 'multiEnum' | 'json' | 'relationOne'

export interface SheetColumn {
  /** Place in the sheet, from 0. */
  at: number
  name: string
  /** A few of its values. */
  sample: string[]
  type: ColumnType
  /** What its texts or numbers stand for, where that is certain. */
  format?: FieldFormat
  /** Of amounts. */
  currency?: string
  required: boolean
  unique: boolean
  options: string[]
  /** Digits after the point. */
  scale: number
  /** Of days without the year in front: which number is the day, where one of them proves it. */
  dateOrder?: DateOrder | 'unclear'
  /** One of those days. */
  dateExample?: string
  /** Place of the sheet whose rows it names, and of the column there that it names them by. */
  relation: { sheet: number; column: number } | null
  /** Values that do not fit its type: their rows would be told as errors. */
  misfits: number
}
export interface UnderstoodSheet {
  name: string
  rowCount: number
  columns: SheetColumn[]
}

const WORDS_YES = /^(yes|no|true|false|y|n|是|否)$/i
const INTEGER = /^[+-]?(0|[1-9]\d{0,14}|[1-9]\d{0,2}(,\d{3}){1,4})$/
const DECIMAL = /^[+-]?(\d{1,15}|\d{1,3}(,\d{3}){1,4})\.\d{1,15}$/
const DATE = /^\d{4}\s*[-/.年]\s*\d{1,2}\s*[-/.月]\s*\d{1,2}\s*日?$/
const CLOCK = /^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/
const DATETIME = /^(\d{4}\s*[-/.年]\s*\d{1,2}\s*[-/.月]\s*\d{1,2}\s*日?)[T ]\s*([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/

/** Signs that belong to one currency alone; a dollar or a ¥ is one of several. */
const SIGNS: Record<string, string> = { '€': 'EUR', '£': 'GBP', '₹': 'INR', '₩': 'KRW', US$: 'USD', 元: 'CNY', RMB: 'CNY' }
const AMOUNT = /^([^\d\s.,+-]{1,3})?\s*([+-]?[\d,]+(?:\.\d+)?)\s*([^\d\s.,]{1,3})?$/
function currencyIn(text: string): string | undefined {
  const [, before = '', figure = '', after = ''] = AMOUNT.exec(text) ?? []
  const sign = before || after
  if (!sign || (before && after) || !(INTEGER.test(figure) || DECIMAL.test(figure))) return undefined
  return Object.hasOwn(SIGNS, sign) ? SIGNS[sign] : isCurrency(sign) ? sign : undefined
}
/** Two numbers may be a place or a size: they are one where the column says so, or where most of them are as exact as places are. */
const NAMES_PLACES = /location|coord|\bgeo|\bgps\b|\blat\b|latlng|latitude|position|坐标|经纬|位置|定位/i
const PAIR = /^[+-]?\d{1,2}\.\d{2,}\s*,\s*[+-]?\d{1,3}\.\d{2,}$/
const EXACT_PAIR = /\.\d{3,}/
/** Degrees, or letters of hemispheres beside numbers: nothing else is written so. */
const WITH_SIDES = /^[NSEW北南东西]|[°度]|\d\s*[NSEW]$|^geo:/i
/** Whether a text is a place, and whether it is nothing else; long texts are not looked into. */
function placeIn(text: string): 'maybe' | 'surely' | undefined {
  const isSided = WITH_SIDES.test(text)
  if (text.length > 120 || !(isSided || PAIR.test(text)) || !locationOf(text)) return undefined
  return isSided || EXACT_PAIR.test(text) ? 'surely' : 'maybe'
}
const NAMES_PHONES = /phone|mobile|\btel\b|\bcell\b|\bfax\b|电话|手机|传真/i
const TEXT_FORMATS = ['email', 'url', 'color'] as const

const LONG = 200
const MOST_CHOICES = 12
const LONGEST_CHOICE = 40
/** Several choices in one cell, as people write them. */
export const partsOf = (text: string) =>
  text
    .split(/[;；\n]/)
    .map(part => part.trim())
    .filter(Boolean)
/** Distinct values that are kept of a column, to compare columns by. */
const MOST_KEPT = 100_000
/** What a type may leave out in a longer column: typing errors are told, not taken for the type. */
const ALLOWED = 0.03
const FEW = 30
const NAMES_ROWS = /(^|[\s_.-])(id|no|nr|num|number|code|sku|key|e-?mail|isbn|uuid)\.?$|编号|代码|单号|工号|学号|邮箱|身份证/i
const isKeyName = (name: string) => NAMES_ROWS.test(name.trim().replace(/([a-z0-9])([A-Z])/g, '$1 $2'))

/** Sees the texts of one column, one after the other. */
export function columnStats(at: number, name: string) {
  let filled = 0
  let longest = 0
  let scale = 0
  let hasLines = false
  let hasParts = false
  const fits = { integer: 0, decimal: 0, boolean: 0, date: 0, datetime: 0, time: 0 }
  /** Nothing is nothing in percent, too. */
  let zeros = 0
  const formats = { email: 0, url: 0, color: 0, phone: 0, percent: 0, currency: 0, location: 0 }
  let surePlaces = 0
  const shortDates = { dayFirst: { date: 0, datetime: 0 }, monthFirst: { date: 0, datetime: 0 }, open: { date: 0, datetime: 0 } }
  let dateExample = ''
  /** The order that most of the days prove, and how many of them can be read in it. */
  function readDates() {
    const { dayFirst, monthFirst, open } = shortDates
    if (!dayFirst.datetime && !monthFirst.datetime) return { ...(open.datetime && { dateOrder: 'unclear' as const, dateExample }), counted: open }
    const dateOrder: DateOrder = dayFirst.datetime >= monthFirst.datetime ? 'dayFirst' : 'monthFirst'
    const proven = shortDates[dateOrder]
    return { dateOrder, counted: { date: open.date + proven.date, datetime: open.datetime + proven.datetime } }
  }
  const isPhones = NAMES_PHONES.test(name)
  const currencies = new Set<string>()
  const seen = new Map<string, number>()
  let isDistinct = true
  const sample: string[] = []
  /** Phone numbers are no numbers, whatever their digits look like. */
  const formatOf = (takes: (count: number) => boolean) =>
    (['phone', ...TEXT_FORMATS, 'percent', 'currency', 'location'] as const).find(
      one =>
        takes(formats[one]) &&
        (one !== 'currency' || currencies.size === 1) &&
        (one !== 'location' || NAMES_PLACES.test(name) || surePlaces * 2 >= formats.location),
    )
  return {
    add(text: string) {
      if (!text) return
      filled++
      if (sample.length < 3 && !sample.includes(text.slice(0, 60))) sample.push(text.slice(0, 60))
      if (text.length > longest) longest = text.length
      if (text.includes('\n')) hasLines = true
      if (/[^;；]\s*[;；]\s*[^;；\s]/.test(text)) hasParts = true
      const day = shortDate(text)
      const percent = percentIn(text)
      if (INTEGER.test(text)) {
        fits.integer++
        fits.decimal++
        if (Number(text) === 0) zeros++
      } else if (DECIMAL.test(text)) {
        fits.decimal++
        scale = Math.max(scale, text.length - text.indexOf('.') - 1)
      } else if (WORDS_YES.test(text)) fits.boolean++
      else if (DATE.test(text)) {
        fits.date++
        fits.datetime++
      } else if (DATETIME.test(text)) fits.datetime++
      else if (CLOCK.test(text)) fits.time++
      else if (percent !== undefined) formats.percent++
      else if (day) {
        const counts = shortDates[day.order ?? 'open']
        counts.datetime++
        if (!day.isTimed) counts.date++
        if (!day.order) dateExample ||= text
      } else {
        const place = placeIn(text)
        const currency = place ? undefined : currencyIn(text)
        if (place) {
          formats.location++
          if (place === 'surely') surePlaces++
        } else if (currency) {
          formats.currency++
          currencies.add(currency)
        } else for (const format of TEXT_FORMATS) if (!formatProblem(format, text)) formats[format]++
      }
      if (isPhones && !formatProblem('phone', text)) formats.phone++
      const [digits] = /\.\d+(?=\D*$)/.exec(percent ?? text) ?? []
      if (digits && (percent !== undefined || currencies.size)) scale = Math.max(scale, digits.length - 1)
      const times = seen.get(text)
      if (times !== undefined) {
        isDistinct = false
        seen.set(text, times + 1)
      } else if (seen.size < MOST_KEPT) seen.set(text, 1)
    },
    end(rowCount: number) {
      const misfitsOf = (count: number) => filled - count
      const takes = (count: number) => filled > 0 && (count === filled || (filled >= FEW && misfitsOf(count) <= filled * ALLOWED))
      const { counted, ...dates } = readDates()
      const all = { ...fits, date: fits.date + counted.date, datetime: fits.datetime + counted.datetime }
      let type: ColumnType = 'text'
      let misfits = 0
      for (const one of ['integer', 'decimal', 'boolean', 'date', 'datetime', 'time'] as const)
        if (takes(all[one])) {
          type = one
          misfits = misfitsOf(all[one])
          break
        }
      if (formats.percent) formats.percent += zeros
      const format = formatOf(takes)
      if (format) {
        type = format === 'percent' || format === 'currency' ? 'decimal' : format === 'location' ? 'json' : 'text'
        misfits = misfitsOf(formats[format])
      }
      const isLong = (longest > LONG && !format) || hasLines
      const few = seen.size > 1 && seen.size <= MOST_CHOICES && filled >= seen.size * 3 && longest <= LONGEST_CHOICE
      const parts = type === 'text' && !format && hasParts ? new Set([...seen.keys()].flatMap(partsOf)) : undefined
      const isSeveral =
        !!parts && parts.size > 1 && parts.size <= MOST_CHOICES && filled >= parts.size * 2 && [...parts].every(one => one.length <= LONGEST_CHOICE)
      if (isSeveral) type = 'multiEnum'
      else if (type === 'text' && isLong) type = 'longText'
      else if (type === 'text' && few && !format && !isKeyName(name)) type = 'enum'
      const isAll = filled === rowCount && rowCount > 0
      const column: SheetColumn = {
        at,
        name,
        sample,
        type,
        ...dates,
        ...(format && type !== 'longText' && { format }),
        ...(format === 'currency' && { currency: [...currencies][0] }),
        required: isAll && rowCount > 1 && !misfits && type !== 'boolean',
        unique: isDistinct && filled > 1 && isAll && (type === 'text' || type === 'integer') && isKeyName(name),
        // In the order in which people meet them.
        options: type === 'enum' ? [...seen.keys()] : type === 'multiEnum' ? [...(parts ?? [])] : [],
        scale,
        relation: null,
        misfits,
      }
      return { column, filled, isDistinct: isDistinct && filled > 1, values: seen }
    },
  }
}
export type ColumnStats = ReturnType<ReturnType<typeof columnStats>['end']>

const plainName = (name: string) =>
  name
    .toLowerCase()
    .replace(/([\s_.-]*)(id|no|nr|number|code|name|编号|名称|代码)$/i, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/s$/, '')

/** Nearly all rows have in one column a value of another, which has each of them once. */
const SHARED = 0.9

/** Finds columns whose values name rows of another sheet, by the column there that has them. */
export function findRelations(sheets: readonly { name: string; columns: readonly ColumnStats[] }[]) {
  for (const [from, sheet] of sheets.entries())
    for (const one of sheet.columns) {
      const { type } = one.column
      if (!['text', 'integer', 'enum'].includes(type) || one.values.size < 2 || one.column.unique) continue
      let best: { sheet: number; column: number; weight: number; target: ColumnStats } | undefined
      for (const [to, other] of sheets.entries()) {
        if (to === from) continue
        for (const target of other.columns) {
          if (!target.isDistinct || !['text', 'integer'].includes(target.column.type)) continue
          if ((target.column.type === 'integer') !== (type === 'integer')) continue
          let shared = 0
          for (const [value, times] of one.values) if (target.values.has(value)) shared += times
          if (shared < one.filled * SHARED) continue
          const word = plainName(one.column.name)
          const isCalledSo = !!word && (word === plainName(target.column.name) || word === plainName(other.name))
          // Small numbers are found in every column of small numbers.
          if (type === 'integer' && !isCalledSo) continue
          const weight = (isCalledSo ? 2 : 0) + shared / one.filled + (target.column.unique ? 0.5 : 0)
          if (!best || weight > best.weight) best = { sheet: to, column: target.column.at, weight, target }
        }
      }
      if (!best) continue
      delete one.column.format
      delete one.column.currency
      one.column.relation = { sheet: best.sheet, column: best.column }
      one.column.type = 'relationOne'
      one.column.options = []
      one.column.misfits = [...one.values].reduce((sum, [value, times]) => sum + (best.target.values.has(value) ? 0 : times), 0)
      if (one.column.misfits) one.column.required = false
      // Rows are named by it: it has to be there, once.
      best.target.column.unique = true
      best.target.column.required = best.target.column.misfits === 0
    }
  // Two sheets that name each other would have no first one.
  for (const [at, { columns }] of sheets.entries())
    for (const { column } of columns)
      if (column.relation && column.relation.sheet > at && sheets[column.relation.sheet]?.columns.some(back => back.column.relation?.sheet === at)) {
        column.relation = null
        column.type = 'text'
      }
}
