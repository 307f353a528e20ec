// Whether one value of a multi-valued attribute fits a filter, for PATCH; lists of resources are filtered by the database.
import type { Filter, Operator, Value } from './filter.ts'
import { refused } from './refusals.ts'
import { named, type Attribute, type Resource } from './schemas.ts'

/** "True" and "False" are what some providers send for booleans. */
export const asBoolean = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : typeof value === 'string' && /^(true|false)$/i.test(value) ? value.toLowerCase() === 'true' : undefined

function compares(own: unknown, operator: Operator, value: Value, { type, caseExact }: Attribute): boolean {
  const isThere = own !== undefined && own !== null && own !== ''
  if (operator === 'pr') return isThere
  if (value === null) return (operator === 'eq') !== isThere
  if (type === 'boolean') {
    const same = (asBoolean(own) ?? false) === asBoolean(value)
    return operator === 'eq' ? same : operator === 'ne' && !same
  }
  if (!isThere) return operator === 'ne'
  const fold = (text: unknown) => (caseExact ? String(text) : String(text).toLowerCase())
  const a = fold(own)
  const b = fold(value)
  switch (operator) {
    case 'eq':
      return a === b
    case 'ne':
      return a !== b
    case 'co':
      return a.includes(b)
    case 'sw':
      return a.startsWith(b)
    case 'ew':
      return a.endsWith(b)
    case 'gt':
      return a > b
    case 'ge':
      return a >= b
    case 'lt':
      return a < b
    default:
      return a <= b
  }
}

export function matches(item: Resource, filter: Filter, parts: readonly Attribute[]): boolean {
  switch (filter.kind) {
    case 'and':
      return matches(item, filter.left, parts) && matches(item, filter.right, parts)
    case 'or':
      return matches(item, filter.left, parts) || matches(item, filter.right, parts)
    case 'not':
      return !matches(item, filter.filter, parts)
    case 'values':
      throw refused('invalidPath', 'A value filter cannot hold another one')
    case 'compare': {
      const part = filter.path.urn || filter.path.sub ? undefined : named(parts, filter.path.name)
      if (!part) throw refused('invalidPath', 'There is no attribute {name}', { name: filter.path.name })
      return compares(item[part.name], filter.operator, filter.value, part)
    }
  }
}

/** What a filter says by equality, such as `type eq "work"`: a value that it would choose. */
export function chosenBy(filter: Filter, parts: readonly Attribute[]): Resource | undefined {
  if (filter.kind === 'and') {
    const left = chosenBy(filter.left, parts)
    const right = chosenBy(filter.right, parts)
    return left && right && { ...left, ...right }
  }
  if (filter.kind !== 'compare' || filter.operator !== 'eq' || filter.value === null) return undefined
  const part = named(parts, filter.path.name)
  return part && { [part.name]: part.type === 'boolean' ? asBoolean(filter.value) : String(filter.value) }
}
