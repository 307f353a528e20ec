// A resource as an answer: its address and version in the headers too.
import { ScimAnswer } from '../../answers.ts'
import { projected, type Wanted } from './project.ts'
import type { Resource, ResourceType } from './schemas.ts'

export function answered(type: ResourceType, resource: Resource, wanted: Wanted, status = 200): ScimAnswer {
  const { location, version } = resource.meta as { location: string; version: string }
  return new ScimAnswer(projected(type, resource, wanted), { status, version, location })
}
