// What a provider sends, read by the schemas: canonical names, right types, nothing that is not the client's to say.
import { refused } from './refusals.ts'
import { asBoolean } from './match.ts'
import { COMMON, named, sameName, type Attribute, type Resource, type ResourceType } from './schemas.ts'

const TEXT_MAX = 1000
const VALUES_MAX = 50

const isObject = (value: unknown): value is Resource => typeof value === 'object' && value !== null && !Array.isArray(value)

function readSimple(attribute: Attribute, value: unknown): unknown {
  if (attribute.type === 'boolean') {
    const read = asBoolean(value)
    if (read === undefined) throw refused('invalidValue', 'The attribute {name} should be true or false', { name: attribute.name })
    return read
  }
  if (typeof value !== 'string') throw refused('invalidValue', 'The attribute {name} should be a text', { name: attribute.name })
  if (value.length > TEXT_MAX) throw refused('invalidValue', 'The attribute {name} has more than {limit} characters', { name: attribute.name, limit: TEXT_MAX })
  return value
}

function readOne(attribute: Attribute, value: unknown): unknown {
  if (attribute.type !== 'complex') return readSimple(attribute, value)
  const parts = attribute.subAttributes ?? []
  // Some providers send the value alone, such as the manager's id.
  if (typeof value === 'string' && named(parts, 'value')) return { value }
  if (!isObject(value)) throw refused('invalidValue', 'The attribute {name} should be an object', { name: attribute.name })
  const read: Resource = {}
  for (const [key, item] of Object.entries(value)) {
    const part = named(parts, key)
    if (part && item !== null && item !== undefined) read[part.name] = readSimple(part, item)
  }
  return read
}

/** A value of an attribute in its canonical form; undefined where it is unassigned (null, an empty list, an empty text). */
export function readValue(attribute: Attribute, value: unknown): unknown {
  if (value === null || value === undefined || value === '') return undefined
  if (!attribute.multiValued) {
    const read = readOne(attribute, value)
    return isObject(read) && !Object.keys(read).length ? undefined : read
  }
  const list = Array.isArray(value) ? value : [value]
  // Members of a group are bounded by the size of the request alone.
  if (list.length > VALUES_MAX && attribute.name !== 'members')
    throw refused('invalidValue', 'The attribute {name} has more than {limit} values', { name: attribute.name, limit: VALUES_MAX })
  const read = list.filter(item => item !== null && item !== undefined && item !== '').map(item => readOne(attribute, item))
  return read.length ? read : undefined
}

/** The parts of a resource that a client may say, each with the object that holds it: the resource, or one of its extensions. */
export function placeOf(type: ResourceType, urn: string, name: string): { attribute: Attribute; extension: string } | undefined {
  if (urn && sameName(urn, type.extension.id)) {
    const attribute = named(type.extension.attributes, name)
    return attribute && { attribute, extension: type.extension.id }
  }
  if (urn && !sameName(urn, type.core.id)) return undefined
  const attribute = named(type.core.attributes, name) ?? named(COMMON, name)
  return attribute && { attribute, extension: '' }
}

function readAttributes(attributes: readonly Attribute[], raw: Resource): Resource {
  const read: Resource = {}
  for (const [key, value] of Object.entries(raw)) {
    const attribute = named(attributes, key)
    if (!attribute || attribute.mutability === 'readOnly') continue
    const own = readValue(attribute, value)
    if (own !== undefined) read[attribute.name] = own
  }
  return read
}

const WRITABLE_COMMON = COMMON.filter(one => one.name === 'externalId')

/** A whole resource as POST and PUT take it. Attributes that we do not know are left out, as the RFC allows. */
export function readResource(type: ResourceType, raw: Resource): Resource {
  const said = raw.schemas
  if (said !== undefined && !(Array.isArray(said) && said.some(one => typeof one === 'string' && sameName(one, type.core.id))))
    throw refused('invalidSyntax', 'The schemas of the request should be {schemas}', { schemas: type.core.id })
  const read = readAttributes([...type.core.attributes, ...WRITABLE_COMMON], raw)
  for (const [key, value] of Object.entries(raw))
    // An empty one says that nothing of it is assigned; none says nothing.
    if (sameName(key, type.extension.id) && isObject(value)) read[type.extension.id] = readAttributes(type.extension.attributes, value)
  checkPrimary(type, read)
  return read
}

/** At most one value of a list is the primary one. */
export function checkPrimary(type: ResourceType, resource: Resource) {
  for (const { name, multiValued } of type.core.attributes) {
    const list = resource[name]
    if (multiValued && Array.isArray(list) && list.filter(item => (item as Resource).primary === true).length > 1)
      throw refused('invalidValue', 'Only one value of {name} can be the primary one', { name })
  }
}
