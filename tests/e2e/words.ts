// The texts of the console in a journey's language: the English is the key, as in the screens.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Language = 'en-US' | 'zh-CN'
export type Say = (english: string, values?: Record<string, string | number>) => string

const schemas = join(dirname(fileURLToPath(import.meta.url)), '../../schemas')
const chinese: Record<string, string> = {}
const wordsIn = (area: string): Record<string, string> => {
  const files = [join(schemas, area, 'zh-CN.json'), ...(area === 'shell' ? [join(schemas, '../api/generated/renderer-words.zh-CN.json')] : [])]
  return Object.assign({}, ...files.filter(existsSync).map(file => JSON.parse(readFileSync(file, 'utf8'))))
}
// Sentences of the server come last: a screen's own word wins.
Object.assign(chinese, JSON.parse(readFileSync(join(schemas, '../api/generated/messages.zh-CN.json'), 'utf8')))
for (const area of readdirSync(schemas)) Object.assign(chinese, wordsIn(area))

/** Translates like the console does, with the words of an area first; a text that the dictionaries lack is an error of the journey. */
export function sayer(language: Language, area = ''): Say {
  const own = area ? wordsIn(area) : {}
  return (english, values = {}) => {
    const text = language === 'en-US' ? english.replace(/\|[a-z]+$/, '') : (own[english] ?? chinese[english])
    if (text === undefined) throw new Error(`no Chinese for "${english}"`)
    return text.replace(/\$?\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole))
  }
}

/** What is offered to those who read no other language. */
const LANGUAGES = ['English']
/** Whether a text of the console was left in English for Chinese readers; names that people gave are their own, and a language is called by itself. */
export const isLeftEnglish = (language: Language, text: string): boolean =>
  language === 'zh-CN' && !LANGUAGES.includes(text) && text in chinese && !/[\u3400-\u9fff]/.test(text) && chinese[text] !== text
