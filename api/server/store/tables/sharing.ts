// Shares and their visitors.
import type { Generated } from 'kysely'
import type { MaybeTime, Time } from './columns.ts'

export interface SharingTables {
  share: ShareTable
  share_day: ShareDayTable
  share_visitor: ShareVisitorTable
}

export interface ShareTable {
  id: string
  company_id: string
  app_id: string
  /** What the link carries. */
  key: string
  content: 'page' | 'widgetTpl'
  type: number
  page_id: string | null
  template_id: string | null
  page_version: number | null
  name: string
  title: Generated<string>
  description: Generated<string>
  body_hash: Buffer
  password_hash: string | null
  /** Signs the cookies of those who gave the password. */
  unlock_key: Buffer
  expires_at: MaybeTime
  stopped_at: MaybeTime
  created_at: Time
  created_by: string | null
  updated_at: Time
}

export interface ShareDayTable {
  share_id: string
  day: string
  visits: number
  visitors: number
}

export interface ShareVisitorTable {
  share_id: string
  day: string
  visitor: Buffer
}
