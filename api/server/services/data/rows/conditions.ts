// Condition trees of row rules: what they may name beside fields, how they are kept, and how they become what the compiler of filters reads.
import { ApiError, fieldError } from '../../../errors.ts'
import { fieldOf, systemFields } from './filter.ts'
import { hasValue, quoted, type Definition, type Field, type FieldType } from '../types.ts'

/** What a variable holds, by its name; several values stand for any of them, none for nobody. */
export type Values = Readonly<Record<string, readonly string[]>>

export interface Variable {
  name: string
  label: string
  type: 'user' | 'department' | 'role' | 'text'
}

/** What a condition may choose by its name. */
export interface Option {
  value: string | number
  label: string
}
export const VARIABLES: readonly Variable[] = [
  { name: 'user.id', label: 'Current user: ID', type: 'user' },
  { name: 'user.uid', label: 'Current user: username', type: 'text' },
  { name: 'user.name', label: 'Current user: name', type: 'text' },
  { name: 'user.nickName', label: 'Current user: nickname', type: 'text' },
  { name: 'user.email', label: 'Current user: email', type: 'text' },
  { name: 'user.phone', label: 'Current user: phone', type: 'text' },
  { name: 'user.departments', label: 'Current user: departments', type: 'department' },
  { name: 'user.roles', label: 'Current user: roles', type: 'role' },
  { name: 'app.id', label: 'Current app: ID', type: 'text' },
  { name: 'app.name', label: 'Current app: name', type: 'text' },
  { name: 'app.env', label: 'Current app: environment', type: 'text' },
  { name: 'company.id', label: 'Organisation: ID', type: 'text' },
  { name: 'company.key', label: 'Organisation: key', type: 'text' },
  { name: 'company.name', label: 'Organisation: name', type: 'text' },
]
const BY_NAME = new Map(VARIABLES.map(variable => [variable.name, variable]))
/** Types of fields that a variable is compared with. */
const FITS: Record<Variable['type'], readonly FieldType[]> = {
  user: ['user', 'text'],
  department: ['department', 'text'],
  // Roles have no field: they are compared with those of the app.
  role: [],
  text: ['text', 'longText', 'enum'],
}
/** Comparisons with a variable: a list of values has no order and no beginning. */
const EQUAL = ['equal', 'select_equals', 'select_any_in']
const UNEQUAL = ['not_equal', 'select_not_equals', 'select_not_any_in']

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const isGroup = (node: Json) => 'conjunction' in node || 'children' in node
const nameOf = (side: unknown): unknown => (isObject(side) && side.type === 'field' ? side.field : undefined)
const variableOf = (side: unknown): Variable | undefined => {
  const name = nameOf(side)
  return typeof name === 'string' ? BY_NAME.get(name) : undefined
}
const refuse = (english: string, values?: Record<string, string>) => fieldError('data.filterInvalid', 'filters', english, values)

/** The same tree with other names for fields; variables keep theirs. */
export function renamed(node: unknown, name: (field: unknown) => unknown): unknown {
  if (!isObject(node)) return node
  if (isGroup(node)) return { ...node, ...(Array.isArray(node.children) && { children: node.children.map(child => renamed(child, name)) }) }
  const side = (value: unknown) => (isObject(value) && value.type === 'field' && !variableOf(value) ? { ...value, field: name(value.field) } : value)
  return { ...node, ...('left' in node && { left: side(node.left) }), ...('right' in node && { right: side(node.right) }) }
}

/** As it is kept: fields by their ids. */
export const toStored = (tree: unknown, definition: Definition) => renamed(tree, key => fieldOf(definition, key)?.id ?? key)

/** As it is shown and compiled: fields by their keys; one that is gone stays the id that no field is called. */
export const toKeys = (tree: unknown, definition: Definition) =>
  renamed(tree, id => [...systemFields(definition), ...definition.fields].find(field => field.id === id)?.key ?? id)

