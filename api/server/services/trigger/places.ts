// Texts with places for values: `{{row.amount}}`. A place alone is the value as it is; nothing of a text is ever run.
import { valueAt, type ConditionGroup, type ConditionLeaf, type Values } from '../../../flow/conditions.ts'
import type { TriggerAction } from './definition.ts'

const PLACE = /\{\{\s*([A-Za-z_][\w.]{0,199})\s*\}\}/g
const ALONE = /^\s*\{\{\s*([A-Za-z_][\w.]{0,199})\s*\}\}\s*$/

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export const fillText = (text: string, values: Values): string => text.replace(PLACE, (_all, path: string) => textOf(valueAt(values, path)))

export function fillValue(given: unknown, values: Values): unknown {
  if (typeof given !== 'string') return given
  const [, path] = ALONE.exec(given) ?? []
  return path === undefined ? fillText(given, values) : (valueAt(values, path) ?? null)
}

export const fillValues = (list: TriggerAction['values'], values: Values): Record<string, unknown> =>
  Object.fromEntries((list ?? []).map(({ field, value }) => [field, fillValue(value, values)]))

const isGroup = (node: ConditionGroup | ConditionLeaf): node is ConditionGroup => 'children' in node
const fillRight = (right: unknown, values: Values): unknown => (Array.isArray(right) ? right.map(one => fillValue(one, values)) : fillValue(right, values))

/** A condition whose values have their places filled. */
export const fillCondition = (node: ConditionGroup | ConditionLeaf, values: Values): ConditionGroup | ConditionLeaf =>
  isGroup(node) ? { ...node, children: node.children.map(child => fillCondition(child, values)) } : { ...node, right: fillRight(node.right, values) }

/** Whether every value that a condition needs is there. */
export function isFilled(node: ConditionGroup | ConditionLeaf): boolean {
  if (isGroup(node)) return node.children.every(isFilled)
  if (/^is_(not_)?empty$/.test(node.op)) return true
  const list = Array.isArray(node.right) ? node.right : [node.right]
  return list.every(one => one !== undefined && one !== null && one !== '')
}
