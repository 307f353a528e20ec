// What a cell says, as plain text: drawn without amis, so that many rows are drawn quickly. Other types are drawn as their column says.
import { figureText, isFigure } from '../../../api/models/formats.ts'
import type { Say } from '../../words.ts'
import type { DataField } from '../controls.ts'
import type { Row } from './about.ts'

/** Columns that every table of ours has beside its fields. */
const SYSTEM: Record<string, DataField['type']> = { id: 'text', created_at: 'datetime', created_by: 'user', updated_at: 'datetime', updated_by: 'user' }
const PLAIN: ReadonlySet<string> = new Set([
  'text',
  'longText',
  'integer',
  'decimal',
  'autoNumber',
  'boolean',
  'date',
  'time',
  'datetime',
  'enum',
  'user',
  'department',
  'relationOne',
  'json',
])
const NONE = '—'
/** Longer texts are cut, here and in the tooltip. */
const LONGEST = 200
const LONGEST_TOLD = 1000

/** The type of a column's values, where they are told as plain text. */
export function plainType(name: string | undefined, columnType: string | undefined, fields: readonly DataField[]): DataField['type'] | undefined {
  const field = fields.find(({ key }) => key === name)
  const type = field?.type ?? SYSTEM[name ?? '']
  const isPlain = /^(tpl|text|mapping)$/.test(columnType ?? '') || (columnType === 'tessera-value' && !!field && isFigure(field))
  return type && PLAIN.has(type) && isPlain ? type : undefined
}

const two = (number: number) => String(number).padStart(2, '0')
/** A moment, as the reader's clock has it. */
function momentText(value: unknown): string {
  const at = new Date(value as string)
  if (Number.isNaN(at.getTime())) return String(value)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`
}

export interface CellText {
  text: string
  /** All of it, where the text may be cut. */
  title?: string
}

export function cellText(type: DataField['type'], key: string, row: Row, field: DataField | undefined, say: Say, language: string): CellText {
  const value = row[key]
  if (value === null || value === undefined || value === '') return { text: NONE }
  const cut = (text: string): CellText => ({ text: text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text, title: text.slice(0, LONGEST_TOLD) })
  switch (type) {
    case 'boolean':
      return { text: value === true ? say('Yes') : value === false ? say('No') : NONE }
    case 'datetime':
      return { text: momentText(value) }
    case 'enum':
      return cut(field?.options.find(one => one.value === value)?.label ?? String(value))
    case 'user':
    case 'department':
      return cut(row._labels?.[key] || (key in SYSTEM ? NONE : String(value)))
    case 'relationOne':
      return cut(row._labels?.[key] || String(value))
    case 'integer':
    case 'decimal':
      return cut(field ? figureText(field, value, language) : String(value))
    case 'json':
      return cut(JSON.stringify(value))
    default:
      return cut(String(value))
  }
}
