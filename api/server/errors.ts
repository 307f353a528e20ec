// The only place that turns an error into a reply.
import type { Envelope } from '../envelope.ts'
import { say, type Locale } from '../messages.ts'

/** Text at a field, with values for its own places where several fields have different ones; `texts` are said in the reader's language before they stand in it. */
export type FieldText = string | { english: string; values?: Record<string, string | number>; texts?: Record<string, FieldText> }

/** An expected refusal: a code that stays the same, an English sentence, texts at fields. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    readonly english: string,
    readonly status: number = 422,
    readonly more: { fields?: Record<string, FieldText>; values?: Record<string, string | number>; data?: Record<string, unknown> } = {},
  ) {
    super(english)
  }
}

/** Text at one field of a form: `throw fieldError('app.keyTaken', 'key', 'This key is taken')`. */
export const fieldError = (code: string, field: string, english: string, values?: Record<string, string | number>) =>
  new ApiError(code, english, 422, { fields: { [field]: english }, values })

export const notFound = (code: string, english: string) => new ApiError(code, english, 404)

/** The text of a field in the reader's language. */
export function sayField(text: FieldText, locale: Locale, values?: Record<string, string | number>): string {
  if (typeof text === 'string') return say(locale, text, values)
  const said = Object.entries(text.texts ?? {}).map(([name, one]) => [name, sayField(one, locale, values)])
  return say(locale, text.english, { ...values, ...text.values, ...Object.fromEntries(said) })
}

/** The envelope of a refusal, in the reader's language. */
export function refusal(error: ApiError, locale: Locale): Envelope {
  const { fields, values, data } = error.more
  return {
    status: error.status,
    msg: say(locale, error.english, values),
    code: error.code,
    ...(data && { data }),
    ...(fields && { errors: Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, sayField(text, locale, values)])) }),
  }
}
