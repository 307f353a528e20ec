// Refusals of the protocol: the code's second part is the scimType of RFC 7644, section 3.12.
import { ApiError } from '../../errors.ts'

export type ScimType = 'invalidFilter' | 'tooMany' | 'uniqueness' | 'mutability' | 'invalidSyntax' | 'invalidPath' | 'noTarget' | 'invalidValue' | 'invalidVers'

/** A bad request of this kind: `throw refused('noTarget', 'To remove something takes a path')`. */
export const refused = (type: ScimType, english: string, values?: Record<string, string | number>) =>
  new ApiError(`scim.${type}`, english, type === 'uniqueness' ? 409 : 400, { values })

export const resourceUnknown = (id: string) => new ApiError('scim.unknown', 'There is no resource {id}', 404, { values: { id: id.slice(0, 100) } })

const TYPES = new Set(['invalidFilter', 'tooMany', 'uniqueness', 'mutability', 'invalidSyntax', 'invalidPath', 'noTarget', 'invalidValue', 'invalidVers'])
/** Codes of the organisation's own rules that say that something is there already. */
const TAKEN = new Set(['org.codeTaken', 'org.usernameTaken'])
/** Not wrong, but never allowed. */
const FORBIDDEN = new Set(['org.ownerProtected'])
const IMMUTABLE = new Set(['org.codeLocked'])

/** HTTP status and scimType of a refusal, whoever made it. */
export function kindOf({ code, status }: Pick<ApiError, 'code' | 'status'>): { status: number; scimType?: string } {
  const [area, type = ''] = code.split('.')
  if (area === 'scim' && TYPES.has(type)) return { status, scimType: type }
  if (TAKEN.has(code)) return { status: 409, scimType: 'uniqueness' }
  if (FORBIDDEN.has(code)) return { status: 403 }
  if (IMMUTABLE.has(code)) return { status: 400, scimType: 'mutability' }
  if (code === 'request.malformed') return { status: 400, scimType: 'invalidSyntax' }
  return status === 422 ? { status: 400, scimType: 'invalidValue' } : { status }
}
