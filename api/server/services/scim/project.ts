// What of a resource is sent: `attributes` and `excludedAttributes` (RFC 7644, section 3.9).
import { readPath } from './filter.ts'
import { placeOf } from './input.ts'
import { refused } from './refusals.ts'
import { sameName, type Resource, type ResourceType } from './schemas.ts'

export interface Wanted {
  attributes?: string
  excludedAttributes?: string
}
/** Attributes by extension ('' for the core) and name, with their parts; null for the whole attribute. */
type Chosen = Map<string, Map<string, Set<string> | null>>

function chosenOf(type: ResourceType, text: string): Chosen {
  const chosen: Chosen = new Map()
  for (const one of text.split(',').map(name => name.trim())) {
    if (!one) continue
    const whole = [type.core, type.extension].find(schema => sameName(schema.id, one))
    const path = whole ? undefined : readPath(one)
    const place = path && placeOf(type, path.urn, path.name)
    // A name of another schema is nothing to send, and no mistake.
    if (whole) for (const { name } of whole.attributes) add(whole === type.core ? '' : whole.id, name, '')
    else if (place) add(place.extension, place.attribute.name, path?.sub ?? '')
  }
  return chosen

  function add(extension: string, name: string, sub: string) {
    const names = chosen.get(extension) ?? new Map<string, Set<string> | null>()
    chosen.set(extension, names)
    const parts = names.get(name)
    if (!sub || parts === null) names.set(name, null)
    else names.set(name, new Set([...(parts ?? []), sub.toLowerCase()]))
  }
}

const partsOf = (value: unknown, keep: (name: string) => boolean): unknown =>
  Array.isArray(value)
    ? value.map(item => partsOf(item, keep))
    : value && typeof value === 'object'
      ? Object.fromEntries(Object.entries(value).filter(([name]) => keep(name)))
      : value

/** Whether an attribute of the core schema will be sent, so that what nobody wants is not read. */
export function isWanted(type: ResourceType, wanted: Wanted, name: string): boolean {
  if (wanted.attributes) return !!chosenOf(type, wanted.attributes).get('')?.has(name)
  return (
    chosenOf(type, wanted.excludedAttributes ?? '')
      .get('')
      ?.get(name) !== null
  )
}

export function projected(type: ResourceType, resource: Resource, wanted: Wanted): Resource {
  if (wanted.attributes && wanted.excludedAttributes) throw refused('invalidValue', 'Only one of attributes and excludedAttributes can be given')
  if (!wanted.attributes && !wanted.excludedAttributes) return resource
  const isOnly = !!wanted.attributes
  const chosen = chosenOf(type, wanted.attributes || wanted.excludedAttributes || '')
  const pick = (holder: Resource, extension: string): Resource => {
    const names = chosen.get(extension)
    return Object.fromEntries(
      Object.entries(holder).flatMap(([name, value]) => {
        if (!extension && (name === 'id' || name === 'schemas')) return [[name, value]]
        if (name === type.extension.id) return []
        const parts = names?.get(name)
        if (parts === undefined) return isOnly ? [] : [[name, value]]
        if (parts === null) return isOnly ? [[name, value]] : []
        return [[name, partsOf(value, part => parts.has(part.toLowerCase()) === isOnly)]]
      }),
    )
  }
  const sent = pick(resource, '')
  const own = resource[type.extension.id] as Resource | undefined
  const kept = own && pick(own, type.extension.id)
  return { ...sent, ...(kept && Object.keys(kept).length && { [type.extension.id]: kept }) }
}
