// Lists as the protocol sends them, and searches that come in a body (RFC 7644, sections 3.4.2 and 3.4.3).
import { refused } from './refusals.ts'
import { sameName, type Resource } from './schemas.ts'
import type { ListQuery } from './scope.ts'
import { LIST, SEARCH } from './urns.ts'

export const listed = (resources: object[], total = resources.length, startIndex = 1) => ({
  schemas: [LIST],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

/** The query of a search; lists of attributes are real lists there. */
export function readSearch(body: Resource): ListQuery {
  if (body.schemas !== undefined && !(Array.isArray(body.schemas) && body.schemas.includes(SEARCH)))
    throw refused('invalidSyntax', 'The schemas of the request should be {schemas}', { schemas: SEARCH })
  const get = (name: string) => Object.entries(body).find(([key]) => sameName(key, name))?.[1]
  const text = (name: string) => {
    const value = get(name)
    if (value === undefined || value === null) return undefined
    if (Array.isArray(value)) return value.join(',')
    if (typeof value !== 'string') throw refused('invalidValue', 'The attribute {name} should be a text', { name })
    return value
  }
  const whole = (name: string) => {
    const value = get(name)
    if (value === undefined || value === null) return undefined
    if (!Number.isSafeInteger(value)) throw refused('invalidValue', 'The attribute {name} should be a whole number', { name })
    return value as number
  }
  return {
    filter: text('filter'),
    sortBy: text('sortBy'),
    sortOrder: text('sortOrder'),
    attributes: text('attributes'),
    excludedAttributes: text('excludedAttributes'),
    startIndex: whole('startIndex'),
    count: whole('count'),
  }
}
