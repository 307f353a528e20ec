// What the JSON columns hold, by table and column: the one thing about tables that the database does not know. `npm run gen:tables` puts the rest into
// tables.ts, and refers to these.
import type { ColumnType } from 'kysely'
import type { FlowDefinition } from '../../flow/definition.ts'
import type { State } from '../../flow/state.ts'
import type { FieldFormat } from '../../models/formats.ts'

/** jsonb: read as a value, written as JSON text. */
export type JsonColumn<C extends keyof JsonColumns> = ColumnType<JsonColumns[C], string, string>

export interface JsonColumns {
  'app.config': Record<string, unknown>
  'audit.context': Record<string, unknown>
  'audit.headers': Record<string, string>
  'audit.input': Record<string, unknown>
  'audit.response': Record<string, unknown>
  'audit.response_headers': Record<string, string>
  'company.extra': Record<string, unknown>
  'company.outside_hosts': { host: string; kinds: ('pictures' | 'media' | 'frames')[] }[]
  'data_applied.definition': unknown
  'data_kept.definition': unknown
  'data_connection.settings': unknown
  'data_import.columns': DataImportColumn[]
  'data_import.counts': Record<'create' | 'change' | 'leave' | 'error', number>
  'data_import.fields': string[]
  'data_import.reason': Told
  'data_import.result': Record<'created' | 'changed', number>
  'data_import_row.cells': string[]
  'data_import_row.outcome': unknown
  'data_model.definition': unknown
  'data_view.columns': string[]
  'data_view.look': ViewLook
  'directory_change.after': Record<string, unknown>
  'directory_change.became': Record<string, unknown>
  'directory_change.before': Record<string, unknown>
  'directory_change.was': Record<string, unknown>
  'directory_import.counts': Record<'department' | 'member', Record<'create' | 'change' | 'leave' | 'error', number>>
  'directory_import.result': Record<'departmentsCreated' | 'departmentsChanged' | 'membersAdded' | 'membersChanged' | 'invited', number>
  'directory_import_row.given': unknown
  'directory_import_row.outcome': unknown
  'directory_run.counts': Record<string, number>
  'directory_run.share': Record<string, number>
  'entry.config': Record<string, unknown>
  'flow_batch.node_map': Record<string, string> | null
  'flow_case.choices': Record<string, string[]>
  'flow_case.snapshot': Record<string, unknown>
  'flow_case.state': State
  'flow_case.vars': Record<string, unknown>
  'flow_definition.definition': FlowDefinition
  'flow_event.data': Record<string, unknown>
  'flow_outbox.payload': Record<string, unknown>
  'flow_draft.content': Record<string, unknown>
  'flow_notice.data': { result?: string; act?: string }
  'flow_undo.before': { known: string[] }
  'flow_preference.filters': { name: string; keywords: string; flowId: string }[]
  'manifest.design': unknown
  'manifest.entries': unknown
  'member.scim': Record<string, unknown>
  'permission_change.after': Record<string, unknown>
  'permission_change.before': Record<string, unknown>
  'permission_change.ref': Record<string, string>
  'interface_push.reason': Told
  'remote_export.steps': RemoteSteps
  'ci_push.codes': { url: string; label: string }[]
  'ci_push.lines': { at: string; english?: string; values?: Record<string, string | number>; text?: string }[]
  'ci_push.reason': Told
  'ci_push.run': CiRun
  'ci_push.wish': { entries: string[]; consts: { var: string; value: string }[]; server: string }
  'miniapp_runtime.files': { runtime: string; shells: Readonly<Record<string, string>> }
  'release.config': Record<string, unknown>
  'release_task.lines': { at: string; english: string; values?: Record<string, string | number> }[]
  'release_task.reason': {
    code: string
    english: string
    status: number
    values?: Record<string, string | number>
    fields?: Record<string, string | { english: string; values?: Record<string, string | number> }>
  }
  'release_task.wish': Record<string, unknown>
  'resource.definition': unknown
  'resource_version.definition': unknown
  'row_bulk.reason': Told
  'row_bulk.result': RowBulkResult
  'row_bulk.row_values': Record<string, unknown>
  'row_change_row.after': Record<string, unknown>
  'row_change_row.before': Record<string, unknown>
  'row_change_row.exact_after': Record<string, string | null>
  'row_change_row.exact_before': Record<string, string | null>
  'row_permission.filters': unknown
  'screen_override.conflicts': unknown[]
  'screen_version.patch': unknown[]
  'setting.value': unknown
  'sheet_start.reason': Told
  'sheet_start.result': SheetStartResult
  'sheet_start.sheets': SheetStartSheet[]
  'sheet_start_row.cells': string[]
  'sheet_start_row.problems': SheetStartProblem[]
  'signin_method.secrets': Record<string, string>
  'signin_method.settings': Record<string, unknown>
  'signin_method.tested': TestResult
  'signin_state.query': Record<string, string>
  'sync_incoming.result': SyncTaken
  'sync_link.ids': Record<string, string>
  'sync_service.checked': SyncChecked
  'sync_task.lines': { at: string; english: string; values?: Record<string, string | number> }[]
  'sync_task.targets': SyncTarget[]
  'trigger_definition.definition': unknown
  'trigger_event.input': Record<string, unknown>
  'trigger_event.origin': string[]
  'trigger_event.triggers': Record<string, unknown>[]
  'trigger_run.steps': { do: string; outcome: string }[]
  'working_copy.ids': Record<string, string>
}

