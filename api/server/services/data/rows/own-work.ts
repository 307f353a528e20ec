// Work of one person on the rows of one model that outlives a call: imports, and changes of all rows that match.
import { sql } from 'kysely'
import { ApiError } from '../../../errors.ts'
import type { DataScope } from '../types.ts'

export interface Owner extends DataScope {
  modelId: string
  userId: string
}
/** Why it stopped, to be said in the reader's language. */
export type Reason = { english: string; values?: Record<string, string | number> }
/** Why work stopped, where it was refused; nothing of what only the log is told. */
export const reasonOf = (error: unknown): Reason | null =>
  error instanceof ApiError ? { english: error.english, ...(error.more.values && { values: error.more.values }) } : null
/** A process that works says so more often than this. */
export const GONE_AFTER_SECONDS = 120

/** The row of this work, where it is this person's and not forgotten yet. */
export const isOf = ({ tag, modelId, userId }: Owner, id: string) =>
  sql<boolean>`(id = ${id} and tag = ${tag} and model_id = ${modelId} and user_id = ${userId} and expires_at > ${new Date()})`
