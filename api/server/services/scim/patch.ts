// PATCH (RFC 7644, section 3.5.2) on the JSON of a resource, with what Entra ID and Okta make of it.
import { readTarget, type Target } from './filter.ts'
import { checkPrimary, placeOf, readValue } from './input.ts'
import { chosenBy, matches } from './match.ts'
import { refused } from './refusals.ts'
import { named, sameName, type Attribute, type Resource, type ResourceType } from './schemas.ts'
import { PATCH } from './urns.ts'

export interface Operation {
  op: 'add' | 'replace' | 'remove'
  /** Absent: the value is an object of attributes. */
  target?: Target
  /** Written in place of an attribute: the extension itself. */
  extension?: string
  value: unknown
}

const OPERATIONS_MAX = 1000
const isObject = (value: unknown): value is Resource => typeof value === 'object' && value !== null && !Array.isArray(value)

/** One attribute that an operation acts on; several where the operation had no path. */
function readOne(type: ResourceType, op: Operation['op'], path: string, value: unknown): Operation {
  for (const { id } of [type.core, type.extension]) if (sameName(path, id)) return { op, extension: id, value }
  return { op, target: readTarget(path), value }
}

/** The operations of a request, each with one attribute; those without a path are taken apart. */
export function readOperations(type: ResourceType, body: Resource): Operation[] {
  const key = Object.keys(body).find(name => sameName(name, 'Operations'))
  const list = key === undefined ? undefined : body[key]
  const said = body.schemas
  if (said !== undefined && !(Array.isArray(said) && said.includes(PATCH)))
    throw refused('invalidSyntax', 'The schemas of the request should be {schemas}', { schemas: PATCH })
  if (!Array.isArray(list) || !list.length) throw refused('invalidSyntax', 'A PATCH request needs a list of Operations')
  if (list.length > OPERATIONS_MAX) throw refused('tooMany', 'A request can hold {limit} operations', { limit: OPERATIONS_MAX })
  return list.flatMap((raw: unknown) => {
    if (!isObject(raw)) throw refused('invalidSyntax', 'A PATCH request needs a list of Operations')
    // Entra ID writes Add, Replace and Remove.
    const op = String(raw.op).toLowerCase()
    if (op !== 'add' && op !== 'replace' && op !== 'remove') throw refused('invalidSyntax', 'An operation is add, replace or remove')
    if (raw.path !== undefined && raw.path !== null && raw.path !== '') {
      if (typeof raw.path !== 'string') throw refused('invalidPath', 'A path is a text')
      return [readOne(type, op, raw.path, raw.value)]
    }
    if (op === 'remove') throw refused('noTarget', 'To remove something takes a path')
    if (!isObject(raw.value)) throw refused('invalidValue', 'Without a path the value is an object of attributes')
    return Object.entries(raw.value).flatMap(([path, value]): Operation[] => {
      const one = readOne(type, op, path, value)
      // What is not ours or not the client's to say (id, schemas) comes along with the rest and is left out.
      if (one.target) {
        const attribute = placeOf(type, one.target.urn, one.target.name)?.attribute
        if (!attribute || attribute.mutability === 'readOnly' || attribute.name === 'schemas') return []
      }
      return [one]
    })
  })
}

function partOf(attribute: Attribute, name: string): Attribute {
  const part = named(attribute.subAttributes ?? [], name)
  if (!part) throw refused('invalidPath', 'There is no attribute {name}', { name: `${attribute.name}.${name}` })
  if (part.mutability === 'readOnly') throw refused('mutability', 'The attribute {name} cannot be changed', { name: `${attribute.name}.${name}` })
  return part
}

const sameItem = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** New values at the end; a new primary value takes the mark from the old one, a value that is there already is not added twice. */
function addedTo(list: Resource[], more: Resource[]): Resource[] {
  let all = list
  for (const item of more) {
    if (all.some(one => sameItem(one, item))) continue
    if (item.primary === true) all = all.map(one => ({ ...one, primary: false }))
    all = [...all.filter(one => one.value === undefined || one.value !== item.value || one.type !== item.type), item]
  }
  return all
}