/** Every row, or none: the primary key is never empty. */
const constant = (holds: boolean) => ({ left: { type: 'field', field: 'id' }, op: holds ? 'is_not_empty' : 'is_empty' })

function constantOf(variable: Variable, op: unknown, right: unknown, values: Values) {
  const own = values[variable.name] ?? []
  if (op === 'is_empty' || op === 'is_not_empty') return constant((own.length === 0) === (op === 'is_empty'))
  const other = variableOf(right)
  const wanted = other ? (values[other.name] ?? []) : Array.isArray(right) ? right : [right ?? '']
  if (wanted.some(one => typeof one !== 'string' && typeof one !== 'number')) throw refuse('{name}: this is no value of the field', { name: variable.label })
  const meets = wanted.some(one => own.includes(String(one)))
  if (EQUAL.includes(op as string)) return constant(meets)
  if (UNEQUAL.includes(op as string)) return constant(!meets)
  throw refuse('{name} can only be compared as equal or not', { name: variable.label })
}

/**
 * A tree with keys as the compiler of filters reads it: variables stand on the right and only where they fit, and what compares nothing but
 * variables is decided.
 */
export function prepared(node: unknown, definition: Definition, values: Values): unknown {
  if (!isObject(node)) return node
  if (isGroup(node)) return { ...node, ...(Array.isArray(node.children) && { children: node.children.map(child => prepared(child, definition, values)) }) }
  const { left, op, right } = node
  const onLeft = variableOf(left)
  const onRight = variableOf(right)
  // A line that is not filled in yet.
  if (left === undefined || left === null || op === undefined) return node
  if (onLeft && (onRight || nameOf(right) === undefined)) return constantOf(onLeft, op, right, values)
  const variable = onLeft ?? onRight
  if (!variable) return node
  const key = nameOf(onLeft ? right : left)
  const field = fieldOf(definition, key)
  if (!field) throw refuse('There is no field {name}', { name: quoted(key) })
  if (!EQUAL.includes(op as string) && !UNEQUAL.includes(op as string)) throw refuse('{name} can only be compared as equal or not', { name: variable.label })
  if (!FITS[variable.type].includes(field.type)) throw refuse('{name}: this is no value of the field', { name: field.name })
  return { left: { type: 'field', field: field.key }, op, right: { type: 'field', field: variable.name } }
}

/** Comparisons with one value under the names that lists to choose from have. */
const CHOSEN: Record<string, string> = { equal: 'select_equals', not_equal: 'select_not_equals' }

/** A tree with keys as the condition builder shows it: what is chosen by its name is compared as what is chosen. */
export function offered(node: unknown, definition: Definition): unknown {
  if (!isObject(node)) return node
  if (isGroup(node)) return { ...node, ...(Array.isArray(node.children) && { children: node.children.map(child => offered(child, definition)) }) }
  const field = fieldOf(definition, nameOf(node.left))
  const isChosen = (field && isNamed(field)) || variableOf(node.left)?.type === 'role'
  return isChosen && typeof node.op === 'string' ? { ...node, op: CHOSEN[node.op] ?? node.op } : node
}

/** The values that conditions name of a field or a variable. */
export const valuesNamed = (tree: unknown, name: string): (string | number)[] =>
  leavesOf(tree).flatMap(({ left, right }) =>
    nameOf(left) === name ? (Array.isArray(right) ? right : [right]).filter(value => typeof value === 'string' || typeof value === 'number') : [],
  )

/** A tree with other ids for the roles that it names. */
export function withRoles(node: unknown, idOf: (role: string) => string): unknown {
  if (!isObject(node)) return node
  if (isGroup(node)) return { ...node, ...(Array.isArray(node.children) && { children: node.children.map(child => withRoles(child, idOf)) }) }
  if (variableOf(node.left)?.type !== 'role') return node
  const other = (value: unknown) => (typeof value === 'string' ? idOf(value) : value)
  return { ...node, right: Array.isArray(node.right) ? node.right.map(other) : other(node.right) }
}

