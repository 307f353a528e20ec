// What an import knows of the organisation, and what it finds out about each row.
import type { CellProblem, Reason } from '../../foundation/spreadsheets/index.ts'
import type { ColumnKey, Kind } from './columns.ts'

export type Action = 'create' | 'change' | 'leave' | 'error'

/** A row of the file as it was read. */
export interface GivenRow {
  kind: Kind
  row: number
  values: Partial<Record<ColumnKey, string>>
  problems: CellProblem[]
}

/** One thing that becomes another; a field is a column of the file, or something that follows from it. */
export interface Change {
  field: ColumnKey | 'parent' | 'managerOf'
  from: string
  to: string
}

export interface Outcome {
  action: Action
  changes: Change[]
  problems: CellProblem[]
}

export interface Department {
  id: string
  parentId: string | null
  name: string
  code: string
  managerId: string | null
  /** Name of the manager. */
  manager: string
}

/** A member whom the file names. */
export interface Person {
  id: string
  name: string
  email: string
  username: string
  phone: string
  disabled: boolean
  role: 'owner' | 'admin' | 'member'
  /** Whoever imports may change name and phone. */
  isEditable: boolean
  /** Departments the person sits in. */
  seats: string[]
}

export interface Directory {
  departments: Department[]
  people: Person[]
  /** Whose the usernames and emails of the file are, of all the installation. */
  accounts: ReadonlyMap<string, string>
  /** New people are made elsewhere; imports add existing ones only. */
  onlyExisting: boolean
}

/** A department as it will be. */
export interface DepartmentStep {
  id: string
  isNew: boolean
  name: string
  code: string
  parentId: string
  isMoved: boolean
  isRenamed: boolean
  /** The next manager, where that changes. */
  managerId?: string
}

/** A member after the import. */
export interface MemberStep {
  id: string
  isNewPerson: boolean
  isNewMember: boolean
  /** The account that comes in by accepting, where the email is that of one. */
  standsFor?: string
  email: string
  username: string
  name: string
  phone: string
  isEdited: boolean
  /** Exactly the departments the person will sit in, where the file says so. */
  seats?: string[]
}

export interface Plan {
  outcomes: Outcome[]
  departments: DepartmentStep[]
  members: MemberStep[]
}

export const problem = (row: number, column: ColumnKey | '', reason: string, values?: Reason['values']): CellProblem => ({
  row,
  column,
  reason,
  ...(values && { values }),
})

/** How often rows are looked at again because others fell; a file made to fall row by row would keep the process busy. */
export const ROUNDS = 10
export const TOO_ENTANGLED = 'This row depends on others with errors. Put those right first'
