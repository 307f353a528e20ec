// What a provider can ask before anything else: what this server can do, its resource types and schemas (RFC 7644, section 4).
import { resourceTypes, schemas, type ResourceType, type Schema } from './schemas.ts'
import { PAGE_MAX } from './scope.ts'

export const BULK_MAX = 1000
export const BULK_BYTES = 1_048_576

const CONFIG = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'
const TYPE = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType'
const SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema'

export const providerConfig = (base: string) => ({
  schemas: [CONFIG],
  patch: { supported: true },
  bulk: { supported: true, maxOperations: BULK_MAX, maxPayloadSize: BULK_BYTES },
  filter: { supported: true, maxResults: PAGE_MAX },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that an administrator of the organisation makes under Members, Provisioning (SCIM)',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

export const shownType = (type: ResourceType, base: string) => ({
  schemas: [TYPE],
  id: type.name,
  name: type.name,
  endpoint: `/${type.endpoint}`,
  description: type.description,
  schema: type.core.id,
  schemaExtensions: [{ schema: type.extension.id, required: false }],
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${type.name}` },
})

export const shownSchema = (schema: Schema, base: string) => ({
  schemas: [SCHEMA],
  ...schema,
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
})

export const allTypes = (base: string) => resourceTypes.map(type => shownType(type, base))
export const allSchemas = (base: string) => schemas.map(schema => shownSchema(schema, base))
