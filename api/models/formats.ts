// Formats of fields: what a text, a number, a JSON value, a time or a person stands for beyond its type. Type and column stay what they are, so that filters, orders, search and
// databases of others know nothing of formats; what may be typed and how it is shown follow from them.

const FORMATS = {
  text: ['email', 'phone', 'url', 'color'],
  integer: ['rating'],
  decimal: ['percent', 'currency'],
  json: ['location'],
  datetime: ['createdAt', 'updatedAt'],
  user: ['createdBy', 'updatedBy'],
} as const
export type FieldFormat = (typeof FORMATS)[keyof typeof FORMATS][number]

export const FIELD_FORMATS: readonly FieldFormat[] = Object.values(FORMATS).flat()
export const formatsOf = (type: string): readonly FieldFormat[] => (Object.hasOwn(FORMATS, type) ? FORMATS[type as keyof typeof FORMATS] : [])

/** Columns that the server fills in itself whenever a row is made or changed, by the format of a field that shows one of them. */
const FILLED: Partial<Record<FieldFormat, string>> = { createdAt: 'created_at', createdBy: 'created_by', updatedAt: 'updated_at', updatedBy: 'updated_by' }
export const filledColumn = (format: FieldFormat | undefined) => format && FILLED[format]
export const isAutomatic = ({ format }: { format?: FieldFormat }) => filledColumn(format) !== undefined

/** JSON that people see and write as such; a place on the earth is one value of its own. */
export const isPlainJson = ({ type, format }: { type: string; format?: FieldFormat }) => type === 'json' && format !== 'location'

export const MOST_STARS = 5

const EMAIL = /^[^\s@<>"']+@[^\s@<>"'.]+(\.[^\s@<>"'.]+)+$/
const PHONE = /^\+?[\d ()./-]+((x|ext\.?|转) ?\d{1,6})?$/i
const isEmail = (text: string) => text.length <= 200 && EMAIL.test(text)
const isPhone = (text: string) => text.length <= 40 && PHONE.test(text) && text.replace(/\D/g, '').length >= 3
/** An address that a browser opens as a page, and nothing that it would run. */
const isUrl = (text: string) => {
  if (text.length > 2000 || !/^https?:\/\/[^\s/]/i.test(text) || /\s/.test(text)) return false
  return URL.canParse(text)
}
const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

/** What is wrong with a text or a whole number of this format, as an English sentence; empty when nothing is. */
export function formatProblem(format: FieldFormat | undefined, value: string | number): string {
  const text = String(value)
  switch (format) {
    case 'email':
      return isEmail(text) ? '' : 'Should be an email such as ann@example.com'
    case 'phone':
      return isPhone(text) ? '' : 'Should be a phone number such as +44 20 7946 0958'
    case 'url':
      return isUrl(text) ? '' : 'Should be a web address that starts with http:// or https://'
    case 'color':
      return isColor(text) ? '' : 'Should be a colour such as #2468ff'
    case 'rating':
      return Number(value) >= 1 && Number(value) <= MOST_STARS ? '' : 'Should be a rating from 1 to 5'
    default:
      return ''
  }
}

/** Where a value leads to; empty where it fits its format no more, or leads nowhere. */
export function linkOf(format: FieldFormat | undefined, value: string): string {
  if (formatProblem(format, value)) return ''
  if (format === 'email') return `mailto:${encodeURIComponent(value).replace('%40', '@')}`
  if (format === 'phone') return `tel:${value.replace(/(x|ext|转).*$/i, '').replace(/[^\d+]/g, '')}`
  return format === 'url' ? value : ''
}

export interface Figure {
  type?: string
  /** No two rows have the same: a number that tells them apart is one, like a year, to be read digit by digit. */
  unique?: boolean
  format?: FieldFormat
  /** ISO 4217. */
  currency?: string
  /** Digits after the point that are kept. */
  scale?: number | null
}

const kept = new Map<string, Intl.NumberFormat>()
function numbers(locale: string, { format, currency = 'USD', scale }: Figure): Intl.NumberFormat {
  const key = `${locale} ${format} ${currency} ${scale}`
  const found = kept.get(key)
  if (found) return found
  const most = Math.min(scale ?? 2, 20)
  const how: Intl.NumberFormatOptions = format === 'currency' ? { style: 'currency', currency } : { style: 'unit', unit: 'percent' }
  const usual = format === 'currency' ? (new Intl.NumberFormat(locale, how).resolvedOptions().minimumFractionDigits ?? 2) : 0
  const made = new Intl.NumberFormat(locale, { ...how, minimumFractionDigits: Math.min(usual, most), maximumFractionDigits: most })
  kept.set(key, made)
  return made
}

const isAmount = ({ format }: Figure) => format === 'currency' || format === 'percent'
/** Whether digits of its values are put into groups. */
export const isFigure = (figure: Figure) => isAmount(figure) || (!figure.format && (figure.type === 'decimal' || (figure.type === 'integer' && !figure.unique)))

const plainNumbers = new Map<string, Intl.NumberFormat>()
/** With as many digits after the point as the text has. A whole number of four digits stays in one: it is a year as often as a count, in a formula too. */
function plain(locale: string, text: string): Intl.NumberFormat {
  const places = Math.min(text.split('.')[1]?.length ?? 0, 20)
  const key = `${locale} ${places}`
  const found = plainNumbers.get(key)
  if (found) return found
  const made = new Intl.NumberFormat(locale, {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    useGrouping: places ? 'auto' : 'min2',
  })
  plainNumbers.set(key, made)
  return made
}

/** A number, an amount or a percentage as it is written in a language; 12.5 is 12.5 %. Anything else as it is. */
export function figureText(figure: Figure, value: unknown, locale: string): string {
  const text = String(value)
  if (!isFigure(figure) || !/^-?\d+(\.\d+)?$/.test(text)) return text
  // Digits are read from the text: a number would not keep all of them.
  return (isAmount(figure) ? numbers(locale, figure) : plain(locale, text)).format(text as Intl.StringNumericLiteral)
}

/** The number of a percentage as people write it: `12,5 %` is 12.5. Undefined where it is none, or where a comma before three digits may mean two things. */
export function percentIn(text: string): string | undefined {
  const figure = /^([+-]?\d[\d.,]*)\s*[%％]$/.exec(text)?.[1]
  if (!figure || /^[+-]?[1-9]\d{0,2},\d{3}$/.test(figure)) return undefined
  const plain =
    /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(figure) && !/^[+-]?0,/.test(figure) ? figure.replaceAll(',', '') : figure.replace(/^([+-]?\d+),(\d+)$/, '$1.$2')
  return /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(plain) ? plain.replace('+', '') : undefined
}

const currencies = new Set(Intl.supportedValuesOf('currency'))
export const isCurrency = (code: string) => currencies.has(code)
