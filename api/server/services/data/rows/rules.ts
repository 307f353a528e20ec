// The one place where row permissions enter the SQL of rows: reading, changing and deleting ask here which rows somebody may touch.
import type { RawBuilder } from 'kysely'
import { ApiError } from '../../../errors.ts'
import type { AppInScope, CompanyInScope, SignedIn } from '../../foundation/access/index.ts'
import { notAllowed } from '../../foundation/access/rights.ts'
import type { RowOption } from '../../foundation/access/words.ts'
import type { DataScope, Model } from '../types.ts'

/** What led to a change. */
export interface Origin {
  /** Ids of the triggers whose actions did, the first one first. */
  triggers: readonly string[]
  /** It was sent with the form of a flow. */
  isForm?: boolean
  /** The last of these triggers filled fields of the same row. */
  sets?: boolean
}
/** Who asks for rows. */
export interface Asker {
  /** Undefined for a guest. */
  user?: SignedIn | undefined
  company: CompanyInScope
  app: AppInScope
  origin?: Origin | undefined
}

/** What a rule of rows is about: which rows are seen, which become a row, which are changed and what they may become, which are deleted. */
export const RULE_KINDS = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const
export type RuleKind = (typeof RULE_KINDS)[number]

/** The condition that limits somebody's rows of a model, with columns written as `filter.ts` writes them; undefined for all rows. */
export type RowFilter = (
  scope: DataScope,
  model: Model,
  asker: Asker,
  options?: { table?: string; kind?: RuleKind },
) => Promise<RawBuilder<boolean> | undefined>

const REFUSED: Record<RuleKind, string> = {
  SELECT: 'There is no such row',
  INSERT: 'A row permission does not let you add such a row',
  UPDATE: 'A row permission does not let you change this row, or not in this way',
  DELETE: 'A row permission does not let you delete this row',
}
export const ruleRefused = (kind: RuleKind) => new ApiError('data.rowRefused', REFUSED[kind], 403)

/** Whether somebody may do something with the rows of a model; whoever may not view it has none of them, neither here nor behind relations. */
export type MayDo = (asker: Asker, modelId: string, option: RowOption) => Promise<boolean>

/** What somebody may do with the rows of a model that is open. */
export type RowRights = Record<RowOption, boolean>

/** Refused unless one of these is allowed. */
export function demand({ may }: { may: RowRights }, ...options: RowOption[]) {
  if (!options.some(option => may[option])) throw notAllowed()
}

/** Who asks, where what comes of it belongs to a person. */
export function personOf({ asker: { user } }: { asker: Asker }): SignedIn {
  if (!user) throw new ApiError('access.signedOut', 'Please sign in', 401)
  return user
}

/** How a change of rows is remembered. */
export interface ChangeNote {
  /** What it came from, where that is not the change itself. */
  as?: 'import' | 'restore' | 'undo'
  /** It can be taken back as a whole for a day. */
  isBulk?: boolean
  /** Id of the change that brought it about. */
  cause?: string
}

/** What happened to rows, told inside the transaction that did it where rows and this are in one database. */
export interface RowChange extends ChangeNote {
  kind: 'create' | 'update' | 'delete'
  scope: DataScope
  model: Model
  /** Null for a guest. */
  by: string | null
  rows: {
    id: string | number
    before: Record<string, unknown> | null
    after: Record<string, unknown> | null
    /** As the database had and has it, by column: of a deleted row all, of a changed one what differs. */
    exact?: { before?: Record<string, string | null>; after?: Record<string, string | null> }
  }[]
}
