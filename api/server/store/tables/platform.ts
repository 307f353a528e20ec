// Settings, files, messages, notices and the log of the installation.
import type { ColumnType, Generated } from 'kysely'
import type { Json, MaybeTime, Time } from './columns.ts'

export interface PlatformTables {
  setting: SettingTable
  rate: RateTable
  blob: BlobTable
  blob_chunk: BlobChunkTable
  file: FileTable
  outbox: OutboxTable
  audit: AuditTable
  notice: NoticeTable
  notice_read: NoticeReadTable
}

export interface SettingTable {
  key: string
  value: ColumnType<unknown, string, string>
  updated_at: Time
}

export interface RateTable {
  key: string
  window_start: ColumnType<Date, Date, Date>
  hits: number
}

export interface BlobTable {
  hash: Buffer
  size: number
  created_at: Time
}

export interface BlobChunkTable {
  hash: Buffer
  n: number
  bytes: Buffer
}

export interface FileTable {
  id: string
  company_id: string | null
  app_id: string | null
  hash: Buffer
  name: string
  mime: string
  owner_id: string | null
  created_at: Time
}

export interface OutboxTable {
  id: string
  kind: 'mail' | 'sms'
  recipient: string
  subject: Generated<string>
  body: string
  html: Generated<string>
  status: 'kept' | 'waiting' | 'sent' | 'failed'
  attempts: Generated<number>
  error: Generated<string>
  created_at: Time
  sent_at: MaybeTime
}

export interface AuditTable {
  id: string
  at: Time
  request_id: string
  user_id: string | null
  company_id: string | null
  app_id: string | null
  call: string
  path: string
  ip: string
  agent: string
  status: number
  input: Json<Record<string, unknown>>
  method: Generated<string>
  duration_ms: Generated<number>
  /** Of HTTP; zero for what no request did. */
  http_status: Generated<number>
  code: Generated<string>
  content_type: Generated<string>
  context: Json<Record<string, unknown>>
  headers: Json<Record<string, string>>
  response_headers: Json<Record<string, string>>
  response: Json<Record<string, unknown>>
}

export interface NoticeTable {
  id: string
  subject: string
  kind: 'screen.failed' | 'screen.broken' | 'screen.conflict'
  override_id: string | null
  screen_id: string
  level: 'platform' | 'company' | 'app'
  company_id: string | null
  app_id: string | null
  version: number
  detail: Generated<string>
  created_at: Time
}

export interface NoticeReadTable {
  notice_id: string
  user_id: string
  at: Time
}
