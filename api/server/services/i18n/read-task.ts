// Reading a file of translations as a task: .xlsx with a column for each language, XLIFF 2.0 or 1.2 with one.
import { readFile } from 'node:fs/promises'
import { languageName } from '../../../models/languages.ts'
import { LONGEST_TEXT } from '../../../models/app-texts.ts'
import { ApiError, fieldError } from '../../errors.ts'
import { isWorkbook, openWorkbook, readTable, type Column, type Reason } from '../foundation/spreadsheets/index.ts'
import { task } from '../foundation/workers.ts'
import { xmlTree, type XmlElement } from '../foundation/xml.ts'

export interface ReadText {
  row: number
  /** Empty: whichever the app is translated into. */
  language: string
  text: string
  translation: string
  problem?: Reason
}

export const TEXT_COLUMN: Column<string> = { key: 'text', header: 'Text', isRequired: true, maxLength: LONGEST_TEXT, width: 50 }
export const PLACE_COLUMN: Column<string> = { key: 'place', header: 'Where', isOptional: true, maxLength: LONGEST_TEXT, width: 40 }
export const columnOf = (language: string): Column<string> => ({
  key: language,
  header: `${languageName(language)} (${language})`,
  isOptional: true,
  maxLength: LONGEST_TEXT,
  width: 50,
})

async function readSheet(path: string, languages: readonly string[]): Promise<ReadText[]> {
  const found: ReadText[] = []
  const book = await openWorkbook(path)
  try {
    const sheet = book.sheets[0]
    if (!sheet) return found
    for await (const { row, values, problems } of readTable(sheet, [TEXT_COLUMN, PLACE_COLUMN, ...languages.map(columnOf)])) {
      const text = values.text ?? ''
      const ofText = problems.find(({ column }) => column === 'text')
      if (ofText) found.push({ row, language: '', text, translation: '', problem: ofText })
      else
        for (const language of languages) {
          const problem = problems.find(({ column }) => column === language)
          if (values[language] || problem) found.push({ row, language, text, translation: values[language] ?? '', ...(problem && { problem }) })
        }
    }
  } finally {
    book.close()
  }
  return found
}

const unreadable = (reason: string) => fieldError('texts.fileUnreadable', 'file', 'The file cannot be read: {reason}', { reason })
const below = (element: XmlElement, names: readonly string[]): XmlElement[] =>
  element.children.flatMap(child => (names.includes(child.name) ? [child] : below(child, names)))
/** The text of an element of one kind below another; undefined where there is none. */
function textIn(elements: readonly XmlElement[], name: string): { text: string; hasInline: boolean } | undefined {
  const found = elements.flatMap(element => element.children.filter(child => child.name === name))
  return found.length ? { text: found.map(({ text }) => text).join(''), hasInline: found.some(({ children }) => children.length > 0) } : undefined
}

function readXliff(content: string): ReadText[] {
  let root: XmlElement
  try {
    root = xmlTree(content)
  } catch (error) {
    throw unreadable(error instanceof Error ? error.message.slice(0, 200) : '')
  }
  if (root.name !== 'xliff') throw unreadable('xliff')
  let row = 0
  return below(root, ['file']).flatMap(file =>
    below(file, ['unit', 'trans-unit']).flatMap((unit): ReadText[] => {
      row++
      const language = root.attributes.trgLang ?? file.attributes['target-language'] ?? ''
      const parts = unit.name === 'unit' ? unit.children.filter(({ name }) => name === 'segment' || name === 'ignorable') : [unit]
      const source = textIn(parts, 'source')
      const target = textIn(parts, 'target')
      if (!source || !target?.text.trim()) return []
      const problem: Reason | undefined =
        source.hasInline || target.hasInline ? { reason: 'Marks within the text (such as <ph>) are not taken: write expressions as they stand' } : undefined
      return [{ row, language, text: source.text, translation: target.text, ...(problem && { problem }) }]
    }),
  )
}

export const readTranslations = task({
  name: 'i18n.readTranslations',
  lane: 'long',
  // Packed: what is in it may be a hundred times as large.
  from: 12_000,
  async run({ path, languages, isSheet }: { path: string; languages: string[]; isSheet: boolean }): Promise<ReadText[]> {
    if (isSheet) return readSheet(path, languages)
    if (await isWorkbook(path)) throw new ApiError('texts.fileUnreadable', 'The file cannot be read: {reason}', 422, { values: { reason: '.xlsx' } })
    return readXliff(await readFile(path, 'utf8'))
  },
})
