// What an import of rows keeps, and what it finds out about each row.
import type { FieldText } from '../../../../errors.ts'

export type Action = 'create' | 'change' | 'leave' | 'error'
export const ACTIONS = ['create', 'change', 'leave', 'error'] as const
export type Counts = Record<Action, number>
/** insert: all rows are new. update: all are there. upsert: those that are there are changed, others are new. */
export type Mode = 'insert' | 'update' | 'upsert'

/** Where the columns of a file go. */
export interface Choices {
  mode: Mode
  /** The field that rows are found by; it means nothing for new ones. */
  keyField: string
  /** Key of the field of each column; empty for a column that is passed over. */
  fields: string[]
}

/** A row of the file as it was read. */
export interface GivenRow {
  n: number
  row: number
  cells: string[]
}

/** Something wrong in a row; without a field it is about the whole row. */
export interface Problem {
  field: string
  text: FieldText
}
/** A value that becomes another, as people read it. */
export interface Change {
  field: string
  from: string
  to: string
}
export interface Outcome {
  action: Action
  changes: Change[]
  problems: Problem[]
}
