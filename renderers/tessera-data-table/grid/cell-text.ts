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
/** The console writes days as `2026-01-05`, which readers of its two languages know; apps in other languages as these do. */
const asConsole = (language: string) => /^(en-US|zh-CN)$/.test(language)
const days = new Map<string, Intl.DateTimeFormat>()
function inLanguage(language: string, withTime: boolean): Intl.DateTimeFormat {
  const name = `${language} ${String(withTime)}`
  const made =
    days.get(name) ??
    new Intl.DateTimeFormat(language, {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      ...(withTime ? { hour: '2-digit', minute: '2-digit' } : { timeZone: 'UTC' }),
    })
  days.set(name, made)
  return made
}
/** A moment, as the reader's clock has it. */
function momentText(value: unknown, language: string): string {
  const at = new Date(value as string)
  if (Number.isNaN(at.getTime())) return String(value)
  if (!asConsole(language)) return inLanguage(language, true).format(at)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`
}

function dayText(value: string, language: string): string {
  return asConsole(language) || !/^\d{4}-\d{2}-\d{2}$/.test(value) ? value : inLanguage(language, false).format(new Date(`${value}T00:00:00Z`))
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
      return { text: momentText(value, language) }
    case 'date':
      return { text: dayText(String(value), language) }
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
