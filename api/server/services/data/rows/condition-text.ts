// Conditions of row rules as sentences, for people who ask why a row is shown and for versions of permissions.
import { say, type Locale } from '../../../../messages.ts'
import { fieldOf, systemFields } from './filter.ts'
import type { Definition } from '../types.ts'
import { SYSTEM_NAMES, VARIABLES } from './conditions.ts'

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const SENTENCES: Record<string, string> = {
  equal: '{left} is {right}',
  select_equals: '{left} is {right}',
  not_equal: '{left} is not {right}',
  select_not_equals: '{left} is not {right}',
  less: '{left} is less than {right}',
  less_or_equal: '{left} is at most {right}',
  greater: '{left} is greater than {right}',
  greater_or_equal: '{left} is at least {right}',
  between: '{left} is between {right}',
  not_between: '{left} is not between {right}',
  is_empty: '{left} is empty',
  is_not_empty: '{left} is not empty',
  like: '{left} contains {right}',
  not_like: '{left} does not contain {right}',
  starts_with: '{left} starts with {right}',
  ends_with: '{left} ends with {right}',
  select_any_in: '{left} is one of {right}',
  select_not_any_in: '{left} is none of {right}',
}
const LONGEST = 200

export interface TextOptions {
  definition: Definition
  locale: Locale
  /** What the id of a person, a department, a row or a role is called, by the key of the field or the name of the variable. */
  nameOf?(field: string, id: string): string | undefined
}

/** A single condition of a tree with keys, as a sentence. */
export function leafText({ left, op, right }: Json, options: TextOptions): string {
  const { definition, locale, nameOf } = options
  const variable = (name: unknown) => VARIABLES.find(one => one.name === name)
  const field = isObject(left) ? [...systemFields(definition), ...definition.fields].find(one => one.key === left.field) : undefined
  const named = (name: unknown) => {
    const own = variable(name)
    if (own) return say(locale, own.label)
    const other = fieldOf(definition, name)
    return other ? say(locale, SYSTEM_NAMES[other.key] ?? other.name) : say(locale, '(gone)')
  }
  const valueText = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return say(locale, 'empty')
    if (Array.isArray(value)) return value.map(valueText).join(', ')
    if (isObject(value)) return value.type === 'field' ? named(value.field) : '…'
    if (typeof value === 'boolean') return say(locale, value ? 'Yes' : 'No')
    const text = String(value)
    const known = field?.options?.find(option => option.value === text)?.label || (isObject(left) && nameOf?.(String(left.field), text))
    return known || (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
  }
  return say(locale, SENTENCES[String(op)] ?? '{left} ? {right}', { left: named(isObject(left) ? left.field : undefined), right: valueText(right) })
}

/** A tree with keys as one sentence: "(Status is Paid or Owner is Current user: ID) and Total is at least 10". */
export function treeText(node: unknown, options: TextOptions, depth = 0): string {
  if (!isObject(node)) return ''
  if (!('conjunction' in node || 'children' in node))
    return node.left === undefined || node.left === null || node.op === undefined ? '' : leafText(node, options)
  const parts = (Array.isArray(node.children) ? node.children : []).map(child => treeText(child, options, depth + 1)).filter(Boolean)
  if (!parts.length) return ''
  const text = parts.join(node.conjunction === 'or' ? say(options.locale, ' or ') : say(options.locale, ' and '))
  if (node.not === true) return say(options.locale, 'not ({condition})', { condition: text })
  return depth && parts.length > 1 ? `(${text})` : text
}
