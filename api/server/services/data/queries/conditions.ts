// Conditions of a query: its parameters and days get their values, then they are compiled like those of any list.
import { sql, type RawBuilder } from 'kysely'
import { fieldError } from '../../../errors.ts'
import { compileFilter, MAX_CONDITIONS, MAX_DEPTH, type FilterModel } from '../rows/filter.ts'
import type { Field } from '../types.ts'
import type { Paths } from './fields.ts'
import { BASE } from './fields.ts'
import type { RelationsToMany } from './many.ts'
import { dayValue, namedDay } from './periods.ts'

type Json = Record<string, unknown>
export interface Values {
  parameters: ReadonlyMap<string, unknown>
  /** Keys of all parameters, those without a value as well. */
  known: ReadonlySet<string>
  zone: string
  now: Date
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const refuse = (english: string, values?: Record<string, string | number>) => fieldError('data.filterInvalid', 'definition', english, values)
/** Stands for a condition whose parameter has no value: it is left out. */
const LEFT_OUT = Symbol('left out')

/** The value that the right side of a condition means. */
function rightOf(right: unknown, field: Field, { parameters, known, zone, now }: Values): unknown {
  if (Array.isArray(right)) {
    const each = right.map(one => rightOf(one, field, { parameters, known, zone, now }))
    return each.includes(LEFT_OUT) ? LEFT_OUT : each
  }
  if (!isObject(right) || right.type !== 'field' || typeof right.field !== 'string') return right
  const [kind, name = ''] = right.field.split(/\.(.*)/s)
  if (kind === 'param') {
    if (!known.has(name)) throw refuse('There is no parameter {name}', { name: name.slice(0, 50) })
    if (!parameters.has(name)) return LEFT_OUT
    const value = parameters.get(name)
    return field.type === 'datetime' && typeof value === 'string' && value.length === 10
      ? dayValue(new Date(`${value}T00:00:00Z`), 'datetime', zone)
      : asFieldValue(field, value)
  }
  if (kind === 'date') {
    const day = namedDay(name, zone, now)
    if (!day || (field.type !== 'date' && field.type !== 'datetime')) throw refuse('{name}: this is no value of the field', { name: field.name })
    return dayValue(day, field.type, zone)
  }
  return right
}
/** A number is text where a text is compared, and the other way round. */
function asFieldValue(field: Field, value: unknown): unknown {
  if (Array.isArray(value)) return value.map(one => asFieldValue(field, one))
  if (typeof value === 'number' && field.type !== 'integer' && field.type !== 'autoNumber' && field.type !== 'decimal') return String(value)
  return value
}

export async function conditionOf(
  tree: unknown,
  { paths, toMany }: { paths: Paths; toMany: RelationsToMany },
  model: FilterModel,
  values: Values,
): Promise<RawBuilder<boolean> | undefined> {
  const fields = new Map<string, Field>()
  let count = 0
  const field = async (path: unknown): Promise<Field> => {
    if (typeof path !== 'string' || path.length > 210 || !/^[A-Za-z_]\w*(\.[A-Za-z_]\w*){0,3}$/.test(path)) throw refuse('This is no condition')
    const found = (await paths.resolve(path)).field
    fields.set(path, found)
    return found
  }
  /** Whether there is a related row that fits, in the place of a condition: as a truth that is computed. */
  async function related(node: Json & { left: Json }): Promise<unknown> {
    const found = typeof node.left.field === 'string' ? await toMany.of(node.left.field) : undefined
    if (!found) return undefined
    const { many, key } = found
    let truth: RawBuilder<boolean>
    let isThere = true
    if (key) {
      const { own } = many.resolve(key)
      const right = rightOf(node.right, own, values)
      if (right === LEFT_OUT) return LEFT_OUT
      if (isObject(right)) throw refuse('{name}: this is no value of the field', { name: own.name })
      const leaf = { left: { type: 'field', field: key }, op: node.op, right }
      truth = many.exists([compileFilter(leaf, many.opened.filterModel, { at: 'definition', table: many.alias })])
    } else {
      if (node.op !== 'is_empty' && node.op !== 'is_not_empty') throw refuse('There is no comparison {name}', { name: String(node.op).slice(0, 30) })
      truth = many.exists()
      isThere = node.op === 'is_not_empty'
    }
    const name = `related ${fields.size}`
    fields.set(`${name}.`, { id: name, key: name, name, type: 'boolean', column: '', required: false, unique: false, computed: () => sql`(${truth})` })
    return { left: { type: 'field', field: name }, op: 'equal', right: isThere }
  }
  async function walk(node: unknown, depth: number): Promise<unknown> {
    if (depth > MAX_DEPTH) throw refuse('The conditions are nested too deeply')
    if (!isObject(node)) throw refuse('This is no condition')
    if ('conjunction' in node || 'children' in node) {
      if (node.children !== undefined && node.children !== null && !Array.isArray(node.children)) throw refuse('This is no condition')
      const children: unknown[] = []
      for (const child of (node.children as unknown[] | undefined) ?? []) {
        const one = await walk(child, depth + 1)
        if (one !== LEFT_OUT) children.push(one)
      }
      return { ...node, children }
    }
    if (++count > MAX_CONDITIONS) throw refuse('No more than {limit} entries', { limit: MAX_CONDITIONS })
    if (!isObject(node.left) || node.op === undefined) return node
    const instead = await related(node as Json & { left: Json })
    if (instead !== undefined) return instead
    const left = await field(node.left.field)
    const right = rightOf(node.right, left, values)
    if (right === LEFT_OUT) return LEFT_OUT
    if (isObject(right) && right.type === 'field') await field(right.field)
    return { ...node, right }
  }
  if (tree === undefined || tree === null) return undefined
  const ready = await walk(tree, 0)
  if (ready === LEFT_OUT) return undefined
  // Fields of other tables stand beside those of the model, under their paths.
  const foreign = [...fields].flatMap(([path, one]) => (path.includes('.') ? [one] : []))
  const definition = { ...model.definition, fields: [...model.definition.fields, ...foreign] }
  return compileFilter(ready, { ...model, definition }, { at: 'definition', table: BASE })
}

export const allOf = (parts: readonly (RawBuilder<boolean> | undefined)[]) => {
  const there = parts.filter(part => part !== undefined)
  return there.length ? sql` where ${sql.join(there, sql` and `)}` : sql``
}
