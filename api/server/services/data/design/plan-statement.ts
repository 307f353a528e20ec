// One statement of a plan: what runs, what it loses or brings back, and what has to be looked at before.
import type { RawBuilder } from 'kysely'
import type { Engine, FoundTable } from '../columns.ts'
import { shownSql, writtenOf, type Written } from '../sql-text.ts'
import type { Definition } from '../types.ts'
import type { NameChange } from './plan-names.ts'

export interface PlannedModel {
  modelId: string
  definition: Definition
}
/** A sentence with places, in English. */
export interface Sentence {
  english: string
  values: Record<string, string | number>
}
/** A table, or a column of it. */
export interface KeptName {
  modelId: string
  fieldId?: string
}
export interface Statement extends Written {
  /** As it is shown. */
  sql: string
  /** What is lost when it runs, or taken out of sight; undefined when nothing is. */
  loss?: Sentence
  /** Only taken out of sight: it comes back with its model or field. */
  keeps?: KeptName
  /** What comes back of what was kept. */
  back?: Sentence
  returns?: KeptName
  /** Answers a row when the statement is left out. */
  unless?: Written
  /** Answers a row when the statement cannot succeed, and what to say then. */
  guard?: { find: Written; problem: Sentence }
  /** What becomes of a name that was applied. */
  name?: NameChange
}
export interface PlanInput {
  engine: Engine
  schema: string
  /** Makes the schema first; for built-in sources. */
  createSchema?: boolean
  /** Text in the order of languages rather than of bytes; where the database is known to have it. */
  languageOrder?: boolean
  wanted: readonly PlannedModel[]
  /** What was applied last, for names that changed and for what is gone. */
  applied: readonly PlannedModel[]
  found: readonly FoundTable[]
  /** Models whose tables are kept, as they were when these left. */
  kept?: readonly PlannedModel[]
  /** The day until which what leaves now is kept. */
  keptUntil: string
}

/** What a statement says beside itself, with what is to be looked at before as SQL that is not written out yet. */
export interface More extends Pick<Statement, 'loss' | 'name' | 'keeps' | 'back' | 'returns'> {
  guard?: { find: RawBuilder<unknown>; problem: Sentence }
  unless?: RawBuilder<unknown>
}

export function statementOf(engine: Engine, run: RawBuilder<unknown>, { guard, unless, ...more }: More = {}): Statement {
  const written = writtenOf(engine, run)
  return {
    ...written,
    sql: shownSql(written.exact),
    ...more,
    ...(guard && { guard: { find: writtenOf(engine, guard.find), problem: guard.problem } }),
    ...(unless && { unless: writtenOf(engine, unless) }),
  }
}
