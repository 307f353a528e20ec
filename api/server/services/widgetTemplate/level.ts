// The three levels that have widget templates: the platform, an organisation, an app. A level sees its own and those of the levels above.
import { sql, type RawBuilder } from 'kysely'
import { ApiError } from '../../errors.ts'
import type { AppInScope, CompanyInScope } from '../foundation/access/index.ts'

export interface Level {
  companyId: string | null
  appId: string | null
}

/** The level that a call's address names: without an organisation it is the platform. */
export const levelOf = (company?: Pick<CompanyInScope, 'id'>, app?: Pick<AppInScope, 'id'>): Level => ({
  companyId: company?.id ?? null,
  appId: app?.id ?? null,
})

/** The same for reading, which is for the organisation's own people: an app may let others in, who have no business with its workshop. */
export function readingLevelOf(company?: Pick<CompanyInScope, 'id'>, app?: Pick<AppInScope, 'id' | 'rights'>): Level {
  if (app && !app.rights.manager && !app.rights.isMember) throw new ApiError('access.denied', 'You are not allowed to do this', 403)
  return levelOf(company, app)
}

/** As the documents number them: 1 platform, 2 company, 3 app. */
export const numberOf = ({ companyId, appId }: Level): 1 | 2 | 3 => (appId ? 3 : companyId ? 2 : 1)
/** How an answer says that something belongs to no organisation, or to no app. */
export const NOT_SCOPED = '-1'

/** Rows of this very level; `table` is the name or alias that has company_id and app_id. */
export const isOwn = ({ companyId, appId }: Level, table: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${table}.company_id`)} is not distinct from ${companyId}::uuid and ${sql.ref(`${table}.app_id`)} is not distinct from ${appId}::uuid)`

/** Rows of this level and of those above it. */
export const isSeen = (level: Level, table: string): RawBuilder<boolean> =>
  sql<boolean>`(${isOwn(level, table)}
    or ${sql.ref(`${table}.app_id`)} is null and (${sql.ref(`${table}.company_id`)} is null or ${sql.ref(`${table}.company_id`)} = ${level.companyId}::uuid))`
