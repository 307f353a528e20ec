// Whether a text may become a page: JSON, an object, of a type that exists. Unknown types deeper down are named, not refused.
import type { Schema } from './calls.ts'

export type JsonProblem = { kind: 'syntax'; line: number; column: number } | { kind: 'shape' } | { kind: 'type'; type: string }
export interface JsonCheck {
  schema?: Schema
  problem?: JsonProblem
  /** Types inside that nothing renders, with where they are. */
  unknown: { type: string; path: string }[]
}

/** Keys under which amis looks for things to render; a `type` elsewhere means something else. */
const CHILDREN = new Set([
  'body',
  'controls',
  'actions',
  'toolbar',
  'headerToolbar',
  'footerToolbar',
  'buttons',
  'aside',
  'columns',
  'tabs',
  'steps',
  'filter',
  'dialog',
  'drawer',
  'header',
  'footer',
  'items',
  'bulkActions',
  'itemActions',
])
const CONTAINERS_WITHOUT_TYPE = new Set(['tabs', 'steps', 'columns', 'dialog', 'drawer', 'filter'])
/** Spellings of old amis that its compatibility filters still understand. */
const OLD =
  /^(text|email|url|password|number|date|datetime|time|month|year|range|array|tree|file|image|sub-form|rich-text|operation|lazy|table|list|cards|column|status|mapping|date-range|datetime-range|tag|city|color|rating|repeat|formula|html|plain|fieldSet|fieldset)$/

function placeOf(text: string, error: Error): { line: number; column: number } {
  const at = /position (\d+)/.exec(error.message)
  const before = text.slice(0, at ? Number(at[1]) : text.length).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

export function checkJson(text: string, isKnown: (type: string) => boolean): JsonCheck {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { problem: { kind: 'syntax', ...placeOf(text, error as Error) }, unknown: [] }
  }
  if (!value || typeof value !== 'object' || Array.isArray(value)) return { problem: { kind: 'shape' }, unknown: [] }
  const schema = value as Schema
  if (typeof schema.type !== 'string' || !isKnown(schema.type)) return { problem: { kind: 'type', type: String(schema.type ?? '') }, unknown: [] }

  const unknown: JsonCheck['unknown'] = []
  const visit = (node: unknown, path: string, key: string) => {
    if (Array.isArray(node)) return node.forEach((item, i) => visit(item, `${path}/${i}`, key))
    if (!node || typeof node !== 'object') return
    const { type } = node as Schema
    if (typeof type === 'string' && !CONTAINERS_WITHOUT_TYPE.has(key) && !isKnown(type) && !OLD.test(type)) unknown.push({ type, path })
    for (const [name, child] of Object.entries(node)) if (CHILDREN.has(name)) visit(child, `${path}/${name}`, name)
  }
  visit(schema, '', '')
  return { schema, unknown: unknown.slice(0, 20) }
}
