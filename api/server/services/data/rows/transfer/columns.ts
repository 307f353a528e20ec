// Columns of a file and fields of a model: how a value is written into a cell, and what a cell says.
import { dictionaryWords, say, type Locale } from '../../../../../messages.ts'
import { locationOf, locationText } from '../../../../../models/location.ts'
import type { Cell } from '../../../foundation/spreadsheets/index.ts'
import { systemFields } from '../filter.ts'
import type { Row } from '../input.ts'
import { titleOf } from '../labels.ts'
import { labelOf, type Definition, type Field, type Model } from '../../types.ts'

const SYSTEM_NAMES: Record<string, string> = {
  id: 'Id',
  created_at: 'Created',
  created_by: 'Created by',
  updated_at: 'Changed at',
  updated_by: 'Changed by',
  version: 'Version',
}

export const nameOf = (field: Field, locale: Locale) =>
  field.id === field.key && SYSTEM_NAMES[field.key] ? say(locale, SYSTEM_NAMES[field.key] as string) : field.name

/** All that a file can hold of a row: its id, its fields, and when and by whom it was changed. */
export function fieldsOf(definition: Definition): Field[] {
  const [id, ...others] = systemFields(definition)
  return [...(id ? [id] : []), ...definition.fields, ...others]
}

/** Sheets keep 15 digits of a number; one with more stays a text. */
const numberOrText = (text: string): Cell => (text.replace(/\D/g, '').length <= 15 && Number.isFinite(Number(text)) ? Number(text) : text)

/** A value as people read it: names for ids, words for yes and no. */
export function cellOf(field: Field, row: Row, targets: ReadonlyMap<string, Model>, locale: Locale): Cell {
  const value = row[field.key]
  if (field.type === 'relationMany') {
    const target = targets.get(field.relation?.modelId ?? '')
    const related = (row._related as Record<string, Row[]> | undefined)?.[field.key] ?? []
    return target ? related.map(other => titleOf(target.definition, other)).join('; ') : ''
  }
  if (value === null || value === undefined || value === '') return ''
  switch (field.type) {
    case 'enum':
      return labelOf(field, value)
    case 'multiEnum':
      return (Array.isArray(value) ? value : [value]).map(one => labelOf(field, one)).join('; ')
    case 'boolean':
      return say(locale, value ? 'Yes' : 'No')
    case 'integer':
    case 'autoNumber':
    case 'decimal':
      return numberOrText(String(value))
    case 'datetime':
      return new Date(String(value))
    case 'json': {
      const place = field.format === 'location' ? locationOf(value) : undefined
      return place ? locationText(place) : JSON.stringify(value)
    }
    case 'user':
    case 'department':
    case 'relationOne':
      return String((row._labels as Record<string, string> | undefined)?.[field.key] ?? value)
    default:
      return String(value)
  }
}

const plain = (header: string) =>
  header
    .replace(/[\s*＊]+$/u, '')
    .trim()
    .toLowerCase()

/** The field that each header names, by key or by name; undefined where none does. A field is given once. */
export function fieldsByHeader(definition: Definition, headers: readonly string[]): (string | undefined)[] {
  const given = new Set<string>()
  const known = fieldsOf(definition)
    .filter(isWritable)
    .map(field => {
      const system = field.id === field.key ? SYSTEM_NAMES[field.key] : undefined
      return { key: field.key, names: [field.key, field.name, ...(system ? [system, ...dictionaryWords(system)] : [])].map(plain) }
    })
  return headers.map(header => {
    const found = known.find(({ key, names }) => !given.has(key) && names.includes(plain(header)))
    if (found) given.add(found.key)
    return found?.key
  })
}

/** What an import may fill: fields with a column that is not the database's own, and the id to find rows by. */
export const isWritable = (field: Field) =>
  field.key === 'id' || (field.type !== 'relationMany' && field.type !== 'autoNumber' && !field.readOnly && field.id !== field.key)
