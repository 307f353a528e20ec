// One scope of the data chain: the names that a place certainly has, and what is known of their values.
import type { AnySchemaObject } from 'ajv'
import { firstOf } from './data-chain.ts'
import { fieldsOf, isClosed } from './shapes.ts'

type Json = Record<string, unknown>
/** What is known of a value: its schema, or true where it is only known to be there. */
export type Known = AnySchemaObject | true
export interface Scope {
  up: Scope | undefined
  names: Map<string, Known>
  /** Holds names that nobody can list. */
  open: boolean
}

/** What a field with options of its own gives: one of their values, or nothing yet. */
export function chosenFrom(own: Json, type: string): Known {
  if (!/^(select|radios|button-group-select|list-select)$/.test(type) || !Array.isArray(own.options) || !own.options.length) return true
  if (own.multiple || own.source || own.creatable || own.value !== undefined || own.valueField || own.joinValues === false || own.addApi) return true
  const values = own.options.map(option => (option && typeof option === 'object' ? (option as Json).value : option))
  return values.every(value => typeof value === 'string' && !value.includes('$')) ? { enum: [...values, null], chosen: true } : true
}

export const object = (value: unknown): Json | undefined => (value && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : undefined)

export const inner = (up: Scope, open = false): Scope => ({ up, names: new Map(), open })

/** What an answer certainly holds. */
export const addFields = (scope: Scope, schema: AnySchemaObject | undefined) => {
  if (!schema || !isClosed(schema)) scope.open = true
  for (const [name, field] of Object.entries(fieldsOf(schema) ?? {})) scope.names.set(name, field)
}

/** What a component says of its own data. */
export const addData = (scope: Scope, data: unknown) => {
  const own = object(data)
  if (own) {
    for (const name of Object.keys(own))
      // `$$`, `$&`, `${$$}` and `${&}` are all that is around, which is known.
      if (name === '&') scope.open ||= !/^\$(?:\$|&|\{(?:\$\$|&)\})$/.test(String(own[name]))
      else scope.names.set(firstOf(name), true)
  } else if (typeof data === 'string' && data.includes('$')) scope.open = true
}

/** A field gives a name; what an address answers under it is known better. */
export const provide = (scope: Scope, name: string, known: Known = true) => {
  const before = scope.names.get(name)
  if (before === undefined) scope.names.set(name, known)
  // Two fields of one name, shown in turn: what either offers.
  else if (before !== true && before.chosen) scope.names.set(name, known !== true && known.chosen ? { ...before, enum: [...before.enum, ...known.enum] } : true)
}

export const isOpen = (scope: Scope | undefined): boolean => {
  for (let at = scope; at; at = at.up) if (at.open) return true
  return false
}
export function* namesOf(scope: Scope | undefined): Generator<string> {
  for (let at = scope; at; at = at.up) yield* at.names.keys()
}

export function withData(own: Json, scope: Scope): Scope {
  const made = inner(scope)
  addData(made, own.data)
  return made
}