/** Chosen values of a list, or a part of them. */
function changeChosen(attribute: Attribute, list: Resource[], { op, target, value }: Operation): Resource[] {
  const parts = attribute.subAttributes ?? []
  const { filter, sub } = target as Target
  const fits = (item: Resource) => !filter || matches(item, filter, parts)
  if (op === 'remove') {
    if (!sub) return list.filter(item => !fits(item))
    const part = partOf(attribute, sub)
    const without = (item: Resource) => Object.fromEntries(Object.entries(item).filter(([name]) => name !== part.name))
    return list.map(item => (fits(item) ? without(item) : item)).filter(item => Object.keys(item).some(name => name !== 'type' && name !== 'primary'))
  }
  const change = sub
    ? { [partOf(attribute, sub).name]: readValue(partOf(attribute, sub), value) }
    : ((readValue({ ...attribute, multiValued: false }, value) ?? {}) as Resource)
  if (list.some(fits)) {
    const isPrimary = change.primary === true
    return list.map(item => (fits(item) ? { ...(op === 'replace' && !sub ? {} : item), ...change } : isPrimary ? { ...item, primary: false } : item))
  }
  const made = filter && op === 'add' ? chosenBy(filter, parts) : !filter && op === 'add' ? {} : undefined
  if (!made) throw refused('noTarget', 'No value of {name} fits the path', { name: attribute.name })
  return [...list, { ...made, ...change }]
}

/** An attribute after an operation. */
function changed(attribute: Attribute, own: unknown, operation: Operation): unknown {
  const { op, target, value } = operation
  const { sub = '', filter } = target ?? {}
  if (attribute.multiValued) {
    const list = (own ?? []) as Resource[]
    if (filter || sub) return readValue(attribute, changeChosen(attribute, list, operation))
    const given = (readValue(attribute, value) ?? []) as Resource[]
    // Entra ID removes values by naming them in the value.
    if (op === 'remove') return given.length ? list.filter(item => !given.some(one => one.value === item.value)) : undefined
    return op === 'replace' ? readValue(attribute, value) : addedTo(list, given)
  }
  if (filter) throw refused('invalidPath', 'The attribute {name} has one value only', { name: attribute.name })
  if (sub) {
    const part = partOf(attribute, sub)
    return readValue(attribute, { ...(own as Resource), [part.name]: op === 'remove' ? null : readValue(part, value) })
  }
  if (op === 'remove') return undefined
  const given = readValue(attribute, value)
  return attribute.type === 'complex' && isObject(given) ? { ...(own as Resource), ...given } : given
}

/** The resource after the operations, in order; nothing of it is stored yet. */
export function patched(type: ResourceType, resource: Resource, operations: readonly Operation[]): Resource {
  const next = structuredClone(resource)
  const applyAt = (operation: Operation, target: Target) => {
    const place = placeOf(type, target.urn, target.name)
    if (!place || place.attribute.name === 'schemas') throw refused('invalidPath', 'There is no attribute {name}', { name: target.name })
    const { attribute, extension } = place
    if (attribute.mutability === 'readOnly') throw refused('mutability', 'The attribute {name} cannot be changed', { name: attribute.name })
    const holder = extension ? { ...(next[extension] as Resource) } : next
    const after = changed(attribute, holder[attribute.name], { ...operation, target })
    if (after === undefined && attribute.required) throw refused('mutability', 'The attribute {name} cannot be removed', { name: attribute.name })
    if (after === undefined) delete holder[attribute.name]
    else holder[attribute.name] = after
    if (extension) next[extension] = holder
  }
  for (const operation of operations) {
    if (operation.target) applyAt(operation, operation.target)
    else {
      const urn = operation.extension ?? ''
      if (operation.op === 'remove') delete next[urn]
      else if (!isObject(operation.value)) throw refused('invalidValue', 'Without a path the value is an object of attributes')
      else for (const [name, value] of Object.entries(operation.value)) if (placeOf(type, urn, name)) applyAt({ ...operation, value }, { urn, name, sub: '' })
    }
  }
  checkPrimary(type, next)
  return next
}
