// Who asks and what for: shared by users, groups and bulk requests.
import type { Locale } from '../../../messages.ts'
import { ApiError } from '../../errors.ts'
import type { Wanted } from './project.ts'

/** The organisation and token of a request. */
export interface Provisioning {
  company: { id: string; key: string; name: string }
  token: { id: string; name: string; invites: boolean; locale: Locale; createdBy: string | null; createdByName: string }
  /** Address that the resources are below, such as https://example.com/scim/v2/acme. */
  base: string
  /** Address of the console, for links in mails. */
  origin: string
}

export interface ListQuery extends Wanted {
  filter?: string
  sortBy?: string
  sortOrder?: string
  startIndex?: number
  count?: number
}

/** How many resources a page holds at most, and without being asked. */
export const PAGE_MAX = 200
export const PAGE = 100

export const pageOf = ({ startIndex = 1, count = PAGE }: ListQuery) => ({
  startIndex: Math.max(1, startIndex),
  count: Math.min(PAGE_MAX, Math.max(0, count)),
})

export const versionOf = (revision: number) => `W/"${revision}"`

/** Whether a header of versions (If-Match, If-None-Match) names this one. */
export const namesVersion = (header: string, version: string) =>
  header.split(',').some(one => {
    const text = one.trim()
    return text === '*' || text.replace(/^W\//, '') === version.replace(/^W\//, '')
  })

/** A resource that was changed meanwhile is not changed over that. */
export function checkVersion(ifMatch: string | undefined, revision: number) {
  if (ifMatch && !namesVersion(ifMatch, versionOf(revision)))
    throw new ApiError('scim.versionConflict', 'The resource was changed meanwhile. Read it again', 412)
}

/** What a provider takes as its base URL; every resource is below it. */
export const scimAddress = (origin: string, companyKey: string) => `${origin}/scim/v2/${companyKey}`
