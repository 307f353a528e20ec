// Published changes of the console’s own screens.
import type { ColumnType, Generated } from 'kysely'
import type { Json, MaybeTime, Time } from './columns.ts'

export interface ScreenTables {
  screen_body: ScreenBodyTable
  screen_override: ScreenOverrideTable
  screen_version: ScreenVersionTable
  screen_draft: ScreenDraftTable
  screen_staged_person: ScreenStagedPersonTable
  screen_grant: ScreenGrantTable
  screen_editor: ScreenEditorTable
  screen_report: ScreenReportTable
}

export interface ScreenBodyTable {
  hash: Buffer
  content: string
  unused_since: MaybeTime
}

export interface ScreenOverrideTable {
  id: string
  level: 'platform' | 'company' | 'app'
  company_id: string | null
  app_id: string | null
  screen_id: string
  version: Generated<number>
  conflicts: Json<unknown[]>
  updated_at: Time
}

export interface ScreenVersionTable {
  override_id: string
  version: number
  kind: 'publish' | 'restore' | 'reset' | 'import' | 'rebase' | 'release'
  patch: ColumnType<unknown[], string, string>
  base_hash: Buffer
  result_hash: Buffer
  note: Generated<string>
  broken: Generated<string>
  audience: Generated<'everybody' | 'staged' | 'released' | 'withdrawn'>
  created_at: Time
  created_by: string | null
}

export interface ScreenStagedPersonTable {
  override_id: string
  version: number
  user_id: string
}

export interface ScreenGrantTable {
  id: string
  level: 'platform' | 'company' | 'app'
  company_id: string | null
  app_id: string | null
  user_id: string
  permission: 'read' | 'change'
  granted_by: string | null
  granted_at: Time
}

export interface ScreenEditorTable {
  override_id: string
  user_id: string
  tab: string
  since: Time
  seen_at: Time
}

export interface ScreenDraftTable {
  override_id: string
  user_id: string
  base_version: number
  content: string
  at: Time
}

export interface ScreenReportTable {
  override_id: string
  version: number
  reporter: string
  message: string
  at: Time
}
