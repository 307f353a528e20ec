// Asking for rows of an app or organisation: the plain database does not know their tables, and what is asked here has the scope put into it.
import type { Kysely, QueryCreator } from 'kysely'
import type { Db, Scope, Trx } from './database.ts'
import { scopePlugin } from './scope-plugin.ts'
import type { TablesInApp, TablesInCompany } from './scoped-tables.ts'
import type { Tables } from './tables.ts'

/** What reads and writes rows, and nothing else; a transaction is begun on the plain database. */
type Queries<T> = QueryCreator<T>
export type InApp = Queries<TablesInApp>
export type InCompany = Queries<TablesInCompany>
export type Everywhere = Queries<Tables>

// The types of the tables differ, what asks for them does not.
const queries = <T>(on: Db | Trx) => on as unknown as Kysely<T>

/** Rows of one app: each table of an app or organisation that a query names is held to it, in joins and within other queries too. */
export const inApp = (on: Db | Trx, { companyId, appId }: Scope): InApp => queries<TablesInApp>(on).withPlugin(scopePlugin({ companyId, appId }))

/** Rows of one organisation, those of all its apps among them. */
export const inCompany = (on: Db | Trx, companyId: string): InCompany => queries<TablesInCompany>(on).withPlugin(scopePlugin({ companyId }))

/** Rows of all organisations. Within a query that has a scope it is held to that. The reason says why no scope is right here; tests/scope.test.ts lists them. */
export const everywhere = (on: Db | Trx, _reason: string): Everywhere => queries<Tables>(on)
