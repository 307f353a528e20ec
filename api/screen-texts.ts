// Texts of screens. What is marked (`i18n:English`) is looked up in the dictionaries beside the shipped screens; a screen that was changed brings the
// words that they do not have: `"texts": { "zh-CN": { "Our tools": "我们的工具" } }`.

export type Words = Record<string, string>
type Schema = Record<string, unknown>

const MARK = 'i18n:'
export const isMarked = (value: unknown): value is string => typeof value === 'string' && value.startsWith(MARK)
/** What a marked text is looked up by. */
export const keyOf = (marked: string) => marked.slice(MARK.length)
/** `Open|verb` has a meaning after the bar that only the dictionary sees. */
export const plain = (key: string) => key.replace(/\|[a-z-]+$/, '')
const one = (text: string, words: Words) => (Object.hasOwn(words, keyOf(text)) ? (words[keyOf(text)] as string) : plain(keyOf(text)))

/** A copy with its marked texts in the reader's language; unmarked texts stay as they are. */
export function translate<T>(node: T, words: Words): T {
  if (typeof node === 'string') return (isMarked(node) ? one(node, words) : node) as T
  if (Array.isArray(node)) return node.map(item => translate<unknown>(item, words)) as T
  if (!node || typeof node !== 'object') return node
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, translate<unknown>(value, words)])) as T
}

const isObject = (value: unknown): value is Schema => !!value && typeof value === 'object' && !Array.isArray(value)

/** The words that a screen brings for a language. */
export function textsOf(schema: unknown, language: string): Words {
  const texts = isObject(schema) && isObject(schema.texts) ? schema.texts[language] : undefined
  return isObject(texts) ? Object.fromEntries(Object.entries(texts).filter((entry): entry is [string, string] => typeof entry[1] === 'string')) : {}
}

/** A screen as it is drawn in a language, with the words of the dictionaries and its own. */
export function inLanguage(schema: Schema, language: string, words: Words): Schema {
  const { texts: _own, ...drawn } = schema
  return translate(drawn, { ...words, ...textsOf(schema, language) })
}

/**
 * A screen in English and the same in another language, as one: texts that differ are marked and bring their words along. It is made anew in each language,
 * so that whoever makes it need not know how texts are kept.
 */
export function inBothLanguages(english: Schema, other: Schema, language: string): Schema {
  const texts: Words = {}
  /** What a text is looked up by: itself, with a meaning after a bar where it would lose its end or has other words elsewhere. */
  const keyFor = (text: string, word: string): string => {
    let key = plain(text) === text ? text : `${text}|own`
    while (Object.hasOwn(texts, key) && texts[key] !== word) key += plain(key) === key ? '|other' : '-other'
    return key
  }
  const both = (one: unknown, another: unknown): unknown => {
    if (typeof one === 'string' && typeof another === 'string' && one !== another) {
      const key = keyFor(one, another)
      texts[key] = another
      return MARK + key
    }
    if (Array.isArray(one) && Array.isArray(another)) return one.map((item, at) => both(item, another[at]))
    if (isObject(one) && isObject(another)) return Object.fromEntries(Object.entries(one).map(([key, value]) => [key, both(value, another[key])]))
    return one
  }
  const made = both(english, other) as Schema
  return Object.keys(texts).length ? { ...made, texts: { [language]: texts } } : made
}

/** Marked texts of a screen, each once, in the order in which they stand. */
export function markedTexts(node: unknown, found = new Set<string>()): Set<string> {
  if (isMarked(node)) found.add(keyOf(node))
  else if (node && typeof node === 'object') for (const value of Object.values(node)) markedTexts(value, found)
  return found
}