/** What another installation said when it was asked. */
export interface SyncChecked {
  ok: boolean
  /** English sentence with its values; the words of the other side come in its own language. */
  text: string
  values?: Record<string, string | number>
  version?: string
  name?: string
}
/** A part that was changed on the side that gets it, too. */
export interface SyncDrift {
  part: string
  label: string
  section: string
  /** What taking over would do there. */
  change: 'added' | 'removed' | 'changed'
}
/** What became of a state that came. */
export interface SyncTaken {
  count: number
  models: boolean
}
/** How far sending to one service is. */
export interface SyncTarget {
  id: string
  name: string
  status: 'waiting' | 'drift' | 'failed' | 'taken' | 'done'
  /** Parts that differ over there, to be overwritten; undefined where nobody decided. */
  overwrite?: string[]
  drift?: SyncDrift[]
  /** Bytes of parts, in all and as they were sent. */
  bytes?: number
  sent?: number
  count?: number
  /** What was taken over there last: it may have to be published still. */
  taking?: { id: string; head: string }
}

/** What a change of all rows that match came to, or taking one back. */
export interface RowBulkResult {
  count: number
  changed: number
  changeId: string
  undone?: RowsUndone
}

/** How a view shows its columns, by the ids of fields. */
export interface ViewLook {
  widths?: { name: string; width: number }[]
  frozen?: string[]
  groups?: { name: string; unit?: 'day' | 'month' | 'year' }[]
  figures?: { name: string; measure: 'sum' | 'avg' | 'min' | 'max' }[]
}

/** What taking a change of rows back came to. */
export interface RowsUndone {
  count: number
  /** Rows that were changed again since. */
  leftCount: number
  /** Some of these. */
  left: { id: string; title: string }[]
  /** Of other rows to these, which the deletion had emptied. */
  relations: { filled: number; left: number; leftTitles: string[] }
  /** Columns that the database filled itself, with other values than before. */
  otherwise: string[]
}

/** One step of trying a method of signing in; a failed one says what to do. */
export interface Step {
  /** Name such as `dns`, `connect`, `tls`, `bind`, `search`, `claims`. */
  name: string
  ok: boolean
  /** English sentence, `{name}` for values: what was found, or what is wrong and what to do about it. */
  text: string
  values?: Record<string, string | number>
}

export interface TestResult {
  ok: boolean
  steps: Step[]
}

/** A header of a file, with a few of its values. */
interface SheetStartColumn {
  at: number
  name: string
  sample: string[]
  type: 'text' | 'longText' | 'integer' | 'decimal' | 'boolean' | 'date' | 'time' | 'datetime' | 'enum' | 'multiEnum' | 'json' | 'relationOne'
  format?: FieldFormat
  currency?: string
  dateOrder?: 'dayFirst' | 'monthFirst' | 'unclear'
  dateExample?: string
  required: boolean
  unique: boolean
  options: string[]
  scale: number
  relation: { sheet: number; column: number } | null
  misfits: number
}
interface SheetStartSheet {
  name: string
  rowCount: number
  columns: SheetStartColumn[]
}
interface SheetStartResult {
  rows: { name: string; created: number; errors: number }[]
  url: string
  appUrl: string
  isPublished: boolean
}
interface SheetStartProblem {
  column: string
  text: string | Told
}
interface DataImportColumn {
  name: string
  sample: string[]
}

/** The steps of an export to a remote platform. */
export type RemoteStep = 'checkFile' | 'gitPull' | 'gitCommit' | 'gitPush'
export type RemoteStatus = 'NotStarted' | 'Pending' | 'Success' | 'Fail' | 'Finish'
export type RemoteSteps = Record<RemoteStep, { status: RemoteStatus; msg?: Told }>

/** What is known of the run of a pipeline. */
export interface CiRun {
  state?: 'asked' | 'begun'
  id?: string
  url?: string
  queued?: string
  read?: Record<string, number>
  ended?: string[]
  sought?: number
  stopping?: number
}

/** An English sentence with the values of its places. */
export interface Told {
  english: string
  values?: Record<string, string | number>
}
