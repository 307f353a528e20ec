// Names that RFC 7643 and RFC 7644 give to schemas and messages.
export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
/** What a department has beyond a group: code, place in the tree, manager. */
export const DEPARTMENT = 'urn:tessera:params:scim:schemas:extension:department:2.0:Group'
const MESSAGES = 'urn:ietf:params:scim:api:messages:2.0:'
export const LIST = `${MESSAGES}ListResponse`
export const SEARCH = `${MESSAGES}SearchRequest`
export const PATCH = `${MESSAGES}PatchOp`
export const BULK = `${MESSAGES}BulkRequest`
export const BULK_ANSWER = `${MESSAGES}BulkResponse`
export const ERROR = `${MESSAGES}Error`
