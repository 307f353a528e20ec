// Bulk (RFC 7644, section 3.7): operations one after the other, each on its own; later ones may name what earlier ones made.
import { ApiError } from '../../errors.ts'
import { BULK_MAX } from './discovery.ts'
import { refused } from './refusals.ts'
import { resourceTypes, sameName, type Resource, type ResourceType } from './schemas.ts'
import type { Provisioning } from './scope.ts'
import { BULK, BULK_ANSWER } from './urns.ts'

export interface Resources {
  create(scope: Provisioning, raw: Resource): Promise<Resource>
  replace(scope: Provisioning, id: string, raw: Resource, ifMatch?: string): Promise<Resource>
  patch(scope: Provisioning, id: string, raw: Resource, ifMatch?: string): Promise<Resource>
  remove(scope: Provisioning, id: string, ifMatch?: string): Promise<void>
}
interface Asked {
  method: string
  bulkId: string
  type: ResourceType
  id: string
  version: string | undefined
  data: Resource
}
/** One operation that was carried out or refused, for the log. */
export interface Done {
  method: string
  path: string
  status: number
  data: Resource
}

const METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
const REFERENCE = /^bulkId:(.+)$/
const isObject = (value: unknown): value is Resource => typeof value === 'object' && value !== null && !Array.isArray(value)

function readOperation(raw: unknown): Asked {
  if (!isObject(raw)) throw refused('invalidSyntax', 'An operation of a bulk request is an object')
  const method = String(raw.method ?? '').toUpperCase()
  const [, endpoint = '', id = '', more] = String(raw.path ?? '').split('/')
  const type = resourceTypes.find(one => sameName(one.endpoint, endpoint))
  if (!METHODS.has(method)) throw refused('invalidSyntax', 'The method of an operation is POST, PUT, PATCH or DELETE')
  if (!type || more !== undefined || !id !== (method === 'POST'))
    throw refused('invalidPath', 'The path {path} cannot be read', { path: String(raw.path ?? '').slice(0, 100) })
  const bulkId = typeof raw.bulkId === 'string' ? raw.bulkId : ''
  if (method === 'POST' && !bulkId) throw refused('invalidSyntax', 'An operation that makes something needs a bulkId')
  if (method !== 'DELETE' && !isObject(raw.data)) throw refused('invalidSyntax', 'The operation needs data')
  return { method, bulkId, type, id, version: typeof raw.version === 'string' ? raw.version : undefined, data: isObject(raw.data) ? raw.data : {} }
}

/** References to what other operations make, `bulkId:…`, anywhere in a value. */
function referencesIn(value: unknown, found: string[] = []): string[] {
  if (typeof value === 'string') found.push(...(REFERENCE.exec(value)?.slice(1) ?? []))
  else if (value && typeof value === 'object') for (const item of Object.values(value)) referencesIn(item, found)
  return found
}
const resolved = (value: unknown, ids: ReadonlyMap<string, string>): unknown =>
  typeof value === 'string'
    ? (ids.get(REFERENCE.exec(value)?.[1] ?? '') ?? value)
    : Array.isArray(value)
      ? value.map(item => resolved(item, ids))
      : isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolved(item, ids)]))
        : value

export async function runBulk(
  scope: Provisioning,
  body: Resource,
  resourcesOf: (type: ResourceType) => Resources,
  errorOf: (error: unknown) => { status: number; body: Resource },
  log: (done: Done) => Promise<void>,
): Promise<Resource> {
  const key = Object.keys(body).find(name => sameName(name, 'Operations'))
  const list = key === undefined ? undefined : body[key]
  if (!Array.isArray(list)) throw refused('invalidSyntax', 'A bulk request needs a list of Operations')
  const operations: readonly unknown[] = list
  if (body.schemas !== undefined && !(Array.isArray(body.schemas) && body.schemas.includes(BULK)))
    throw refused('invalidSyntax', 'The schemas of the request should be {schemas}', { schemas: BULK })
  if (list.length > BULK_MAX) throw new ApiError('scim.tooLarge', 'A request can hold {limit} operations', 413, { values: { limit: BULK_MAX } })
  const failOnErrors = typeof body.failOnErrors === 'number' && body.failOnErrors > 0 ? body.failOnErrors : Infinity

  const ids = new Map<string, string>()
  const answers: (Resource | undefined)[] = Array.from({ length: list.length })
  let failures = 0

  async function run(at: number, isLast: boolean): Promise<boolean> {
    const raw = operations[at]
    const shown: Resource = { method: isObject(raw) ? raw.method : undefined, ...(isObject(raw) && raw.bulkId !== undefined && { bulkId: raw.bulkId }) }
    let asked: Asked | undefined
    let status: number
    try {
      asked = readOperation(raw)
      shown.method = asked.method
      const missing = referencesIn([asked.id, asked.data]).filter(name => !ids.has(name))
      if (missing.length && !isLast) return false
      if (missing.length) throw new ApiError('scim.conflict', 'No operation made {name}', 409, { values: { name: (missing[0] as string).slice(0, 100) } })
      const resources = resourcesOf(asked.type)
      const id = String(resolved(asked.id, ids))
      const data = resolved(asked.data, ids) as Resource
      if (id) shown.location = `${scope.base}/${asked.type.endpoint}/${id}`
      let made: Resource | undefined
      if (asked.method === 'POST') made = await resources.create(scope, data)
      else if (asked.method === 'PUT') made = await resources.replace(scope, id, data, asked.version)
      else if (asked.method === 'PATCH') made = await resources.patch(scope, id, data, asked.version)
      else await resources.remove(scope, id, asked.version)
      status = asked.method === 'POST' ? 201 : made ? 200 : 204
      if (made) {
        const meta = made.meta as { location: string; version: string }
        shown.location = meta.location
        shown.version = meta.version
        if (asked.bulkId) ids.set(asked.bulkId, String(made.id))
      }
    } catch (error) {
      const answer = errorOf(error)
      status = answer.status
      shown.response = answer.body
      failures++
    }
    answers[at] = { ...shown, status: String(status) }
    if (asked) await log({ method: asked.method, path: `/${asked.type.endpoint}${asked.id && `/${asked.id}`}`, status, data: asked.data })
    return true
  }

  // What names something that is made further on waits for it.
  let waiting = list.map((_one, at) => at)
  for (let isLast = false; waiting.length && failures < failOnErrors;) {
    const left: number[] = []
    for (const at of waiting) if (failures >= failOnErrors || !(await run(at, isLast))) left.push(at)
    isLast = left.length === waiting.length
    waiting = left
  }
  return { schemas: [BULK_ANSWER], Operations: answers.filter(Boolean) }
}
