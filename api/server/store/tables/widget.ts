// Widget templates.
import type { Generated } from 'kysely'
import type { Time } from './columns.ts'

export interface WidgetTables {
  widget_group: WidgetGroupTable
  widget_template: WidgetTemplateTable
}

export interface WidgetGroupTable {
  id: string
  /** Null for a group of the platform. */
  company_id: string | null
  app_id: string | null
  name: string
  description: Generated<string>
  created_at: Time
}

export interface WidgetTemplateTable {
  id: string
  company_id: string | null
  app_id: string | null
  group_id: string | null
  name: string
  code: Generated<string>
  widget_type: Generated<number>
  custom_preview_img: Generated<string>
  screenshot: Generated<string>
  status: Generated<number>
  description: Generated<string>
  /** The exact JSON text of the schema. */
  body: string
  version: Generated<number>
  created_at: Time
  created_by: string | null
  updated_at: Time
  updated_by: string | null
}
