// Words of validation and of error codes, shared by server and client so that both say the same. Their Chinese is in messages/, by area.
import zhCN from './generated/messages.zh-CN.json' with { type: 'json' }

export type Locale = 'en-US' | 'zh-CN'
const dictionaries: Record<string, Record<string, string>> = { 'zh-CN': zhCN }

/** The English sentence is the key; `{name}` places are filled from `values`. */
export function say(locale: Locale, english: string, values: Record<string, string | number> = {}): string {
  const text = dictionaries[locale]?.[english] ?? english
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole))
}

const patterns = new Map<string, RegExp>()
/** Finds a sentence of ours by what it became, the places filled in. */
const patternOf = (english: string): RegExp => {
  const known = patterns.get(english)
  if (known) return known
  const parts = english.split(/\{\w+\}/).map(part => part.replace(/[.*+?^$()|[\]{}\\]/g, '\\$&'))
  const made = new RegExp(`^${parts.join('(.+?)')}$`, 's')
  patterns.set(english, made)
  return made
}

/** A sentence that was told in English and kept, in the reader's language; as it is where it is none of ours. */
export function sayAgain(locale: Locale, told: string): string {
  const words = dictionaries[locale]
  if (!words || words[told]) return say(locale, told)
  // The one with most words of its own is meant: others may be nothing but places.
  const [english] = Object.keys(words)
    .filter(key => /\{\w+\}/.test(key) && /\w{3}/.test(key.replace(/\{\w+\}/g, '')) && patternOf(key).test(told))
    .sort((a, b) => b.replace(/\{\w+\}/g, '').length - a.replace(/\{\w+\}/g, '').length)
  if (!english) return told
  const found = patternOf(english).exec(told)
  const names = [...english.matchAll(/\{(\w+)\}/g)].map(match => match[1] as string)
  return say(locale, english, Object.fromEntries(names.map((name, at) => [name, found?.[at + 1] ?? ''])))
}

/** A sentence in every language but English, for understanding what a person wrote in his own. */
export const dictionaryWords = (english: string): string[] => Object.values(dictionaries).flatMap(words => words[english] ?? [])

/** The part of an ajv error that we use. */
export interface SchemaError {
  instancePath: string
  schemaPath: string
  keyword: string
  params: Record<string, unknown>
}

const MOST_ERRORS = 500

/** What a value of the wrong kind should have been, in words that people use. */
export function typeSentence(type: string): string {
  switch (type) {
    case 'integer':
      return 'Please enter a whole number'
    case 'number':
      return 'Please enter a number'
    case 'boolean':
      return 'Should be yes or no'
    case 'array':
      return 'Should be a list'
    case 'object':
      return 'Should be a group of named values'
    default:
      return 'Should be a text'
  }
}

/** One sentence for one broken rule, with the values that fill its places. */
function sentence(error: SchemaError, own?: string): [string, Record<string, string | number>] {
  const limit = { limit: error.params.limit as number }
  switch (error.keyword) {
    case 'required':
    case 'dependencies':
      return ['Required', {}]
    case 'additionalProperties':
      return ['Unknown field', {}]
    case 'minLength':
      return own ? [own, {}] : error.params.limit === 1 ? ['Required', {}] : ['At least {limit} characters', limit]
    case 'maxLength':
      return ['No more than {limit} characters', limit]
    case 'minimum':
    case 'exclusiveMinimum':
      return ['At least {limit}', limit]
    case 'maximum':
    case 'exclusiveMaximum':
      return ['No more than {limit}', limit]
    case 'minItems':
      // The list's own sentence says what an empty one lacks.
      if (error.params.limit === 1) return [own ?? 'Choose at least one', {}]
      return ['At least {limit} entries', limit]
    case 'maxItems':
      return ['No more than {limit} entries', limit]
    case 'enum':
    case 'const':
      return [own ?? 'Not one of the choices', {}]
    case 'type':
      return [typeSentence(String(error.params.type)), {}]
    default:
      return [own ?? 'Not valid', {}]
  }
}

/** Field texts of ajv errors: `{ "name": "Required", "items.0.key": "…" }`; the first broken rule of a field wins. */
export function fieldErrors(errors: readonly SchemaError[], own: Record<string, string>, locale: Locale): Record<string, string> {
  const fields: Record<string, string> = {}
  // Somebody who sends a hundred thousand unknown fields is told of the first.
  for (const error of errors.slice(0, MOST_ERRORS)) {
    if (error.keyword === 'if' || error.keyword === 'anyOf' || error.keyword === 'oneOf') continue
    const at = error.instancePath.split('/').slice(1)
    if (error.keyword === 'required' || error.keyword === 'dependencies') at.push(String(error.params.missingProperty))
    if (error.keyword === 'additionalProperties') at.push(String(error.params.additionalProperty))
    const [text, values] = sentence(error, own[error.schemaPath.replace(/\/[^/]+$/, '')])
    fields[at.join('.') || 'body'] ??= say(locale, text, values)
  }
  return fields
}
