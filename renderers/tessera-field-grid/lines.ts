// Lines of the grid: what is sent of them, and what a text from a spreadsheet becomes.
import { KEY_PATTERN, proposedKey } from '../../api/models/keys.ts'
import { kindIn, type Kind } from './kinds.ts'

export interface Line {
  id: number
  name: string
  key: string
  /** Edited by whoever fills in the line: it no longer follows the name. */
  isKeyOwn: boolean
  kind: string
  required: boolean
  /** Choices with ; between them. */
  choices: string
  currency: string
  formula: string
}

let made = 0
export const blankLine = (more: Partial<Line> = {}): Line => ({
  id: ++made,
  name: '',
  key: '',
  isKeyOwn: false,
  kind: 'text',
  required: false,
  choices: '',
  currency: '',
  formula: '',
  ...more,
})
export const isBlank = ({ name, key }: Line) => !name.trim() && !key.trim()
export const isComputed = ({ kind }: Pick<Line, 'kind'>) => kind === 'formula'
/** Numbers in sequence and what is computed are never empty. */
export const canBeRequired = ({ kind }: Pick<Line, 'kind'>) => kind !== 'autoNumber' && kind !== 'formula'
export const hasChoices = ({ kind }: Pick<Line, 'kind'>) => kind === 'enum' || kind === 'multiEnum'

/** The lines with a key proposed for each name whose key nobody has edited: never one that is taken, or that of another line. */
export function withKeys(lines: readonly Line[], taken: readonly string[]): Line[] {
  const used = [...taken, ...lines.flatMap(line => (line.isKeyOwn && line.key ? [line.key] : []))]
  return lines.map(line => {
    if (line.isKeyOwn) return line
    const key = proposedKey(line.name, used)
    if (key) used.push(key)
    return key === line.key ? line : { ...line, key }
  })
}

/** What the call takes of a line. */
export function fieldOf(line: Line, kinds: readonly Kind[]) {
  const { type = 'text', format } = kinds.find(({ value }) => value === line.kind) ?? {}
  const options = line.choices
    .split(/[;；\n]/)
    .map(value => value.trim())
    .filter(Boolean)
  return {
    key: line.key.trim(),
    name: line.name.trim(),
    type,
    required: line.required && canBeRequired(line),
    ...(format && { format }),
    ...(format === 'currency' && { currency: line.currency }),
    ...(isComputed(line) && { formula: line.formula.trim() }),
    ...(hasChoices(line) && { options: options.map(value => ({ value })) }),
  }
}

/** As spreadsheets write it. */
const FORMULA = /^=\s*\S/
const YES = /^(yes|y|true|1|x|✓|✔|√|required|not null|是|必填)$/i
const NO = /^(no|n|false|0|-|optional|null|否|选填|)$/i
const HEADING = /^(name|field|field name|column|title|label|名称|字段|字段名|字段名称|列名)$/i

type Role = 'kind' | 'required' | 'key' | 'choices' | 'formula'

/** Lines of a text that was copied from a spreadsheet. The first column names the fields; what the others hold is seen from their words. */
export function pastedLines(text: string, kinds: readonly Kind[]): Line[] {
  const rows = text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map(row => row.split('\t').map(cell => cell.trim().replace(/^"(.*)"$/s, '$1')))
    .filter(row => row.some(Boolean))
  if (rows.length > 1 && HEADING.test(rows[0]?.[0] ?? '')) rows.shift()
  const width = Math.max(...rows.map(row => row.length), 1)
  const roles = new Map<Role, number>()
  for (let at = 1; at < width; at++) {
    const words = rows.map(row => row[at] ?? '')
    const filled = words.filter(Boolean)
    if (!filled.length) continue
    const role: Role | undefined = filled.every(word => kindIn(word, kinds))
      ? 'kind'
      : filled.every(word => FORMULA.test(word))
        ? 'formula'
        : words.every(word => YES.test(word) || NO.test(word))
          ? 'required'
          : filled.every(word => KEY_PATTERN.test(word))
            ? 'key'
            : filled.every(word => /[;；]/.test(word))
              ? 'choices'
              : undefined
    if (role && !roles.has(role)) roles.set(role, at)
  }
  const cell = (row: readonly string[], role: Role) => row[roles.get(role) ?? -1] ?? ''
  return rows.map(row => {
    const key = cell(row, 'key')
    const choices = cell(row, 'choices')
    const formula = cell(row, 'formula').replace(/^=\s*/, '')
    return blankLine({
      name: (row[0] ?? '').slice(0, 50),
      ...(key && { key, isKeyOwn: true }),
      kind: formula ? 'formula' : (kindIn(cell(row, 'kind'), kinds) ?? (choices ? 'enum' : 'text')),
      required: YES.test(cell(row, 'required')),
      choices,
      formula,
    })
  })
}
