// Words that builders put into pages. On the canvas they stand in the language of whoever builds; what is handed out has them marked, with their words in
// the other language beside, so that visitors read them in theirs.
import type { Words } from '../../api/screen-texts.ts'
import type { Say } from '../words.ts'
import { sayInEditor } from './component-plugin.ts'
import { figureIn } from './model-figures.ts'
import { rowsIn } from './model-rows.ts'

type Json = Record<string, unknown>
const LANGUAGE = 'zh-CN'
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Chinese of the renderers, whatever language the console is in. */
let dictionary: Words = {}
export const setBuiltDictionary = (words: Words) => void (dictionary = words)

type Values = Record<string, string | number>
/** What was said, by how it reads on the canvas. */
const built = new Map<string, { english: string; values: Values }>()
const filled = (text: string, values: Values) => text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole))

const say: Say = (english, values = {}) => {
  const said = sayInEditor(english, values)
  built.set(said, { english, values })
  return said
}
/** Words for the page, kept so that they are known again where they stand. */
export const onPage = { say }

/** Properties whose texts name something. */
const NAMES = new Set(['type', 'id', 'name', 'value', 'url', 'behavior', 'className', 'actionType', 'mode', 'model', 'source'])
const isBuilt = (node: Json) => node.dsType === 'model' || !!rowsIn(node) || !!figureIn(node)

/** A page as it is handed out: words of ours in what a builder made are marked, words of its maker stay as they are. */
export function withBuiltWords(page: Json): Json {
  const texts: Words = {}
  const marked = (node: unknown, inside: boolean): unknown => {
    if (Array.isArray(node)) return node.map(item => marked(item, inside))
    if (!isObject(node)) return node
    const within = inside || isBuilt(node)
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => {
        const one = within && typeof value === 'string' && !NAMES.has(key) ? built.get(value) : undefined
        const word = one && dictionary[one.english]
        if (!word) return [key, key === 'texts' ? value : marked(value, within)]
        const text = filled(one.english, one.values)
        texts[text] = filled(word, one.values)
        return [key, `i18n:${text}`]
      }),
    )
  }
  const made = marked(page, false) as Json
  if (!Object.keys(texts).length) return page
  const { texts: own = {} } = page as { texts?: Record<string, Words> }
  return { ...made, texts: { ...own, [LANGUAGE]: { ...texts, ...own[LANGUAGE] } } }
}
