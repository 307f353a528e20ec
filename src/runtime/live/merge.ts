// What becomes of a row that two people change at the same time: field by field.
import type { DataField } from '../../../renderers/tessera-data-table/controls.ts'

export type Row = Record<string, unknown>
export interface Difference {
  field: DataField
  mine: unknown
  theirs: unknown
  /** Both changed it; else only they did. */
  isBoth: boolean
}

const isNothing = (value: unknown) => value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length)
const listed = (value: unknown) => (Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [value]).map(String).sort()

/** Whether two values of a field mean the same: forms write some in another way than the server. */
export function isSame({ type }: Pick<DataField, 'type'>, one: unknown, other: unknown): boolean {
  if (isNothing(one) || isNothing(other)) return isNothing(one) && isNothing(other)
  switch (type) {
    case 'datetime':
      return new Date(one as string).getTime() === new Date(other as string).getTime()
    case 'integer':
    case 'decimal':
    case 'autoNumber':
      return Number(one) === Number(other)
    case 'multiEnum':
      return listed(one).join() === listed(other).join()
    default:
      return typeof one === 'object' || typeof other === 'object' ? JSON.stringify(one) === JSON.stringify(other) : String(one) === String(other)
  }
}

/**
 * Fields that they changed since `base`, the row as it was begun with, and that would become something else by saving `mine`. Where it is not known how it was, all
 * that differs is of both.
 */
export function differences(fields: readonly DataField[], base: Row | undefined, mine: Row, theirs: Row): Difference[] {
  return fields.flatMap(field => {
    const { key } = field
    if (!Object.hasOwn(mine, key) || isSame(field, mine[key], theirs[key])) return []
    if (base && isSame(field, base[key], theirs[key])) return []
    return [{ field, mine: mine[key], theirs: theirs[key], isBoth: !base || !isSame(field, base[key], mine[key]) }]
  })
}