/** The single conditions of a tree. */
export const leavesOf = (tree: unknown): Json[] => {
  if (!isObject(tree)) return []
  if (isGroup(tree)) return Array.isArray(tree.children) ? tree.children.flatMap(leavesOf) : []
  return [tree]
}

/** Whether a tree asks for something only the database knows of a person. */
export const names = (tree: unknown, ...wanted: string[]): boolean => {
  if (!isObject(tree)) return false
  if (isGroup(tree)) return Array.isArray(tree.children) && tree.children.some(child => names(child, ...wanted))
  return wanted.includes(String(nameOf(tree.left))) || wanted.includes(String(nameOf(tree.right)))
}

/** A refusal that means that a rule no longer fits its model; anything else is a fault. */
export const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError

const CONTROLS: Partial<Record<FieldType, string>> = {
  integer: 'number',
  autoNumber: 'number',
  decimal: 'number',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  datetime: 'datetime',
  enum: 'select',
}

const NAMED = ['select_equals', 'select_not_equals', 'select_any_in', 'select_not_any_in', 'is_empty', 'is_not_empty']
/** Of several choices: has any of these, has none of these. */
const SEVERAL = ['select_any_in', 'select_not_any_in', 'is_empty', 'is_not_empty']
/** Fields whose values people know by another name. */
export const isNamed = ({ type }: Pick<Field, 'type'>) => type === 'user' || type === 'department' || type === 'relationOne'

/** A field as the condition builder offers it. */
export function choiceOf(field: Field, options?: readonly Option[]) {
  const type = CONTROLS[field.type] ?? 'text'
  const base = { label: field.name, name: field.key, type, valueTypes: ['value', 'field'] }
  if (field.type === 'enum') return { ...base, options: (field.options ?? []).map(({ value, label }) => ({ value, label: label || value })) }
  if (field.type === 'multiEnum')
    return {
      ...base,
      type: 'select',
      options: (field.options ?? []).map(({ value, label }) => ({ value, label: label || value })),
      valueTypes: ['value'],
      operators: SEVERAL,
    }
  // People, departments and rows are chosen by their names; the first two are also named by variables.
  if (isNamed(field))
    return {
      ...base,
      type: 'select',
      searchable: true,
      options: options ?? [],
      valueTypes: field.type === 'relationOne' ? ['value'] : ['value', 'field'],
      operators: NAMED,
    }
  if (['json', 'file', 'image'].includes(field.type)) return { ...base, operators: ['is_empty', 'is_not_empty'] }
  return base
}

/** What the condition builder offers: the fields of a model, and the variables in a group of their own. */
export function choices(
  definition: Definition,
  say: (english: string) => string,
  withVariables: boolean,
  options: { fields: ReadonlyMap<string, readonly Option[]>; roles: readonly Option[] },
) {
  const system = systemFields(definition).map(field => ({ ...field, name: say(SYSTEM_NAMES[field.key] ?? field.name) }))
  const fields = [...definition.fields.filter(hasValue), ...system].map(field => choiceOf(field, options.fields.get(field.key)))
  const variables = VARIABLES.map(({ name, label, type }) =>
    type === 'role'
      ? { label: say(label), name, type: 'select', searchable: true, options: options.roles, valueTypes: ['value'], operators: NAMED }
      : { label: say(label), name, type: 'text', valueTypes: ['value', 'field'], operators: ['equal', 'not_equal', 'is_empty', 'is_not_empty'] },
  )
  return withVariables ? [...fields, { label: say('Variables'), children: variables }] : fields
}
export const SYSTEM_NAMES: Record<string, string> = {
  id: 'ID',
  created_at: 'Created at',
  created_by: 'Created by',
  updated_at: 'Updated at',
  updated_by: 'Updated by',
  version: 'Version',
}
