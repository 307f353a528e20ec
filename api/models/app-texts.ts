// Texts of a page: where they stand, and the page with other words in their places. Only properties that hold what people read are looked at, so that
// nothing a page does changes with its language.
import { isMarked, keyOf, plain, textsOf, type Words } from '../screen-texts.ts'

type Json = Record<string, unknown>
type Path = readonly (string | number)[]

/** A longer text is not looked at. */
export const LONGEST_TEXT = 5_000

export interface PageText {
  path: Path
  text: string
  /** Words that the page brings along for this text, by language. */
  own?: Words
}

const TEXT =
  /^(?:label|title|sub[tT]itle|placeholder|tpl|description|desc|remark|labelRemark|tooltip|hint|body|content|html|text|msg|message|header|footer|caption|alt|ariaLabel|emptyMessage|saveAs|.{1,40}(?:Text|Label|Title|Placeholder|Tpl|Tooltip))$/
/** What these hold is values, styles or calls; a text in them is not for people, or is not the page's own. */
const OTHER =
  /^(?:data|value|style|css|themeCss|wrapperCustomStyle|className|.*ClassName|.*Api|api|source|schemaApi|mockResponse|adaptor|requestAdaptor|script|texts|validations|dataFilter|expression|condition|visibleOn|.*On|filter|query|fields|id|name|type|\$\$.*|__.*)$/
/** Objects whose every text is for people. */
const ALL_TEXTS = /^(?:messages|validationErrors|labelMap)$/

const isObject = (value: unknown): value is Json => !!value && typeof value === 'object' && !Array.isArray(value)

const FIXED = /\$[a-z_]\w*(?:\.\w+)*|<%[\s\S]*?(?:%>|$)|<[a-z/!?][^>]*(?:>|$)|\]\([^)]*(?:\)|$)/iy

/** Parts of a text that are computed or drawn: expressions, the older `$name`, tags, and where links of Markdown lead. */
export function fixedParts(text: string): string[] {
  const parts: string[] = []
  let at = 0
  while (at < text.length) {
    if (text.startsWith('${', at)) {
      const end = endOfExpression(text, at + 2)
      parts.push(text.slice(at, end))
      at = end
      continue
    }
    FIXED.lastIndex = at
    const rest = FIXED.exec(text)
    if (rest) parts.push(rest[0])
    at += rest ? rest[0].length : 1
  }
  return parts
}

/** Behind the brace that ends an expression; braces and quotes inside it do not. */
function endOfExpression(text: string, from: number): number {
  let depth = 1
  let quote = ''
  for (let at = from; at < text.length; at++) {
    const char = text[at] as string
    if (quote) {
      if (char === '\\') at++
      else if (char === quote) quote = ''
    } else if (char === '"' || char === "'" || char === '`') quote = char
    else if (char === '{') depth++
    else if (char === '}' && --depth === 0) return at + 1
  }
  return text.length
}

