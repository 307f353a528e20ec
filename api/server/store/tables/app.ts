// Apps, their pages and releases.
import type { ColumnType, Generated } from 'kysely'
import type { Json, MaybeTime, Time } from './columns.ts'

export interface AppTables {
  app: AppTable
  body: BodyTable
  page: PageTable
  page_version: PageVersionTable
  page_draft: PageDraftTable
  page_editor: PageEditorTable
  manifest: ManifestTable
  release: ReleaseTable
  environment: EnvironmentTable
  template_install: TemplateInstallTable
}

export interface AppTable {
  id: string
  company_id: string
  key: string
  name: string
  type: number
  logo: Generated<string>
  description: Generated<string>
  state: Generated<'active' | 'archived'>
  config: Json<Record<string, unknown>>
  owner_id: string
  /** Counted up by triggers with every change of the pages' tree. */
  tree_revision: Generated<number>
  /** Number of the last version of its permissions; counted up by triggers. */
  permission_revision: Generated<number>
  created_at: Time
  updated_at: Time
}

export interface BodyTable {
  company_id: string
  hash: Buffer
  size: number
  content: string
  /** When it was found that nothing names it; swept some days later. */
  unused_since: MaybeTime
}

export interface PageTable {
  id: string
  company_id: string
  app_id: string
  parent_id: string | null
  kind: 'page' | 'group' | 'link'
  name: string
  path: Generated<string>
  icon: Generated<string>
  link: Generated<string>
  visible: Generated<boolean>
  sort: Generated<number>
  version: Generated<number>
  body_hash: Buffer | null
  created_at: Time
  updated_at: Time
  updated_by: string | null
  /** The resource owner. */
  owner_id: string | null
}

export interface PageVersionTable {
  page_id: string
  version: number
  company_id: string
  app_id: string
  name: string
  body_hash: Buffer
  note: Generated<string>
  created_at: Time
  created_by: string | null
}

/** Unsaved work of one person on a page; replaced at every autosave, so it is no body of its own hash. */
export interface PageDraftTable {
  page_id: string
  company_id: string
  app_id: string
  base_version: number
  content: string
  by: string
  at: Time
}

export interface PageEditorTable {
  page_id: string
  user_id: string
  tab: string
  since: Time
  seen_at: Time
}

export interface ManifestTable {
  company_id: string
  app_id: string
  hash: Buffer
  entries: ColumnType<unknown, string, string>
  created_at: Time
  design: ColumnType<unknown, string | null | undefined, string | null>
}

export interface ReleaseTable {
  id: string
  company_id: string
  app_id: string
  version: string
  title: string
  description: Generated<string>
  tag: string
  source: string
  mode: Generated<number>
  standalone: Generated<boolean>
  status: number
  manifest_hash: Buffer
  config: Json<Record<string, unknown>>
  log: Generated<string>
  created_at: Time
  created_by: string | null
}

export interface EnvironmentTable {
  app_id: string
  tag: string
  company_id: string
  release_id: string
  updated_at: Time
}

export interface TemplateInstallTable {
  id: string
  template_id: string
  user_id: string | null
  company_id: string
  app_id: string
  name: string
  no_data: boolean
  created_at: Time
}