/** The text without what is computed in it. */
function prose(text: string): string {
  let rest = text
  for (const part of fixedParts(text)) rest = rest.replace(part, () => ' ')
  return rest.replace(/&[a-z#0-9]+;/gi, ' ')
}

/** Somebody reads it: there is a letter in it besides what is computed. */
export const isForPeople = (text: string): boolean => text.length <= LONGEST_TEXT && /\p{L}/u.test(prose(text))

/** Parts of the source that a translation lacks or has besides: it must compute and draw what the source does, and nothing else. */
export function unlikeSource(source: string, translation: string): { missing: string[]; added: string[] } {
  const missing = fixedParts(source)
  const added: string[] = []
  for (const part of fixedParts(translation)) {
    const at = missing.indexOf(part)
    if (at >= 0) missing.splice(at, 1)
    else added.push(part)
  }
  return { missing, added }
}

const isMapping = (node: Json) => /mapping|status|tag/.test(String(node.type ?? ''))

/** Goes over the texts of a page; what the visitor answers stands in their place. */
function walk(node: unknown, path: Path, isText: boolean, visit: (text: string, path: Path) => unknown): unknown {
  if (typeof node === 'string') return isText || isMarked(node) ? visit(node, path) : node
  if (Array.isArray(node)) {
    const walked = node.map((item, at) => walk(item, [...path, at], isText, visit))
    return walked.some((item, at) => item !== node[at]) ? walked : node
  }
  if (!isObject(node)) return node
  let walked: Json | undefined
  for (const [key, value] of Object.entries(node)) {
    const next = step(node, key, value, [...path, key], visit)
    if (next !== value) walked = { ...(walked ?? node), [key]: next }
  }
  return walked ?? node
}

function step(node: Json, key: string, value: unknown, path: Path, visit: (text: string, path: Path) => unknown): unknown {
  if (key === 'texts' && path.length === 1) return value
  // A choice that is a text alone is its value as well, which stays.
  if (key === 'options' && Array.isArray(value) && value.some(one => typeof one === 'string')) {
    const options = value.map((one, at) => {
      if (typeof one !== 'string') return walk(one, [...path, at], false, visit)
      const label = visit(one, [...path, at])
      return label === one ? one : { label, value: one }
    })
    return options.some((one, at) => one !== value[at]) ? options : value
  }
  if ((ALL_TEXTS.test(key) || (key === 'map' && isMapping(node) && node.type !== 'status')) && isObject(value)) {
    const words = Object.entries(value).map(([name, one]): [string, unknown] => [name, walk(one, [...path, name], true, visit)])
    return words.some(([name, one]) => one !== value[name]) ? Object.fromEntries(words) : value
  }
  if (key === 'value' && node.type === 'markdown' && typeof value === 'string') return visit(value, path)
  // What was marked says itself that it is for people, wherever it stands.
  if (OTHER.test(key) && !(isObject(value) || Array.isArray(value))) return isMarked(value) ? visit(value, path) : value
  if (OTHER.test(key)) return markedOnly(value, path, visit)
  return walk(value, path, TEXT.test(key), visit)
}

function markedOnly(value: unknown, path: Path, visit: (text: string, path: Path) => unknown): unknown {
  if (isMarked(value)) return visit(value, path)
  if (Array.isArray(value)) {
    const walked = value.map((item, at) => markedOnly(item, [...path, at], visit))
    return walked.some((item, at) => item !== value[at]) ? walked : value
  }
  if (!isObject(value)) return value
  const walked = Object.entries(value).map(([key, one]): [string, unknown] => [key, markedOnly(one, [...path, key], visit)])
  return walked.some(([key, one]) => one !== value[key]) ? Object.fromEntries(walked) : value
}

const ownWords = (schema: unknown, key: string): Words | undefined => {
  const texts = isObject(schema) && isObject(schema.texts) ? schema.texts : {}
  const own = Object.keys(texts).flatMap(language => {
    const words = textsOf(schema, language)
    return Object.hasOwn(words, key) ? [[language, words[key] as string] as const] : []
  })
  return own.length ? Object.fromEntries(own) : undefined
}

/** The page with what `say` answers in the place of each text, marked ones as they stand; a choice that is a text alone becomes label and value. */
export const withTexts = <T>(schema: T, say: (text: string, path: Path) => string): T => walk(schema, [], false, say) as T

/** The texts of a page with their places. */
export function textsOfPage(schema: unknown): PageText[] {
  const found: PageText[] = []
  walk(schema, [], false, (value, path) => {
    const text = isMarked(value) ? plain(keyOf(value)) : value
    const own = isMarked(value) ? ownWords(schema, keyOf(value)) : undefined
    if (isForPeople(text)) found.push({ path, text, ...(own && { own }) })
    return value
  })
  return found
}

const isEnglish = (language: string) => /^en\b/i.test(language)

export interface InWords {
  language: string
  /** The language that the texts of the app are written in. */
  first: string
  /** The translation of a text, where there is one. */
  find(text: string): string | undefined
}

/** A text of a page as a reader of a language sees it. */
export function textInLanguage(schema: unknown, value: string, { language, first, find }: InWords): string {
  if (!isMarked(value)) return isForPeople(value) ? (find(value) ?? value) : value
  const text = plain(keyOf(value))
  const own = ownWords(schema, keyOf(value)) ?? {}
  return find(text) ?? own[language] ?? (isEnglish(language) ? text : (own[first] ?? text))
}

/**
 * The page as a reader of a language sees it. A text without words in it stays as it is written. Marked texts bring their own words along, which those of
 * the app go before; they are written in English.
 */
export function pageInLanguage<T>(schema: T, words: InWords): T {
  const walked = walk(schema, [], false, value => textInLanguage(schema, value, words))
  if (!isObject(walked) || !('texts' in walked)) return walked as T
  const { texts: _own, ...drawn } = walked
  return drawn as T
}

/** A text that is there in a language without a translation of the app: it is written in it, or brings its own words. */
export const isThere = ({ own }: Pick<PageText, 'own'>, language: string, first: string): boolean =>
  language === first || !!own?.[language] || (own !== undefined && isEnglish(language))
